"""A pai gow round's commands as if nobody had ever keyed in a mistake.

Its facts as they were in the end come first, without what was taken back and with what was right;
then the command of each. What only the rules said (who shook) is left for them to say again.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from domain.controls import VOID_ROUND
from domain.events import Event
from domain.events import round as happened
from domain.events.corrections import RollCorrected, WagerCorrected
from domain.events.table import DiceChanged
from domain.games.pai_gow.history.commands import PAI_GOW_COMMANDS
from domain.games.pai_gow.messages import events as of_pai_gow
from domain.games.pai_gow.messages.events import BankCorrected, DealCorrected, SettingCorrected
from domain.games.pai_gow.regulations import regulation_for
from domain.history.round_commands import (
    ROUND_COMMANDS,
    UNNAMED,
    Fields,
    Reader,
    reads,
    with_place,
)

_DEALS: Final = (of_pai_gow.TilesDealt, of_pai_gow.CardsDealt)
_ENDING: Final = (
    happened.WagerSettled,
    happened.DealerWagerSettled,
    happened.BankSettled,
    happened.RoundVoided,
)

_SINCE_THE_DEAL: Final = (
    of_pai_gow.TilesDealt,
    of_pai_gow.CardsDealt,
    of_pai_gow.HandSet,
    of_pai_gow.HouseSet,
    of_pai_gow.TileExposed,
    of_pai_gow.HandPlayedOn,
)
_SINCE_THE_ROLL: Final = (
    *_SINCE_THE_DEAL,
    happened.DiceRolled,
    happened.WagerSettled,
    happened.DealerWagerSettled,
    happened.BankSettled,
    happened.RoundClosed,
)


def _as_corrected(events: Sequence[Event]) -> list[Event]:
    """The events in their order, without the corrections and what they corrected."""
    facts: list[Event] = []
    wrongly_set: int | None = None
    for event in events:
        if wrongly_set is not None:
            # The right setting stands where the wrong one stood: before the house's, if it was.
            facts = [event if one.seq == wrongly_set else one for one in facts]
            wrongly_set = None
            continue
        match event:
            case SettingCorrected():
                wrongly_set = event.corrects
            case RollCorrected():
                facts = _without_since(facts, event.corrects, _SINCE_THE_ROLL)
            case DealCorrected():
                facts = _without_since(facts, event.corrects, _SINCE_THE_DEAL)
            case BankCorrected():
                facts = _without_bank(facts, event)
            case WagerCorrected():
                facts = _placed_right(facts, event)
            case happened.WagerWithdrawn():
                facts = _never_placed(facts, event)
            case _:
                facts.append(event)
    return facts


def _without_since(
    facts: list[Event], seq: int, taken_back: tuple[type[Event], ...]
) -> list[Event]:
    return [one for one in facts if one.seq < seq or not isinstance(one, taken_back)]


def _without_bank(facts: list[Event], event: BankCorrected) -> list[Event]:
    """Nor did whoever really took the bank pass it, nor those offered it after."""
    seats = [one.seat for one in facts if isinstance(one, of_pai_gow.BankPassed)]
    kept = seats[: seats.index(event.seat)] if event.seat in seats else seats
    return [
        one
        for one in facts
        if one.seq != event.corrects
        and not (isinstance(one, of_pai_gow.BankPassed) and one.seat not in kept)
    ]


def _placed_right(facts: list[Event], event: WagerCorrected) -> list[Event]:
    """What was placed on the spot, at once and as it should have been."""
    wrong = _placed_on(facts, event.was.seat, event.was.wager)
    if not wrong:
        # A dice bonus that lay there since a triple: nobody placed it in this round.
        return [*facts, event]
    first = facts[wrong[0]]
    assert isinstance(first, happened.WagerPlaced)
    right = replace(
        first,
        seat=event.seat,
        amount=event.amount,
        total=event.amount,
        coupon=event.coupon,
        player=event.player,
    )
    kept = [one for at, one in enumerate(facts) if at not in wrong[1:]]
    kept[wrong[0] : wrong[0] + 1] = [right] if event.amount else []
    return kept


def _never_placed(facts: list[Event], event: happened.WagerWithdrawn) -> list[Event]:
    """Nor in the way of a wager whose seat was corrected later, to this one."""
    gone = _placed_on(facts, event.seat, event.wager)
    if not gone:
        # A dice bonus that lay there since a triple.
        return [*facts, event]
    return [one for at, one in enumerate(facts) if at not in gone]


def _placed_on(facts: list[Event], seat: int, wager: str) -> list[int]:
    """Where the chips that lie on a spot were placed."""
    return [
        at
        for at, one in enumerate(facts)
        if isinstance(one, happened.WagerPlaced) and (one.seat, one.wager) == (seat, wager)
    ]


def corrected_commands(events: Sequence[Event]) -> Iterator[Fields]:
    """From the RoundOpened on; what the table's books did meanwhile does not concern the round."""
    facts = _as_corrected(events)
    with_total = _wrong_total_matters(facts)
    regulation = ""
    was_dealt = False
    exposed: str | None = None
    supervisor: str | None = None
    for event in _without_silent_passes(facts):
        # An exposed piece may void the round in the same breath: nobody called a misdeal then.
        exposed = _exposed_alone(exposed, event)
        fields: Fields | None = None
        match event:
            case happened.RoundOpened():
                regulation = event.regulation
            case of_pai_gow.TilesDealt() | of_pai_gow.CardsDealt():
                was_dealt = True
            case happened.ProgressivePaid():
                supervisor = event.supervisor or supervisor
            case happened.RoundClosed() if was_dealt:
                fields = {"command": "settle", "supervisor": supervisor}
            case happened.RoundVoided():
                fields = _voided(event, regulation, by_exposure=bool(exposed))
            case _:
                pass
        if (reader := _READERS.get(type(event))) is not None:
            fields = next(reader((event,))) | _left_out(event, with_total=with_total)
        if fields is not None:
            yield with_place(event, fields)


