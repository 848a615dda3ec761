"""Somebody at a table who sends whatever is lawful there, at random, as `next` says."""

from collections.abc import Callable
from datetime import UTC, datetime
from random import Random
from typing import Any, Final

from domain.games.craps.wagers.catalogue import CATALOGUE as CRAPS_WAGERS
from domain.games.pai_gow.cards.deck import DECK
from domain.games.pai_gow.tiles.delivery import STYLES
from domain.games.pai_gow.tiles.tile_set import FULL_SET
from projections.floor.view import TableView
from services.tools.simulator.floor import setup_at
from services.tools.simulator.staff import on_duty, signing, standing_by

Fields = dict[str, Any]

LEFT_ALONE: Final = frozenset({"correct_entry"})
"""An amount that was counted since and is corrected afterwards is a variance by itself."""
OTHER_TABLES: Final = ("PG01", "PG07", "PG10", "CR01")


class Visitor:
    """Tells true counts, so that whatever else is done the books have to balance."""

    def __init__(self, luck: Random) -> None:
        self._luck = luck
        self._slips = 0

    def command(self, view: TableView) -> Fields | None:
        """One of the commands that the table says it takes now."""
        lawful = [one for one in view.next if one not in LEFT_ALONE]
        name = self._luck.choice(lawful)
        fields = _FIELDS.get(name, _nothing)(self, view, self._luck)
        if fields is None:
            return None
        now = datetime.now(UTC)
        actor = on_duty(name, fields.get("step"), view.table, now)
        return {"command": name, "table": view.table, "actor": actor, **fields}

    def slip(self) -> str:
        self._slips += 1
        return f"VISITOR-{self._slips}"


def _nothing(*_: object) -> Fields:
    return {}


def _why(command: str) -> Fields:
    return {"reason": "a visitor says so", "supervisor": standing_by(command, datetime.now(UTC))}


def _signed(view: TableView) -> Fields:
    return {"signatures": signing(view.table, datetime.now(UTC))}


def _seat(_: Visitor, view: TableView, luck: Random) -> Fields | None:
    return {"seat": luck.choice(view.seats)} if view.seats else None


def _place(_: Visitor, view: TableView, luck: Random) -> Fields:
    seat = luck.randint(1, view.places)
    wager = luck.choice(list(CRAPS_WAGERS)) if view.craps else "pai_gow"
    return {"seat": seat, "wager": wager, "amount": luck.choice((2_500, 6_000, 10_000))}


def _lying(_: Visitor, view: TableView, luck: Random) -> Fields | None:
    if not view.wagers:
        return None
    one = luck.choice(view.wagers)
    return {"seat": one.seat, "wager": one.wager}


def _corrected(visitor: Visitor, view: TableView, luck: Random) -> Fields | None:
    lying = _lying(visitor, view, luck)
    amount = luck.choice((0, 3_000, 5_000))
    return lying and {**lying, "amount": amount, **_why("correct_wager")}


def _returned(_: Visitor, view: TableView, luck: Random) -> Fields | None:
    carried = view.craps.carried if view.craps else ()
    if carried:
        one = luck.choice(carried)
        on = {"point": one.point} if isinstance(one.point, int) else {}
        return {"seat": one.seat, "wager": one.wager, **on, **_why("return_wager")}
    if not view.triples.retained:
        return None
    seat = luck.choice(view.triples.retained).seat
    return {"seat": seat, "wager": "dice_bonus", **_why("return_wager")}


def _dice(_: Visitor, view: TableView, luck: Random) -> Fields:
    return {"dice": [luck.randint(1, 6) for _ in range(2 if view.craps else 3)]}


def _dealt(_: Visitor, view: TableView, luck: Random) -> Fields:
    pieces = list(DECK if "poker" in view.regulation else FULL_SET)
    luck.shuffle(pieces)
    if "poker" not in view.regulation:
        return {"stacks": [pieces[at : at + 4] for at in range(0, 32, 4)]}
    places = ["dealer", *map(str, view.seats)]
    return {"hands": {one: pieces[7 * at : 7 * at + 7] for at, one in enumerate(places)}}


def _set(_: Visitor, view: TableView, luck: Random) -> Fields:
    return {"seat": luck.choice((*view.to_set, "dealer"))}


def _exposed(_: Visitor, view: TableView, luck: Random) -> Fields:
    return {"seat": luck.choice(view.exposed)}


def _slip(visitor: Visitor, view: TableView, luck: Random) -> Fields:
    """A new one, at once or begun; or one that is under way goes on, the simulator's too."""
    if view.slips and luck.random() < 0.6:
        one = luck.choice(view.slips)
        step = luck.choice(("issued", "received", "voided"))
        return {"slip": one.slip, "amount": one.amount, "step": step, "reason": "a visitor"}
    begun = {"step": "requested"} if luck.random() < 0.5 else {}
    return {"slip": visitor.slip(), "amount": 50_000, **begun}


