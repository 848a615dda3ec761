"""What `pitledger rules` tells of pai gow poker: its facts, its tables, what they return."""

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import pytest
from typer.testing import CliRunner, Result

from domain.commands.submission import Submission
from domain.games.pai_gow.cards.progressive import ROWS
from domain.games.pai_gow.elections.elections import elected_in
from domain.games.pai_gow.odds.progressive import break_even_meter, expected_payout
from domain.games.pai_gow.regulations.nj_pai_gow_poker import NJ_PAI_GOW_POKER
from domain.games.pai_gow.sheets.offer import offers_of
from domain.games.pai_gow.sheets.payouts import LISTED
from domain.games.pai_gow.sheets.returns import returns_of_submission
from domain.games.pai_gow.sheets.tile_facts import TILE_SHEET
from domain.shared_terms import Progressive
from services.cli.main import app
from services.rulebook.sheets import differences, facts_of
from services.rulebook.standing import refusal_of
from services.rulebook.submission_file import read_submission

EXAMPLES: Final = Path(__file__).parents[3] / "examples/submissions"
FIVE_DOLLARS: Final = EXAMPLES / "nj-poker-progressive.toml"
POKER: Final = "nj-pai-gow-poker"


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["rules", *map(str, arguments)])


def told(*arguments: object) -> Any:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_every_fact_has_a_paragraph_of_the_game_and_its_own_topic() -> None:
    facts = facts_of(POKER)
    assert all(re.match(r"19:47-11\.|13:69F-11\.", fact.rule) for fact in facts)
    assert len({fact.topic for fact in facts}) == len(facts) > 20


def test_what_is_the_same_as_with_tiles_is_told_in_the_same_words() -> None:
    apart = {mine.topic for mine, _ in differences("nj-pai-gow", POKER)}
    assert apart == {
        "number generator",
        "starting position",
        "ranking",
        "house way",
        "optional wagers",
    }
    assert {"copies", "surrender", "vigorish", "bank"}.isdisjoint(apart)
    assert len(TILE_SHEET) == len(facts_of("nj-pai-gow"))


def test_11_14_d_both_tables_are_shown_row_by_row() -> None:
    lines = [line for line in told("show", POKER)["payouts"] if line["wager"] == "progressive"]
    rows = [(stake, row) for stake, table in LISTED.items() for row in table]
    assert len(lines) == len(rows) == 2 * len(ROWS)
    for line, (stake, row) in zip(lines, rows, strict=True):
        assert line["label"] == f"Progressive ${stake // 100}.00, {row.name.replace('_', ' ')}"
        assert (line["percent"], line["cents"] or 0) == (row.percent, row.cents)
        assert line["rule"] == "19:47-11.14(d)"
    assert lines[0]["told"] == "100 percent of the meter"
    assert (lines[4]["told"], lines[21]["told"]) == ("$200.00", "$1,000.00")


def test_the_return_is_told_by_the_meter_up_to_where_it_is_even() -> None:
    plain, spoken = told("show", POKER), run("show", POKER).stdout
    for one in plain["progressive"]:
        expected = expected_payout(one["meter"], one["stake"])
        assert Fraction(one["expected"]) == expected
        assert one["percent"] == round(float(100 * expected / one["stake"]), 4)
        assert one["fixed_percent"] == 62.1646
        assert f"pays {one['percent']:6.2f}%" in spoken
    even = {one["stake"]: one["meter"] for one in plain["progressive"] if one["name"]}
    assert even == {100: break_even_meter(100), 500: break_even_meter(500)}
    assert "meter $67,313.71   pays 100.00%  fixed amounts 62.16%  break-even" in spoken


def test_the_edge_is_that_of_the_least_meter() -> None:
    edges = [one for one in told("show", POKER)["edges"] if one["wager"] == "progressive"]
    assert [one["case"] for one in edges] == [
        "$1.00 stake, the meter at $10,000.00",
        "$5.00 stake, the meter at $10,000.00",
    ]
    assert Fraction(edges[0]["edge"]) == 1 - expected_payout(1_000_000, 100) / 100


