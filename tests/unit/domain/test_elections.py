"""What a submission may elect under each regulation, and by which paragraph it may not."""

from typing import Any, Final, get_args

import msgspec
import pytest

from domain.commands.submission import Submission
from domain.game_names import WagerName
from domain.games.pai_gow.elections.elections import DeliveryStyle, DragonsEye, elected_in
from domain.games.pai_gow.elections.terms import own_terms
from domain.refusals import NotOffered
from domain.terms import Terms, terms_of
from tests.support.domain.asked import ask, no_more_bets, open_round, open_table, place
from tests.support.domain.at_the_dice import ON_THE_EYE, accept_bank, before_a_bank
from tests.support.domain.given import given, new_table, then_refused, when

PROGRESSIVE: Final = {
    "meter": "M1",
    "stake": 100,
    "rate_bp": 2100,
    "initial": 1_000_000,
    "reset": 1_000_000,
}
ELECTIONS: Final[dict[str, Any]] = {
    "limits": {"pai_gow": [500, 50_000]},
    "vigorish": "cent",
    "house_way": "basic",
    "banking": True,
    "two_areas": True,
    "triples_bonus": True,
    "dragons_eye": {},
    "pair_fortunes": "D",
    "generator": True,
    "dealer_delivery": True,
    "progressive": PROGRESSIVE,
    "wheel": "lowest",
    "controls": "full",
    "hold_limits": [1500, 3500],
    "co_banking": True,
    "delivery_styles": ["jung_quat"],
    "dealer_wager": 2500,
    "bank_house_way": True,
    "odds": {"pass": [1, 1]},
    "seats": 12,
    "filed": {"date": "2026-10-01", "reference": "DGE 2026-114"},
}
LACKING: Final = {
    "nj-pai-gow": {
        "pair_fortunes": "19:47-10.5(a)",
        "generator": "19:47-10.3(a)",
        "dealer_delivery": "19:47-10.8(i)",
        "progressive": "19:47-10.5(a)",
        "wheel": "19:47-10.5(a)",
        "co_banking": "19:47-10.8(e)",
        "delivery_styles": "19:47-10.8(i)",
        "dealer_wager": "19:47-10.8(h)",
        "bank_house_way": "19:47-10.7(c)",
        "odds": "19:47-10.5(a)",
        "seats": "19:47-10.5(a)",
    },
    "md-pai-gow": {
        "triples_bonus": "MD 5.F",
        "dragons_eye": "MD 5.F",
        "progressive": "MD 5.F",
        "wheel": "MD 5.A",
        "co_banking": "MD 9.E",
        "delivery_styles": "MD 9.J",
        "dealer_wager": "MD 9.H(3)",
        "bank_house_way": "MD 10.F",
        "odds": "MD 5.A",
        "seats": "MD 5.A",
    },
}
"""Alone, without what else was elected: a co-bank and its deliveries need a bank."""
NAMES: Final = tuple(LACKING)
SIGNED: Final[dict[str, Any]] = {
    "actor": {"id": "f1", "role": "floorperson"},
    "signatures": [{"id": "d7", "role": "dealer"}, {"id": "f1", "role": "floorperson"}],
}
"""As full controls demand it."""


def test_every_election_is_tried() -> None:
    assert ELECTIONS.keys() == Submission.model_fields.keys() - {"regulation"}


@pytest.mark.parametrize("regulation", NAMES)
@pytest.mark.parametrize("election", ELECTIONS)
def test_an_election_is_taken_or_refused_by_its_paragraph(regulation: str, election: str) -> None:
    asked = open_table(regulation=regulation, **{election: ELECTIONS[election]}) | SIGNED
    rule = LACKING[regulation].get(election)
    if rule is None:
        assert given(asked).is_open
        return
    refusal = then_refused(new_table(), asked, rule=rule, kind=NotOffered)
    assert f"`{election}`" in refusal.reason


def test_rounds_record_what_was_elected_in_the_order_they_always_did() -> None:
    everything = Submission.model_validate({"regulation": "md-pai-gow", **ELECTIONS})
    terms = msgspec.json.decode(msgspec.json.encode(terms_of(everything.recorded())))
    assert " ".join(terms) == (
        "limits vigorish house_way banking co_banking two_areas dealer_wager bank_house_way"
        " triples_bonus dragons_eye pair_fortunes generator dealer_delivery delivery_styles"
        " progressive wheel controls"
    )
    assert terms == {name: ELECTIONS[name] for name in terms}
    assert msgspec.json.encode(Terms()) == b"{}"


