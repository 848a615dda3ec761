"""Whoever validates a payout off the meter supervises, and is not the dealer (19:47-11.14(c)3)."""

from typing import Final

import pytest
from msgspec.structs import replace

from domain.commands.errors import CommandError
from domain.events.round import BetsClosed, ProgressivePaid
from domain.hosting import decide
from domain.messages.commands import parse_command
from domain.proofs import Person, Proofs
from domain.refusals import Refused
from tests.support.domain.asked import Asked, ask, open_round, place
from tests.support.domain.bookkeeping import CAGE, DEALER, FLOOR, PIT, SIGNED
from tests.support.domain.given import Happened, history, stamp, then_refused, when
from tests.support.domain.poker import (
    FIVE_ACES_AND_PAIR,
    LOSES,
    metered,
    poker,
    progressive,
    to_the_house,
    validated,
)

PARAGRAPH: Final = "19:47-11.14(c)3"
LIGHTS: Final = "19:47-11.14(b)"
DEALT: Final = "2S 4H 7D 9C JS QH KD"
WON: Final = (metered(), *to_the_house({1: FIVE_ACES_AND_PAIR}, [1], dealer=DEALT))


def by(who: Asked, asked: Asked) -> Asked:
    return {**asked, "actor": who}


def full(*rest: Asked) -> Happened:
    opened = {**metered(elections={"controls": "full"}), **SIGNED, "actor": FLOOR}
    told = [{**one, "lights": 1} if one["command"] == "no_more_bets" else one for one in rest]
    return history(opened, *(by(DEALER, one) for one in told))


@pytest.mark.parametrize("named", ["d7", "D7", " d7  "])
@pytest.mark.parametrize("controls", ["basic", "full"])
def test_nobody_validates_what_they_pay(named: str, controls: str) -> None:
    come_to = history(*WON) if controls == "basic" else full(*WON[1:])
    asked = by(DEALER, validated(named))
    then_refused(come_to.table, asked, rule=PARAGRAPH, meter=come_to.meter)
    asked = by(DEALER, validated("somebody"))
    paid = when(come_to.table, asked, meter=come_to.meter).one(ProgressivePaid)
    assert paid.supervisor == "somebody"


def test_a_dealer_of_the_session_does_not_validate_for_another() -> None:
    come_to = history(WON[0], *(by(DEALER, one) for one in WON[1:]))
    other = {"id": "d8", "role": "dealer"}
    then_refused(come_to.table, by(other, validated("d7")), rule=PARAGRAPH, meter=come_to.meter)
    then_refused(come_to.table, validated("d7"), rule=PARAGRAPH, meter=come_to.meter)


def test_who_signed_the_opener_as_dealer_is_known_as_one() -> None:
    come_to = full(*WON[1:])
    asked = by({"id": "d9", "role": "dealer"}, validated("d7"))
    then_refused(come_to.table, asked, rule=PARAGRAPH, meter=come_to.meter)
    asked = by({"id": "d9", "role": "dealer"}, validated("f1"))
    assert when(come_to.table, asked, meter=come_to.meter).one(ProgressivePaid)


def test_under_full_controls_nobody_known_in_another_role_does() -> None:
    come_to = full(*WON[1:])
    slip = by(PIT, ask("fill", slip="F-1", amount=500, step="requested"))
    issued = by(CAGE, ask("fill", slip="F-1", amount=500, step="issued"))
    table = when(come_to.table, slip, issued).table
    then_refused(table, by(DEALER, validated("c3")), rule=PARAGRAPH, meter=come_to.meter)
    assert when(table, by(DEALER, validated("p1")), meter=come_to.meter).one(ProgressivePaid)


def test_where_people_sign_in_the_proof_says_who_supervises() -> None:
    come_to = full(*WON[1:])
    command = parse_command(by(DEALER, validated("d8")))
    for person, lawful in ((Person("d8", "floorperson"), True), (Person("d8", "dealer"), False)):
        proved = replace(stamp(by(DEALER, validated())), proofs=Proofs((person,)))
        if lawful:
            assert decide(come_to.table, command, proved, come_to.meter).events
        else:
            with pytest.raises(Refused):
                decide(come_to.table, command, proved, come_to.meter)


