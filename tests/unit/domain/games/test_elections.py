"""Each regulation has its own elections, and what it does not have is refused by its paragraph."""

from typing import Annotated

import jsonschema
import pytest
from pydantic import ValidationError

from domain.commands.submission import Submission
from domain.games.pai_gow.regulations import REGULATIONS, Regulation
from domain.games.pai_gow.regulations.md_pai_gow import MdPaiGow
from domain.games.pai_gow.regulations.nj_pai_gow import NjPaiGow
from domain.games.pai_gow.regulations.nj_pai_gow_poker import NjPaiGowPoker
from domain.refusals import NotOffered
from domain.shared_terms import LaterElection
from services.rulebook.schema import submission_schema

OTHERWISE = {
    "triples_bonus": True,
    "dragons_eye": {},
    "pair_fortunes": "A",
    "generator": True,
    "dealer_delivery": True,
    "delivery_styles": ["jung_quat"],
    "progressive": {
        "meter": "M1", "stake": 100, "rate_bp": 2100, "initial": 1_000_000, "reset": 1_000_000,
    },
    "wheel": "lowest",
}  # fmt: skip
RECORDED = (
    "regulation limits vigorish house_way banking co_banking two_areas triples_bonus dragons_eye"
    " pair_fortunes generator dealer_delivery delivery_styles progressive wheel controls"
    " hold_limits"
)


def test_a_submission_is_recorded_with_the_keys_it_always_had() -> None:
    for rules in REGULATIONS:
        recorded = Submission.model_validate({"regulation": rules.name}).recorded()
        assert " ".join(recorded) == RECORDED


def test_a_submission_is_recorded_without_the_elections_of_other_games() -> None:
    recorded = Submission.model_validate({"regulation": "nj-craps"}).recorded()
    assert " ".join(recorded) == "regulation limits odds seats controls hold_limits"


def test_an_election_of_another_game_is_recorded_where_it_is_elected() -> None:
    asked = {"regulation": "nj-craps", "vigorish": "cent"}
    assert Submission.model_validate(asked).recorded()["vigorish"] == "cent"


def test_an_election_added_later_is_recorded_only_where_it_is_elected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Later(Submission):
        lucky: Annotated[bool, LaterElection()] = False

    monkeypatch.setattr("domain.commands.submission.Submission", Later)
    plain = Later(regulation="nj-pai-gow")
    assert plain.content_hash() == Submission(regulation="nj-pai-gow").content_hash()
    assert Later(regulation="nj-pai-gow", lucky=True).recorded()["lucky"] is True


FILED = {"date": "2026-10-01", "reference": "DGE 2026-114"}


@pytest.mark.parametrize("name", [*(rules.name for rules in REGULATIONS), "nj-craps"])
def test_an_approval_is_recorded_where_it_is_told_and_changes_nothing_else(name: str) -> None:
    plain = Submission.model_validate({"regulation": name})
    assert "filed" not in plain.recorded()
    filed = Submission.model_validate({"regulation": name, "filed": FILED})
    assert filed.recorded() == {**plain.recorded(), "filed": FILED}
    assert filed.content_hash() != plain.content_hash()


@pytest.mark.parametrize(
    "filed",
    [
        {},
        {"date": "2026-10-01"},
        {"reference": "DGE 2026-114"},
        {**FILED, "reference": ""},
        {**FILED, "date": "2026-02-30"},
        {**FILED, "date": "1 October"},
        {**FILED, "by": "DGE"},
    ],
)
def test_an_approval_has_a_date_and_a_reference(filed: dict[str, str]) -> None:
    with pytest.raises(ValidationError):
        Submission.model_validate({"regulation": "nj-pai-gow", "filed": filed})


@pytest.mark.parametrize("rules", REGULATIONS, ids=lambda one: one.name)
@pytest.mark.parametrize("election", OTHERWISE)
def test_what_a_regulation_does_not_have_is_refused_and_not_misread(
    rules: Regulation, election: str
) -> None:
    content = {"regulation": rules.name, election: OTHERWISE[election], "banking": True}
    submission = Submission.model_validate(content)
    schema = submission_schema(rules)
    if election in rules.elections.model_fields:
        rules.check(submission)
        assert rules.elections.model_validate(content)
        jsonschema.validate(content, schema)
        return
    with pytest.raises(NotOffered) as refusal:
        rules.check(submission)
    assert refusal.value.rule == rules.not_permitted[election]
    with pytest.raises(ValidationError):
        rules.elections.model_validate(content)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(content, schema)


def test_limits_are_of_the_regulations_own_wagers() -> None:
    by_name = {rules.name: submission_schema(rules) for rules in REGULATIONS}
    named = {name: set(_wagers(schema)) for name, schema in by_name.items()}
    assert "pair_fortunes" in named["md-pai-gow"]
    assert "pair_fortunes" not in named["nj-pai-gow"]
    assert named["nj-pai-gow-poker"] >= {"pai_gow", "dice_bonus", "progressive"}


def _wagers(schema: dict[str, object]) -> list[str]:
    properties = schema["properties"]
    assert isinstance(properties, dict)
    names: list[str] = properties["limits"]["propertyNames"]["enum"]
    return names


def test_a_regulation_says_whose_law_it_is() -> None:
    assert {rules.name: rules.jurisdiction for rules in REGULATIONS} == {
        "nj-pai-gow": "nj",
        "md-pai-gow": "md",
        "nj-pai-gow-poker": "nj",
    }
    assert {rules.elections for rules in REGULATIONS} == {NjPaiGow, MdPaiGow, NjPaiGowPoker}
