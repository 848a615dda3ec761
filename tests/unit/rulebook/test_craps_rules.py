"""Craps in the rulebook: its facts, a submission's own odds marked as such, edges, the sign."""

import json
from pathlib import Path
from typing import Any, Final

import pytest
from typer.testing import CliRunner

from domain.game_library import LIBRARY
from services.cli.main import app
from services.rulebook.schema import submission_schema
from services.rulebook.sheets import facts_of
from services.tools.docgen.pages import generated
from services.tools.docgen.reference import reference

EXAMPLES: Final = Path(__file__).parents[3] / "examples/submissions"
FULL: Final = EXAMPLES / "nj-craps.toml"
MARK: Final = "odds of the submission; 19:47-1.4 is known by its heading only"


def run(*arguments: object, code: int = 0) -> str:
    result = CliRunner().invoke(app, ["rules", *map(str, arguments)])
    assert result.exit_code == code, result.output
    return result.stdout


def told(*arguments: object) -> Any:
    return json.loads(run(*arguments, "--json"))


def test_every_fact_has_a_paragraph_of_the_subchapter() -> None:
    facts = facts_of("nj-craps")
    assert len({fact.topic for fact in facts}) == len(facts) > 15
    assert all(fact.rule.startswith("19:47-1.") for fact in facts)


def test_a_regulation_without_odds_shows_none_and_says_whose_they_are() -> None:
    shown = told("show", "nj-craps")
    assert [one["wager"] for one in shown["payouts"]] == [*LIBRARY.in_force("nj-craps").wagers]
    assert {one["odds"] for one in shown["payouts"]} == {None}
    assert {(one["told"], one["mark"]) for one in shown["payouts"]} == {("as filed", MARK)}
    assert shown["edges"] == []
    assert run("show", "nj-craps").count(MARK) == len(shown["payouts"])


def test_wherever_odds_are_shown_they_are_marked() -> None:
    spoken = run("show", FULL)
    (line,) = [one for one in spoken.splitlines() if one.startswith("  Place 6 to win")]
    assert line.split() == [
        *["Place", "6", "to", "win", "7", "to", "6", "[19:47-1.4]"],
        *MARK.split(),
    ]
    assert spoken.count(MARK) == 17
    assert "by the submission's own odds" in spoken
    sign = run("sign", FULL)
    assert MARK in sign
    assert MARK in "".join(told("sign", FULL)["notes"])
    assert {one["mark"] for offer in told("show", FULL)["wagers"] for one in offer["payouts"]} == {
        MARK
    }


def test_edges_are_told_as_fractions() -> None:
    offers = {one["wager"]: one for one in told("show", FULL)["wagers"]}
    exact = {name: [edge["edge"] for edge in one["edges"]] for name, one in offers.items()}
    assert exact["pass"] == ["7/495"]
    assert exact["dont_pass"] == ["3/220", "27/1925"]
    assert exact["place_lose_10"] == ["1/33"]
    assert exact["hard_4"] == ["1/9"]


def test_the_sign_writes_odds_with_to_and_says_how_chips_are_laid() -> None:
    lines = run("sign", FULL).splitlines()
    assert "  Place 6 to win    7 to 6" in lines
    assert "  Four the hardway  7 to 1" in lines
    assert "No vigorish is taken." in lines
    assert "Place bets are off on a come out roll, unless called on for it." in lines
    assert "In multiples of 6 cents: Place 6 to win, Place 8 to win." in lines


def test_only_what_has_odds_is_offered() -> None:
    shown = told("show", EXAMPLES / "nj-craps-small.toml")
    six = ["pass", "dont_pass", "come", "dont_come", "place_6", "place_8"]
    assert [one["wager"] for one in shown["wagers"]] == six
    assert "accepted by nj-craps@2" in run("check", EXAMPLES / "nj-craps-small.toml")


@pytest.mark.parametrize(
    ("elections", "paragraph"),
    [
        ("", "19:47-1.4"),
        ("[odds]\nany_triple = [30, 1]\n", "19:47-1.2(a)"),
        ("[odds]\npass = [1, 1]\n[limits]\ncome = [500, 5000]\n", "19:47-1.2(a)3"),
        ("banking = true\n[odds]\npass = [1, 1]\n", "19:47-1.2(a)"),
    ],
)
def test_what_is_not_permitted_is_refused_with_its_paragraph(
    tmp_path: Path, elections: str, paragraph: str
) -> None:
    filed = tmp_path / "filed.toml"
    filed.write_text(f'regulation = "nj-craps"\n{elections}')
    assert paragraph in run("check", filed, code=3)
    run("sign", filed, code=3)
    assert "Refused: " in run("show", filed)


def test_an_editor_is_told_that_odds_are_needed() -> None:
    schema = submission_schema(LIBRARY.in_force("nj-craps"))
    assert schema["required"] == ["regulation", "odds"]
    odds = schema["properties"]["odds"]
    assert (odds["minProperties"], odds["maxProperties"]) == (1, 17)
    assert "default" not in odds
    assert "place_7" not in odds["propertyNames"]["enum"]


def test_the_generated_pages_know_craps() -> None:
    assert any("nj-craps" in name for name in generated())
    assert "| `nj-craps@2` |" in reference()
