"""How each event changes a round. No rule is decided here: what happened, happened."""

from collections.abc import Callable
from operator import attrgetter
from typing import Any, Final

from msgspec import UNSET
from msgspec.structs import replace

from domain.events import corrections as of_corrections
from domain.events import round as happened
from domain.events.envelope import Event
from domain.events.kinds import IS_POSTING
from domain.events.round import BankLine, DealerWagerLine, MeterLine, WagerLine
from domain.games.pai_gow.elections.terms import own_terms
from domain.games.pai_gow.layout.setting import Setting
from domain.games.pai_gow.messages import events as of_pai_gow
from domain.games.pai_gow.round.state import Bank, Deal, Round, Wager, WronglySet
from domain.games.pai_gow.wagers.names import DICE_BONUS, PROGRESSIVE

_BY_SEAT: Final = attrgetter("seat")
_OF_A_LOST_PROGRESSIVE: Final[dict[str, Any]] = {"hand": None, "from_meter": 0}


def opened(event: happened.RoundOpened) -> Round:
    """The first state of a round."""
    assert event.round is not None
    return Round(
        id=event.round,
        number=event.number,
        phase="betting",
        regulation=event.regulation,
        terms=own_terms(event.terms),
        triples=event.triples,
        offered=event.offered,
        dealer_keeps=event.dealer_keeps,
        wagers=tuple(
            Wager(one.seat, DICE_BONUS, one.amount, 0, one.player, retained=True)
            for one in event.retained
        ),
    )


def _passed(state: Round, event: of_pai_gow.BankPassed) -> Round:
    return replace(state, passed=(*state.passed, event.seat))


def _accepted(state: Round, event: of_pai_gow.BankAccepted) -> Round:
    bank = Bank(
        event.seat,
        event.player,
        event.chips,
        event.co_bank,
        event.dealer_wager,
        seq=event.seq,
    )
    return replace(state, bank=bank)


def _bank_corrected(state: Round, event: of_pai_gow.BankCorrected) -> Round:
    """Whoever took it had not passed it, nor had those that it would have been offered to next."""
    order = [one.seat for one in state.offered]
    upto = order.index(event.seat) if event.seat in order else len(order)
    passed = tuple(seat for seat in state.passed if seat in order[:upto])
    return replace(state, bank=None, passed=passed)


def _placed(state: Round, event: happened.WagerPlaced) -> Round:
    before = state.wager_at(event.seat, event.wager)
    coupon = event.coupon + (before.coupon if before else 0)
    now = Wager(event.seat, event.wager, event.total, coupon, event.player)
    wagers = [one for one in state.wagers if one is not before]
    wagers.append(now)
    wagers.sort(key=_BY_SEAT)
    return replace(state, wagers=tuple(wagers))


def _withdrawn(state: Round, event: happened.WagerWithdrawn) -> Round:
    return replace(state, wagers=_without(state, event.seat, event.wager))


def _bets_closed(state: Round, event: happened.BetsClosed) -> Round:
    return replace(state, phase="no_more_bets", meter_line=event.meter)


def _cut(state: Round, _: of_pai_gow.TilesCut) -> Round:
    return replace(state, was_cut=True)


def _reshuffled(state: Round, _: of_pai_gow.TilesReshuffled) -> Round:
    """A bank may cut the new stacks as it might the old ones."""
    return replace(state, was_cut=False, shaken=False)


def _no_roll(state: Round, _: happened.NoRollCalled) -> Round:
    return replace(state, shaken=True)


def _delivery(state: Round, event: of_pai_gow.DeliveryChosen) -> Round:
    return replace(state, style=event.style)


def _rolled(state: Round, event: happened.DiceRolled) -> Round:
    announced = None if event.announced is UNSET else event.announced
    return replace(
        state, phase="rolled", dice=event.dice, triples=event.triples, announced=announced
    )


def _announced(state: Round, event: of_pai_gow.NumberAnnounced) -> Round:
    return replace(state, phase="rolled", number_announced=event.number)


def _dealt(state: Round, event: of_pai_gow.TilesDealt | of_pai_gow.CardsDealt) -> Round:
    deal = Deal(event.seq, len(state.lines), event.start_told is True)
    deck = event.deck if isinstance(event, of_pai_gow.CardsDealt) and event.deck else None
    return replace(state, phase="dealt", hands=event.hands, deal=deal, deck=deck)


