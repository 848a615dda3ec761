"""A round's decisions made again, from its own events and the rules that it was played under.

The layout is as RoundOpened tells it. What people did on it is taken as it was told; what the rules
made of that is decided anew, command by command, and held against what was recorded: hands by the
house way, wagers on the dice, surrender, settlement, vigorish, the bank, the meter, a void round.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, Final, NamedTuple

import msgspec
from msgspec.structs import asdict, replace

from domain.commands import Command
from domain.events import Event
from domain.events import round as happened
from domain.events.envelope import Stamp
from domain.events.meter import MeterEvent
from domain.events.table import TableOpened
from domain.games.craps.round.state import Craps
from domain.games.library import LIBRARY
from domain.games.pai_gow.round.state import Deal, Lying, PaiGow, Streak, Wager
from domain.games.pai_gow.wagers.names import DICE_BONUS
from domain.hosting import Table
from domain.meter.state import Meter
from domain.refusals import Refused
from domain.terms import terms_of
from services.history.commands import NoCommand, commands_of

_OF_THE_BOOKS: Final = ("exceptional", "changed", "corrected")
_NOT_DECIDED: Final = frozenset(
    {*Event.__struct_fields__, "salt", "tray_below", "reason", "supervisor", *_OF_THE_BOOKS}
    - {"rule"}
)
"""Who, when and where; the books of the table; and words that people said."""
_ONLY_BY_RULES: Final = (
    happened.WagerSettled,
    happened.VigorishTaken,
    happened.ProgressivePaid,
    happened.DealerWagerSettled,
    happened.BankSettled,
    MeterEvent,
)
"""What only rules make, out of something that was told."""
_DECIDED_BY: Final = frozenset(
    {
        "no_more_bets",
        "roll",
        "correct_roll",
        "announce_number",
        "set_hand",
        "set_house",
        "correct_setting",
        "surrender",
        "abandon",
        "void_hand",
        "expose",
        "settle",
        "misdeal",
        "void_round",
    }
)
"""Commands in which rules have something to decide that the round alone tells."""
_ON_THE_DEAL: Final = ("set_hand", "set_house", "correct_setting")
"""Hands are set on what was dealt, which may be withheld."""


class Difference(NamedTuple):
    """The first event that the rules do not make of what was told, and what they make instead."""

    event: Event
    words: str
    is_undecided: bool = False
    """The rules cannot decide there: what came before lacks something, or forbids it."""


class Again(NamedTuple):
    """How far the decisions could be made again."""

    decided: int
    """Commands whose events came out the same."""
    difference: Difference | None = None


def decide_again(
    opening: TableOpened, opened: happened.RoundOpened, facts: Sequence[Event | None]
) -> Again:
    """`facts`: the round's own events after its opening, the meter's among them; None: withheld."""
    layout = _Layout(opening, opened)
    decided = 0
    for group in _by_command(facts):
        if not group:
            layout.pass_over()
            continue
        try:
            difference, is_decision = layout.decide(group)
            layout.take(group)
        except Exception:  # noqa: BLE001  whatever it is, the events do not follow
            words = "it does not follow from what came before"
            return Again(decided, Difference(group[0], words, is_undecided=True))
        if difference is not None:
            return Again(decided, difference)
        decided += is_decision
    return Again(decided)


class _Layout:
    """The table as the round's events leave it; its books are not kept, no decision needs them."""

    def __init__(self, opening: TableOpened, opened: happened.RoundOpened) -> None:
        self._rules = LIBRARY.by_regulation[opening.regulation]
        self._table = Table(
            name=opening.key,
            session=opening.session or 0,
            is_open=True,
            regulation=opening.regulation,
            submission_hash=opening.submission_hash,
            # Who might do what is no decision of the game: commands are told again by nobody.
            terms=replace(terms_of(opening.submission), controls="basic"),
        )
        self._evolve(opening)
        self._evolve(opened)
        self._as_opened(opened)
        self._contributed: int | None = None
        self._deal_is_unseen = False

    def _as_opened(self, opened: happened.RoundOpened) -> None:
        """With what earlier rounds left, as the opening copied it; how old dice were is not held
        against them again."""
        game = self._table.game
        if isinstance(game, PaiGow):
            retained = tuple(
                Wager(one.seat, DICE_BONUS, one.amount, 0, one.player, retained=True)
                for one in opened.retained
            )
            self._play(
                replace(
                    game,
                    streak=Streak(count=opened.triples, retained=retained),
                    dice=Lying(),
                    tiles=Lying(),
                    dice_since=opened.at,
                    tiles_since=opened.at,
                )
            )

    def pass_over(self) -> None:
        """Something withheld. After the dice it can be nothing but the deal, or what follows."""
        game = self._table.game
        if isinstance(game, PaiGow) and game.round is not None and game.round.phase == "rolled":
            deal = Deal(0, len(game.round.lines))
            self._play(replace(game, round=replace(game.round, phase="dealt", deal=deal)))
            self._deal_is_unseen = True

    def decide(self, group: Sequence[Event]) -> tuple[Difference | None, bool]:
        """What the rules make otherwise, and whether they had anything to decide."""
        ways = _ways(group)
        if not ways and isinstance(group[0], _ONLY_BY_RULES):
            return Difference(group[0], "what it was decided by is missing"), True
        if not ways or (self._deal_is_unseen and ways[0].command in _ON_THE_DEAL):
            return None, False
        self._take_turn(group)
        found: Difference | None = None
        for command in ways:
            difference = self._decide(command, group)
            if difference is None:
                return None, True
            found = found or difference
        return found, True

    def _decide(self, command: Command, group: Sequence[Event]) -> Difference | None:
        first = group[0]
        stamp = Stamp(
            at=first.at, recorded=first.recorded, day=first.day, actor=first.actor, again=True
        )
        try:
            made = self._rules.decide(self._table, command, stamp, self._meter(group))
        except Refused as refusal:
            words = f"the rules refuse it: {refusal.reason} [{refusal.rule}]"
            return Difference(first, words, is_undecided=True)
        return _first_difference(group, made)

    def take(self, group: Sequence[Event]) -> None:
        """As it was recorded."""
        for event in group:
            if isinstance(event, happened.BetsClosed) and event.meter is not None:
                self._contributed = event.meter.after
            if isinstance(event, happened.TilesDealt | happened.CardsDealt):
                self._deal_is_unseen = False
            if event.STREAM == "table":
                self._evolve(event)
            if self._deal_is_unseen:
                self._note_hand(event)

    def _note_hand(self, event: Event) -> None:
        """What was dealt to a place is what was set there."""
        game = self._table.game
        if not isinstance(event, happened.HandSet | happened.HouseSet):
            return
        assert isinstance(game, PaiGow)
        assert game.round is not None
        place = str(event.seat) if isinstance(event, happened.HandSet) else event.position
        hands = {**game.round.hands, place: event.high + event.low}
        self._play(replace(game, round=replace(game.round, hands=hands)))

    def _evolve(self, event: Event) -> None:
        game = self._rules.evolve(self._table, event)
        assert isinstance(game, PaiGow | Craps)
        self._play(game)

    def _play(self, game: PaiGow | Craps) -> None:
        self._table = replace(self._table, game=game)

    def _take_turn(self, group: Sequence[Event]) -> None:
        """The dragon's eye button lies where the dice of the round before put it: before the seat
        that then shakes."""
        first, game = group[0], self._table.game
        if isinstance(first, happened.DiceRolled) and isinstance(game, PaiGow):
            button = first.shaker if isinstance(first.shaker, int) else None
            self._play(replace(game, streak=replace(game.streak, button=button)))

    def _meter(self, group: Sequence[Event]) -> Meter | None:
        """As it stood then; other tables may have moved it since the round's own stakes."""
        terms = self._table.terms.progressive
        if terms is None:
            return None
        moved = (one.before for one in group if isinstance(one, MeterEvent))
        read = (one.meter_after for one in group if isinstance(one, happened.ProgressivePaid))
        known = (*moved, *read, self._contributed, terms.initial)
        amount = next(one for one in known if one is not None)
        return Meter(name=terms.meter, terms=terms, amount=amount)


