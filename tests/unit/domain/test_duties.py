"""Full controls: every command is for somebody's role, and some duties are never one person's."""

from typing import Any, Final

import pytest

from domain.commands.day import AcknowledgeAlert, CloseDay
from domain.commands.shared import PROPERTY_COMMANDS
from domain.duties import MAY, check_day_duties, check_duties
from domain.hosting import Table
from domain.messages.commands import command_names, parse_command
from domain.refusals import BooksRefuse, Refused
from domain.roles import ROLES
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
    void_hand,
    void_round,
    withdraw,
)
from tests.support.domain.banked import accept, choose, cut, pass_bank
from tests.support.domain.bookkeeping import (
    AUDITOR,
    CAGE,
    COUNT_ROOM,
    DEALER,
    FLOOR,
    PIT,
    SECURITY,
    SIGNED,
    acknowledge,
    correct,
    count_tray,
    owe,
    pay_marker,
    recover,
    remove_box,
)
from tests.support.domain.given import given, new_table, stamp, then_refused, when

OPEN: Final = {**open_table(100_000, controls="full"), **SIGNED, "actor": FLOOR}
SEALED: Final = ask("change_tiles", reason="a tile is chipped", **SIGNED)
PUT_RIGHT: Final = {"reason": "a die was misread", "supervisor": "p9"}
TOLD: Final = {"round": "PG01-1-1", "seat": 1, "words": "my hand was higher"}
RULED: Final = {**PUT_RIGHT, "complaint": 9, "decision": "dismissed"}

PLAY: Final[tuple[Asked, ...]] = (
    *(open_round(), pass_bank(1), accept(1), place(1), withdraw(1), no_more_bets(), cut(1)),
    *(choose("jung_quat"), roll(), ask("no_roll", reason="cocked")),
    *(ask("announce_number", number=4), deal("1-3 1-5 5-6 4-6"), set_hand(1), set_house()),
    *(surrender(1), ask("abandon", seat=1), expose(1), void_hand(1), play_on(1), misdeal()),
    *(void_round(), reshuffle(), return_wager(1)),
    *(settle(), ask("set_out_tiles"), SEALED, ask("change_dice"), buy_in()),
)
AT_THE_TABLE: Final[tuple[Asked, ...]] = (
    ask("call_on", seat=1, wager="pai_gow"),
    *(OPEN, count_tray(1, **SIGNED), close_table() | SIGNED, pay_marker("M-1"), owe(1, 25)),
    *(recover(1), fill("F-1", step="received"), ask("complain", **TOLD)),
    ask("correct_wager", seat=1, wager="pai_gow", amount=1, **PUT_RIGHT),
    ask("correct_roll", dice=[1, 2, 3], **PUT_RIGHT),
    ask("correct_setting", seat=1, **PUT_RIGHT),
    ask("correct_bank", seat=1, **PUT_RIGHT),
    ask("correct_deal", stacks=deal("1-3 1-5 5-6 4-6")["stacks"], **PUT_RIGHT),
)
ON_THE_FLOOR: Final[tuple[Asked, ...]] = (
    *(fill("F-1", step="requested"), credit("C-1", step="requested")),
    *(ask("hold_dispute", complaint=9, amount=1), ask("rule_dispute", **RULED)),
)
BY_FLOOR_OR_CAGE: Final[tuple[Asked, ...]] = (
    *(fill("F-1", step="voided"), credit("C-1", step="voided"), credit("C-1", step="issued")),
)
AT_THE_CAGE: Final = (fill("F-1", step="issued"), credit("C-1", step="received"))
CORRECTION: Final = correct(1, 5)
CORRECTED_DROP: Final = correct(3, 5)
DROP: Final = count_drop(amount=1)
BOX: Final = remove_box()
ANSWER: Final = acknowledge(9)
FLOOR_WORK: Final = (*PLAY, *AT_THE_TABLE, *ON_THE_FLOOR, *BY_FLOOR_OR_CAGE, CORRECTION)

ALLOWED: Final[dict[str, tuple[Asked, ...]]] = {
    "dealer": (*PLAY, *AT_THE_TABLE),
    "floorperson": FLOOR_WORK,
    "pit_manager": (*FLOOR_WORK, ANSWER),
    "cage": (*AT_THE_CAGE, *BY_FLOOR_OR_CAGE),
    "security": (BOX,),
    "count_room": (DROP, CORRECTED_DROP),
    "auditor": (ANSWER, CORRECTION, CORRECTED_DROP),
    "surveillance": (),
    "device": PLAY,
    "hostess": (),
}
"""What each role may do; and somebody whose role is none of them."""
EVERYTHING: Final = (*FLOOR_WORK, *AT_THE_CAGE, BOX, DROP, CORRECTED_DROP, ANSWER)


def full(*commands: Asked) -> Table:
    """A table under full controls, after these."""
    return given(OPEN, *commands)


def by(who: dict[str, str], asked: Asked) -> Asked:
    return {**asked, "actor": who}


