"""`pitledger rules`: what it tells, and with which exit code."""

import json
from pathlib import Path
from typing import Any, Final

import pytest
from typer.testing import CliRunner, Result

from domain.game_library import REGULATIONS
from domain.games.craps.regulations import Regulation as CrapsRegulation
from domain.games.pai_gow.regulations import Regulation as PaiGowRegulation
from services.cli.main import app
from services.rulebook.catalogue import examples
from services.rulebook.submission_file import read_submission

EXAMPLES: Final = Path(__file__).parents[3] / "examples/submissions"
HOUSE_ONLY: Final = EXAMPLES / "nj-house-only.toml"
CARRIED: Final = [one.name for one in REGULATIONS]


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["rules", *map(str, arguments)])


def told(*arguments: object) -> Any:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


@pytest.fixture
def filed(tmp_path: Path) -> Path:
    """A submission whose elections a test writes."""
    return tmp_path / "filed.toml"


def test_list_names_every_regulation_and_every_example() -> None:
    plain = told("list")
    assert [one["regulation"] for one in plain["regulations"]] == [one.ref for one in REGULATIONS]
    assert [one["hash"] for one in plain["regulations"]] == [
        one.content_hash() for one in REGULATIONS
    ]
    assert [one["file"] for one in plain["examples"]] == sorted(map(str, EXAMPLES.glob("*.toml")))
    spoken = run("list").stdout
    for one in plain["regulations"]:
        assert all(one[part] in spoken for part in ("regulation", "title", "hash"))
    for one in plain["examples"]:
        assert one["about"]
        assert f"{one['file']}\n  {one['about']}\n" in spoken


def test_an_example_that_is_no_submission_is_listed_with_what_is_wrong(filed: Path) -> None:
    filed.write_text("bankin = true\n")
    (one,) = examples(filed.parent)
    assert one["file"] == str(filed)
    assert (one["refused"] or "").startswith("regulation: is missing; bankin: there is no such")


@pytest.mark.parametrize("name", CARRIED)
def test_show_tells_facts_payouts_edges_and_paragraphs_of_a_regulation(name: str) -> None:
    plain, spoken = told("show", name), run("show", name).stdout
    assert plain["facts"]
    for fact in plain["facts"]:
        assert f"{fact['told']} [{fact['rule']}]" in spoken
    for line in plain["payouts"]:
        assert line["label"] in spoken
        assert f"  {line['told']}  " in spoken
        if line["odds"] is not None:
            assert line["told"] == f"{line['odds']:,} to 1"
    for edge in plain["edges"]:
        precisely = edge["edge"]
        if edge["error_percent"] is not None:
            precisely = f"standard error {edge['error_percent']:.4f}%"
        assert f"{edge['percent']:.2f}%  {precisely}" in spoken
    regulation = next(one for one in REGULATIONS if one.name == name)
    assert isinstance(regulation, CrapsRegulation | PaiGowRegulation)
    assert plain["paragraphs"]["vigorish"] == regulation.cites.vigorish
    assert plain["not_permitted"] == regulation.not_permitted


def test_show_gives_new_jersey_its_exact_edges() -> None:
    edges = {
        (one["wager"], one["case"]): one["edge"] for one in told("show", "nj-pai-gow")["edges"]
    }
    assert edges["any_triple", ""] == "5/36"
    assert edges["match", ""] == "17/216"
    assert edges["dice_bonus", "never the shaker"] == "11455/46656"
    assert edges["pai_gow", "vigorish 5 percent, before rounding up"] == "5466961/204522500"
    assert len(edges) == 12 + 4 + 1


