"""Leases that another machine holds."""

from eventsourcing.postgres import PostgresDatastore


def hold_elsewhere(
    datastore: PostgresDatastore, name: str, seconds: float, address: str = ""
) -> None:
    """As if another machine held it."""
    with datastore.get_connection() as conn:
        conn.execute(
            "INSERT INTO pitledger_leases VALUES (%s, 'elsewhere/1', 7,"
            " now() + make_interval(secs => %s), %s)",
            (name, seconds, address),
        )
