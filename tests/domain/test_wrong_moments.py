"""Every command at every moment of a table: accepted where it belongs, refused elsewhere."""

import re
from typing import Final

import pytest

from domain.commands.union import command_names
from domain.controls import MEANINGS
from domain.refusals import Refused
from domain.table.lawful import Moment, next_commands
from domain.table.state import Table
from tests.domain.asked import (
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
    roll,
    set_hand,
    set_house,
    settle,
    surrender,
    void_hand,
    withdraw,
)
from tests.domain.given import given, new_table, then_refused, when

COMMANDS: Final[dict[str, Asked]] = {
    asked["command"]: asked
    for asked in (
        open_table(),
        buy_in(),
        fill("F-9"),
        credit("C-9"),
        ask("set_out_tiles"),
        ask("change_tiles"),
        ask("change_dice"),
        ask("count_tray", inventory=1_000_000),
        close_table(),
        count_drop(),
        open_round(),
        ask("pass_bank", seat=1),
        ask("accept_bank", seat=1, chips=100_000),
        place(1),
        withdraw(1),
        no_more_bets(),
        ask("cut", stacks=[1, 2]),
        ask("choose_delivery", style="jung_quat"),
        roll(),
        ask("no_roll", reason="a die on its edge"),
        ask("announce_number", number=4),
        deal("1-3 1-5 5-6 4-6"),
        set_hand(1),
        set_house(),
        surrender(1),
        ask("abandon", seat=1),
        expose(1),
        void_hand(1),
        play_on(1),
        misdeal(),
        settle(),
    )
}

_BETTING: Final = (open_table(), open_round(), place(1))
_ROLLED: Final = (*_BETTING, no_more_bets(), roll())
_DEALT: Final = (*_ROLLED, deal("1-3 1-5 5-6 4-6"))
MOMENTS: Final[dict[str, Table]] = {
    "never opened": new_table(),
    "closed": given(open_table(), close_table()),
    "no round": given(open_table()),
    "betting": given(*_BETTING),
    "no_more_bets": given(*_BETTING, no_more_bets()),
    "rolled": given(*_ROLLED),
    "dealt": given(*_DEALT),
    "dealt, a tile exposed": given(*_DEALT, expose(1)),
    "dealt, all set": given(*_DEALT, set_hand(1)),
    "house_set": given(*_DEALT, set_hand(1), set_house()),
}

OUTSIDE: Final = {"never opened", "closed"}
IN_A_ROUND: Final = set(MOMENTS) - OUTSIDE - {"no round"}
ACCEPTED: Final[dict[str, set[str]]] = {
    "open_table": OUTSIDE,
    "buy_in": IN_A_ROUND | {"no round"},
    "fill": IN_A_ROUND | {"no round"},
    "credit": IN_A_ROUND | {"no round"},
    "change_dice": IN_A_ROUND | {"no round"},
    "count_tray": IN_A_ROUND | {"no round"},
    "set_out_tiles": {"no round"},
    "change_tiles": {"no round"},
    "close_table": {"no round"},
    "count_drop": {"closed"},
    "open_round": {"no round"},
    "place_wager": {"betting"},
    "withdraw_wager": {"betting"},
    "no_more_bets": {"betting"},
    "roll": {"no_more_bets"},
    "no_roll": {"no_more_bets"},
    "deal": {"rolled"},
    "set_hand": {"dealt"},
    "expose": {"dealt"},
    "void_hand": {"dealt, a tile exposed"},
    "play_on": {"dealt, a tile exposed"},
    "set_house": {"dealt, all set"},
    "surrender": {"house_set"},
    "settle": {"house_set"},
    "misdeal": IN_A_ROUND,
    **{never: set() for never in ("pass_bank", "accept_bank", "cut", "choose_delivery")},
    **{never: set() for never in ("announce_number", "abandon")},
}

CITED: Final = {
    "open_table": "control:table-closed",
    "set_out_tiles": "control:round-finished",
    "change_tiles": "control:round-finished",
    "close_table": "control:round-finished",
    "open_round": "control:round-finished",
    "count_drop": "control:drop-after-close",
    "pass_bank": "19:47-10.8(a)",
    "accept_bank": "19:47-10.8(a)",
    "place_wager": "19:47-10.5(c)",
    "withdraw_wager": "19:47-10.5(c)",
    "no_more_bets": "19:47-10.6(a)",
    "cut": "19:47-10.8(g)",
    "choose_delivery": "19:47-10.8(i)",
    "roll": "19:47-10.6(b)",
    "no_roll": "19:47-10.9(a)",
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
}
"""What a command in a round cites where it does not belong."""

TOUCHED: Final = {
    ("set_hand", "dealt, a tile exposed"): "19:47-10.9(d)",
    ("set_hand", "dealt, all set"): "19:47-10.7(b)",
}


def cited_at(command: str, moment: str) -> str:
    if moment in OUTSIDE:
        return "control:table-open"
    if moment == "no round" and command not in ("open_table", "count_drop"):
        return "control:round-open"
    return TOUCHED.get((command, moment), CITED[command])


def test_the_matrix_holds_every_command_and_every_phase() -> None:
    assert set(COMMANDS) == set(ACCEPTED) == command_names()
    assert len(COMMANDS) == 31
    phases = {table.round.phase for table in MOMENTS.values() if table.round is not None}
    assert phases == {"betting", "no_more_bets", "rolled", "dealt", "house_set"}


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_is_accepted_at_its_moment_and_refused_at_any_other(
    command: str, moment: str
) -> None:
    table, asked = MOMENTS[moment], COMMANDS[command]
    if moment in ACCEPTED[command]:
        then = when(table, asked)
        assert then.events
        assert then.table.seq == table.seq + len(then.events)
    else:
        then_refused(table, asked, rule=cited_at(command, moment))


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_refusal_cites_a_paragraph_or_a_control_that_has_a_meaning(moment: str) -> None:
    refused = [name for name in COMMANDS if moment not in ACCEPTED[name]]
    for name in refused:
        refusal: Refused = then_refused(MOMENTS[moment], COMMANDS[name])
        if refusal.rule.startswith("control:"):
            assert refusal.rule in MEANINGS
        else:
            assert re.fullmatch(r"19:47-(8|10)\.\d+(\([a-z]\))?\d*", refusal.rule)


FOR_OTHERS: Final = {
    "dealt, a tile exposed": {"set_hand", "expose"},
    "dealt, all set": {"expose"},
    "house_set": {"expose"},
}
"""What is offered for another seat than the one the matrix asks about, or asked and not offered."""


def moment_of(table: Table) -> Moment:
    playing = table.round
    return Moment(
        wagers=bool(playing and playing.wagers),
        playing=bool(playing and playing.playing()),
        to_set=bool(playing and set(playing.unset()) - set(playing.exposed)),
        all_set=bool(playing and not playing.unset()),
        exposed=bool(playing and playing.exposed),
        uncounted=bool(table.uncounted),
    )


@pytest.mark.parametrize("moment", MOMENTS)
def test_the_commands_offered_next_are_those_that_are_accepted(moment: str) -> None:
    table = MOMENTS[moment]
    between = "open" if table.is_open else "closed"
    offered = next_commands(table.round.phase if table.round else between, moment_of(table))
    accepted = {command for command, moments in ACCEPTED.items() if moment in moments}
    assert set(offered) - FOR_OTHERS.get(moment, set()) == accepted - FOR_OTHERS.get(moment, set())
    assert len(offered) == len(set(offered))
