"""What stands on a sign and in the sheet of facts, for every way the examples offer the game."""

import re
from pathlib import Path
from typing import Final, get_args

import pytest

from domain.commands.submission import Submission
from domain.game_library import LIBRARY
from domain.game_names import WagerName
from domain.games.pai_gow.elections.elections import DragonsEye, elected_in
from domain.games.pai_gow.regulations import REGULATIONS, Regulation, regulation_in_force
from domain.games.pai_gow.sheets.offer import offers_of, vigorish_of
from services.rulebook.sheets import differences, facts_of
from services.rulebook.sign import Sign, lines_of, sign_of
from services.rulebook.submission_file import read_submission

EXAMPLES: Final = Path(__file__).parents[3] / "examples/submissions"
ON_DICE: Final = ("even", "odd", "match", "double", "triple", "dice_bonus")


def carried(name: str) -> Regulation:
    return next(one for one in REGULATIONS if one.name == name)


def sign_for(example: str) -> Sign:
    submission = read_submission(EXAMPLES / f"{example}.toml")
    return sign_of(submission, LIBRARY.in_force(submission.regulation))


@pytest.mark.parametrize("example", [file.stem for file in EXAMPLES.glob("*.toml")])
def test_10_11_e_odds_are_written_with_to_and_never_with_for(example: str) -> None:
    sign = sign_for(example)
    lines = list(lines_of(sign))
    in_odds = [
        line
        for offer in sign.sheet.offers
        for line in offer.payouts
        if offer.wager != "progressive"
    ]
    for payout in in_odds:
        (line,) = [one for one in lines if one.startswith(f"  {payout.label}  ")][:1]
        assert payout.odds is not None
        many, to = payout.odds.as_integer_ratio()
        assert re.search(rf" {many:,} to {to:,}$", line)
    assert len([line for line in lines if re.search(r"\d to \d", line)]) == len(in_odds)
    assert not any(re.search(r"\bfor 1\b", line) for line in lines)


def test_1_13c_e_the_sign_lists_the_odds_of_all_seven_bonus_wagers() -> None:
    sign = sign_for("nj-triples-bonus")
    assert sign.sheet.sign_required == "19:46-1.13C(e), 19:47-10.11(e)"
    lines = list(lines_of(sign))
    assert lines[4:11] == [
        *(f"  All {face}'s     180 to 1" for face in range(1, 7)),
        "  Any triple  30 to 1",
    ]
    assert "  Any triple  minimum $1.00, maximum $100.00" in lines
    assert lines[-1].startswith("Posted as 19:46-1.13C(e), 19:47-10.11(e) demands. nj-pai-gow@")


def test_10_7_l_1_by_method_one_vigorish_stays_and_a_triple_takes_even_and_odd() -> None:
    lines = list(lines_of(sign_for("nj-dragons-eye")))
    assert "Vigorish: 5 percent of a pai gow win, rounded up to the next 25 cents." in lines
    assert "A triple loses every even and odd wager." in lines


def test_10_7_l_2_by_method_two_there_is_none_and_a_triple_takes_the_tiles_too() -> None:
    sign = sign_for("nj-dragons-eye-standalone")
    assert sign.sheet.vigorish == (0, None, "13:69F-10.7(l)2")
    lines = list(lines_of(sign))
    assert "No vigorish is taken." in lines
    assert "A triple loses every even, odd and pai gow wager." in lines
    (third,) = [line for line in lines if "third triple in a row, the shaker" in line]
    assert third.endswith("  10,000 to 1")


def test_8_l_maryland_posts_its_own_paytable_and_no_other() -> None:
    lines = list(lines_of(sign_for("md-pair-fortunes")))
    rows = [line.rpartition("  ")[2].strip() for line in lines if "Pair Fortunes A, " in line]
    assert rows == ["300 to 1", "25 to 1", "8 to 1", "4 to 1", "3 to 1"]
    assert not any("Pair Fortunes B" in line for line in lines)
    assert "Vigorish: 5 percent of a pai gow win, rounded up to the next cent." in lines


def test_every_wager_but_the_progressive_can_be_offered() -> None:
    everything = Submission.model_validate(
        {
            "regulation": "nj-pai-gow",
            "triples_bonus": True,
            "dragons_eye": DragonsEye(),
            "pair_fortunes": "D",
        }
    )
    known = [one for one in get_args(WagerName) if one in carried("nj-pai-gow").of_game]
    assert _offered(everything) == tuple(one for one in known if one != "progressive")
    assert _offered(Submission(regulation="md-pai-gow")) == ("pai_gow",)


def _offered(submission: Submission) -> tuple[str, ...]:
    rules = regulation_in_force(submission.regulation)
    return tuple(offer.wager for offer in offers_of(submission, rules))


@pytest.mark.parametrize("standalone", [False, True])
def test_10_5_d_the_dragons_eye_stands_alone_only_where_elected(standalone: bool) -> None:
    eye = DragonsEye(standalone=standalone)
    submission = Submission.model_validate(
        {"regulation": "nj-pai-gow", "triples_bonus": True, "dragons_eye": eye}
    )
    offers = offers_of(submission, carried("nj-pai-gow"))
    alone = {offer.wager for offer in offers if offer.beside is None}
    assert alone == ({"pai_gow", *ON_DICE} if standalone else {"pai_gow"})


def test_every_offer_has_an_exact_edge() -> None:
    for example in ("nj-triples-bonus", "nj-dragons-eye"):
        for offer in sign_for(example).sheet.offers:
            assert [edge.error for edge in offer.edges] == [None] * len(offer.edges) != []


def test_vigorish_follows_the_elected_rounding() -> None:
    submission = Submission.model_validate({"regulation": "nj-pai-gow", "vigorish": "cent"})
    assert vigorish_of(elected_in(submission), carried("nj-pai-gow")) == (
        5,
        "cent",
        "19:47-10.7(k)",
    )


def test_both_states_are_told_on_the_same_topics_each_by_its_own_paragraphs() -> None:
    jersey, maryland = facts_of("nj-pai-gow"), facts_of("md-pai-gow")
    assert [fact.topic for fact in jersey] == [fact.topic for fact in maryland]
    assert len({fact.topic for fact in jersey}) == len(jersey) > 20
    assert all(re.match(r"19:4[67]-|13:69F-", fact.rule) for fact in jersey)
    assert all(re.match(r"MD \d+\.[A-Z]", fact.rule) for fact in maryland)


def test_the_states_differ_where_the_texts_do() -> None:
    found = differences("nj-pai-gow", "md-pai-gow")
    assert [mine.topic for mine, _ in found] == [
        "tiles",
        "number generator",
        "what is wagered",
        "a wager left behind",
        "delivery",
        "zero against zero",
        "exceptions to the house way",
        "a house hand set wrong",
        "the bank's rotation",
        "a bank's hand",
        "optional wagers",
        "the sign at the table",
    ]
    assert differences("nj-pai-gow", "nj-pai-gow") == ()


def test_the_sheet_agrees_with_the_rules_that_decide() -> None:
    for regulation in REGULATIONS:
        facts = {fact.topic: fact for fact in facts_of(regulation.name)}
        assert f"{regulation.dice_hours} hours" in facts["dice"].told
        assert facts["vigorish"].rule == regulation.cites.vigorish
        assert facts["house way"].rule == regulation.cites.house_way
        assert facts["surrender"].rule == regulation.cites.surrender
