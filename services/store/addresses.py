"""Addresses of the database: for the service, and for the log's owner."""

from services.settings import Settings
from services.store.embedded import start_embedded


def owner_url(settings: Settings) -> str:
    """The same database as the role that owns the log, for what makes or changes tables."""
    told = settings.owner_url.get_secret_value() if settings.owner_url is not None else ""
    return told or settings.database_url or start_embedded(settings.data)