def _box(_: Visitor, view: TableView, luck: Random) -> Fields | None:
    if not view.boxes:
        return {} if view.phase != "closed" else None
    one = luck.choice(view.boxes)
    return {"box": one.box, "session": one.session}


def _drop(_: Visitor, view: TableView, luck: Random) -> Fields | None:
    if not view.boxes:
        return None
    one = luck.choice(view.boxes)
    return {"box": one.box, "session": one.session, "amount": one.estimated}


def _marker(visitor: Visitor, view: TableView, luck: Random) -> Fields:
    tender = luck.choice(("chips", "cash"))
    return {"seat": 1, "amount": 5_000, "marker": visitor.slip(), "tender": tender}


def _opened(_: Visitor, view: TableView, luck: Random) -> Fields:
    """By the table's own rules, or by another's; with what was counted when it was closed."""
    rules = view.table if luck.random() < 0.6 else luck.choice(OTHER_TABLES)
    inventory = view.tray_expected or setup_at(rules).par
    return {"submission": setup_at(rules).submission(), "inventory": inventory, **_signed(view)}


def _complaint(_: Visitor, view: TableView, luck: Random) -> Fields | None:
    if view.rounds == 0:
        return None
    name = f"{view.table}-{view.session}-{luck.randint(1, view.rounds)}"
    return {"round": name, "seat": luck.randint(1, view.places), "words": "I was wronged"}


def _disputed(_: Visitor, view: TableView, luck: Random) -> Fields:
    return {"complaint": luck.choice(view.complaints).complaint}


_FIELDS: Final[dict[str, Callable[[Visitor, TableView, Random], Fields | None]]] = {
    "open_table": _opened,
    "place_wager": _place,
    "withdraw_wager": _lying,
    "call_on": _lying,
    "correct_wager": _corrected,
    "return_wager": _returned,
    "pass_bank": lambda _, view, __: {"seat": view.offered[0].seat} if view.offered else None,
    "accept_bank": lambda _, view, __: (
        {"seat": view.offered[0].seat, "chips": 5_000_000} if view.offered else None
    ),
    "cut": lambda _, __, luck: {"stacks": luck.randint(1, 4)},
    "choose_delivery": lambda _, __, luck: {"style": luck.choice(list(STYLES))},
    "announce_number": lambda _, __, luck: {"number": luck.randint(1, 8)},
    "roll": _dice,
    "correct_roll": lambda one, view, luck: {**_dice(one, view, luck), **_why("correct_roll")},
    "no_roll": lambda *_: {"cause": "not_flat"},
    "deal": _dealt,
    "correct_deal": lambda one, view, luck: {**_dealt(one, view, luck), **_why("correct_deal")},
    "set_hand": _set,
    "surrender": _seat,
    "abandon": _seat,
    "expose": lambda _, view, luck: {"position": luck.choice(("dealer", *view.seats))},
    "play_on": _exposed,
    "void_hand": _exposed,
    "misdeal": lambda _, __, luck: {**_why("misdeal"), "announced": luck.randint(3, 18)},
    "void_round": lambda *_: _why("void_round"),
    "reshuffle": lambda *_: _why("reshuffle"),
    "settle": lambda *_: {"supervisor": standing_by("settle", datetime.now(UTC))},
    "change_tiles": lambda _, view, __: {"reason": "a visitor says so", **_signed(view)},
    "buy_in": lambda _, view, luck: {"seat": luck.randint(1, view.places), "amount": 20_000},
    "fill": _slip,
    "credit": _slip,
    "count_tray": lambda _, view, luck: {
        "inventory": view.tray_expected,
        "roll": luck.random() < 0.3,
        **_signed(view),
    },
    "close_table": lambda _, view, __: {"inventory": view.tray_expected, **_signed(view)},
    "pay_marker": _marker,
    "remove_box": _box,
    "count_drop": _drop,
    "owe_vigorish": lambda _, __, luck: {
        "seat": luck.randint(1, 6),
        "amount": 25,
        "reason": "no small chips",
    },
    "recover_vigorish": lambda _, view, luck: {"owed": luck.choice(view.owed).owed},
    "complain": _complaint,
    "hold_dispute": lambda one, view, luck: {**_disputed(one, view, luck), "amount": 2_500},
    "rule_dispute": lambda one, view, luck: {
        **_disputed(one, view, luck),
        "decision": "upheld",
        "adjustment": 500,
        **_why("rule_dispute"),
    },
    "acknowledge": lambda _, view, luck: {
        "exception": luck.choice(view.exceptions).exception,
        "reason": "a visitor has looked at it",
    },
}
