"""What decides each of the game's commands."""

from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias

from domain.commands import Command
from domain.commands.round import NoMoreBets, OpenRound, PlaceWager, VoidRound
from domain.controls import ROUND_OPEN, VOID_ROUND
from domain.event_parts import ENDED, OPENED
from domain.events import Event
from domain.events.envelope import into_tray
from domain.events.round import (
    BetsClosed,
    Outcome,
    RoundClosed,
    RoundOpened,
    RoundVoided,
    WagerLine,
    WagerPlaced,
    WagerSettled,
)
from domain.money import transfer
from domain.refusals import (
    BeyondLimit,
    BooksRefuse,
    NoSuchWager,
    NotOffered,
    NotThisPlayer,
    WrongMoment,
)
from domain.table.opening import require_no_round, require_open

from .bag import HOUSE, number_of
from .elections.terms import own_terms
from .messages.commands import Draw, ShowStones
from .messages.events import StonesDrawn
from .messages.parts import Ended
from .regulation import BAG
from .state import Phase, Play, Round, Wager

Decision: TypeAlias = Callable[[Play, Any], list[Event]]


def round_in(play: Play, *phases: Phase) -> Round:
    """The round being played, in one of these phases."""
    require_open(play.table)
    found = play.game.round
    if found is None:
        raise WrongMoment(ROUND_OPEN, f"no round is open at {play.table.name}; open one first")
    if phases and found.phase not in phases:
        reason = f"in round {found.id} it is the moment of `{found.phase}`"
        raise WrongMoment(play.rules.cites.making, reason)
    return found


def _open_round(play: Play, _: OpenRound) -> list[Event]:
    require_open(play.table)
    require_no_round(play.table)
    table, number = play.table, play.table.rounds + 1
    return [
        RoundOpened(
            round=f"{table.name}-{table.session}-{number}",
            number=number,
            regulation=table.regulation,
            submission_hash=table.submission_hash,
            terms=table.terms,
            **OPENED.told(),
        )
    ]


def placed(play: Play, command: PlaceWager) -> Wager:
    """The wager as it stands then; or what is in its way."""
    round_in(play, "betting")
    record = play.rules.catalogue.get(command.wager)
    if record is None or not record.is_offered(own_terms(play.table.terms)):
        reason = f"the wager `{command.wager}` is not offered at this table"
        raise NotOffered(play.rules.cites.wagers, reason)
    if command.coupon:
        raise NotOffered(play.rules.cites.wagers, "no match play coupon is taken")
    here = [one for one in play.game.wagers if one.seat == command.seat]
    if record.beside(play.table.terms) not in (None, *(one.wager for one in here)):
        reason = f"`{record.name}` stands beside a wager on the high stone"
        raise NoSuchWager(record.permitted[play.rules.name], reason)
    owner = here[0].player if here else None
    player = command.player or owner or f"seat-{command.seat}"
    if owner not in (None, player):
        raise NotThisPlayer(play.rules.cites.making, f"seat {command.seat} is {owner}'s")
    before = play.game.wager_at(command.seat, command.wager)
    amount = command.amount + (0 if before is None else before.amount)
    low, high = limits_of(play, command.wager)
    if not low <= amount <= high:
        reason = f"{amount} cents on `{command.wager}`: {low} to {high} may stand there"
        raise BeyondLimit(play.rules.cites.limits, reason)
    return Wager(command.seat, command.wager, amount, player)


def limits_of(play: Play, wager: str) -> tuple[int, int]:
    most = play.rules.catalogue[wager].most_staked
    low, high = play.table.terms.limits.get(wager, (1, most))
    return low, min(high, most)


def _place_wager(play: Play, command: PlaceWager) -> list[Event]:
    now = placed(play, command)
    told = WagerPlaced(
        rule=play.rules.catalogue[now.wager].permitted[play.rules.name],
        seat=now.seat,
        wager=now.wager,
        amount=command.amount,
        player=now.player,
        coupon=0,
        total=now.amount,
    )
    return [told]