def _deal_taken_back(state: Round, _: of_pai_gow.DealCorrected) -> Round:
    return replace(
        state,
        phase="rolled",
        hands={},
        deal=None,
        settings={},
        house=None,
        dealer=None,
        set_by={},
        wrongly_set={},
        exposed=(),
    )


def _wager_corrected(state: Round, event: of_corrections.WagerCorrected) -> Round:
    """In the place of what stood, or last of the new seat's."""
    was = state.wager_at(event.was.seat, event.was.wager)
    assert was is not None
    now = Wager(
        event.seat, event.wager, event.amount, event.coupon, event.player, retained=was.retained
    )
    if now.seat == was.seat and now.amount:
        return replace(state, wagers=tuple(now if one is was else one for one in state.wagers))
    wagers = [*(one for one in state.wagers if one is not was), *([now] if now.amount else [])]
    return replace(state, wagers=tuple(sorted(wagers, key=_BY_SEAT)))


def _hand_set(state: Round, event: of_pai_gow.HandSet) -> Round:
    setting, set_by = Setting(event.high, event.low), {**state.set_by, str(event.seat): event.seq}
    if event.seat == "dealer":
        return replace(state, dealer=setting, set_by=set_by)
    return replace(state, settings={**state.settings, event.seat: setting}, set_by=set_by)


def _house_set(state: Round, event: of_pai_gow.HouseSet) -> Round:
    setting, set_by = Setting(event.high, event.low), {**state.set_by, "house": event.seq}
    return replace(state, phase="house_set", house=setting, set_by=set_by)


def _setting_taken_back(state: Round, event: of_pai_gow.SettingCorrected) -> Round:
    """Nothing else is undone: the right setting follows at once."""
    was = WronglySet(event.position, Setting(event.was_high, event.was_low))
    state = replace(state, wrongly_set={**state.wrongly_set, event.seq: was})
    set_by = {place: seq for place, seq in state.set_by.items() if place != event.position}
    if event.position == "house":
        return replace(state, house=None, set_by=set_by)
    if event.position == "dealer":
        return replace(state, dealer=None, set_by=set_by)
    settings = {seat: one for seat, one in state.settings.items() if str(seat) != event.position}
    return replace(state, settings=settings, set_by=set_by)


def _exposed(state: Round, event: of_pai_gow.TileExposed) -> Round:
    """What the dealer exposed of a hand that may still be void waits for its player's choice."""
    if not event.position.isdigit() or event.by == "player":
        return state
    seat = int(event.position)
    if not state.may_be_voided(seat):
        return state
    return replace(state, exposed=(*state.exposed, seat))


def _no_more_exposed(
    state: Round, event: of_pai_gow.HandPlayedOn | of_pai_gow.HandVoided | of_pai_gow.WagerAbandoned
) -> Round:
    return replace(state, exposed=tuple(seat for seat in state.exposed if seat != event.seat))


def _settled(state: Round, event: happened.WagerSettled) -> Round:
    assert event.rule is not None
    line = WagerLine(
        seat=event.seat,
        wager=event.wager,
        amount=event.amount,
        coupon=event.coupon,
        player=event.player,
        outcome=event.outcome,
        paid=event.paid,
        vigorish=0,
        rule=event.rule,
        **_OF_A_LOST_PROGRESSIVE if event.wager == PROGRESSIVE else {},
    )
    if event.was is not UNSET:
        return replace(state, lines=_decided_anew(state, line))
    wagers = _without(state, event.seat, event.wager)
    return replace(state, wagers=wagers, lines=(*state.lines, line))


def _decided_anew(state: Round, now: WagerLine) -> tuple[WagerLine, ...]:
    """One line a wager: its last outcome."""
    spot = (now.seat, now.wager)
    return tuple(now if (one.seat, one.wager) == spot else one for one in state.lines)