def refused_for(table: Table, asked: Asked) -> str | None:
    try:
        check_duties(table, parse_command(asked), stamp(asked))
    except Refused as refusal:
        return refusal.rule
    return None


@pytest.fixture(scope="module")
def counted() -> Table:
    """With a box that was carried and one that was counted, as event 3."""
    boxes = [by(SECURITY, remove_box()), by(COUNT_ROOM, count_drop(amount=0))]
    return full(*boxes, by(SECURITY, remove_box()))


def test_the_enumeration_is_of_every_command_and_role() -> None:
    assert {asked["command"] for asked in EVERYTHING} == command_names() - {*PROPERTY_COMMANDS}
    assert ALLOWED.keys() - {"hostess"} == ROLES.keys()
    assert {duty.split()[0] for duty in MAY} == command_names()
    assert frozenset().union(*MAY.values()) == ROLES.keys() - {"surveillance"}


@pytest.mark.parametrize("role", ALLOWED)
def test_a_role_may_do_what_is_its_own_and_nothing_else(role: str, counted: Table) -> None:
    for asked in EVERYTHING:
        rule = refused_for(counted, by({"id": "x1", "role": role}, asked))
        assert rule == (None if asked in ALLOWED[role] else "control:duties"), asked


def test_what_nobody_is_known_to_have_done_is_refused(counted: Table) -> None:
    for asked in EVERYTHING:
        told = {name: value for name, value in asked.items() if name != "actor"}
        assert refused_for(counted, told) == "control:duties"


def test_basic_controls_demand_nobody() -> None:
    table = given(open_table())
    for asked in EVERYTHING:
        if asked is not OPEN:
            assert refused_for(table, asked) is None
    assert refused_for(table, {**open_table(), "actor": {"id": "x", "role": "cage"}}) is None


def test_the_decision_itself_refuses_and_says_whose_duty_it_is() -> None:
    refusal = then_refused(full(), by(DEALER, remove_box()), rule="control:duties")
    assert refusal.reason == "`remove_box` under full controls is for security, and d7 is dealer"
    then_refused(full(), by(CAGE, count_tray(1, **SIGNED)), rule="control:duties")
    then_refused(new_table(), open_table(controls="full"), rule="control:duties")


@pytest.mark.parametrize(
    "signatures",
    [
        [],
        [DEALER],
        [FLOOR],
        [FLOOR, PIT],
        [DEALER, CAGE],
        [DEALER, {"id": "d7", "role": "floorperson"}],
        [DEALER, {"id": " D7", "role": "floorperson"}],
    ],
)
def test_a_count_is_signed_by_a_dealer_and_by_a_supervisor_who_is_somebody_else(
    signatures: list[dict[str, str]],
) -> None:
    told = {"signatures": signatures, "actor": FLOOR}
    then_refused(new_table(), {**OPEN, **told}, rule="control:signatures")
    for asked in (count_tray(1), close_table()):
        then_refused(full(), {**asked, **told}, rule="control:signatures")


@pytest.mark.parametrize("supervisor", [FLOOR, PIT])
def test_a_count_with_both_signatures_is_taken(supervisor: dict[str, str]) -> None:
    told = {"signatures": [DEALER, supervisor], "actor": DEALER}
    table = given({**OPEN, **told})
    assert when(table, {**count_tray(1), **told}, {**close_table(), **told}).events


def _steps(asked: Any, who: list[dict[str, str]]) -> list[Asked]:
    steps = ("requested", "issued", "received")
    return [by(one, asked("S-1", step=step)) for one, step in zip(who, steps, strict=True)]


def test_a_slip_under_full_controls_goes_from_hand_to_hand() -> None:
    other_cage = {"id": "c4", "role": "cage"}
    assert when(full(), *_steps(fill, [FLOOR, CAGE, DEALER])).table.tray == 150_000
    assert when(full(), *_steps(fill, [FLOOR, CAGE, FLOOR])).table.tray == 150_000
    assert when(full(), *_steps(credit, [FLOOR, PIT, CAGE])).table.tray == 50_000
    assert when(full(), *_steps(credit, [FLOOR, CAGE, other_cage])).table.tray == 50_000


@pytest.mark.parametrize("asked", [fill("F-1"), credit("C-1")])
def test_a_slip_told_in_one_go_is_refused(asked: Asked) -> None:
    for who in (FLOOR, CAGE):
        then_refused(full(), by(who, asked), rule="control:duties-apart")


def test_nobody_issues_what_they_requested_or_receives_what_they_issued() -> None:
    requested = full(by(FLOOR, credit("C-1", step="requested")))
    issue, receive = credit("C-1", step="issued"), credit("C-1", step="received")
    then_refused(requested, by(FLOOR, issue), rule="control:duties-apart")
    issued = when(requested, by(CAGE, issue)).table
    then_refused(issued, by(CAGE, receive), rule="control:duties-apart")
    filling = full(by(FLOOR, fill("F-1", step="requested")))
    both = {"id": "f1", "role": "cage"}
    then_refused(filling, by(both, fill("F-1", step="issued")), rule="control:duties-apart")
    in_hand = when(filling, by(CAGE, fill("F-1", step="issued"))).table
    same = {"id": "c3", "role": "dealer"}
    then_refused(in_hand, by(same, fill("F-1", step="received")), rule="control:duties-apart")