def _no_more_bets(play: Play, command: NoMoreBets) -> list[Event]:
    state = round_in(play, "betting")
    if command.lights is not None:
        raise NotOffered(play.rules.cites.wagers, "no progressive wager is offered here")
    if not play.game.wagers:
        raise NoSuchWager(play.rules.cites.making, f"nobody wagers in round {state.id}")
    return [BetsClosed(rule=play.rules.cites.making, entries={})]


def _draw(play: Play, command: Draw) -> list[Event]:
    """A stone that lies where nobody plays is nobody's."""
    round_in(play, "no_more_bets")
    missing = [at for at in (HOUSE, *map(str, play.game.seats())) if at not in command.stones]
    if missing:
        reason = f"these places have no stone: {', '.join(missing)}"
        raise BooksRefuse(play.rules.cites.drawing, reason)
    drawn = [stone for stones in command.stones.values() for stone in stones]
    if len(set(drawn)) < len(drawn):
        raise BooksRefuse(BAG, "a stone is told twice, and the bag has it once")
    hands = {at: tuple(stones) for at, stones in command.stones.items()}
    return [StonesDrawn(rule=play.rules.cites.drawing, hands=hands)]


def _show_stones(play: Play, _: ShowStones) -> list[Event]:
    round_in(play, "drawn")
    (house,) = play.game.hands[HOUSE]
    settled = list(_settled(play, house))
    closed = RoundClosed(
        rule=play.rules.cites.showing,
        wagers=tuple(map(_line, settled)),
        tray_delta=into_tray(settled),
        **ENDED.told(Ended(house_stone=house)),
    )
    return [*settled, closed]


def _settled(play: Play, house: str) -> Iterator[WagerSettled]:
    for wager in _in_order(play):
        record = play.rules.catalogue[wager.wager]
        (own,) = play.game.hands[str(wager.seat)]
        verdict = record.decides(number_of(own), number_of(house))
        paid = int(wager.amount * record.odds) if verdict == "win" else 0
        yield _as(wager, verdict, record.rule_at(play.rules.name), paid)


def _in_order(play: Play) -> list[Wager]:
    place = play.rules.catalogue.place
    return sorted(play.game.wagers, key=lambda one: (one.seat, place(one.wager)))


def _as(wager: Wager, outcome: Outcome, rule: str, paid: int = 0) -> WagerSettled:
    collected = wager.amount if outcome == "lose" else 0
    return WagerSettled(
        rule=rule,
        seat=wager.seat,
        wager=wager.wager,
        amount=wager.amount,
        coupon=0,
        player=wager.player,
        outcome=outcome,
        paid=paid,
        entries=transfer(collected - paid, to="tray", source="win"),
    )


def _line(event: WagerSettled) -> WagerLine:
    assert event.rule is not None
    return WagerLine(
        seat=event.seat,
        wager=event.wager,
        amount=event.amount,
        coupon=0,
        player=event.player,
        outcome=event.outcome,
        paid=event.paid,
        vigorish=0,
        rule=event.rule,
    )


def _void_round(play: Play, command: VoidRound) -> list[Event]:
    round_in(play)
    back = [_as(one, "void", VOID_ROUND) for one in _in_order(play)]
    voided = RoundVoided(
        rule=VOID_ROUND,
        wagers=tuple(map(_line, back)),
        tray_delta=0,
        reason=command.reason,
        supervisor=command.supervisor,
        **ENDED.told(),
    )
    return [*back, voided]


_DECISIONS: Final[dict[type[Command], Decision]] = {
    OpenRound: _open_round,
    PlaceWager: _place_wager,
    NoMoreBets: _no_more_bets,
    Draw: _draw,
    ShowStones: _show_stones,
    VoidRound: _void_round,
}


def decide(play: Play, command: Command) -> list[Event]:
    decision = _DECISIONS.get(type(command))
    if decision is None:
        reason = f"{play.rules.name} knows no `{command.command}`"
        raise NotOffered(play.rules.cites.wagers, reason)
    return decision(play, command)
