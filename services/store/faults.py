"""What is wrong with the database, by a name that a person can act on."""

from collections.abc import Iterator
from typing import Final, NamedTuple

import psycopg


class Fault(NamedTuple):
    """A known fault. A lasting one stays until somebody changes something."""

    name: str
    lasting: bool = False
    remedy: str = ""


DISK_FULL: Final = Fault("disk full", remedy="free space on the database's disk")
_CROWDED: Final = Fault(
    "too many connections",
    remedy="raise max_connections, or the pooler's sizes, or end what else uses the server",
)
_READ_ONLY: Final = Fault(
    "read-only", lasting=True, remedy="name the primary server, or let this one take writes"
)
_RIGHTS: Final = Fault(
    "rights missing",
    lasting=True,
    remedy="run `pitledger migrate`, which grants the user of PITLEDGER_DATABASE_URL what it needs;"
    " to look, grant USAGE on the schema and SELECT on its tables",
)
_PASSWORD: Final = Fault(
    "login refused", lasting=True, remedy="check user and password of PITLEDGER_DATABASE_URL"
)
_NO_DATABASE: Final = Fault(
    "no such database", lasting=True, remedy="create it, or correct PITLEDGER_DATABASE_URL"
)
_NO_SCHEMA: Final = Fault(
    "no such schema", lasting=True, remedy="create it, or correct PITLEDGER_DATABASE_SCHEMA"
)
_NOT_TRUSTED: Final = Fault(
    "certificate not trusted",
    lasting=True,
    remedy="name the authority that signed the server's certificate by sslrootcert in"
    " PITLEDGER_DATABASE_URL; the server's may also be over (openssl x509 -enddate tells)",
)
_NO_AUTHORITY: Final = Fault(
    "no authority to trust",
    lasting=True,
    remedy="name the file of the authority that signed the server's certificate by sslrootcert in"
    " PITLEDGER_DATABASE_URL",
)
_OTHER_HOST: Final = Fault(
    "certificate of another host",
    lasting=True,
    remedy="name the server in PITLEDGER_DATABASE_URL as its certificate does (hostaddr may say"
    " where it is), or give it a certificate for that name",
)
_NOT_ENCRYPTED: Final = Fault(
    "not encrypted",
    lasting=True,
    remedy="where the server takes TLS alone, set sslmode=verify-full and sslrootcert in"
    " PITLEDGER_DATABASE_URL; else its pg_hba.conf does not let this user in",
)
_NO_TLS: Final = Fault(
    "no TLS", lasting=True, remedy="switch it on at the server (ssl = on), with a certificate"
)
_CLIENT_CERTIFICATE: Final = Fault(
    "client certificate refused",
    lasting=True,
    remedy="set sslcert and sslkey in PITLEDGER_DATABASE_URL to a certificate for this user that"
    " the server's authority signed, and its key, readable by this system user alone",
)
_NOT_BOUND: Final = Fault(
    "no channel binding",
    lasting=True,
    remedy="let the server take scram-sha-256 over TLS, without a pooler between, or leave"
    " channel_binding out of PITLEDGER_DATABASE_URL",
)
_OPTIONS: Final = Fault(
    "refused by a pooler",
    lasting=True,
    remedy="leave it out of PITLEDGER_DATABASE_URL: what is needed is set once connected",
)
_STARTING: Final = Fault("starting or stopping")
_BY_STATE: Final = {
    "25006": _READ_ONLY,
    "28000": _PASSWORD,
    "28P01": _PASSWORD,
    "3D000": _NO_DATABASE,
    "3F000": _NO_SCHEMA,
    "42501": _RIGHTS,
    "53100": DISK_FULL,
    "53300": _CROWDED,
    "57P01": _STARTING,
    "57P02": _STARTING,
    "57P03": _STARTING,
}
# A connection that was refused comes without a state, so its words have to do.
_BY_WORDS: Final = (
    ("No space left on device", DISK_FULL),
    ("too many clients", _CROWDED),
    ("too many connections", _CROWDED),
    ("connection slots are reserved", _CROWDED),
    ("no more connections allowed", _CROWDED),
    ("query_wait_timeout", _CROWDED),
    ("SSL error: certificate verify failed", _NOT_TRUSTED),
    ("root certificate file", _NO_AUTHORITY),
    ("does not match host name", _OTHER_HOST),
    ("no encryption", _NOT_ENCRYPTED),
    ("server does not support SSL", _NO_TLS),
    ("client certificate", _CLIENT_CERTIFICATE),
    ("certificate authentication failed", _CLIENT_CERTIFICATE),
    ("alert unknown ca", _CLIENT_CERTIFICATE),
    ("private key file", _CLIENT_CERTIFICATE),
    ("channel binding required", _NOT_BOUND),
    ("unsupported startup parameter", _OPTIONS),
    ("authentication failed", _PASSWORD),
    ("no password supplied", _PASSWORD),
    ("no such user", _PASSWORD),
    ("no such database", _NO_DATABASE),
    ("no pg_hba.conf entry", _PASSWORD),
    ("is not permitted to log in", _PASSWORD),
    ('FATAL:  role "', _PASSWORD),
    ('FATAL:  database "', _NO_DATABASE),
    ("permission denied for database", _RIGHTS),
    ("the database system is", _STARTING),
)


def causes(error: BaseException | None) -> Iterator[BaseException]:
    """The error and what led to it."""
    while error is not None:
        yield error
        error = error.__cause__


def fault_of(error: BaseException) -> Fault | None:
    """The fault behind an error, if it is one of those that have a name."""
    for one in causes(error):
        if isinstance(one, psycopg.Error) and one.sqlstate in _BY_STATE:
            return _BY_STATE[one.sqlstate]
    return fault_in(str(error))


def fault_in(text: str) -> Fault | None:
    """The same by the words of a message, or of a server's log."""
    return next((fault for words, fault in _BY_WORDS if words in text), None)
