"""Every act that a table accepts at some moment, and from whom: written out, to be read.

Every command, with its notable ways of being told, is tried at every moment of every game, by
every role, under basic and under full controls. What is accepted is kept beside this file. Whoever
changes what a table takes reads the difference against the regulations, and takes it anew:
`python -m tests.support.domain.accepted_acts`.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from msgspec.structs import replace

from domain.commands import Command, CommandError
from domain.events.envelope import Stamp
from domain.hosting import Table, decide, meter_of
from domain.messages.commands import parse_command
from domain.meter.state import Meter
from domain.refusals import Refused
from tests.support.domain import asked, banked, craps, poker
from tests.support.domain.asked import Asked, ask, no_more_bets, open_round, place, roll, set_hand
from tests.support.domain.at_the_dice import bet, eye_table
from tests.support.domain.books_asked import correct_deal, correct_roll, correct_wager
from tests.support.domain.given import Happened, history, stamp
from tests.support.domain.moments import COMMANDS, HOUSE, MOMENTS

KEPT: Final = Path(__file__).with_name("accepted_acts.txt")
ROLES: Final = ("nobody", "dealer", "floor", "device", "cage", "count", "surveillance")
_ACTS_AS: Final = {"floor": "floorperson", "count": "count_room"}
_ME: Final = "me"
"""Whoever acts; a supervisor of that name stands by themselves."""
_OTHER: Final = "fp1"
_DEALER: Final = "QS QH 9D 7C 5D 2C KC"
_WORDS: Final = {"reason": "it is so"}
_SIGNED: Final = [{"id": "d1", "role": "dealer"}, {"id": _OTHER, "role": "floorperson"}]
_CARDS: Final = {1: poker.WINS, 2: poker.LOSES}
_TURNED: Final = {1: poker.LOSES, 2: poker.WINS}


class Act(NamedTuple):
    """A command in one of the ways in which it may be told."""

    named: str
    command: Command


def _stood_by(command: str, **fields: object) -> Iterator[tuple[str, Asked]]:
    """With another as supervisor, with oneself, and with none."""
    for named, supervisor in (("", {"supervisor": _OTHER}), (" by oneself", {"supervisor": _ME})):
        yield f"{command}{named}", ask(command, **_WORDS, **fields, **supervisor)
    yield f"{command} unsupervised", ask(command, **_WORDS, **fields)


def _again(told: Asked, named: str = "") -> Iterator[tuple[str, Asked]]:
    """A correction, likewise."""
    fields = {name: value for name, value in told.items() if name not in ("command", "reason")}
    fields.pop("supervisor", None)
    for by, one in _stood_by(told["command"], **fields):
        yield by.replace(told["command"], f"{told['command']}{named}", 1), one


def _told() -> Iterator[tuple[str, Asked]]:
    """Everything that is tried, by name."""
    varied = {
        *("correct_wager", "correct_roll", "correct_deal", "misdeal", "void_round", "reshuffle"),
        *("return_wager", "no_roll", "expose", "roll", "settle"),
    }
    yield from ((name, one) for name, one in COMMANDS.items() if name not in varied)
    for name in ("open_table", "count_tray", "close_table"):
        yield f"{name} signed", {**COMMANDS[name], "signatures": _SIGNED}
    yield "change_tiles sealed", ask("change_tiles", **_WORDS, signatures=_SIGNED)
    for step in ("requested", "issued", "received"):
        yield f"fill {step}", {**COMMANDS["fill"], "step": step}
    yield from _of_wagers()
    yield from _of_the_dice()
    yield from _of_hands()
    for command in ("void_round", "reshuffle"):
        yield from _stood_by(command)
    yield from _stood_by("return_wager", seat=1, wager="dice_bonus")
    yield from _stood_by("correct_bank", seat=None)
    yield from _stood_by("misdeal")
    yield from ((f"{by}, announced wrong", one) for by, one in _stood_by("misdeal", announced=10))


def _of_wagers() -> Iterator[tuple[str, Asked]]:
    yield "place_wager at an empty area", place(5)
    yield "place_wager at seat 2", place(2)
    yield "place_wager by another player", place(1, player="another")
    yield "place_wager with a coupon", place(1, coupon=2500)
    for wager in ("dice_bonus", "even", "any_triple", "progressive", "pair_fortunes"):
        yield f"place_wager {wager}", bet(1, wager)
    for wager in ("pass", "come", "place_6", "place_lose_6", "hard_4"):
        yield f"place_wager {wager}", craps.bet(1, wager)
        yield f"withdraw_wager {wager}", ask("withdraw_wager", seat=1, wager=wager)
    yield "withdraw_wager dice_bonus", ask("withdraw_wager", seat=1, wager="dice_bonus")
    yield "call_on place_6", craps.call_on(1, "place_6")
    yield "no_more_bets with lights", ask("no_more_bets", lights=[1])
    yield "accept_bank, sharing", banked.accept(1, co_bank=True)
    yield from _again(correct_wager(amount=2000), " down")
    yield from _again(correct_wager(amount=3000), " up")
    yield from _again(correct_wager(wager="pass", amount=craps.STAKE * 2), " pass")


def _of_the_dice() -> Iterator[tuple[str, Asked]]:
    dice = {2: (3, 3), 3: asked.NINE}
    for number, thrown in dice.items():
        said = "roll" if number == 3 else "roll two dice"
        yield said, roll(*thrown)
        for shaker in ("dealer", 1, 2):
            yield f"{said}, shaken by {shaker}", roll(*thrown, shaker=shaker)
        yield f"{said}, announced wrong", roll(*thrown, announced=10)
    for cause in ("not_flat", "fell_out", "uncovered"):
        yield f"no_roll {cause}", ask("no_roll", cause=cause)
    yield "no_roll", ask("no_roll", **_WORDS)
    yield from _again(correct_roll())
    yield from _again(correct_roll(1, 1), " of two dice")


def _of_hands() -> Iterator[tuple[str, Asked]]:
    yield "deal, start told", {**COMMANDS["deal"], "start": "3"}
    yield "deal cards", poker.deal_cards(_CARDS)
    yield "set_hand dealer", set_hand("dealer")
    yield "set_house, against the house way", asked.set_house("1-3 5-6", "1-5 4-6")
    for position in ("dealer", "dead", 1, 2, 5):
        yield f"expose {position}", asked.expose(position)
    yield "expose 1, by a player", {**asked.expose(1), "by": "player"}
    yield from _again(correct_deal("6-6 1-1 2-3 4-5"))
    yield from _again({**poker.deal_cards(_TURNED), "command": "correct_deal"}, " of cards")
    for seat in (1, "dealer", "house"):
        yield from _again(ask("correct_setting", seat=seat), f" {seat}")
    yield "settle", asked.settle()
    for named, supervisor in (("", _OTHER), (" by oneself", _ME)):
        yield f"settle supervised{named}", ask("settle", supervisor=supervisor)


def _eye_round(*bets: Asked, **eye: object) -> tuple[Asked, ...]:
    return (eye_table(**eye), open_round(), *bets)


_TRIPLE: Final = (no_more_bets(), roll(4, 4, 4))
_EYE: Final = _eye_round(place(1), bet(1), place(4), bet(4))
_ALONE: Final = _eye_round(bet(1), bet(4), standalone=True)
_CO: Final = (*MOMENTS["banked"].come_to[:-2], banked.accept(2, co_bank=True), place(1))
_CO_DEALT: Final = (*_CO, no_more_bets(), roll(), asked.deal(HOUSE))
_BONUS: Final = (asked.open_table(triples_bonus=True), open_round(), place(1), bet(1, "any_triple"))
_FORTUNES: Final = (
    asked.open_table(regulation="md-pai-gow", pair_fortunes="A"),
    *(open_round(), place(1), bet(1, "pair_fortunes")),
)
_POKER: Final = (poker.metered(), *poker.to_the_house(_CARDS, on_meter=(1,)))
_FIVE_ACES: Final = poker.to_the_house({1: poker.FIVE_ACES_AND_PAIR}, on_meter=(1,), dealer=_DEALER)
_LINE: Final = (craps.open_craps(), open_round(), craps.bet(1, "pass"), craps.bet(1, "place_6"))
_POINT: Final = (*_LINE, no_more_bets(), craps.throw(2, 2))
_SECOND: Final = (*_POINT, open_round(), craps.bet(2, "come"))
_COME_OUT: Final = (*_POINT, *craps.a_round([], 2, 2), open_round(), craps.bet(2, "pass"))

_COME_TO: Final[dict[str, tuple[Asked, ...]]] = {
    **{
        f"tiles: {name}": moment.come_to
        for name, moment in MOMENTS.items()
        if moment.regime or name in ("never opened", "closed", "no round", "a dice bonus carried")
    },
    "tiles: co-banked": _CO,
    "tiles: co-banked, no_more_bets": (*_CO, no_more_bets()),
    "tiles: co-banked, dealt": _CO_DEALT,
    "tiles: co-banked, house_set": (*_CO_DEALT, set_hand(1), asked.set_house()),
    "tiles: banked, delivery chosen": (
        *MOMENTS["banked, no_more_bets"].come_to,
        banked.choose("chee_yee"),
    ),
    "tiles: banked, a tile exposed": (*MOMENTS["banked, dealt"].come_to, asked.expose(1)),
    "tiles: triples_bonus betting": _BONUS,
    "tiles: triples_bonus no_more_bets": (*_BONUS, no_more_bets()),
    "tiles: pair_fortunes betting": _FORTUNES,
    "eye: betting": _EYE,
    "eye: no_more_bets": (*_EYE, no_more_bets()),
    "eye: rolled": (*_EYE, no_more_bets(), roll()),
    "eye: rolled, a triple": (*_EYE, *_TRIPLE),
    "eye: alone, betting": _ALONE,
    "eye: alone, no_more_bets": (*_ALONE, no_more_bets()),
    "eye: alone, rolled": (*_ALONE, no_more_bets(), roll()),
    "eye: after a triple": (*_ALONE, *_TRIPLE, open_round()),
    "eye: after a triple, no_more_bets": (*_ALONE, *_TRIPLE, open_round(), no_more_bets()),
    "eye: by the second method, a triple": (*_eye_round(place(1), vigorish_method=2), *_TRIPLE),
    "cards: betting": _POKER[:5],
    "cards: no_more_bets": _POKER[:6],
    "cards: rolled": _POKER[:7],
    "cards: dealt": _POKER[:8],
    "cards: all set": _POKER[:10],
    "cards: house_set": _POKER,
    "cards: house_set, off the meter": (poker.metered(), *_FIVE_ACES),
    "cards: settled": (*_POKER, poker.validated()),
    "craps: no round": (craps.open_craps(),),
    "craps: betting, come out": _LINE,
    "craps: no_more_bets, come out": (*_LINE, no_more_bets()),
    "craps: on a point, between rounds": _POINT,
    "craps: on a point, betting": _SECOND,
    "craps: on a point, no_more_bets": (*_SECOND, no_more_bets()),
    "craps: come out again, betting": _COME_OUT,
    "craps: come out again, no_more_bets": (*_COME_OUT, no_more_bets()),
}

_SHUT: Final = ("tiles: never opened", "tiles: closed")


def _acts() -> Iterator[Act]:
    for named, told in _told():
        try:
            yield Act(named, parse_command(told))
        except CommandError:
            continue  # No table is ever asked that.


def accepted_acts() -> str:
    """A line for each act that is accepted, with who is heard under basic and full controls."""
    acts = sorted(_acts(), key=lambda act: act.named)
    stamps = {controls: _stamps(controls) for controls in ("basic", "full")}
    found = {moment: list(_lines(moment, acts, stamps)) for moment in _COME_TO}
    opened = [lines for moment, lines in found.items() if moment not in _SHUT]
    always = [line for line in opened[0] if all(line in lines for lines in opened)]
    told = ["every moment of an open table\n", *always]
    for moment, lines in found.items():
        besides = lines if moment in _SHUT else [one for one in lines if one not in always]
        told += [f"\n{moment}\n", *besides]
    return "".join(told)


def _stamps(controls: str) -> dict[str, Stamp]:
    told = replace(stamp({}), controls=controls)
    return {role: replace(told, actor=_actor(role)) for role in ROLES}


def _actor(role: str) -> dict[str, str] | None:
    return None if role == "nobody" else {"id": _ME, "role": _ACTS_AS.get(role, role)}


def _lines(moment: str, acts: list[Act], stamps: dict[str, dict[str, Stamp]]) -> Iterator[str]:
    at = history(*_COME_TO[moment])
    for act in acts:
        heard = {
            controls: [role for role, one in by_role.items() if _takes(at, act.command, one)]
            for controls, by_role in stamps.items()
        }
        if any(heard.values()):
            yield f"  {act.named:42}{_set(heard['basic']):44}| {_set(heard['full'])}\n"


def _set(roles: list[str]) -> str:
    if len(roles) == len(ROLES):
        return "all"
    left_out = [role for role in ROLES if role not in roles]
    return f"all but {', '.join(left_out)}" if len(left_out) < 3 else ", ".join(roles) or "-"


def _takes(at: Happened, command: Command, by: Stamp) -> bool:
    try:
        decide(at.table, command, by, _meter(at.table, command, at.meter))
    except Refused:
        return False
    return True


def _meter(table: Table, command: Command, meter: Meter | None) -> Meter | None:
    name = meter_of(table, command)
    return None if name is None else meter or Meter(name=name)


if __name__ == "__main__":
    KEPT.write_text(accepted_acts(), encoding="utf-8")
