"""Every command, and every moment of a table at which it may be asked, as one table."""

from typing import Final, NamedTuple

from tests.support.domain.asked import (
    Asked,
    ask,
    buy_in,
    close_table,
    count_drop,
    credit,
    deal,
    expose,
    fill,
    misdeal,
    no_more_bets,
    open_round,
    open_table,
    place,
    play_on,
    reshuffle,
    return_wager,
    roll,
    set_hand,
    set_house,
    settle,
    surrender,
    up_to_the_house,
    void_hand,
    void_round,
    withdraw,
)
from tests.support.domain.banked import accept, choose, cut, jersey, maryland, pass_bank
from tests.support.domain.books_asked import (
    acknowledge,
    complain,
    correct_bank,
    correct_deal,
    correct_entry,
    correct_roll,
    correct_wager,
    hold,
    owe,
    pay_marker,
    recover,
    remove_box,
    rule,
)
from tests.support.domain.given import Happened, history

HOUSE: Final = "1-3 1-5 5-6 4-6"
COMMANDS: Final[dict[str, Asked]] = {
    asked["command"]: asked
    for asked in (
        *(open_table(), buy_in(), fill("F-9"), credit("C-9"), close_table(), count_drop()),
        *(ask("set_out_tiles"), ask("change_tiles"), ask("change_dice")),
        *(ask("count_tray", inventory=1_000_000), open_round()),
        *(pass_bank(1), accept(1), place(1), withdraw(1), no_more_bets()),
        *(cut([1, 2]), choose("jung_quat"), roll(), ask("no_roll", reason="a die on its edge")),
        *(ask("announce_number", number=4), deal(HOUSE), set_hand(1), set_house()),
        *(surrender(1), ask("abandon", seat=1), expose(1), void_hand(1), play_on(1)),
        *(misdeal(), void_round(), reshuffle(), return_wager(1), settle()),
        ask("call_on", seat=1, wager="pai_gow"),
        *(pay_marker(), remove_box(), owe(), recover(1)),
        *(correct_entry(1, 900_000), correct_wager(amount=2000), correct_roll()),
        *(
            correct_bank(None),
            correct_deal("6-6 1-1 2-3 4-5"),
            complain(),
            hold(1),
            rule(1),
            acknowledge(1),
        ),
    )
}
"""One of each; those about a seat are about seat 1, a correction is of the opener."""


class Moment(NamedTuple):
    """How a table came to it, and which commands it takes then."""

    regime: str
    come_to: tuple[Asked, ...]
    accepted: str
    about: int = 0
    """How far back lies the event that commands of the books are about."""

    def happened(self) -> Happened:
        return history(*self.come_to)

    def asks(self, command: str, seq: int) -> Asked:
        asked = COMMANDS[command]
        event = max(1, seq - self.about)
        return asked | {
            field: event for field in ("owed", "complaint", "exception") if field in asked
        }


KEPT: Final = "remove_box correct_entry "
ANY_TIME: Final = "buy_in fill credit change_dice count_tray pay_marker " + KEPT
IN_ROUND: Final = ANY_TIME + "void_round "
TO_DEAL: Final = IN_ROUND + "reshuffle "
DEALT: Final = IN_ROUND + "misdeal "
BETWEEN: Final = ANY_TIME + "set_out_tiles change_tiles close_table open_round "

_FIRST: Final = (open_round(), place(1), place(2), no_more_bets(), roll(), deal(HOUSE))
_FIRST_ROUND: Final = (*_FIRST, set_hand(1), set_hand(2), set_house(), settle())

_BETTING: Final = (open_table(), open_round(), place(1))
_ROLLED: Final = (*_BETTING, no_more_bets(), roll())
_DEALT: Final = (*_ROLLED, deal(HOUSE))

_OFFERED: Final = (jersey(), *_FIRST_ROUND, open_round(), place(3))
_BANKED: Final = (jersey(), *_FIRST_ROUND, open_round(), pass_bank(1), accept(2), place(1))
_NO_MORE: Final = (*_BANKED, no_more_bets())
_BANK_DEALT: Final = (*_NO_MORE, roll(), deal(HOUSE))
_BANK_SET: Final = (*_BANK_DEALT, set_hand(1))