def _progressive_paid(state: Round, event: happened.ProgressivePaid) -> Round:
    assert event.rule is not None
    assert state.meter_line is not None
    line = WagerLine(
        seat=event.seat,
        wager=PROGRESSIVE,
        amount=event.amount,
        coupon=0,
        player=event.player,
        outcome="win",
        paid=event.paid,
        vigorish=0,
        rule=event.rule,
        hand=event.hand,
        from_meter=event.from_meter,
    )
    meter = _meter_line(state.meter_line, event)
    wagers = _without(state, event.seat, PROGRESSIVE)
    return replace(state, wagers=wagers, lines=(*state.lines, line), meter_line=meter)


def _meter_line(line: MeterLine, event: happened.ProgressivePaid) -> MeterLine:
    """What the payout did to it; the rest of the difference is other tables'."""
    off_meter = event.from_meter + event.funded
    reset = 0 if event.reset is UNSET else event.reset
    if not off_meter and not reset:
        return line
    line = replace(line, paid=line.paid + off_meter, after=event.meter_after)
    if line.resets is UNSET or line.funded is UNSET:
        return line
    resets, funded = line.resets + reset, line.funded + event.funded
    own = line.contributed + resets + funded - line.paid
    elsewhere = line.after - line.before - own
    return replace(line, resets=resets, funded=funded, elsewhere=elsewhere)


def _vigorish(state: Round, event: happened.VigorishTaken) -> Round:
    lines = tuple(
        replace(line, vigorish=event.amount)
        if (line.seat, line.wager) == (event.seat, event.wager)
        else line
        for line in state.lines
    )
    return replace(state, lines=lines)


def _dealer_settled(state: Round, event: happened.DealerWagerSettled) -> Round:
    line = DealerWagerLine(amount=event.amount, outcome=event.outcome)
    return replace(state, dealer_line=line)


def _bank_settled(state: Round, event: happened.BankSettled) -> Round:
    line = BankLine(seat=event.seat, net=event.net, vigorish=event.vigorish, co_bank=event.co_bank)
    return replace(state, bank_line=line)


def _without(state: Round, seat: int, wager: str) -> tuple[Wager, ...]:
    return tuple([one for one in state.wagers if one.seat != seat or one.wager != wager])


_CHANGES: Final[dict[type[Event], Callable[[Round, Any], Round]]] = {
    of_pai_gow.BankPassed: _passed,
    of_pai_gow.BankAccepted: _accepted,
    happened.WagerPlaced: _placed,
    happened.WagerWithdrawn: _withdrawn,
    happened.BetsClosed: _bets_closed,
    of_pai_gow.TilesCut: _cut,
    of_pai_gow.TilesReshuffled: _reshuffled,
    of_pai_gow.DeliveryChosen: _delivery,
    happened.NoRollCalled: _no_roll,
    happened.DiceRolled: _rolled,
    of_pai_gow.NumberAnnounced: _announced,
    of_pai_gow.TilesDealt: _dealt,
    of_pai_gow.CardsDealt: _dealt,
    of_pai_gow.BankCorrected: _bank_corrected,
    of_pai_gow.DealCorrected: _deal_taken_back,
    of_corrections.WagerCorrected: _wager_corrected,
    of_pai_gow.SettingCorrected: _setting_taken_back,
    of_pai_gow.HandSet: _hand_set,
    of_pai_gow.HouseSet: _house_set,
    of_pai_gow.TileExposed: _exposed,
    of_pai_gow.HandPlayedOn: _no_more_exposed,
    of_pai_gow.HandVoided: _no_more_exposed,
    of_pai_gow.WagerAbandoned: _no_more_exposed,
    happened.WagerSettled: _settled,
    happened.ProgressivePaid: _progressive_paid,
    happened.VigorishTaken: _vigorish,
    happened.DealerWagerSettled: _dealer_settled,
    happened.BankSettled: _bank_settled,
}


def evolve_round(state: Round, event: Event) -> Round:
    """The round after the event; events that change nothing of it leave it as it is."""
    change = _CHANGES.get(type(event))
    if change is not None:
        state = change(state, event)
    if IS_POSTING[type(event)] and (entries := getattr(event, "entries", None)):
        state = replace(
            state,
            tray_delta=state.tray_delta + entries.get("tray", 0),
            centre=state.centre + entries.get("bank", 0),
        )
    return state


def after(state: Round, events: list[Event]) -> Round:
    """The round after several."""
    for event in events:
        state = evolve_round(state, event)
    return state
