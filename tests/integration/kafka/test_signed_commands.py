"""With AUTH on a command on the topic proves who sends it, or is never booked."""

import hashlib
import json
import re
import subprocess
import uuid
from pathlib import Path
from typing import Any

import pytest

from services.entry.tokens import Tokens
from services.kafka.ingest import Ingest
from services.kafka.signing import SENDER, SIGNATURE, sign, signed_headers
from services.settings import Settings, read_settings
from services.settings_sources import SettingsError
from services.store.ledger import Ledger
from tests.integration.kafka.test_ingest import ingesting
from tests.integration.kafka.test_relay import wait_for
from tests.support.kafka.sent import Message, as_bytes, committed, rejected, send_raw
from tests.support.processes.service import running_part
from tests.support.store.playing import buy_in, open_table, running

TOKEN, NEW_TOKEN, OTHER = "dealer's own", "dealer's next", "somebody else's"
EXAMPLE = "correct-horse-battery-staple"


def digest(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


@pytest.fixture
def tokens(tmp_path: Path) -> Path:
    file = tmp_path / "tokens.toml"
    entries = (("d7", "dealer", TOKEN), ("d7", "dealer", NEW_TOKEN), ("s1", "surveillance", OTHER))
    file.write_text(
        "".join(
            f'[[token]]\nid = "{who}"\nrole = "{role}"\nsha256 = "{digest(token).hex()}"\n'
            for who, role, token in entries
        )
    )
    return file


@pytest.fixture
def guarded(settings: Settings, tokens: Path) -> Settings:
    return settings.model_copy(update={"auth": "on", "tokens": tokens})


def with_id(command: dict[str, Any], **more: Any) -> bytes:
    return as_bytes({"command_id": str(uuid.uuid4()), **command, **more})


def signed(
    value: bytes, key: bytes | None = b"PG01", token: str = TOKEN, who: str = "d7"
) -> Message:
    return {"key": key, "value": value, "headers": signed_headers(who, token, key, value)}


def events(ledger: Ledger) -> list[dict[str, Any]]:
    return [json.loads(entry.state) for entry in ledger.log_after(0, 100)]


def test_the_sender_is_the_actor(guarded: Settings, ledger: Ledger) -> None:
    claimed = {"id": "d7", "role": "dealer"}
    send_raw(
        guarded,
        signed(with_id(open_table("PG01"))),
        signed(with_id(buy_in("PG01", 100), actor=claimed), token=NEW_TOKEN),
        signed(with_id(buy_in("PG01", 200)), key=None, token=OTHER, who="s1"),
    )
    with running(ledger) as desk, ingesting(guarded, ledger, desk):
        wait_for(lambda: committed(guarded) == 3, 30)
    assert rejected(guarded) == []
    assert [told["actor"] for told in events(ledger)] == [
        {"id": "d7", "role": "dealer"},
        {"id": "d7", "role": "dealer"},
        {"id": "s1", "role": "surveillance"},
    ]


def tampered() -> dict[str, Message]:
    value = with_id(buy_in("PG01", 100))
    good = signed(value)
    by_other = sign(digest(OTHER), b"PG01", value).encode()
    right = sign(digest(TOKEN), b"PG01", value).encode()
    return {
        "no headers": {**good, "headers": []},
        "no signature": {**good, "headers": [(SENDER, b"d7")]},
        "no sender": {**good, "headers": [(SIGNATURE, right)]},
        "an empty signature": {**good, "headers": [(SENDER, b"d7"), (SIGNATURE, b"")]},
        "two senders": {
            **good,
            "headers": [(SENDER, b"s1"), (SENDER, b"d7"), (SIGNATURE, right)],
        },
        "an unknown sender": {**good, "headers": [(SENDER, b"d8"), (SIGNATURE, right)]},
        "a sender that is no text": {**good, "headers": [(SENDER, b"\xff"), (SIGNATURE, right)]},
        "another's token": {**good, "headers": [(SENDER, b"d7"), (SIGNATURE, by_other)]},
        "half a signature": {**good, "headers": [(SENDER, b"d7"), (SIGNATURE, right[:32])]},
        "no hexadecimal": {**good, "headers": [(SENDER, b"d7"), (SIGNATURE, b"\xff" * 64)]},
        "another value": {**good, "value": with_id(buy_in("PG01", 999))},
        "another key": {**good, "key": None},
        "no command_id": signed(as_bytes(buy_in("PG01", 100))),
        "a null command_id": signed(as_bytes(buy_in("PG01", 100, command_id=None))),
        "nothing at all": {"key": b"PG01", "value": b"\xff"},
    }


def test_what_does_not_prove_its_sender_is_never_booked(guarded: Settings, ledger: Ledger) -> None:
    bad = tampered()
    send_raw(
        guarded,
        signed(with_id(open_table("PG01"))),
        *bad.values(),
        signed(with_id(buy_in("PG01", 300))),
    )
    with running(ledger) as desk, ingesting(guarded, ledger, desk):
        wait_for(lambda: committed(guarded) == len(bad) + 2, 30)
    assert [told.get("amount") for told in events(ledger)][1:] == [300]
    told = rejected(guarded)
    assert [one["offset"] for one in told] == list(range(1, len(bad) + 1))
    assert {one["rejected"]["problem"] for one in told} == {"unauthorized"}
    assert TOKEN not in json.dumps(told)


def test_upper_case_is_the_same_signature(guarded: Settings, ledger: Ledger) -> None:
    message = signed(with_id(open_table("PG01")))
    sender, (name, value) = message["headers"]
    send_raw(guarded, {**message, "headers": [sender, (name, value.upper())]})
    with running(ledger) as desk, ingesting(guarded, ledger, desk):
        wait_for(lambda: ledger.head() == 1, 30)


def test_a_copy_of_a_message_does_nothing_new(guarded: Settings, ledger: Ledger) -> None:
    message = signed(with_id(buy_in("PG01", 100)))
    send_raw(guarded, signed(with_id(open_table("PG01"))), message)
    send_raw(guarded, message, message)
    with running(ledger) as desk, ingesting(guarded, ledger, desk):
        wait_for(lambda: committed(guarded) == 4, 30)
    assert ledger.head() == 2
    assert [told["rejected"]["problem"] for told in rejected(guarded)] == ["repeated", "repeated"]


def test_without_auth_nothing_is_asked_for(settings: Settings, ledger: Ledger) -> None:
    send_raw(settings, {"key": b"PG01", "value": as_bytes(open_table("PG01"))})
    with running(ledger) as desk, ingesting(settings, ledger, desk):
        wait_for(lambda: ledger.head() == 1, 30)


def test_ingest_does_not_start_without_tokens(
    settings: Settings, ledger: Ledger, database: str
) -> None:
    with running(ledger) as desk, pytest.raises(SettingsError, match="PITLEDGER_TOKENS must name"):
        Ingest(settings.model_copy(update={"auth": "on"}), ledger, desk)
    with running_part(
        "ingest",
        PITLEDGER_AUTH="on",
        PITLEDGER_DATABASE_URL=database,
        PITLEDGER_KAFKA_BOOTSTRAP=settings.kafka_bootstrap,
        PITLEDGER_TOPIC_PREFIX=settings.topic_prefix,
        PITLEDGER_PARTITIONS="3",
    ) as part:
        assert part.gone() == 2


def test_simulate_signs_what_it_sends(guarded: Settings, ledger: Ledger) -> None:
    with running_part(
        "simulate", "--kafka", guarded.kafka_bootstrap, "--sender", "d7", "--tables", "1",
        "--rounds", "1",
        PITLEDGER_TOKEN=TOKEN,
        PITLEDGER_TOPIC_PREFIX=guarded.topic_prefix,
        PITLEDGER_PARTITIONS="3",
    ) as part:  # fmt: skip
        assert part.gone() == 0
    with running(ledger) as desk, ingesting(guarded, ledger, desk):
        wait_for(lambda: any(told["event"] == "RoundClosed" for told in events(ledger)), 30)
    assert {told["actor"]["id"] for told in events(ledger)} == {"d7"}
    assert rejected(guarded) == []


def test_simulate_names_what_is_missing(settings: Settings) -> None:
    with running_part("simulate", "--kafka", settings.kafka_bootstrap, "--sender", "d7") as part:
        assert part.gone() == 2


def example(root: Path) -> tuple[str, dict[str, str]]:
    """The page, and what its worked example says."""
    page = (root / "docs/kafka.md").read_text()
    found = {
        "id": r'^id = "(.*)"$',
        "sha256": r'^sha256 = "(.*)"$',
        "value": r'^(\{"command":"buy_in".*\})$',
        "sender": r"^pl-sender: (.*)$",
        "signature": r"^pl-signature: (.*)$",
        "bytes": r"its value these (\d+) bytes",
        "shell": r"```sh\n(.*?)```",
        "python": r"```python\n(.*?)```",
    }
    return page, {
        name: match[1]
        for name, pattern in found.items()
        if (
            match := re.search(
                pattern, page, re.MULTILINE | re.DOTALL if "```" in pattern else re.MULTILINE
            )
        )
    }


def test_the_worked_example_is_right(root: Path) -> None:
    page, told = example(root)
    assert f"`{EXAMPLE}`" in page
    value = told["value"].encode()
    assert int(told["bytes"]) == len(value)
    assert told["sha256"] == digest(EXAMPLE).hex()
    assert told["id"] == told["sender"]
    assert told["signature"] == sign(digest(EXAMPLE), b"PG01", value)
    assert signed_headers(told["id"], EXAMPLE, b"PG01", value) == [
        (SENDER, told["sender"].encode()),
        (SIGNATURE, told["signature"].encode()),
    ]
    assert json.loads(value)["command_id"]


def test_the_snippets_of_the_page_give_the_same(root: Path) -> None:
    _, told = example(root)
    done = subprocess.run(
        ["/bin/sh", "-eu", "-c", told["shell"]], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == told["signature"]
    names: dict[str, Any] = {}
    exec(told["python"], names)
    assert names["signature"](EXAMPLE, b"PG01", told["value"].encode()) == told["signature"]


def test_a_token_that_is_no_digest_is_told(tmp_path: Path) -> None:
    file = tmp_path / "tokens.toml"
    file.write_text('[[token]]\nid = "d7"\nrole = "dealer"\nsha256 = "abc"\n')
    with pytest.raises(SettingsError, match="cannot be used"):
        Tokens.read(file)


def test_settings_do_not_show_the_token() -> None:
    assert TOKEN not in repr(read_settings({"PITLEDGER_TOKEN": TOKEN}))
