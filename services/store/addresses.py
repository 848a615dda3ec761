"""Addresses of the database: for the service, for who only looks, and for the log's owner."""

import psycopg

from services.settings import Settings
from services.settings_sources import SettingsError
from services.store.address_masking import without_password
from services.store.database import (
    DATABASE_SETTING,
    OWNER_SETTING,
    NothingHere,
    usable,
)
from services.store.embedded import SERVING_ROLE, is_there, serving_address, start_embedded


def database_url(settings: Settings) -> str:
    """The configured server, or the embedded one, started if need be; as the role that serves."""
    return settings.database_url or serving_address(start_embedded(settings.data))


def existing_url(settings: Settings) -> str:
    """The same for who only looks: an embedded server that is not there is not made."""
    if settings.database_url:
        return settings.database_url
    if not is_there(settings.data):
        raise NothingHere(
            f"there is no database of Pitledger in {settings.data}, and none was made: name its"
            " folder with --data or PITLEDGER_DATA, or its server with PITLEDGER_DATABASE_URL"
        )
    owner = start_embedded(settings.data)
    # What an earlier release made is its superuser's alone, until a service has upgraded it.
    return serving_address(owner) if _has_serving_role(owner) else owner


def owner_url(settings: Settings) -> str:
    """The same database as the role that owns the log, for what makes or changes tables."""
    told = settings.owner_url.get_secret_value() if settings.owner_url is not None else ""
    if not settings.database_url:
        if told:
            raise SettingsError(
                f"{OWNER_SETTING} is set and {DATABASE_SETTING} is not: both name the same"
                " database, one for its owner and one for the service"
            )
        return start_embedded(settings.data)
    if not told:
        raise SettingsError(
            f"{OWNER_SETTING} is not set: name the same database as {DATABASE_SETTING} there, with"
            " the user that owns the log; only that one may make and change its tables"
        )
    return told


def serving_role(settings: Settings, owner: str) -> str:
    """Who serves: the user of the one address, who must come to the same database as the other."""
    if not settings.database_url:
        return SERVING_ROLE
    role, *here = _seen_from(settings.database_url, DATABASE_SETTING)
    _, *there = _seen_from(owner, OWNER_SETTING)
    if here != there:
        raise SettingsError(
            f"{DATABASE_SETTING} leads to the database {here[0]} and {OWNER_SETTING} to {there[0]}"
            " of another server or name: both must name the same one"
        )
    return str(role)


def _seen_from(url: str, setting: str) -> tuple[object, ...]:
    try:
        with usable(url, setting), psycopg.connect(url, connect_timeout=5) as conn:
            row = conn.execute(
                "SELECT current_user, current_database(), pg_postmaster_start_time()"
            ).fetchone()
    except psycopg.ProgrammingError as error:
        raise SettingsError(
            f"{setting} cannot be read: {without_password(str(error), url)}"
        ) from None
    assert row is not None
    return row


def _has_serving_role(address: str) -> bool:
    with usable(), psycopg.connect(address, connect_timeout=5) as conn:
        query = "SELECT 1 FROM pg_roles WHERE rolname = %s"
        return conn.execute(query, (SERVING_ROLE,)).fetchone() is not None
