"""What is filed of the house way is printed, and what it is worth is counted exactly."""

import json
from collections import Counter
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any, Final

import jsonschema
import pytest
from typer.testing import CliRunner, Result

from domain.games.pai_gow.layout.setting import Setting
from domain.games.pai_gow.odds.on_filed_hands import added, times_dealt
from domain.games.pai_gow.regulations.library import regulation_in_force
from domain.games.pai_gow.tiles.game import TilesGame
from domain.games.pai_gow.tiles.tile_set import FULL_SET
from services.cli.main import app
from services.rulebook.schema import submission_schema
from tests.support.domain import by_the_book

EXAMPLE: Final = Path(__file__).parents[3] / "examples/submissions/nj-filed-house-way.toml"
FILED: Final = ("6-6 4-4 high, 4-4 5-5 low", "1-1 2-6 high, 5-6 3-5 low")
EIGHT: Final = Setting(("5-6", "1-6"), ("2-2", "4-6"))
SEVEN: Final = Setting(("4-6", "1-6"), ("2-2", "5-6"))


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["rules", *map(str, arguments)])


@pytest.mark.parametrize("command", ["show", "check", "sign"])
def test_each_of_them_prints_every_exception_with_its_paragraph(command: str) -> None:
    told = run(command, EXAMPLE)
    assert told.exit_code == 0
    assert "[19:47-10.7(e)]" in told.output
    assert all(hand in told.output for hand in FILED)
    plain = json.loads(run(command, EXAMPLE, "--json").stdout)["filed"]
    assert len(plain["hands"]) == 3
    assert plain["way"].startswith("basic+")
    assert plain["hands"][0]["otherwise"] == [["4-4", "4-4"], ["6-6", "5-5"]]


def test_show_tells_the_worth_and_not_the_bare_structure() -> None:
    told = run("show", EXAMPLE).output
    assert "house_way   basic, with exceptions: 3" in told
    assert "16 of 35,960 hands" in told
    assert "to the house edge of pai gow" in told


def test_nothing_filed_is_nothing_printed() -> None:
    bare = EXAMPLE.parent / "nj-house-only.toml"
    for command in ("show", "check", "sign"):
        assert "as filed" not in run(command, bare).output
        assert json.loads(run(command, bare, "--json").stdout)["filed"] is None


REFUSED: Final = {
    '[[house_way.exceptions]]\ntiles = ["6-6", "4-4", "4-4", "5-5"]\nhigh = ["6-6", "1-1"]': 3,
    '[[house_way.exceptions]]\ntiles = ["6-6", "4-4", "4-4"]\nhigh = ["6-6", "4-4"]': 2,
    '[[house_way.exceptions]]\ntiels = ["6-6", "4-4", "4-4", "5-5"]\nhigh = ["6-6", "4-4"]': 2,
}


@pytest.mark.parametrize(("toml", "code"), REFUSED.items(), ids=["refused", "shape", "key"])
def test_what_may_not_be_filed_is_told_by_check_and_show(
    tmp_path: Path, toml: str, code: int
) -> None:
    file = tmp_path / "filed.toml"
    file.write_text(f'regulation = "nj-pai-gow"\n[house_way]\nbase = "basic"\n{toml}\n')
    checked = run("check", file)
    assert checked.exit_code == code
    assert "way-" not in checked.output
    shown = run("show", file)
    assert shown.exit_code == (0 if code == 3 else 2)
    if code == 3:
        assert "Refused: the exception for 6-6 4-4 4-4 5-5: 6-6 1-1 is not in that hand" in (
            shown.output
        )


def test_cards_are_printed_without_a_worth(tmp_path: Path) -> None:
    file = tmp_path / "cards.toml"
    file.write_text(
        'regulation = "nj-pai-gow-poker"\n[house_way]\nbase = "basic"\n[[house_way.exceptions]]\n'
        'cards = ["QS", "QH", "9D", "7C", "5D", "2C", "AC"]\nlow = ["AC", "7C"]\n'
    )
    told = run("show", file).output
    assert "2C 5D 9D QS QH high, 7C AC low" in told
    assert "1 of 154,143,080 hands" in told
    assert "house edge of pai gow" not in told


@pytest.mark.parametrize(("regulation", "maryland"), [("nj-pai-gow", False), ("md-pai-gow", True)])
def test_the_worth_is_that_of_every_deal_counted_one_by_one(
    regulation: str, maryland: bool
) -> None:
    game = regulation_in_force(regulation).game
    assert isinstance(game, TilesGame)
    counted = _kept(SEVEN, maryland) - _kept(EIGHT, maryland)
    assert added(game, SEVEN, EIGHT, 5) == counted
    assert times_dealt(("2-2", "5-6", "4-6", "1-6")) == 16


def _kept(house: Setting, maryland: bool) -> Fraction:
    """Over the 20,475 hands that are left beside the house's, each set as the book says."""
    left = list((Counter(FULL_SET) - Counter((*house.high, *house.low))).elements())
    total = Fraction(0)
    hands = Counter(combinations(left, 4))
    for four, many in hands.items():
        high, low = by_the_book.house_way(four)[0]
        won = int(_beats(high, house.high, maryland))
        zero = by_the_book.reading_of(low)
        is_zero = zero.pair == by_the_book.NO_PAIR and zero.value == 0
        won += not is_zero and _beats(low, house.low, maryland)
        total += many * {0: Fraction(1), 1: Fraction(0), 2: Fraction(-95, 100)}[won]
    assert hands.total() == 20_475
    return total / hands.total()


def _beats(mine: Any, theirs: Any, maryland: bool) -> bool:
    one, other = by_the_book.reading_of(mine), by_the_book.reading_of(theirs)
    zeros = all(two.pair == by_the_book.NO_PAIR and two.value == 0 for two in (one, other))
    return not (maryland and zeros) and by_the_book.compare(one, other) > 0


def test_the_schema_takes_what_is_read_and_nothing_else() -> None:
    tiles: dict[str, Any] = {
        "base": "basic",
        "exceptions": [{"tiles": ["5-6", "1-6", "2-2", "4-6"], "high": ["1-6", "4-6"]}],
    }
    cards: dict[str, Any] = {
        "base": "basic",
        "exceptions": [{"cards": ["QS", "QH", "9D", "7C", "5D", "2C", "AC"], "low": ["AC", "7C"]}],
    }
    for name, own, foreign in (
        ("nj-pai-gow", tiles, cards),
        ("md-pai-gow", tiles, cards),
        ("nj-pai-gow-poker", cards, tiles),
    ):
        schema = submission_schema(regulation_in_force(name))
        for way in ("basic", own):
            content = {"regulation": name, "house_way": way}
            jsonschema.validate(content, schema)
            assert regulation_in_force(name).elections.model_validate(content)
        many = {"base": "basic", "exceptions": own["exceptions"] * 201}
        for wrong in (foreign, many, {"base": "basic"}, 7):
            with pytest.raises(jsonschema.ValidationError):
                jsonschema.validate({"regulation": name, "house_way": wrong}, schema)
