"""Whether the events of evidence are one whole round: its order, its rules, its money, its end."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from domain.events import Event, Posting
from domain.events.round import RoundClosed, RoundOpened, RoundVoided
from domain.events.table import TableOpened
from domain.meter.state import meter_key
from domain.terms import terms_of
from services.evidence.files import Evidence
from services.evidence.shown_events import Shown, is_rotation, shown_events
from services.evidence.texts import submission_hash
from services.evidence.verdicts import Changed, OtherRules
from services.history.round_decisions import RoundDecisions, decide_round
from services.rulebook.opened_under import other_rules


@dataclass(frozen=True, slots=True)
class RoundShown:
    """A round, as far as evidence shows it."""

    opening: TableOpened
    opened: RoundOpened
    events: tuple[Shown, ...]
    played: tuple[Event | None, ...]
    """From its opening to its last fact in the log's order, the meter's too; None: withheld."""
    end: RoundClosed | RoundVoided | None

    @property
    def has_gaps(self) -> bool:
        return None in self.played

    def decided_again(self) -> RoundDecisions:
        """By this build's rules of that version."""
        return decide_round(self.opening, self.opened, self.played[1:])

    def state(self) -> str:
        if self.end is None:
            return "in play"
        return "void" if isinstance(self.end, RoundVoided) else "closed"


def read_round(evidence: Evidence) -> RoundShown:
    """Rotations of keys left out. Raises Changed, naming the first event not in its place."""
    shown = shown_events(evidence)
    events = [one for one in shown if not is_rotation(one)]
    rotations = {one.index for one in shown if is_rotation(one)}
    evidence = replace(
        evidence,
        entries=tuple(one for one in evidence.entries if one.index not in rotations),
    )
    opening, opened = _beginning(events)
    last = [one for one in events if one.event.OF_ROUND][-1]
    for one in events:
        if not _is_part(one.event, opening, opened, last.event):
            raise Changed(f"{one.told()} is no part of round {opened.round}")
    _require_order(events)
    _require_whole(evidence, events, opened, last)
    return RoundShown(
        opening=opening,
        opened=opened,
        events=tuple(events),
        played=tuple(_played(evidence, events, last.index)),
        end=_end(events),
    )


def _beginning(events: Sequence[Shown]) -> tuple[TableOpened, RoundOpened]:
    openings = [one.event for one in events if isinstance(one.event, TableOpened)]
    rounds = [one.event for one in events if isinstance(one.event, RoundOpened)]
    if len(openings) != 1 or len(rounds) != 1:
        raise Changed(
            f"it shows {len(openings)} openings of a table and {len(rounds)} of a round;"
            " evidence has one of each"
        )
    opening, opened = openings[0], rounds[0]
    if (opening.key, opening.session) != (opened.key, opened.session):
        raise Changed(f"the table's opening is not that of the session of round {opened.round}")
    return opening, opened


def _is_part(event: Event, opening: TableOpened, opened: RoundOpened, last: Event) -> bool:
    """Nothing is put in that belongs to something else."""
    if event is opening or event is opened:
        return True
    if event.STREAM == "meter":
        terms = opened.terms.progressive
        return terms is not None and event.key == meter_key(terms.meter) and _is_of(event, opened)
    if event.key != opened.key:
        return False
    if event.OF_ROUND:
        return _is_of(event, opened)
    if event.seq < opened.seq:
        return event.seq > opening.seq and event.BRINGS_EQUIPMENT
    # While it was played all that happened at the table is told, afterwards what was said of it.
    return event.seq < last.seq or _is_of(event, opened)


def _is_of(event: Event, opened: RoundOpened) -> bool:
    return event.round == opened.round


def _require_order(events: Sequence[Shown]) -> None:
    heads: dict[str, Shown] = {}
    for one in events:
        before = heads.get(one.event.key)
        if before is not None and before.event.seq >= one.event.seq:
            raise Changed(f"{one.told()} does not come after {before.told()}")
        heads[one.event.key] = one


def _require_whole(
    evidence: Evidence, events: Sequence[Shown], opened: RoundOpened, last: Shown
) -> None:
    """Of the table's stream nothing is missing while the round was played; a gap is as wide as
    what is withheld in it."""
    withheld = [entry.index for entry in evidence.withheld()]
    of_table = [
        one for one in events if one.event.key == opened.key and one.event.seq >= opened.seq
    ]
    for one, after in pairwise(of_table):
        gap = after.event.seq - one.event.seq - 1
        hidden = sum(one.index < index < after.index for index in withheld)
        between = f"between {one.told()} and {after.told()}"
        if after.index <= last.index and gap > hidden:
            raise Changed(f"something {between} is missing: {gap - hidden} of the table's events")
        if gap < hidden:
            raise Changed(f"more is withheld {between} than came between them")
    is_over = _end(events) is not None
    for index in withheld:
        if index < of_table[0].index or (is_over and index > last.index):
            raise Changed(f"index {index} is withheld, and lies outside of the round")


def _played(evidence: Evidence, events: Sequence[Shown], last: int) -> Iterator[Event | None]:
    left = iter(events)
    for entry in evidence.entries:
        event = None if entry.line is None else next(left).event
        if entry.index > last and event is not None:
            return
        if event is None or event.OF_ROUND or event.STREAM == "meter":
            yield event


def _end(events: Sequence[Shown]) -> RoundClosed | RoundVoided | None:
    """The last one: dice that are corrected end a round once more, or not yet."""
    facts = [one.event for one in events if one.event.OF_ROUND]
    last = facts[-1]
    return last if isinstance(last, RoundClosed | RoundVoided) else None


def require_rules(found: RoundShown) -> None:
    """The round was played under the rules that the table was opened under."""
    opening, opened = found.opening, found.opened
    other = other_rules(opening)
    if other is not None and other.here is None:
        raise OtherRules(f"round {opened.round}: {other.told()}; {other.todo()}")
    if submission_hash(opening.submission) != opening.submission_hash:
        raise Changed(f"the elections of {opening.key}/{opening.seq} do not have the hash it names")
    named = (opened.regulation, opened.submission_hash)
    if named != (opening.regulation, opening.submission_hash):
        raise Changed(f"round {opened.round} names other rules than those of the table's opening")
    if opened.terms != terms_of(opening.submission):
        raise Changed(f"round {opened.round} has other terms than those of the table's opening")


def require_sum(found: RoundShown) -> None:
    """What the round's lines posted to the tray is what its end says; each line balances by
    itself, or could not have been read."""
    if found.end is None or found.has_gaps:
        return
    posted = sum(
        event.entries.get("tray", 0)
        for event in found.played
        if isinstance(event, Posting) and event.STREAM == "table"
    )
    if posted != found.end.tray_delta:
        raise Changed(
            f"{found.end.key}/{found.end.seq} says that the round did {found.end.tray_delta} cents"
            f" to the tray, and its lines come to {posted}"
        )
