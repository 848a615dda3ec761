"""A broker with TLS on, that asks who comes, and lets do what was granted and nothing else."""

import base64
import gc
import json
import threading
import time
import uuid
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from kafka import KafkaAdminClient, KafkaProducer
from kafka.admin import ACL, ACLOperation, ACLPermissionType, ResourcePattern, ResourceType
from kafka.admin import ACLResourcePatternType as Pattern

from services.bootstrap import open_service
from services.kafka.topics import Topics, make_topics
from services.settings import Settings, read_settings
from services.settings_sources import SettingsError
from tests.integration.kafka.test_relay import wait_for
from tests.support.kafka.broker import started
from tests.support.kafka.secured import PASSWORD, SERVICE, SUPERUSER, SecuredKafka, make_certificate
from tests.support.store.playing import buy_in, open_table

OF_TOPICS = ("CREATE", "DESCRIBE", "DESCRIBE_CONFIGS", "READ", "WRITE")
OF_GROUPS = ("DESCRIBE", "READ")
"""What docs/kafka.md lists, and nothing else."""


@pytest.fixture(autouse=True)
def sockets_collected() -> Iterator[None]:
    """The library leaves the socket of a handshake that failed to the collector."""
    yield
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()


@pytest.fixture(scope="module")
def secured() -> Iterator[SecuredKafka]:
    with started(SecuredKafka) as kafka:
        yield kafka


@pytest.fixture
def told(secured: SecuredKafka, tmp_path: Path) -> dict[str, Any]:
    """Settings of a house at this broker, with topics of its own that it may use."""
    prefix = f"t{uuid.uuid4().hex[:8]}."
    grant(secured, prefix)
    secret = tmp_path / "password"
    secret.write_text(f"{PASSWORD}\n")
    return {
        "kafka_bootstrap": secured.bootstrap,
        "kafka_security": "SASL_SSL",
        "kafka_ca_file": secured.authority,
        "kafka_user": SERVICE,
        "kafka_password_file": secret,
        "topic_prefix": prefix,
        "partitions": 3,
    }


def grant(secured: SecuredKafka, prefix: str) -> None:
    named = [
        (ResourcePattern(kind, f"{prefix}{start}", Pattern.PREFIXED), operations)
        for kind, start, operations in (
            (ResourceType.TOPIC, "pitledger.", OF_TOPICS),
            (ResourceType.GROUP, "pitledger-", OF_GROUPS),
        )
    ]
    admin = KafkaAdminClient(bootstrap_servers=secured.bootstrap, **secured.as_user(SUPERUSER))
    admin.create_acls(
        [
            ACL(f"User:{SERVICE}", "*", ACLOperation[one], ACLPermissionType.ALLOW, pattern)
            for pattern, operations in named
            for one in operations
        ]
    )
    admin.close()


def house_plays(secured: SecuredKafka, settings: Settings, data: Path) -> None:
    with open_service(settings.model_copy(update={"data": data})) as house:
        sender = KafkaProducer(bootstrap_servers=secured.bootstrap, **secured.as_user(SUPERUSER))
        for command in (open_table("PG01"), buy_in("PG01", 1500)):
            body = json.dumps(command).encode()
            sender.send(Topics(settings.topic_prefix).commands, body, key=b"PG01")
        sender.close()
        books = house.storage.books
        wait_for(lambda: (row := books.table("PG01")) is not None and row.drop_estimated == 1500)
        checks = house.checks()
        wait_for(lambda: all(check() is None for check in checks.values()))


def test_a_house_signs_in_by_scram_and_needs_no_more_than_is_listed(
    secured: SecuredKafka, told: dict[str, Any], data: Path
) -> None:
    house_plays(secured, read_settings({}, **told), data)


def test_a_house_signs_in_by_a_token_of_its_provider(
    secured: SecuredKafka, told: dict[str, Any], data: Path
) -> None:
    with provider() as (address, asked):
        settings = read_settings(
            {}, **told, kafka_sasl="oauthbearer", kafka_token_url=address, kafka_token_scope="kafka"
        )
        house_plays(secured, settings, data)
    assert asked
    assert set(asked) == {(SERVICE, PASSWORD, "grant_type=client_credentials&scope=kafka")}


@contextmanager
def provider() -> Iterator[tuple[str, list[tuple[str, str, str]]]]:
    """It gives whoever asks a token that nobody has signed, which this broker takes."""
    asked: list[tuple[str, str, str]] = []

    class Provider(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            client = base64.b64decode(self.headers["Authorization"].removeprefix("Basic ")).decode()
            name, _, secret = client.partition(":")
            asked.append((name, secret, body))
            answer = json.dumps({"access_token": unsigned(name), "expires_in": 300}).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_: object) -> None:
            """Nothing on the tests' output."""

    server = HTTPServer(("127.0.0.1", 0), Provider)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/token", asked
    finally:
        server.shutdown()
        server.server_close()


def unsigned(name: str) -> str:
    now = int(time.time())
    parts = ({"alg": "none"}, {"sub": name, "iat": now, "exp": now + 300})
    return ".".join((*(_encoded(part) for part in parts), ""))


def _encoded(part: dict[str, Any]) -> str:
    return base64.urlsafe_b64encode(json.dumps(part).encode()).decode().rstrip("=")


@pytest.mark.parametrize(
    ("otherwise", "why"),
    [
        ({"kafka_user": "", "kafka_security": "sasl_ssl"}, "KAFKA_USER must say whom"),
        ({"kafka_password_file": None}, "KAFKA_PASSWORD_FILE, or PITLEDGER_KAFKA_PASSWORD"),
        ({"kafka_password_file": "/nowhere"}, "/nowhere cannot be read: No such file"),
        ({"kafka_ca_file": "/nowhere.pem"}, "KAFKA_CA_FILE: there is no file /nowhere.pem"),
        ({"kafka_cert_file": "/nowhere.pem"}, "KAFKA_KEY_FILE go together"),
        ({"kafka_sasl": "OAUTHBEARER"}, "KAFKA_TOKEN_URL must say where"),
    ],
)
def test_what_is_missing_is_named(
    told: dict[str, Any], otherwise: dict[str, Any], why: str
) -> None:
    left = {name: value for name, value in {**told, **otherwise}.items() if value is not None}
    with pytest.raises(SettingsError, match=why):
        make_topics(read_settings({}, **left))


def test_a_wrong_password_is_told_and_stands_nowhere(told: dict[str, Any], tmp_path: Path) -> None:
    (tmp_path / "password").write_text("a word that is wrong")
    with pytest.raises(SettingsError, match="no Kafka broker answers at") as found:
        make_topics(read_settings({}, **told))
    assert "a word that is wrong" not in str(found.value)


def test_a_broker_that_somebody_else_has_signed_is_not_spoken_to(
    told: dict[str, Any], tmp_path: Path
) -> None:
    told["kafka_ca_file"] = make_certificate(tmp_path / "other")
    with pytest.raises(SettingsError, match="no Kafka broker answers at"):
        make_topics(read_settings({}, **told))


def test_topics_that_were_not_granted_cannot_be_made(told: dict[str, Any]) -> None:
    told["topic_prefix"] = "elsewhere."
    with pytest.raises(SettingsError, match="not allowed"):
        make_topics(read_settings({}, **told))