def test_an_election_with_terms_of_its_own_may_be_told_as_it_is_read() -> None:
    eye = DragonsEye(vigorish_method=2)
    told = Submission.model_validate({"regulation": "nj-pai-gow", "dragons_eye": eye})
    assert elected_in(told).dragons_eye == eye
    assert told.recorded()["dragons_eye"] == {
        "vigorish_method": 2,
        "standalone": False,
        "start": "eye",
    }
    assert told.model_dump(exclude_defaults=True)["dragons_eye"] == {"vigorish_method": 2}


@pytest.mark.parametrize("regulation", NAMES)
def test_a_bank_may_be_offered_with_all_that_belongs_to_it(regulation: str) -> None:
    bank = {name: ELECTIONS[name] for name in ("banking", "co_banking", "delivery_styles")}
    assert own_terms(given(open_table(regulation=regulation, **bank)).terms).co_banking


def test_7_a_the_dealers_choice_of_deliveries_needs_no_bank() -> None:
    styles: dict[str, Any] = {"dealer_delivery": True, "delivery_styles": ["chee_yee"]}
    table = given(open_table(regulation="md-pai-gow", **styles))
    assert own_terms(table.terms).dealer_delivery


@pytest.mark.parametrize(
    ("regulation", "rule"), [("nj-pai-gow", "19:47-10.8(i)"), ("md-pai-gow", "MD 9.J")]
)
def test_a_list_of_deliveries_without_any_is_refused(regulation: str, rule: str) -> None:
    asked = open_table(regulation=regulation, banking=True, delivery_styles=[])
    refusal = then_refused(new_table(), asked, rule=rule, kind=NotOffered)
    assert "leave it out" in refusal.reason


@pytest.mark.parametrize(
    ("regulation", "rule"), [("nj-pai-gow", "19:47-10.8(i)"), ("md-pai-gow", "MD 9.J")]
)
def test_a_bank_is_given_no_delivery_that_was_not_elected(regulation: str, rule: str) -> None:
    opening = open_table(regulation=regulation, banking=True, delivery_styles=["chee_yee"])
    banked = (open_round(), accept_bank(1), place(2), no_more_bets())
    table = given(*before_a_bank(opening, 1, 2), *banked)
    for style in get_args(DeliveryStyle):
        asked = ask("choose_delivery", style=style)
        if style == "chee_yee":
            assert when(table, asked).events
        else:
            then_refused(table, asked, rule=rule, kind=NotOffered)


@pytest.mark.parametrize(
    ("regulation", "rule"), [("nj-pai-gow", "19:47-10.7(d)"), ("md-pai-gow", "MD 8.D")]
)
def test_a_house_way_that_nobody_filed_is_refused(regulation: str, rule: str) -> None:
    asked = open_table(regulation=regulation, house_way="my own")
    refusal = then_refused(new_table(), asked, rule=rule, kind=NotOffered)
    assert refusal.reason == "there is no house way 'my own'; there is basic"


OFFERS: Final[dict[str, dict[str, Any]]] = {
    **{f"all_{face}": {"triples_bonus": True} for face in range(1, 7)},
    "any_triple": {"triples_bonus": True},
    **{wager: {"dragons_eye": {}} for wager in ON_THE_EYE},
    "pair_fortunes": {"pair_fortunes": "A"},
}
"""What must be elected for a wager beside `pai_gow` to be offered."""


@pytest.mark.parametrize("regulation", NAMES)
@pytest.mark.parametrize("wager", get_args(WagerName))
def test_limits_may_name_only_what_is_offered(regulation: str, wager: str) -> None:
    limited: dict[str, Any] = {"regulation": regulation, "limits": {wager: [100, 500]}}
    if wager == "pai_gow":
        assert given(open_table(**limited)).is_open
        return
    refusal = then_refused(new_table(), open_table(**limited), kind=NotOffered)
    assert refusal.reason == f"limits name `{wager}`, which this submission does not offer"
    election = OFFERS.get(wager, {"progressive": PROGRESSIVE})
    if election.keys() & LACKING[regulation].keys():
        then_refused(new_table(), open_table(**limited, **election), kind=NotOffered)
    else:
        assert given(open_table(**limited, **election)).terms.limits == {wager: (100, 500)}
