"""Chips that change hands when a wager is decided, posted twice."""

from fractions import Fraction
from typing import Final, Literal

from msgspec.structs import replace

from domain.events import Event
from domain.events.round import Outcome, VigorishTaken, WagerLine, WagerSettled
from domain.games.pai_gow.regulations import Regulation
from domain.games.pai_gow.round.state import Round, Wager
from domain.games.pai_gow.wagers.names import MAIN, PROGRESSIVE
from domain.games.pai_gow.wagers.on_hands import ON_THE_HANDS
from domain.games.pai_gow.wagers.vigorish import takes_vigorish
from domain.money import transfer, vigorish_on

_EVEN: Final = ON_THE_HANDS.rows[0].odds


def _against_bank(state: Round, wager: Wager) -> bool:
    """Only wagers on the hands stand against a bank; all others are the tray's."""
    return state.bank is not None and wager.wager == MAIN


def collect(
    state: Round, wager: Wager, outcome: Literal["lose", "surrender", "abandoned"], rule: str
) -> WagerSettled:
    """The chips go to the tray, or to the centre for the bank; a coupon is worth nothing."""
    if _against_bank(state, wager):
        entries = transfer(wager.amount, to="bank", source="patrons")
    else:
        entries = transfer(wager.amount, to="tray", source="win")
    return settled(wager, outcome, rule, paid=0, entries=entries)


def give_back(
    state: Round, wager: Wager, outcome: Literal["push", "void"], rule: str
) -> WagerSettled:
    """Chips and coupon stay the player's; a progressive stake comes back out of the tray."""
    in_tray = wager.amount if wager.wager == PROGRESSIVE and state.phase != "betting" else 0
    return settled(wager, outcome, rule, paid=0, entries=transfer(in_tray, to="win", source="tray"))


def take_back(state: Round, line: WagerLine, rule: str) -> WagerSettled:
    """What was collected goes back as it came: out of the tray, or out of the bank's centre."""
    wager = Wager(line.seat, line.wager, line.amount, line.coupon, line.player)
    if _against_bank(state, wager):
        entries = transfer(wager.amount, to="patrons", source="bank")
    else:
        entries = transfer(wager.amount, to="win", source="tray")
    back = settled(wager, "void", rule, paid=0, entries=entries)
    return replace(back, was=line.outcome)


def stay(wager: Wager, rule: str) -> WagerSettled:
    """Neither won nor lost: it lies on the layout as before."""
    return settled(wager, "retained", rule, paid=0, entries={})


def pay(
    state: Round,
    wager: Wager,
    odds: Fraction,
    rule: str,
    outcome: Literal["win", "retained"] = "win",
) -> WagerSettled:
    """The odds on chips and coupon together. A coupon's part is always the casino's."""
    on_chips, on_coupon = _won(odds, wager.amount), _won(odds, wager.coupon)
    if _against_bank(state, wager):
        entries = {"bank": -on_chips, "patrons": on_chips, "tray": -on_coupon}
    else:
        entries = {"tray": -on_chips - on_coupon, "win": on_chips}
    entries["promotional"] = on_coupon
    moved = {account: cents for account, cents in entries.items() if cents}
    return settled(wager, outcome, rule, paid=on_chips + on_coupon, entries=moved)


def _won(odds: Fraction, cents: int) -> int:
    won, rest = divmod(cents * odds.numerator, odds.denominator)
    assert not rest, f"{odds} to one on {cents} cents is no whole cent"
    return won


def pay_hand(state: Round, wager: Wager, rules: Regulation) -> list[Event]:
    """One to one, then vigorish on the whole where the table takes any."""
    paid = pay(state, wager, _EVEN, rules.cites.win)
    if not takes_vigorish(state.terms):
        return [paid]
    vigorish = vigorish_on(paid.paid, state.terms.vigorish)
    return [
        paid,
        VigorishTaken(
            rule=_where_taken(state, rules),
            seat=wager.seat,
            wager=wager.wager,
            amount=vigorish,
            won=paid.paid,
            entries=transfer(vigorish, to="tray", source="vigorish"),
        ),
    ]


def _where_taken(state: Round, rules: Regulation) -> str:
    """A bank and the dragon's eye have paragraphs of their own about vigorish."""
    if state.bank is not None:
        return rules.bank.vigorish
    if state.terms.dragons_eye is None:
        return rules.cites.vigorish
    assert rules.eye is not None
    return rules.eye.vigorish


def settled(
    wager: Wager, outcome: Outcome, rule: str, *, paid: int, entries: dict[str, int]
) -> WagerSettled:
    return WagerSettled(
        rule=rule,
        seat=wager.seat,
        wager=wager.wager,
        amount=wager.amount,
        coupon=wager.coupon,
        player=wager.player,
        outcome=outcome,
        paid=paid,
        entries=entries,
    )
