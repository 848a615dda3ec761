"""A submission's file: read whole, or refused with the place and the reason."""

import json
from pathlib import Path
from typing import Final

import pytest
from typer.testing import CliRunner

from domain.games.pai_gow.elections.elections import elected_in
from services.cli.rules import rules
from services.rulebook.standing import refusal_of
from services.rulebook.submission_file import BadSubmission, read_submission

EXAMPLES: Final = sorted((Path(__file__).parents[3] / "examples/submissions").glob("*.toml"))


def test_there_are_examples_for_both_states() -> None:
    assert {file.name[:3] for file in EXAMPLES} == {"nj-", "md-"}


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_an_example_is_what_its_regulation_permits(file: Path) -> None:
    submission = read_submission(file)
    assert submission.regulation.startswith(file.name[:2])
    assert refusal_of(submission) is None


def test_tables_and_lists_are_read_as_elections() -> None:
    read = {file.stem: elected_in(read_submission(file)) for file in EXAMPLES}
    eye = read["nj-dragons-eye-standalone"].dragons_eye
    assert eye is not None
    assert (eye.vigorish_method, eye.standalone, eye.start) == (2, True, "count")
    assert read["nj-banking"].delivery_styles is not None
    assert read["nj-banking"].delivery_styles[-1] == "chee_yee"
    paired = read_submission(EXAMPLES[0].with_stem("md-pair-fortunes"))
    assert paired.limits["pair_fortunes"] == (100, 10000)


def test_the_same_elections_have_one_hash_however_they_are_written(tmp_path: Path) -> None:
    one, other = tmp_path / "one.toml", tmp_path / "other.toml"
    one.write_text('regulation = "nj-pai-gow"\nlimits = { pai_gow = [1, 2] }\n')
    other.write_text('# said\nvigorish = "quarter"\nregulation="nj-pai-gow"\nlimits.pai_gow=[1,2]')
    assert read_submission(one).content_hash() == read_submission(other).content_hash()


@pytest.mark.parametrize("date", ["2026-10-01", '"2026-10-01"'])
def test_an_approval_is_shown_with_the_submission(tmp_path: Path, date: str) -> None:
    file = tmp_path / "filed.toml"
    filed = f'filed = {{ date = {date}, reference = "DGE 2026-114" }}'
    file.write_text(f'regulation = "nj-pai-gow"\n{filed}\n')
    for command in ("check", "show", "sign"):
        told = CliRunner().invoke(rules, [command, str(file)])
        assert (told.exit_code, "filed 2026-10-01, DGE 2026-114" in told.stdout) == (0, True)
        plain = json.loads(CliRunner().invoke(rules, [command, str(file), "--json"]).stdout)
        assert plain["approval"] == "filed 2026-10-01, DGE 2026-114"


NAMED: Final = 'regulation = "nj-pai-gow"\n'
WRONG: Final = {
    "no TOML": ("vigorish = ", "is not TOML: "),
    "no text": (b"\xff", "is not UTF-8 text: byte 0"),
    "nothing said": ("", "regulation: is missing"),
    "no such regulation": ('regulation = "pai-gow"', "regulation: Input should be 'nj-pai-gow'"),
    "misspelt": ("bankin = true", "bankin: there is no such election; did you mean `banking`?"),
    "unheard of": ("roulette = 1", "roulette: there is no such election\n"),
    "misspelt within": (
        "dragons_eye = { standalne = true }",
        "dragons_eye.standalne: there is no such election; did you mean `dragons_eye.standalone`?",
    ),
    "no such wager": ("limits = { baccarat = [1, 2] }", "limits.baccarat: Input should be "),
    "one limit": ("limits = { pai_gow = [1] }", "limits.pai_gow: List should have at least 2"),
    "limits crossed": (
        "limits = { pai_gow = [2, 1] }",
        "limits of pai_gow: minimum 2 is above maximum 1",
    ),
    "text for yes": ('banking = "yes"', "banking: Input should be a valid boolean"),
    "dollars": ("limits = { pai_gow = [2500, 100.00] }", "limits.pai_gow.1: Input should be a"),
    "no such paytable": ('pair_fortunes = "E"', "pair_fortunes: Input should be 'A', 'B', 'C'"),
    "no such style": ('delivery_styles = ["dim_sum"]', "delivery_styles.0: Input should be "),
}


@pytest.mark.parametrize(("content", "problem"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_told_with_file_and_key(
    tmp_path: Path, content: str | bytes, problem: str
) -> None:
    file = tmp_path / "house.toml"
    if isinstance(content, bytes):
        file.write_bytes(content)
    else:
        file.write_text(content if "regulation" in problem else NAMED + content)
    with pytest.raises(BadSubmission) as error:
        read_submission(file)
    assert f"{error.value}\n".startswith(f"{file}: {problem}")
    assert len(error.value.problems) == 1


def test_every_problem_is_told_at_once(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text('banking = 1\nwheel = "third"\n')
    with pytest.raises(BadSubmission) as error:
        read_submission(file)
    assert [problem.split(":")[0] for problem in error.value.problems] == [
        "regulation",
        "banking",
        "wheel",
    ]


@pytest.mark.parametrize("name", ["missing.toml", "."])
def test_a_file_that_cannot_be_read(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadSubmission, match="cannot be read: "):
        read_submission(tmp_path / name)
