"""A server that takes TLS alone, by a certificate for `db.example`, and addresses that lead there."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from tests.support.store.authority import Authority
from tests.support.store.servers import OtherServer, other_server
from tests.support.store.two_roles import TwoRoles, do_sql, house_of_two, role_of

HOST: Final = "db.example"
PASSWORD: Final = "hunter2secret"
BY_CERTIFICATE: Final = "signed_for"
"""Whoever is in this role shows a certificate and has no password."""
_HBA: Final = f"""
local all all trust
hostssl all +{BY_CERTIFICATE} 127.0.0.1/32 cert
hostssl all all 127.0.0.1/32 scram-sha-256
"""


class Encrypted(NamedTuple):
    """The server, and the files that a client of it has."""

    server: OtherServer
    authority: Authority
    folder: Path

    @property
    def trusted(self) -> Path:
        return self.folder / "authority.crt"

    def address(self, url: str, host: str = HOST, **parameters: object) -> str:
        """Of the same role and database, by the network; other parameters in place of the usual."""
        database = url.partition("@/")[2].partition("?")[0]
        told = {"sslmode": "verify-full", "sslrootcert": self.trusted, **parameters}
        query = "".join(f"&{name}={value}" for name, value in told.items())
        where = f"{host}:{self.server.port}/{database}?hostaddr=127.0.0.1{query}"
        return f"postgresql://{role_of(url)}:{PASSWORD}@{where}"


@contextmanager
def encrypted_server(version: int, folder: Path) -> Iterator[Encrypted]:
    authority = Authority("the house's own")
    certificate, key = authority.issue(HOST)
    files = {
        "server.crt": certificate,
        "server.key": key,
        "ca.crt": authority.certificate(),
        "pg_hba.conf": _HBA,
    }
    with other_server(version, "-c ssl=on -c ssl_ca_file=ca.crt", files) as server:
        do_sql(server.by_socket(), f"CREATE ROLE {BY_CERTIFICATE}")
        made = Encrypted(server, authority, folder)
        made.trusted.write_text(authority.certificate())
        yield made


@contextmanager
def encrypted_house(server: Encrypted) -> Iterator[TwoRoles]:
    """Both its addresses lead there by TLS; the superuser's by the socket."""
    with house_of_two(server.server.by_socket()) as two:
        for role in (two.owner_role, two.runtime_role):
            do_sql(two.superuser, f"ALTER ROLE {role} PASSWORD '{PASSWORD}'")
        yield TwoRoles(server.address(two.owner), server.address(two.runtime), two.superuser)
