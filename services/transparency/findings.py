"""What was found to be otherwise than it was sealed: named, kept, and not forgotten."""

from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from psycopg.rows import tuple_row

from services.store.database import Datastore

Kind: TypeAlias = Literal[
    "changed",
    "missing",
    "inserted",
    "exchanged",
    "shortened",
    "rolled_back",
    "tree",
    "checkpoint",
    "keys",
]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)


class Finding(Exception):
    """The log, its tree or its checkpoints contradict what was signed."""

    def __init__(self, kind: Kind, what: str, position: int | None = None) -> None:
        super().__init__(what)
        self.kind: Kind = kind
        self.position = position
        """The first event that is not as it was sealed, where one can be named."""


class Kept(NamedTuple):
    """A finding that nobody has mended yet."""

    kind: Kind
    position: int | None
    what: str


class Findings:
    """Kept in the database, so that a restart does not forget them and every part can show them."""

    def __init__(self, datastore: Datastore) -> None:
        self._datastore = datastore

    def open(self) -> list[Kept]:
        with self._datastore.get_connection() as conn:
            rows = conn.cursor(row_factory=tuple_row).execute(
                "SELECT kind, position, what FROM pitledger_findings WHERE mended IS NULL"
                " ORDER BY id"
            )
            return [Kept(*row) for row in rows.fetchall()]

    def keep(self, found: Finding) -> None:
        """Once: what is open already is not written again."""
        told = {"kind": found.kind, "position": found.position, "what": str(found)}
        with self._datastore.get_connection() as conn:
            conn.execute(
                "INSERT INTO pitledger_findings (kind, position, what)"
                " SELECT %(kind)s, %(position)s, %(what)s WHERE NOT EXISTS (SELECT FROM"
                " pitledger_findings WHERE mended IS NULL AND kind = %(kind)s"
                " AND position IS NOT DISTINCT FROM %(position)s)",
                told,
            )

    def mend(self) -> None:
        """All that was found is as it was sealed again."""
        with self._datastore.get_connection() as conn:
            conn.execute("UPDATE pitledger_findings SET mended = now() WHERE mended IS NULL")
