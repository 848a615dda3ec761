"""10.4(a), MD 4.A to 4.C: who inspects a set of tiles, and who signs for one that goes."""

from typing import Any, Final

import msgspec
import pytest

from domain.controls import PROOF
from domain.events import encode
from domain.events.envelope import Stamp
from domain.events.table import Signature, TableOpened
from domain.games.pai_gow.messages.events import TilesChanged
from domain.hosting import decide
from domain.messages.commands import parse_command
from domain.proofs import Person, Proofs
from domain.refusals import BooksRefuse
from services.explain import Narrator
from tests.support.domain.asked import Asked, ask, open_table
from tests.support.domain.bookkeeping import CAGE, DEALER, FLOOR, PIT, SIGNED
from tests.support.domain.given import EVENING, given, history, new_table, then_refused, when

CHIPPED: Final = "a tile is chipped"
BOTH: Final = (Signature("d7", "dealer"), Signature("f1", "floorperson"))
FULL: Final = {**open_table(controls="full"), **SIGNED, "actor": FLOOR}
NOT_BOTH: Final[list[list[dict[str, str]]]] = [
    [DEALER],
    [FLOOR],
    [FLOOR, PIT],
    [DEALER, CAGE],
    [DEALER, {"id": " D7", "role": "pit_manager"}],
]


def change(**fields: Any) -> Asked:
    return ask("change_tiles", **fields)


def stamped(asked: Asked, proofs: Proofs | None = None, **house: Any) -> Stamp:
    who = asked.get("actor")
    return Stamp(EVENING, EVENING, "2026-11-15", actor=who, proofs=proofs, **house)


def test_under_basic_controls_it_is_written_where_it_is_told() -> None:
    told = change(reason=CHIPPED, signatures=[DEALER])
    changed = history(open_table(), told).one(TilesChanged)
    assert (changed.reason, changed.signed) == (CHIPPED, BOTH[:1])
    opened = history({**open_table(), "inspected_by": [DEALER, FLOOR]}).one(TableOpened)
    assert opened.inspected_by == BOTH


def test_what_is_not_told_is_not_written() -> None:
    opened, changed = history(open_table(), change()).events
    assert b"inspected_by" not in encode(opened)
    written = encode(changed)
    assert b"reason" not in written
    assert b"signed" not in written
    assert msgspec.json.decode(written, type=TilesChanged) == changed


def test_under_full_controls_the_reason_and_both_signatures_are_demanded() -> None:
    table = given(FULL)
    for told in ({}, {"reason": CHIPPED}, SIGNED):
        refused = then_refused(table, change(actor=FLOOR, **told), rule="control:signatures")
        assert refused.reason.endswith(("add `reason`", "add `signatures`"))
    for people in NOT_BOTH:
        told = change(actor=FLOOR, reason=CHIPPED, signatures=people)
        then_refused(table, told, rule="control:signatures")
    for people in ([DEALER, FLOOR], [PIT, DEALER]):
        assert when(table, change(actor=FLOOR, reason=CHIPPED, signatures=people)).events


def test_a_house_under_full_controls_demands_it_at_every_table() -> None:
    table, asked = given(open_table()), change(actor=FLOOR)
    with pytest.raises(BooksRefuse):
        decide(table, parse_command(asked), stamped(asked, controls="full"))


def test_under_full_controls_who_signs_the_opening_answers_for_the_tiles() -> None:
    assert history(FULL).one(TableOpened).inspected_by == BOTH
    others = [DEALER, PIT]
    opened = history({**FULL, "inspected_by": others}).one(TableOpened)
    assert opened.signed == BOTH
    assert opened.inspected_by == (BOTH[0], Signature("p1", "pit_manager"))
    for people in NOT_BOTH:
        told = {**FULL, "inspected_by": people}
        refused = then_refused(new_table(), told, rule="control:signatures")
        assert "inspection of the tiles" in refused.reason


def test_a_house_under_full_controls_has_the_tiles_of_every_table_inspected() -> None:
    asked = {**open_table(), **SIGNED, "actor": FLOOR}
    [opened] = decide(new_table(), parse_command(asked), stamped(asked, controls="full")).events
    assert isinstance(opened, TableOpened)
    assert opened.inspected_by == BOTH


def test_where_there_are_no_tiles_nobody_inspects_them() -> None:
    cards = {**open_table(regulation="nj-pai-gow-poker", controls="full"), **SIGNED}
    assert history({**cards, "actor": FLOOR}).one(TableOpened).inspected_by is msgspec.UNSET


@pytest.mark.parametrize(
    "asked",
    [change(actor=FLOOR, reason=CHIPPED, **SIGNED), {**FULL, "inspected_by": [DEALER, PIT]}],
    ids=["a set that goes", "a set that comes"],
)
def test_where_people_sign_in_each_who_signs_proves_it(asked: Asked) -> None:
    table = given(FULL) if asked["command"] == "change_tiles" else new_table()
    dealer, pit = Person("d7", "dealer"), Person("p1", "pit_manager")
    all_of_them = Proofs((dealer, pit))
    assert decide(table, parse_command(asked), stamped(asked, all_of_them)).events
    for fewer in (Proofs(), Proofs((pit,))):
        with pytest.raises(BooksRefuse) as caught:
            decide(table, parse_command(asked), stamped(asked, fewer))
        assert caught.value.rule == PROOF


def test_it_is_explained() -> None:
    narrator = Narrator()
    told = [{**open_table(), "inspected_by": [DEALER, FLOOR]}, change(reason=CHIPPED, **SIGNED)]
    story = [line for event in history(*told).events for line in narrator.tell(event)]
    assert "The tiles were inspected by d7 (dealer) and f1 (floorperson)." in story
    assert story[-2:] == [
        (
            "A fresh set of tiles comes to the table and is inspected; the other one goes:"
            " a tile is chipped [19:47-10.4(a)3]."
        ),
        "Signed by d7 (dealer) and f1 (floorperson).",
    ]


@pytest.mark.parametrize(
    ("asked", "without"),
    [
        (change(reason=None, signatures=[]), change()),
        ({**open_table(), "inspected_by": []}, open_table()),
        (ask("cut", stacks=2, end=None), ask("cut", stacks=2)),
    ],
)
def test_a_field_that_is_left_untold_makes_no_other_request(asked: Asked, without: Asked) -> None:
    """A repeat of what was accepted before there were such fields is still a repeat."""
    written = parse_command(asked).model_dump_json()
    assert written == parse_command(without).model_dump_json()
    for field in ("inspected_by", "reason", "end"):
        assert f'"{field}"' not in written
