"""Evidence of a round out of the store: the events, what they depend on, and their proofs."""

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Final, TypeAlias

from domain.events import Event
from domain.events.round import RoundClosed, RoundOpened, RoundVoided
from domain.key_names import SEAL_KEYS
from domain.messages.events import EVENT_TYPES, decode
from services.evidence.container import MOST_BYTES, MOST_FILES, pack
from services.evidence.files import Entry, Evidence, require_in_log
from services.evidence.texts import texts_of
from services.evidence.verdicts import Changed
from services.store.ledger import Ledger, Logged
from services.transparency.hashing import leaf_hash
from services.transparency.sealed_log import NotSealed, Sealed, SealedLog

Unseen: TypeAlias = Callable[[Sequence[Logged]], Collection[int]]
"""Positions of the events that whoever asks may not see all of."""

SEALED_WITHIN_SECONDS: Final = 10
"""When it is worth asking again for what is not sealed yet."""
_OPENING: Final = "TableOpened"
_BROUGHT: Final = tuple(kind.__name__ for kind in EVENT_TYPES if kind.BRINGS_EQUIPMENT)
"""What the opening of a round depends on, beside the opening of the table."""


class NoEvidence(Exception):
    """Why there is none, in a sentence."""


class NoRound(NoEvidence):
    """There is no such round in the store, or not all of it any more."""


class NotYet(NoEvidence):
    """No checkpoint covers the round; one will soon."""


class NotAsSealed(NoEvidence):
    """The store does not hold what was sealed: evidence that would be refused is not handed out."""


class TooMuch(NoEvidence):
    """No evidence is that large."""


def everything(_: Sequence[Logged]) -> Collection[int]:
    """Nothing is withheld."""
    return ()


def make_evidence(ledger: Ledger, log: SealedLog, round_id: str, unseen: Unseen) -> bytes:
    """The archive: the same bytes each time, as long as nothing is added to round or checkpoint.

    Raises NoEvidence, in one of its kinds.
    """
    try:
        sealed, logged = _covered(log, events_of(ledger, round_id))
        hidden = unseen(logged)
        sealed, rotations = _with_rotations(ledger, log, sealed)
        evidence = _proved(log, sealed, _in_order([*logged, *rotations]), hidden)
        require_in_log(evidence, sealed.checkpoint())
    except NotSealed as error:
        again = f"try again in {SEALED_WITHIN_SECONDS} seconds"
        raise NotYet(f"round {round_id} cannot be proved yet: {error}; {again}") from None
    except Changed as error:
        wrong = "the store does not hold what was sealed"
        raise NotAsSealed(f"round {round_id}: {wrong}: {error}") from None
    files = evidence.files(texts_of(evidence))
    archive = pack(files)
    if len(files) > MOST_FILES or len(archive) > MOST_BYTES:
        raise TooMuch(f"round {round_id} has {len(logged)} events, more than evidence may hold")
    return archive


def events_of(ledger: Ledger, round_id: str) -> list[Logged]:
    """The round's own; all that happened at the table from its opening to its last fact, so that
    nothing can be left out; the opening of the table, and what came to it to be played with."""
    of_round = ledger.log_of_round(round_id)
    if not of_round:
        raise NoRound(f"there is no round {round_id}")
    facts = [event for event in map(_read, of_round) if event.OF_ROUND]
    if not facts or not isinstance(facts[0], RoundOpened):
        raise NoRound(f"the beginning of round {round_id} is not in the store any more")
    opened, last = facts[0], facts[-1]
    key = opened.key
    openings = ledger.log_of_stream(key, first=1, last=opened.seq, names=[_OPENING])
    if not openings:
        raise NoRound(f"the opening of table {key} is not in the store any more")
    since = _read(openings[-1]).seq
    brought = ledger.log_of_stream(key, first=since, last=opened.seq, names=_BROUGHT)
    newest = {entry.topic: entry for entry in brought}.values()
    meanwhile = ledger.log_of_stream(key, first=opened.seq, last=last.seq)
    return _in_order([openings[-1], *newest, *of_round, *meanwhile])


def _covered(log: SealedLog, logged: list[Logged]) -> tuple[Sealed, list[Logged]]:
    """The first checkpoint that covers all of it. A round in play grows faster than checkpoints
    are signed: of that one there is what the newest covers."""
    events = {entry.position: _read(entry) for entry in logged}
    is_over = any(isinstance(one, RoundClosed | RoundVoided) for one in events.values())
    opened = next(at for at, event in events.items() if isinstance(event, RoundOpened))
    newest = log.newest()
    if is_over or newest is None or newest.size < opened:
        return log.covering(logged[-1].position), logged
    # What one command made is shown whole, or not yet.
    later = {one.command_id for at, one in events.items() if at > newest.size}
    kept = [one for one in logged if events[one.position].command_id not in later]
    if all(one.position != opened for one in kept):
        raise NotSealed(f"no checkpoint covers event {opened} yet")
    return log.covering(kept[-1].position), kept


def _with_rotations(ledger: Ledger, log: SealedLog, sealed: Sealed) -> tuple[Sealed, list[Logged]]:
    """How the keys that seal the log gave way to each other, and a checkpoint that covers it: by
    any of them that was published the evidence can be checked."""
    newest = log.newest()
    size = max(sealed.size, newest.size if newest else 0)
    rotations = [one for one in ledger.events_of([SEAL_KEYS]) if one.position <= size]
    if rotations and rotations[-1].position > sealed.size:
        sealed = log.covering(rotations[-1].position)
    return sealed, rotations


def _proved(
    log: SealedLog, sealed: Sealed, logged: Iterable[Logged], unseen: Collection[int]
) -> Evidence:
    tree = log.tree(sealed.size)
    entries = tuple(
        Entry(
            index=one.position - 1,
            leaf=leaf_hash(one.state),
            proof=tuple(tree.inclusion(one.position - 1)),
            line=None if one.position in unseen else one.state,
        )
        for one in logged
    )
    return Evidence(sealed.published(), entries)


def _read(entry: Logged) -> Event:
    return decode(entry.topic, entry.state)


def _in_order(logged: Iterable[Logged]) -> list[Logged]:
    by_position = {entry.position: entry for entry in logged}
    return [by_position[position] for position in sorted(by_position)]