_MARYLAND: Final = (maryland(generator=True, dealer_delivery=True), open_round(), place(1))
_ANNOUNCED: Final = (*_MARYLAND, no_more_bets(), ask("announce_number", number=9))
_MD_DEALT: Final = (*_ANNOUNCED, deal(HOUSE))
_MD_BANKED: Final = (maryland(generator=True), *_BANKED[1:], no_more_bets())

_WON: Final = (open_table(), *up_to_the_house(HOUSE, {1: "6-6 1-6 / 5-5 2-3"}), settle())
_OWED: Final = (*_WON, owe())
_COMPLAINED: Final = (*_WON, complain())
_CARRIED: Final = (
    open_table(dragons_eye={"standalone": True}),
    *(open_round(), ask("place_wager", seat=1, wager="dice_bonus", amount=100)),
    *(no_more_bets(), roll(4, 4, 4)),
)
_MISCOUNTED: Final = (open_table(), ask("count_tray", inventory=999_900))

WAGER: Final = "correct_wager "
ROLL: Final = WAGER + "correct_roll "
DEAL: Final = WAGER + "correct_deal "
ROLL_AND_DEAL: Final = ROLL + "correct_deal "
PLACE: Final = TO_DEAL + "place_wager no_more_bets "
BANK: Final = TO_DEAL + "complain "
ROLLED: Final = IN_ROUND
BANK_ROLLED: Final = IN_ROUND + "complain "
BANK_DEALT: Final = DEALT + "complain "

MOMENTS: Final[dict[str, Moment]] = {
    "never opened": Moment("", (), "open_table"),
    "closed": Moment("", (open_table(), close_table()), KEPT + "open_table count_drop"),
    "no round": Moment("", (open_table(),), BETWEEN),
    "between banked rounds": Moment("", (jersey(), *_FIRST_ROUND), BETWEEN + "complain"),
    "a box off the table": Moment("", (open_table(), remove_box()), BETWEEN + "count_drop"),
    "vigorish taken": Moment("", _WON, BETWEEN + "complain owe_vigorish"),
    "vigorish owed": Moment("", _OWED, BETWEEN + "complain owe_vigorish recover_vigorish"),
    "a round disputed": Moment(
        "", _COMPLAINED, BETWEEN + "complain owe_vigorish hold_dispute rule_dispute"
    ),
    "a dispute held": Moment(
        "",
        (*_COMPLAINED, hold(history(*_COMPLAINED).table.seq)),
        BETWEEN + "complain owe_vigorish rule_dispute",
        about=1,
    ),
    "closed upon a dispute": Moment(
        "",
        (*_COMPLAINED, close_table()),
        KEPT + "open_table count_drop complain hold_dispute rule_dispute",
        about=1,
    ),
    "miscounted": Moment("", _MISCOUNTED, BETWEEN + "acknowledge"),
    "closed upon a miscount": Moment(
        "",
        (open_table(), close_table(999_900)),
        KEPT + "open_table count_drop acknowledge",
    ),
    "a dice bonus carried": Moment(
        "",
        _CARRIED,
        ANY_TIME + "set_out_tiles change_tiles open_round return_wager complain correct_roll",
    ),
    "betting": Moment("NJ", _BETTING, PLACE + WAGER + "withdraw_wager"),
    "no_more_bets": Moment("NJ", (*_BETTING, no_more_bets()), TO_DEAL + WAGER + "roll no_roll"),
    "rolled": Moment("NJ", _ROLLED, ROLLED + ROLL + "deal"),
    "dealt": Moment("NJ", _DEALT, DEALT + ROLL_AND_DEAL + "set_hand expose"),
    "dealt, a tile exposed": Moment(
        "NJ", (*_DEALT, expose(1)), DEALT + ROLL_AND_DEAL + "void_hand play_on"
    ),
    "dealt, all set": Moment(
        "NJ", (*_DEALT, set_hand(1)), DEALT + ROLL_AND_DEAL + "set_house expose"
    ),
    "house_set": Moment(
        "NJ", (*_DEALT, set_hand(1), set_house()), DEALT + DEAL + "surrender settle expose"
    ),
    "the bank offered": Moment("bank", _OFFERED, PLACE + "complain accept_bank pass_bank"),
    "the bank offered to the next": Moment("bank", (*_OFFERED, pass_bank(1)), PLACE + "complain"),
    "banked": Moment("bank", _BANKED, PLACE + WAGER + "complain withdraw_wager cut correct_bank"),
    "banked, no_more_bets": Moment(
        "bank", _NO_MORE, BANK + WAGER + "cut choose_delivery roll no_roll"
    ),
    "banked, cut": Moment(
        "bank", (*_NO_MORE, cut(3)), BANK + WAGER + "choose_delivery roll no_roll"
    ),
    "banked, delivery chosen": Moment(
        "bank", (*_NO_MORE, choose("jung_quat")), BANK + WAGER + "roll no_roll"
    ),
    "banked, no roll": Moment(
        "bank", (*_NO_MORE, ask("no_roll", reason="a die fell")), BANK + WAGER + "roll no_roll"
    ),
    "banked, rolled": Moment("bank", (*_NO_MORE, roll()), BANK_ROLLED + ROLL + "deal"),
    "banked, dealt": Moment("bank", _BANK_DEALT, BANK_DEALT + ROLL_AND_DEAL + "set_hand expose"),
    "banked, all set": Moment("bank", _BANK_SET, BANK_DEALT + ROLL_AND_DEAL + "set_house expose"),
    "banked, dealer set": Moment(
        "bank", (*_BANK_SET, set_hand("dealer")), BANK_DEALT + ROLL_AND_DEAL + "set_house expose"
    ),
    "banked, house_set": Moment("bank", (*_BANK_SET, set_house()), BANK_DEALT + DEAL + "expose"),
    "banked, both set": Moment(
        "bank",
        (*_BANK_SET, set_house(), set_hand("dealer")),
        BANK_DEALT + DEAL + "surrender settle expose",
    ),
    "MD betting": Moment("MD", _MARYLAND, PLACE + WAGER + "withdraw_wager"),
    "MD no_more_bets": Moment(
        "MD",
        (*_MARYLAND, no_more_bets()),
        TO_DEAL + WAGER + "announce_number roll no_roll choose_delivery abandon",
    ),
    "MD rolled": Moment("MD", _ANNOUNCED, ROLLED + WAGER + "deal abandon"),
    "MD dealt": Moment("MD", _MD_DEALT, IN_ROUND + DEAL + "set_hand expose abandon"),
    "MD all set": Moment(
        "MD", (*_MD_DEALT, set_hand(1)), IN_ROUND + DEAL + "set_house expose abandon"
    ),
    "MD house_set": Moment(
        "MD",
        (*_MD_DEALT, set_hand(1), set_house()),
        IN_ROUND + DEAL + "surrender settle expose abandon",
    ),
    "MD banked, no_more_bets": Moment(
        "MD", _MD_BANKED, BANK + WAGER + "cut choose_delivery roll no_roll abandon"
    ),
}

