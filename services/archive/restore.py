"""A restore from its beginning to its proof: where from, into what, and that it is the same."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from psycopg import Connection

from domain.key_names import SEAL_KEYS
from services.archive.checking import Heads
from services.archive.from_topic import TopicLog
from services.archive.proving import NotProved, Proof, check_signed, trust_by
from services.archive.prune_checks import keep_states
from services.archive.restoring import CannotRestore, Restoring
from services.archive.walking import WholeArchive
from services.store.ledger import Ledger
from services.store.log_row import LogRow, read_row
from services.transparency.notes import VerifierKey
from services.transparency.sealed_log import Sealed, SealedLog
from services.transparency.trust import Trust

_PAGE: Final = 4096


class Restored(NamedTuple):
    """What a database was made of."""

    events: int
    streams: int
    commands: int
    checkpoints: int
    """That were held against it."""
    missing: int
    """Events that were signed and are in no source."""


@dataclass(frozen=True, slots=True)
class Sources:
    """An archive, the topic, or the one and then the other; and what else was signed."""

    archive: WholeArchive | None = None
    url: str = ""
    topic: TopicLog | None = None
    checkpoints: tuple[Sealed, ...] = ()
    """Kept aside by who restores; these must hold."""
    keys: tuple[VerifierKey, ...] = ()

    def told(self) -> str:
        names = [self.url] if self.archive is not None else []
        return " and ".join([*names, *([self.topic.topic] if self.topic else [])])

    def signed(self, trust: Trust) -> dict[int, Sealed]:
        """All checkpoints that are known, by size. Of the topic's only those that are trusted."""
        found: dict[int, Sealed] = {}
        for one in self.topic.checkpoints() if self.topic else ():
            if _is_trusted(one, trust):
                found[one.size] = one
        if self.archive is not None:
            found |= self.archive.checkpoints()
        # Two of one size must say the same: the one of who restores is compared with the other.
        for one in self.checkpoints:
            check_signed(one, trust)
            if one.size in found and found[one.size].root != one.root:
                raise NotProved(f"two checkpoints of {one.size} events contradict each other")
            found.setdefault(one.size, one)
        return found


class Restore:
    """One of them at a time, while no desk is at work."""

    def __init__(self, ledger: Ledger, owner: Connection[Any], sources: Sources) -> None:
        self._ledger = ledger
        self._sealed = SealedLog(ledger.datastore)
        self._sources = sources
        self._restoring = Restoring(ledger, owner)

    def load(
        self, on_event: Callable[[int], None] = lambda _: None, *, complete: bool = False
    ) -> None:
        """All events there are. Raises CannotRestore, BadEntry or ArchiveAway."""
        sources = self._sources
        if complete:
            self._restoring.compare(sources.archive, sources.topic)
        self._restoring.begin(sources.told(), complete=complete)
        if sources.archive is not None:
            self._restoring.from_archive(sources.archive, on_event)
        if sources.topic is not None:
            self._restoring.from_topic(sources.topic, on_event)

    def prove(
        self, on_event: Callable[[int], None] = lambda _: None, *, accept_loss: bool = False
    ) -> Restored:
        """That it is the same; only then may it be served.

        Raises CannotRestore, NotProved, BadEntry or ArchiveAway.
        """
        sources = self._sources
        trust = trust_by(sources.keys, self._ledger.events_of([SEAL_KEYS]))
        signed = sources.signed(trust)
        proof, heads, commands = self._go_through(signed.values(), on_event)
        proof.signed(trust)
        missing = proof.missing()
        if missing and not accept_loss:
            raise CannotRestore(
                f"the log ends with event {proof.edge.size}, and {missing} more were signed:"
                " restore from where they are, as with --from-topic, or say --accept-loss"
            )
        self._sealed.keep_restored(one for one in signed.values() if one.size <= proof.edge.size)
        keep_states(self._ledger, heads)
        if sources.topic is not None:
            self._note_published(sources.topic.topic, proof.edge.size)
        self._restoring.finish()
        return Restored(proof.edge.size, len(heads), commands, proof.checked, missing)

    def _go_through(
        self, signed: Iterable[Sealed], on_event: Callable[[int], None]
    ) -> tuple[Proof, Heads, int]:
        """Of what lies in the database now: every byte, every stream, every checkpoint."""
        proof, heads, position, count = Proof(signed), Heads(), 0, 0
        commands = _Commands()
        while page := self._ledger.log_after(position, _PAGE):
            rows = [read_row(one.position, one.state) for one in page]
            for expected, row in enumerate(rows, position + 1):
                if row.position != expected:
                    raise CannotRestore(f"event {expected} is in none of the sources")
            heads.take(rows)
            self._sealed.keep_tiles(proof.take([row.state for row in rows]))
            done = commands.take(rows)
            self._restoring.keep_commands(done)
            count += len(done)
            position = rows[-1].position
            on_event(position)
        done = commands.rest()
        self._restoring.keep_commands(done)
        return proof, heads, count + len(done)

    def _note_published(self, topic: str, position: int) -> None:
        """What came from the topic is not published again."""
        with self._ledger.datastore.get_connection() as conn:
            conn.execute(
                "INSERT INTO pitledger_relays AS r VALUES (%s, %s) ON CONFLICT (topic)"
                " DO UPDATE SET position = greatest(r.position, excluded.position)",
                (topic, position),
            )


class _Commands:
    """Which events each command made: they follow each other."""

    def __init__(self) -> None:
        self._open: tuple[str, int, int] | None = None

    def take(self, rows: Sequence[LogRow]) -> list[tuple[str, int, int]]:
        """Those that are known to have ended."""
        done: list[tuple[str, int, int]] = []
        for row in rows:
            if self._open is not None and self._open[0] != row.command_id:
                done.append(self._open)
                self._open = None
            if row.command_id is not None:
                first = row.position if self._open is None else self._open[1]
                self._open = row.command_id, first, row.position
        return done

    def rest(self) -> list[tuple[str, int, int]]:
        return [] if self._open is None else [self._open]


def _is_trusted(sealed: Sealed, trust: Trust) -> bool:
    """Whoever may write to the topic could put anything there."""
    try:
        check_signed(sealed, trust)
    except NotProved:
        return False
    return True
