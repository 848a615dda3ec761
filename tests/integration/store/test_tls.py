"""A server that takes TLS alone: who trusts rightly gets in, whoever does not is told why."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from services.cli.exit_codes import UNUSABLE_DATABASE
from services.store.database import DatabaseUnusable, open_datastore
from services.store.migrations import migrate
from services.store.server import OLDEST
from tests.e2e.processes.test_command_line import pitledger
from tests.support.store.authority import Authority
from tests.support.store.encrypted import (
    BY_CERTIFICATE,
    PASSWORD,
    Encrypted,
    encrypted_house,
    encrypted_server,
)
from tests.support.store.servers import other_server
from tests.support.store.two_roles import TwoRoles, do_sql, house_of_two


@pytest.fixture(scope="module")
def encrypted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Encrypted]:
    with encrypted_server(OLDEST, tmp_path_factory.mktemp("client")) as server:
        yield server


@pytest.fixture(scope="module")
def two(encrypted: Encrypted) -> Iterator[TwoRoles]:
    with encrypted_house(encrypted) as house:
        house.migrate()
        yield house


def how(url: str) -> dict[str, object]:
    store = open_datastore(url, connections=1)
    try:
        with store.get_connection() as conn:
            query = "SELECT ssl, client_dn FROM pg_stat_ssl WHERE pid = pg_backend_pid()"
            return dict(conn.execute(query).fetchone() or {})
    finally:
        store.close()


def told(url: str) -> str:
    with pytest.raises(DatabaseUnusable) as error:
        open_datastore(url)
    assert PASSWORD not in str(error.value)
    return str(error.value)


def test_who_trusts_its_authority_gets_in(encrypted: Encrypted, two: TwoRoles) -> None:
    assert how(two.runtime) == {"ssl": True, "client_dn": None}
    assert how(f"{two.runtime}&channel_binding=require")["ssl"] is True


def test_what_is_wrong_is_told(encrypted: Encrypted, two: TwoRoles, tmp_path: Path) -> None:
    stranger = tmp_path / "stranger.crt"
    stranger.write_text(Authority("somebody else").certificate())
    url = two.superuser.replace("//postgres:", f"//{two.runtime_role}:")
    wrong = {
        "certificate not trusted": encrypted.address(url, sslrootcert=stranger),
        "no authority to trust": encrypted.address(url, sslrootcert=tmp_path / "none.crt"),
        "certificate of another host": encrypted.address(url, "other.example"),
        "not encrypted": encrypted.address(url, sslmode="disable"),
        "login refused": encrypted.address(url).replace(PASSWORD, "a"),
    }
    for name, address in wrong.items():
        assert f"cannot be used as it is: {name}: " in told(address)
    assert 'does not match host name "other.example"' in told(wrong["certificate of another host"])
    done = pitledger("follow", PITLEDGER_DATABASE_URL=wrong["certificate not trusted"])
    assert done.returncode == UNUSABLE_DATABASE
    assert "by sslrootcert in PITLEDGER_DATABASE_URL" in done.stderr
    assert PASSWORD not in done.stderr + done.stdout
    assert "Traceback" not in done.stderr


def test_a_server_without_tls_and_one_whose_certificate_is_over(
    encrypted: Encrypted, two: TwoRoles
) -> None:
    certificate, key = encrypted.authority.issue("db.example", ended=True)
    files = {"server.crt": certificate, "server.key": key}
    asked = f"hostaddr=127.0.0.1&sslmode=verify-full&sslrootcert={encrypted.trusted}"
    with other_server(OLDEST, "-c ssl=on", files) as late:
        address = f"postgresql://postgres@db.example:{late.port}/postgres?{asked}"
        assert "may also be over" in told(address)
    plain = "channel_binding=require"
    with other_server(OLDEST) as server:
        for query, name in ((asked, "no TLS: "), (plain, "no channel binding: ")):
            host = "127.0.0.1" if query is plain else "db.example"
            address = f"postgresql://postgres@{host}:{server.port}/postgres?{query}"
            assert name in told(address)


def test_roles_that_show_certificates(encrypted: Encrypted, tmp_path: Path) -> None:
    with house_of_two(encrypted.server.by_socket()) as two:
        roles = {two.owner: two.owner_role, two.runtime: two.runtime_role}
        shown: dict[str, str] = {}
        for url, role in roles.items():
            do_sql(two.superuser, f"GRANT {BY_CERTIFICATE} TO {role}")
            certificate, key = encrypted.authority.write(tmp_path, role)
            address = encrypted.address(url, sslcert=certificate, sslkey=key)
            shown[role] = address.replace(f":{PASSWORD}@", "@")
        owner, runtime = (shown[role] for role in roles.values())
        assert migrate(owner, two.runtime_role)
        assert how(runtime) == {"ssl": True, "client_dn": f"/CN={two.runtime_role}"}
        key.chmod(0o644)
        refused = {
            "a certificate for another": owner.replace(
                f"//{two.owner_role}", f"//{two.runtime_role}"
            ),
            "none": encrypted.address(two.runtime),
            "its key for all to read": runtime,
        }
        for address in refused.values():
            assert "client certificate refused: " in told(address)