_CONTROLS: Final = {
    "open_table": "control:table-closed",
    "set_out_tiles": "control:round-finished",
    "change_tiles": "control:round-finished",
    "close_table": "control:round-finished",
    "return_wager": "control:round-finished",
    "open_round": "control:round-finished",
    "count_drop": "control:drop-after-close",
}
_BETWEEN: Final = {
    "open_table": "control:table-closed",
    "count_drop": "control:drop-after-close",
    "close_table": "control:carried",
    "return_wager": "control:carried",
}
"""Between rounds, where something else than a round is lacking."""
_BOOKS: Final = {
    **dict.fromkeys(("owe_vigorish", "recover_vigorish"), "control:vigorish-owed"),
    **dict.fromkeys(("complain", "hold_dispute", "rule_dispute"), "control:dispute"),
    **dict.fromkeys(
        ("correct_entry", "correct_wager", "correct_roll", "correct_deal", "correct_bank"),
        "control:correction",
    ),
    "acknowledge": "control:exception",
}
"""What a command of the books cites, whatever the regulation."""
_NEEDS_NO_OPEN_TABLE: Final = ("correct_entry", "hold_dispute", "rule_dispute", "acknowledge")
_JERSEY: Final = _CONTROLS | {
    "pass_bank": "19:47-10.8(a)",
    "accept_bank": "19:47-10.8(a)",
    "place_wager": "19:47-10.5(c)",
    "withdraw_wager": "19:47-10.5(c)",
    "no_more_bets": "19:47-10.6(a)",
    "cut": "19:47-10.8(g)",
    "choose_delivery": "19:47-10.8(i)",
    "roll": "19:47-10.6(b)",
    "no_roll": "19:47-10.9",
    "announce_number": "19:47-10.3(a)",
    "deal": "19:47-10.6(d)",
    "set_hand": "19:47-10.7(a)",
    "set_house": "19:47-10.7(c)",
    "surrender": "19:47-10.7(f)",
    "abandon": "19:47-10.5(b)",
    "expose": "19:47-10.9(d)",
    "void_hand": "19:47-10.9(d)",
    "play_on": "19:47-10.9(d)",
    "settle": "19:47-10.7(g)",
    "misdeal": "19:47-10.9(c)",
    "reshuffle": "19:47-10.4(e)",
}
_BANK: Final = _JERSEY | {
    "pass_bank": "19:47-10.8(c)",
    "accept_bank": "19:47-10.8(c)",
    "deal": "19:47-10.8(k)",
}
_MD: Final = _CONTROLS | {
    "pass_bank": "MD 9.C(1)",
    "accept_bank": "MD 9.C(1)",
    "place_wager": "MD 5.D",
    "withdraw_wager": "MD 5.D",
    "no_more_bets": "MD 6.A",
    "cut": "MD 9.G",
    "choose_delivery": "MD 7.A",
    "roll": "MD 6.A(2)",
    "no_roll": "MD 10",
    "announce_number": "MD 6.A(1)",
    "deal": "MD 6.C",
    "set_hand": "MD 8.A",
    "set_house": "MD 8.C",
    "surrender": "MD 8.E",
    "abandon": "MD 5.C(2)",
    "expose": "MD 10.D",
    "void_hand": "MD 10.D",
    "play_on": "MD 10.D",
    "settle": "MD 8.F",
    "misdeal": "MD 10.C",
    "reshuffle": "MD 4.F",
}
_CITED: Final = {"NJ": _JERSEY, "bank": _BANK, "MD": _MD}
"""What a command in a round cites where it does not belong."""

