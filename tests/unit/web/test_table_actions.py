"""What a table's page offers: by role, by what the table takes, by whose table it is."""

import pytest

from domain.commands.fields import Actor
from projections.slips import Slip
from projections.slips.row import SlipStep
from services.entry.tokens import Known
from services.web.table_actions import Offered, offered
from services.web.visitor import Visitor


def visitor(role: str, *tables: str) -> Visitor:
    scope = frozenset(tables) if tables else None
    return Visitor(Known(Actor(id="ann", role=role), b"", scope), by_choice=False)


def offer(who: Visitor) -> Offered:
    return Offered(who, "PG01", frozenset({"buy_in", "fill", "credit", "remove_box"}), full=False)


def slip(kind: str, *steps: str) -> Slip:
    told = tuple(
        SlipStep(slip="F-1", kind=kind, step=step, amount=100, seq=seq, at="2026-01-01T00:00:00Z")
        for seq, step in enumerate(steps, 1)
    )
    return Slip(table="PG01", slip="F-1", kind=kind, amount=100, steps=told, days=("2026-01-01",))


def test_a_role_is_offered_what_it_does_and_the_table_takes() -> None:
    dealer = offer(visitor("dealer"))
    assert dealer.may("buy_in")
    assert not dealer.may("count_tray"), "the table does not take it now"
    assert not dealer.may("remove_box"), "it is for security"
    assert offer(visitor("security")).may("remove_box")
    assert not offer(visitor("surveillance")).anything


def test_whoever_is_signed_in_for_other_tables_is_offered_nothing() -> None:
    assert offer(visitor("dealer", "PG01", "PG02")).may("buy_in")
    elsewhere = offer(visitor("dealer", "PG02"))
    assert not elsewhere.may("buy_in")
    assert not elsewhere.anything


@pytest.mark.parametrize(
    ("role", "one", "steps"),
    [
        ("floorperson", slip("fill", "requested"), ["voided"]),
        ("cage", slip("fill", "requested"), ["issued", "voided"]),
        ("dealer", slip("fill", "requested"), []),
        ("dealer", slip("fill", "requested", "issued"), ["received"]),
        ("cage", slip("credit", "requested", "issued"), ["received", "voided"]),
        ("cage", slip("fill", "requested", "issued", "received"), []),
    ],
)
def test_a_slip_goes_on_by_whom_its_next_step_is_for(
    role: str, one: Slip, steps: list[str]
) -> None:
    assert offer(visitor(role)).steps(one) == steps


def test_a_table_that_was_never_opened_takes_its_opening_alone() -> None:
    new = offered(visitor("dealer"), None, "NEW", "full")
    assert new.may("open_table")
    assert not new.may("buy_in")
    assert new.full