def test_where_nothing_comes_off_the_meter_nobody_validates() -> None:
    come_to = history(metered(), *to_the_house({1: LOSES}, [1]))
    assert when(come_to.table, by(DEALER, validated("d7")), meter=come_to.meter).events


@pytest.mark.parametrize(
    ("lights", "rule"), [(0, LIGHTS), (2, LIGHTS), (6, LIGHTS), (1, None), (None, None)]
)
def test_as_many_lights_as_wagers(lights: int | None, rule: str | None) -> None:
    come_to = history(metered(), open_round(), place(1), place(2), progressive(2))
    asked = ask("no_more_bets", **({} if lights is None else {"lights": lights}))
    if rule is not None:
        refusal = then_refused(come_to.table, asked, rule=rule, meter=come_to.meter)
        assert f"{lights} acceptors are lit and 1 progressive wagers" in refusal.reason
        return
    closed = when(come_to.table, asked, meter=come_to.meter).one(BetsClosed)
    assert (closed.lights or None) == lights


SEATS: Final = (place(1), place(2), progressive(2), place(4), progressive(4))


@pytest.mark.parametrize(
    ("lights", "rule"),
    [
        ([2, 4], None),
        ([4, 2], None),
        ([1, 4], "19:47-11.14(c)1"),
        ([2], LIGHTS),
        ([1, 2, 4], LIGHTS),
        ([], LIGHTS),
    ],
)
def test_the_acceptors_are_lit_where_the_wagers_lie(lights: list[int], rule: str | None) -> None:
    come_to = history(metered(), open_round(), *SEATS)
    asked = ask("no_more_bets", lights=lights)
    if rule is not None:
        refusal = then_refused(come_to.table, asked, rule=rule, meter=come_to.meter)
        assert "lit" in refusal.reason
        return
    closed = when(come_to.table, asked, meter=come_to.meter).one(BetsClosed)
    assert (closed.lights, closed.lit) == (2, (2, 4))


@pytest.mark.parametrize("lights", [[2, 2], [0], [25], ["2"], [True], {}])
def test_the_seats_of_lights_are_seats_each_once(lights: object) -> None:
    with pytest.raises(CommandError):
        parse_command(ask("no_more_bets", lights=lights))


@pytest.mark.parametrize("named", ["bo", " BO "])
def test_a_player_of_the_round_does_not_validate(named: str) -> None:
    moves = to_the_house({1: FIVE_ACES_AND_PAIR, 2: LOSES}, [1], dealer=DEALT)
    told = [
        {**one, "player": "bo"} if (one.get("seat"), "amount" in one) == (2, True) else one
        for one in moves
    ]
    come_to = history(metered(), *told)
    refusal = then_refused(come_to.table, validated(named), rule=PARAGRAPH, meter=come_to.meter)
    assert "plays in round" in refusal.reason
    assert when(come_to.table, validated("ann"), meter=come_to.meter).one(ProgressivePaid)


def test_under_full_controls_they_are_counted_where_such_a_wager_is_down() -> None:
    come_to = full(open_round(), place(1))
    assert when(come_to.table, by(DEALER, ask("no_more_bets")), meter=come_to.meter).events
    wagered = when(come_to.table, by(DEALER, progressive(1)), meter=come_to.meter)
    asked = by(DEALER, ask("no_more_bets"))
    then_refused(wagered.table, asked, rule=LIGHTS, meter=wagered.meter)
    counted = by(DEALER, ask("no_more_bets", lights=1))
    assert when(wagered.table, counted, meter=wagered.meter).one(BetsClosed).lights == 1


def test_where_no_progressive_is_offered_there_are_no_lights() -> None:
    table = history(poker(), open_round(), place(1)).table
    then_refused(table, ask("no_more_bets", lights=0), rule="19:47-11.14(a)")