OF_ANOTHER_GAME: Final = {"call_on"}
"""What pai gow never takes, at whatever moment: it has no such thing."""

_TOUCHED: Final = {
    ("set_hand", "dealt, a tile exposed"): "19:47-10.9(d)",
    **{
        ("set_hand", f"{moment} set"): "19:47-10.7(b)"
        for moment in ("dealt, all", "banked, all", "banked, dealer")
    },
    ("set_hand", "MD all set"): "MD 8.B",
    ("settle", "banked, house_set"): "19:47-10.8(n)",
    ("surrender", "banked, house_set"): "19:47-10.8(n)",
    ("deal", "MD banked, no_more_bets"): "MD 9.L",
    **{("roll", moment): "19:47-10.8(i)" for moment in MOMENTS if moment.startswith("banked")},
    **dict.fromkeys(
        (
            ("roll", moment)
            for moment in ("betting", "the bank offered", "the bank offered to the next")
        ),
        "19:47-10.6(a)",
    ),
    ("announce_number", "MD banked, no_more_bets"): "MD 9.J(2)",
    ("pass_bank", "MD betting"): "MD 9.B",
    ("accept_bank", "MD betting"): "MD 9.B",
    **{
        asked: told
        for moment in ("the bank offered", "the bank offered to the next")
        for asked, told in (
            (("deal", moment), "19:47-10.6(d)"),
            (("expose", moment), "19:47-10.9(e)"),
            (("withdraw_wager", moment), "19:47-10.5(a)"),
        )
    },
}
"""Where something nearer than the moment is in the way."""


def cited_at(command: str, moment: str) -> str:
    if command in OF_ANOTHER_GAME and moment != "never opened":
        return "MD 5.A" if MOMENTS[moment].regime == "MD" else "19:47-10.5(a)"
    if moment == "never opened" or moment.startswith("closed"):
        disputed = command == "complain" and moment != "never opened"
        kept = command in _NEEDS_NO_OPEN_TABLE or disputed
        return _BOOKS[command] if kept else "control:table-open"
    if command in _BOOKS:
        return _BOOKS[command]
    if not MOMENTS[moment].regime:
        return _BETWEEN.get(command, "control:round-open")
    return _TOUCHED.get((command, moment), _CITED[MOMENTS[moment].regime][command])