_READERS: Final[dict[type[Event], Reader]] = {
    **ROUND_COMMANDS,
    **PAI_GOW_COMMANDS,
    DiceChanged: reads("change_dice"),
    # A dice bonus that lay there since a triple, as nobody placed it in this round.
    WagerCorrected: reads(
        "correct_wager", "seat", "wager", "amount", "coupon", "player", "reason", "supervisor"
    ),
}


def _left_out(event: Event, *, with_total: bool) -> Fields:
    """What is the rules' to say; where the deal began only beside the total that was called out."""
    match event:
        case happened.BetsClosed():
            return {"lights": None}
        case happened.DiceRolled():
            is_wrong = with_total and event.announced is not UNSET
            return {"shaker": None, "announced": event.announced if is_wrong else None}
        case of_pai_gow.TilesDealt() | of_pai_gow.CardsDealt():
            return {"start": event.start if with_total else None}
        case _:
            return {}


def _wrong_total_matters(facts: Sequence[Event]) -> bool:
    """A wrong total that was put right before the deal does not: by other rules too it was dealt
    where it should have been. One that was dealt by voids the round, as the deal said."""
    if not any(isinstance(one, _DEALS) for one in facts):
        return True
    *_, last = (one for one in facts if not isinstance(one, _ENDING))
    ended = facts[-1]
    by_itself = isinstance(ended, happened.RoundVoided) and ended.rule != VOID_ROUND
    return by_itself and isinstance(last, _DEALS) and last.start_told is True


def _without_silent_passes(facts: Sequence[Event]) -> Iterator[Event]:
    """Whoever says nothing until "no more bets" passes the bank by that."""
    silent: list[Event] = []
    for event in facts:
        if isinstance(event, of_pai_gow.BankPassed):
            silent.append(event)
            continue
        if not isinstance(event, happened.BetsClosed):
            yield from silent
        silent = []
        yield event
    yield from silent


def _exposed_alone(exposed: str | None, event: Event) -> str | None:
    """The position that was exposed just now, as long as no wager that waited on it comes up."""
    if isinstance(event, of_pai_gow.TileExposed):
        return event.position
    if isinstance(event, happened.WagerSettled):
        waited = str(event.seat) == exposed and event.was is UNSET
        return None if waited else exposed
    return exposed if isinstance(event, _ENDING) else None


def _voided(event: happened.RoundVoided, regulation: str, *, by_exposure: bool) -> Fields | None:
    """As it was called; what earlier versions took for a misdeal is a round called off."""
    rules = regulation_for(regulation)
    has_supervisor = event.supervisor is not UNSET
    fields: Fields = {"reason": event.reason}
    fields |= {"supervisor": event.supervisor if has_supervisor else UNNAMED}
    if event.rule == VOID_ROUND:
        return {"command": "void_round", **fields}
    if not rules.reading.misdeal_by_wrong_total:
        is_called = event.rule == rules.cites.misdeal and not by_exposure
        return {"command": "void_round", **fields} if is_called else None
    if not has_supervisor:
        return None
    announced = {} if event.announced is UNSET else {"announced": event.announced}
    return {"command": "misdeal", **fields, **announced}