def _ways(group: Sequence[Event]) -> list[Command]:
    """In which the command may have been told; none where no rule decided anything by it."""
    try:
        ways = list(commands_of(group))
    except NoCommand:
        return []
    return [one for one in ways if one.command in _DECIDED_BY or _is_misdeal(one, group)]


def _is_misdeal(command: Command, group: Sequence[Event]) -> bool:
    """A deal by a wrong total, which voids the round."""
    return command.command == "deal" and isinstance(group[-1], happened.RoundVoided)


def _by_command(facts: Sequence[Event | None]) -> Iterator[list[Event]]:
    """What one command made lies together in the log, under its id; nothing: withheld."""
    for event_id, events in groupby(facts, key=lambda event: event and (event.command_id,)):
        if event_id is None:
            yield from ([] for _ in events)
        else:
            yield [event for event in events if event is not None]


def _first_difference(recorded: Sequence[Event], made: Sequence[Event]) -> Difference | None:
    for was, now in zip(recorded, made, strict=False):
        if type(was) is not type(now):
            return Difference(was, f"the rules make a {type(now).__name__} there")
        told, found = _decided(was), _decided(now)
        for field, value in told.items():
            if found[field] != value:
                words = f"`{field}` is {_written(value)}, by the rules {_written(found[field])}"
                return Difference(was, words)
    if len(recorded) > len(made):
        return Difference(recorded[len(made)], "the rules make no such event there")
    if len(made) > len(recorded):
        missing = type(made[len(recorded)]).__name__
        return Difference(recorded[-1], f"the rules make a {missing} after it, which is missing")
    return None


def _decided(event: Event) -> dict[str, Any]:
    return {name: value for name, value in asdict(event).items() if name not in _NOT_DECIDED}


def _written(value: object) -> str:
    return "not told" if value is msgspec.UNSET else msgspec.json.encode(value).decode()
