"""The submissions that the house's tables play under, as they were recorded at the openings."""

from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec

from domain.commands.submission import Submission
from domain.events import Event
from domain.events.table import TableOpened
from domain.game_library import LIBRARY, terms_told
from domain.messages.events import decode
from services.rulebook.sign import approval_told
from services.store.database import Datastore
from services.store.pruned import Pruned

_TOPIC = "pitledger.TableOpened."
_OPENING = """
SELECT topic, state FROM pitledger_events
 WHERE originator_id = %s AND starts_with(topic, %s)
 ORDER BY originator_version DESC LIMIT 1"""


class InForce(NamedTuple):
    """One submission, and the tables that were opened under it last."""

    hash: str
    regulation: str
    """With its version."""
    title: str
    label: str
    """As people call it."""
    recorded: dict[str, Any]
    tables: tuple[str, ...]
    opened: bool
    """At least one of them plays."""

    @property
    def words(self) -> str:
        """The elections as a person would tell them."""
        return terms_told(self.regulation, self.recorded)

    @property
    def approval(self) -> str | None:
        """When it was filed, and under which reference."""
        return approval_told(self.submission)

    @property
    def submission(self) -> Submission:
        """As a command tells it; what a regulation's version has no election for is left out."""
        return Submission.model_validate(self.recorded)

    @property
    def json(self) -> str:
        """What `open_table` takes: only what was elected."""
        return self.told(self.submission)

    @staticmethod
    def told(submission: Submission) -> str:
        told = submission.model_dump(mode="json", exclude_defaults=True)
        return msgspec.json.encode(told).decode()


class Played(NamedTuple):
    """What a table last played under."""

    table: str
    hash: str
    is_open: bool


class SubmissionsInForce:
    """Found in the log once: what was recorded under a hash never changes."""

    def __init__(self, datastore: Datastore) -> None:
        self._datastore = datastore
        self._found: dict[str, TableOpened] = {}

    def of(self, tables: Iterable[Played]) -> list[InForce]:
        """One for each submission, by regulation and by its tables' names."""
        by_hash: dict[str, list[Played]] = {}
        for one in tables:
            if one.hash:
                by_hash.setdefault(one.hash, []).append(one)
        found = [self._in_force(content, played) for content, played in by_hash.items()]
        known = [one for one in found if one is not None]
        return sorted(known, key=lambda one: (one.regulation, one.tables))

    def _in_force(self, content: str, played: list[Played]) -> InForce | None:
        opening = self._found.get(content) or self._opening(played[0].table)
        if opening is None:
            return None
        self._found[opening.submission_hash] = opening
        rules = LIBRARY.regulation(opening.regulation)
        return InForce(
            hash=opening.submission_hash,
            regulation=opening.regulation,
            title=rules.title if rules else opening.regulation,
            label=rules.label if rules else opening.regulation,
            recorded=opening.submission,
            tables=tuple(sorted(one.table for one in played)),
            opened=any(one.is_open for one in played),
        )

    def _opening(self, table: str) -> TableOpened | None:
        with self._datastore.get_connection() as conn:
            row = conn.execute(_OPENING, (table, _TOPIC)).fetchone()
        archived = None if row else Pruned(self._datastore).newest_of(table, _TOPIC)
        event: Event | None = None
        if row is not None:
            event = decode(row["topic"], bytes(row["state"]))
        elif archived is not None:
            event = decode(archived.topic, archived.state)
        return event if isinstance(event, TableOpened) else None