def test_a_submission_is_told_by_its_own_table_and_meter() -> None:
    plain = told("show", FIVE_DOLLARS)
    wager = plain["wagers"][1]
    assert (wager["wager"], wager["limits"], wager["beside"]) == (
        "progressive",
        [500, 500],
        "pai_gow",
    )
    assert wager["rule"] == "19:47-11.14(a)"
    raised = [line for line in wager["payouts"] if line["label"].endswith("four of a kind")]
    assert raised[0]["cents"] == 12_500
    names = [one["name"] for one in plain["progressive"]]
    assert names == ["initial", "reset", "break-even"]
    assert plain["progressive"][-1]["meter"] == break_even_meter(500, {"four_of_a_kind": 12_500})
    assert (
        Fraction(wager["edges"][0]["edge"])
        == 1 - Fraction(plain["progressive"][0]["expected"]) / 500
    )


def test_the_sign_lists_the_progressives_rows_and_how_it_is_played() -> None:
    lines = run("sign", FIVE_DOLLARS).stdout.splitlines()
    rows = [line for line in lines if line.startswith("  Progressive $5.00, ")]
    assert len(rows) == len(ROWS)
    assert rows[0].endswith("  100 percent of the meter")
    assert next(line for line in rows if "four of a kind  " in line).endswith("  $125.00")
    assert "A percentage is of the meter as it stands when the wager is paid." in lines
    assert next(line for line in lines if line.startswith("  Progressive  ")).endswith(
        "minimum $5.00, maximum $5.00"
    )


def test_11_9_k_2_by_method_two_the_cards_paragraph_is_cited() -> None:
    plain = told("show", EXAMPLES / "nj-poker-dragons-eye.toml")
    assert plain["vigorish"]["rule"] == "13:69F-11.9(k)2"
    wagers = {one["wager"]: one for one in plain["wagers"]}
    assert wagers["odd"]["payouts"][0]["rule"] == "13:69F-11.19(c)"
    assert (wagers["odd"]["beside"], wagers["progressive"]["beside"]) == (None, "pai_gow")


@pytest.mark.parametrize(
    ("terms", "rule"),
    [
        ("stake = 200", "19:47-11.14(a)"),
        ("rate_bp = 2000", "19:47-11.14(e)"),
        ("initial = 999999", "19:47-11.14(f)"),
        ("payouts = { flush = 1 }", "19:47-11.14(d)"),
    ],
)
def test_check_refuses_terms_below_the_floor_and_show_still_tells_them(
    tmp_path: Path, terms: str, rule: str
) -> None:
    given = {"meter": '"M1"', "stake": "100", "rate_bp": "2100", "initial": "1000000"}
    given |= {"reset": "1000000"}
    name, _, value = terms.partition(" = ")
    given[name] = value
    filed = tmp_path / "filed.toml"
    lines = "\n".join(f"{name} = {value}" for name, value in given.items())
    filed.write_text(f'regulation = "{POKER}"\n[progressive]\n{lines}\n')
    checked = run("check", filed)
    assert checked.exit_code == 3
    assert f"[{rule}]" in checked.stdout
    shown = run("show", filed)
    assert shown.exit_code == 0
    assert f"[{rule}]" in shown.stdout
    assert run("sign", filed).exit_code == 3


@pytest.mark.parametrize(
    "election", ["dragons_eye = { vigorish_method = 2 }", "pair_fortunes = 'A'"]
)
@pytest.mark.parametrize("regulation", ["md-pai-gow", POKER])
def test_what_is_elected_where_it_is_not_permitted_can_still_be_shown(
    tmp_path: Path, regulation: str, election: str
) -> None:
    filed = tmp_path / "filed.toml"
    filed.write_text(f'regulation = "{regulation}"\n{election}\n')
    assert run("show", filed).exit_code == 0


def test_the_progressive_is_offered_where_it_is_elected() -> None:
    terms = Progressive(meter="M1", stake=100, rate_bp=2100, initial=1_000_000, reset=1_000_000)
    submission = Submission.model_validate({"regulation": "nj-pai-gow-poker", "progressive": terms})
    offers = offers_of(submission, NJ_PAI_GOW_POKER)
    assert [offer.wager for offer in offers] == ["pai_gow", "progressive"]
    assert refusal_of(submission) is None
    assert returns_of_submission(elected_in(Submission(regulation=POKER))) == []
    assert read_submission(FIVE_DOLLARS).regulation == NJ_PAI_GOW_POKER.name