def test_show_beside_tells_only_what_differs() -> None:
    spoken = run("show", "nj-pai-gow", "--beside", "md-pai-gow").stdout
    assert "zero against zero\n  nj-pai-gow  the highest tile decides" in spoken
    assert "  md-pai-gow  the house has it, whatever the tiles [MD 3.H(2)]\n" in spoken
    assert "copies" not in spoken
    plain = told("show", "md-pai-gow", "--beside", "nj-pai-gow")
    assert [one["topic"] for one in plain if one["nj-pai-gow"] == one["md-pai-gow"]] == []
    assert len(plain) == spoken.count("\n") // 3


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("nj-pai-gow", "--beside", "nj-roulette"), "there is no regulation nj-roulette: nj-pai"),
        ((HOUSE_ONLY, "--beside", "nj-pai-gow"), "--beside compares two regulations: nj-pai-gow"),
        (("nj-roulette",), "nj-roulette is neither a regulation (nj-pai-gow"),
    ],
)
def test_show_says_what_it_cannot_find(arguments: tuple[object, ...], words: str) -> None:
    result = run("show", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(words)


def test_show_tells_what_a_submission_offers() -> None:
    plain, spoken = told("show", HOUSE_ONLY), run("show", HOUSE_ONLY).stdout
    assert (plain["ok"], plain["refused"]) == (True, None)
    assert plain["regulation"] == "nj-pai-gow@3"
    assert plain["hash"] == read_submission(HOUSE_ONLY).content_hash()
    (wager,) = plain["wagers"]
    assert (wager["wager"], wager["limits"], wager["beside"]) == ("pai_gow", [2500, 100000], None)
    assert [one["percent"] for one in wager["edges"]] == [2.673]
    assert plain["vigorish"] == {"percent": 5, "rounding": "quarter", "rule": "19:47-10.7(k)"}
    assert "\nAccepted.\n" in spoken
    assert "$25.00 to $1,000.00" in spoken


def test_show_tells_a_refused_submission_too(filed: Path) -> None:
    filed.write_text('regulation = "nj-pai-gow"\npair_fortunes = "B"\n')
    plain, spoken = told("show", filed), run("show", filed).stdout
    assert plain["refused"]["rule"] == "19:47-10.5(a)"
    assert "\nRefused: nj-pai-gow does not permit `pair_fortunes` [19:47-10.5(a)]\n" in spoken
    assert [one["edge"] for one in plain["wagers"][1]["edges"]] == ["979/7192"]
    assert "13.61%  979/7192  paytable B" in spoken


def test_check_accepts() -> None:
    result = run("check", HOUSE_ONLY)
    assert result.exit_code == 0
    assert result.stdout.startswith(f"{HOUSE_ONLY}: accepted by nj-pai-gow@3, elections ")
    assert told("check", HOUSE_ONLY)["ok"] is True


@pytest.mark.parametrize(
    ("election", "rule"),
    [
        ('pair_fortunes = "A"', "19:47-10.5(a)"),
        ("generator = true", "19:47-10.3(a)"),
        ("dealer_delivery = true", "19:47-10.8(i)"),
        ('house_way = "traditional"', "19:47-10.7(d)"),
        ("limits = { any_triple = [100, 500] }", "19:47-10.11"),
    ],
)
def test_check_names_election_reason_and_paragraph(filed: Path, election: str, rule: str) -> None:
    filed.write_text(f'regulation = "nj-pai-gow"\n{election}\n')
    result = run("check", filed)
    assert result.exit_code == 3
    assert result.stdout.startswith(f"{filed}: refused: ")
    assert f" [{rule}" in result.stdout
    plain = run("check", filed, "--json")
    assert plain.exit_code == 3
    refused = json.loads(plain.stdout)["refused"]
    assert refused["rule"].startswith(rule)
    assert refused["reason"] in result.stdout


@pytest.mark.parametrize("command", ["check", "sign", "show"])
def test_what_is_no_submission_ends_with_2_and_names_the_key(filed: Path, command: str) -> None:
    filed.write_text("bankin = true\n")
    result = run(command, filed)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.splitlines() == [
        f"{filed}: regulation: is missing",
        f"{filed}: bankin: there is no such election; did you mean `banking`?",
    ]


@pytest.mark.parametrize("command", ["check", "sign"])
def test_a_file_that_is_not_there_ends_with_2(tmp_path: Path, command: str) -> None:
    missing = tmp_path / "none.toml"
    result = run(command, missing)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"{missing}: cannot be read: No such file or directory\n"


def test_sign_is_the_text_to_post() -> None:
    content = read_submission(HOUSE_ONLY).content_hash()
    result = run("sign", HOUSE_ONLY)
    assert result.exit_code == 0
    assert (
        result.stdout
        == f"""\
PAYOUTS AND LIMITS
New Jersey pai gow (tiles), N.J.A.C. 19:47-10

  Pai gow  1 to 1

  Pai gow  minimum $25.00, maximum $1,000.00

Vigorish: 5 percent of a pai gow win, rounded up to the next 25 cents.

nj-pai-gow@3, elections {content[:12]}
"""
    )
    plain = told("sign", HOUSE_ONLY)
    assert "\n".join(plain["lines"]) + "\n" == result.stdout
    assert (plain["submission"], plain["required"]) == (content, None)


def test_no_sign_is_posted_for_what_is_refused(filed: Path) -> None:
    filed.write_text('regulation = "nj-pai-gow"\ngenerator = true\n')
    result = run("sign", filed)
    assert (result.exit_code, result.stdout) == (3, "")
    assert result.stderr.startswith(f"{filed}: refused: nj-pai-gow does not permit `generator`")