def test_a_slip_is_voided_with_a_reason() -> None:
    table = full(by(FLOOR, fill("F-1", step="requested")))
    void = by(FLOOR, fill("F-1", step="voided"))
    then_refused(table, void, rule="control:slip-steps")
    assert when(table, {**void, "reason": "the wrong table"}).events


def test_nobody_counts_a_drop_they_carried_and_somebody_carried_it() -> None:
    ended = full({**close_table(100_000), **SIGNED, "actor": FLOOR})
    then_refused(ended, by(COUNT_ROOM, count_drop(amount=0)), rule="control:box-removed")
    carried = when(ended, by(SECURITY, remove_box())).table
    same = {"id": "s5", "role": "count_room"}
    then_refused(carried, by(same, count_drop(amount=0)), rule="control:duties-apart")
    assert when(carried, by(COUNT_ROOM, count_drop(amount=0))).events


def test_a_name_written_otherwise_is_the_same_person() -> None:
    requested = full(by(FLOOR, credit("C-1", step="requested")))
    shouted = {"id": "F1", "role": "pit_manager"}
    then_refused(requested, by(shouted, credit("C-1", step="issued")), rule="control:duties-apart")
    carried = full(by(SECURITY, remove_box()))
    same = {"id": "S5 ", "role": "count_room"}
    then_refused(carried, by(same, count_drop(amount=0)), rule="control:duties-apart")
    counted = full(count_tray(99_000, **SIGNED, actor=FLOOR))
    then_refused(counted, by(shouted, acknowledge(2)), rule="control:duties-apart")
    sold = full(by(DEALER, buy_in()))
    then_refused(sold, by(FLOOR, correct(2, 5, supervisor="F1")), rule="control:duties-apart")


def test_full_controls_are_not_lifted_by_opening_the_table_again() -> None:
    ended = full({**close_table(100_000), **SIGNED, "actor": FLOOR})
    for asked in (open_table(100_000), {**open_table(100_000), **SIGNED, "actor": FLOOR}):
        refusal = then_refused(ended, asked, rule="control:duties")
        assert "does not lift them" in refusal.reason
    assert when(ended, OPEN).events
    stricter = given(open_table(), close_table())
    assert when(stricter, OPEN).table.terms.controls == "full"


def test_nobody_answers_for_an_exception_they_had_a_hand_in() -> None:
    signed = {"signatures": [DEALER, PIT], "actor": FLOOR}
    table = full(count_tray(99_000, **signed))
    then_refused(table, by(PIT, acknowledge(2)), rule="control:duties-apart")
    counter = {"id": "f1", "role": "pit_manager"}
    then_refused(table, by(counter, acknowledge(2)), rule="control:duties-apart")
    for who in (AUDITOR, {"id": "p2", "role": "pit_manager"}):
        assert not when(table, by(who, acknowledge(2))).table.books.exceptions


def test_the_counter_and_the_carrier_do_not_answer_for_the_drop() -> None:
    table = full(by(SECURITY, remove_box()), by(COUNT_ROOM, count_drop(amount=5)))
    for person in ("s5", "k2"):
        who = {"id": person, "role": "auditor"}
        then_refused(table, by(who, acknowledge(3)), rule="control:duties-apart")


def test_nobody_stands_by_as_supervisor_to_themselves() -> None:
    table = full(by(DEALER, buy_in()))
    then_refused(table, by(FLOOR, correct(2, 5, supervisor="f1")), rule="control:duties-apart")
    assert when(table, by(FLOOR, correct(2, 5, supervisor="p1"))).events
    alone = by(DEALER, ask("settle", supervisor="d7"))
    assert refused_for(table, alone) == "control:duties-apart"


@pytest.mark.parametrize(
    ("asked", "may"),
    [
        ({"status": "provisional"}, {"pit_manager", "auditor"}),
        ({"status": "counted"}, {"count_room", "auditor"}),
        ({"status": "audited"}, {"auditor"}),
        ({"alert": "hold:PG01", "reason": "a quiet week"}, {"pit_manager", "auditor"}),
    ],
)
def test_a_day_is_closed_and_its_alerts_answered_by_their_roles(
    asked: Asked, may: set[str]
) -> None:
    name = "close_day" if "status" in asked else "acknowledge_alert"
    command = parse_command(ask(name, day="2026-11-15", **asked))
    assert isinstance(command, CloseDay | AcknowledgeAlert)
    for role in ROLES:
        if role in may:
            check_day_duties(command, {"id": "x", "role": role})
        else:
            with pytest.raises(BooksRefuse, match="control:duties"):
                check_day_duties(command, {"id": "x", "role": role})
    with pytest.raises(BooksRefuse, match="control:duties"):
        check_day_duties(command, None)
