"""Evidence by a forger who has this program: all of it fits, and one thing is not as it was.

And by a house that keeps its log well and writes something wrong into it.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib.metadata import version
from typing import Any, Final

import msgspec
import pytest
from msgspec.structs import replace as altered

from domain.commands.fields import Actor
from domain.events import Event
from domain.events import round as happened
from domain.events.table import ChipsBought, TableOpened
from domain.games.pai_gow.messages import events as of_pai_gow
from domain.terms import terms_of
from services.evidence import bundle
from services.evidence import texts as evidence_texts
from services.evidence.container import pack, unpack
from services.evidence.files import Entry, Evidence, read_evidence
from services.evidence.texts import texts_of
from tests.support.domain.asked import (
    buy_in,
    open_round,
    open_table,
    settle,
    surrender,
    up_to_the_house,
)
from tests.support.domain.books_asked import complain, hold, rule
from tests.support.domain.given import history
from tests.support.domain.poker import FIVE_ACES_AND_PAIR, metered, to_the_house, validated
from tests.support.evidence import Verdict, checked, numbered
from tests.support.kept_log import KeptLog

HOUSE: Final = "1-3 1-5 5-6 4-6"
HANDS: Final = {1: "6-6 1-6 / 5-5 2-3", 2: "5-5 1-5 / 3-3 3-4", 4: "1-1 4-5 / 4-4 1-6"}
PLAYED: Final = up_to_the_house(HOUSE, HANDS)
EVENTS: Final = list(
    history(
        *numbered(
            (
                open_table(),
                *(*PLAYED[:3], buy_in(), *PLAYED[3:], surrender(4), settle()),
                *(complain("PG01-1-1", 2), open_round()),
            )
        )
    ).events
)
LOG: Final = KeptLog(EVENTS)
ROUND: Final = "PG01-1-1"
GOOD: Final = read_evidence(unpack(LOG.evidence(ROUND)))


def forged(entries: Sequence[Entry]) -> Verdict:
    """With all texts and proofs written anew."""
    evidence = replace(GOOD, entries=tuple(entries))
    return checked(pack(evidence.files(texts_of(evidence))))


def place_of(kind: type[Event], nth: int = 0) -> int:
    """Which entry of the evidence tells such an event."""
    named = f'"event":"{kind.__name__}"'.encode()
    return [at for at, one in enumerate(GOOD.entries) if one.line and named in one.line][nth]


def without(*places: int) -> list[Entry]:
    return [one for at, one in enumerate(GOOD.entries) if at not in places]


def hiding(*places: int) -> list[Entry]:
    return [replace(one, line=None) if at in places else one for at, one in enumerate(GOOD.entries)]


def test_the_round_is_good_as_it_is() -> None:
    verdict = forged(GOOD.entries)
    assert verdict.code == 0, verdict
    assert verdict.line("events") == f"{len(GOOD.entries)} shown, 0 withheld, all in the log"
    assert place_of(ChipsBought)


@pytest.mark.parametrize(
    "kind", [happened.WagerPlaced, of_pai_gow.HandSet, happened.DiceRolled, ChipsBought]
)
def test_an_event_that_is_left_out_is_missed(kind: type[Event]) -> None:
    verdict = forged(without(place_of(kind)))
    assert verdict.code == 1
    assert "is missing: 1 of the table's events" in verdict.complaint


def test_a_round_without_its_beginning_is_none() -> None:
    with pytest.raises(StopIteration):
        forged(without(place_of(happened.RoundOpened)))
    files = GOOD.files({**texts_of(GOOD)})
    bare = replace(GOOD, entries=tuple(without(place_of(happened.RoundOpened))))
    verdict = checked(pack({**bare.files(files)}))
    assert verdict.code == 1
    assert "0 of a round" in verdict.complaint


def test_the_end_can_be_left_out_and_is_said_to_be() -> None:
    """It is then as it was before the end: nobody can prove by it that there was none."""
    ended = place_of(of_pai_gow.HandSurrendered)
    cut = [*GOOD.entries[:ended]]
    verdict = forged(cut)
    assert verdict.code == 0
    assert ", in play," in verdict.line("round")


def test_half_of_what_one_command_made_is_not_taken_for_all() -> None:
    cut = place_of(happened.RoundClosed)
    verdict = forged(GOOD.entries[:cut])
    assert verdict.code == 1
    assert "what it was decided by is missing" in verdict.complaint
    verdict = forged(GOOD.entries[: place_of(of_pai_gow.HandSurrendered) + 1])
    assert verdict.code == 1
    assert "the rules make a WagerSettled after it, which is missing" in verdict.complaint


def test_what_a_forger_withholds_is_counted() -> None:
    verdict = forged(hiding(place_of(ChipsBought)))
    assert verdict.code == 0
    assert ", 1 withheld," in verdict.line("events")
    verdict = forged(hiding(place_of(of_pai_gow.HouseSet)))
    assert verdict.code == 0
    assert verdict.line("settlement").startswith("not computed again: what is withheld is needed")


def test_no_more_is_withheld_than_came_between() -> None:
    """The leaf of another table's event would be one too many."""
    bought = next(event for event in EVENTS if isinstance(event, ChipsBought))
    elsewhere = altered(bought, key="PG02", table="PG02", seq=1, round=None)
    at = EVENTS.index(bought)
    log = KeptLog([*EVENTS[:at], elsewhere, *EVENTS[at:]])
    good = read_evidence(unpack(log.evidence(ROUND)))
    tree = log.tree(len(log.events))
    strange = Entry(at, tree.leaf(at), tuple(tree.inclusion(at)), None)
    entries = sorted((*good.entries, strange), key=lambda one: one.index)
    evidence = replace(good, entries=tuple(entries))
    verdict = checked(pack(evidence.files(texts_of(evidence))))
    assert verdict.code == 1
    assert "more is withheld between" in verdict.complaint


def test_nothing_is_withheld_outside_of_the_round() -> None:
    verdict = forged([*GOOD.entries[:-1], replace(GOOD.entries[-1], line=None)])
    assert verdict.code == 1
    assert "is withheld, and lies outside of the round" in verdict.complaint


def test_an_event_of_another_round_is_no_part_of_it() -> None:
    other = read_evidence(unpack(LOG.evidence("PG01-1-2"))).entries[-1]
    verdict = forged([*GOOD.entries, other])
    assert verdict.code == 1
    assert f"RoundOpened PG01/{len(EVENTS)}" not in verdict.complaint
    assert "2 of a round" in verdict.complaint


def test_what_came_later_at_the_table_is_no_part_of_it() -> None:
    events = [*EVENTS, *_bought_later()]
    log = KeptLog(events)
    good = read_evidence(unpack(log.evidence(ROUND)))
    index = len(events) - 1
    tree = log.tree(len(events))
    late = Entry(index, tree.leaf(index), tuple(tree.inclusion(index)), log.logged[index].state)
    evidence = Evidence(good.checkpoint, (*good.entries, late))
    verdict = checked(pack(evidence.files(texts_of(evidence))))
    assert verdict.code == 1
    assert f"ChipsBought PG01/{len(events)}, index {index} is no part" in verdict.complaint


def _bought_later() -> list[Event]:
    bought = next(event for event in EVENTS if isinstance(event, ChipsBought))
    return [altered(bought, seq=len(EVENTS) + 1)]


def as_a_house_might(change: Callable[[Event], Event], events: Sequence[Event] = EVENTS) -> Verdict:
    """A log that is kept and sealed well, with something else written into it."""
    log = KeptLog(change(event) for event in events)
    return checked(log.evidence(ROUND))


def changing(kind: type[Event], **fields: Any) -> Callable[[Event], Event]:
    return lambda event: altered(event, **fields) if type(event) is kind else event


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (changing(happened.VigorishTaken, won=1), "`won` is 1, by the rules 2500"),
        (changing(happened.DiceRolled, total=4), "`total` is 4, by the rules"),
        (changing(of_pai_gow.HouseSet, high=("1-3", "4-6"), low=("1-5", "5-6")), "by the rules "),
        (changing(of_pai_gow.HouseSet, way=None), "`way` is null, by the rules "),
        (changing(happened.WagerSettled, outcome="push"), '`outcome` is "push", by the rules '),
        (changing(happened.WagerSettled, rule="none"), '`rule` is "none", by the rules '),
        (changing(happened.RoundClosed, triples=2), "`triples` is 2, by the rules 0"),
    ],
)
def test_a_decision_that_the_rules_do_not_make_is_named(
    change: Callable[[Event], Event], words: str
) -> None:
    verdict = as_a_house_might(change)
    assert verdict.code == 1
    assert "not settled by the rules it names: " in verdict.complaint
    assert words in verdict.complaint


def test_what_comes_out_otherwise_is_not_hidden_behind_what_is_withheld() -> None:
    log = KeptLog(changing(happened.VigorishTaken, won=1)(event) for event in EVENTS)
    verdict = checked(log.evidence(ROUND, Actor(id="dana", role="dealer"), whole=False))
    assert verdict.code == 1
    assert "by what is shown it is not settled by the rules it names" in verdict.complaint
    assert "some of the round is withheld, which may be why" in verdict.complaint


def test_a_sum_that_its_lines_do_not_make_is_named() -> None:
    verdict = as_a_house_might(changing(happened.RoundClosed, tray_delta=1))
    assert verdict.code == 1
    assert "says that the round did 1 cents to the tray" in verdict.complaint


def test_rules_other_than_those_of_the_opening_are_named() -> None:
    for change, words in (
        (changing(happened.RoundOpened, submission_hash="0" * 64), "names other rules"),
        (changing(happened.RoundOpened, regulation="md-pai-gow@3"), "names other rules"),
        (changing(TableOpened, submission_hash="0" * 64), "do not have the hash it names"),
        (changing(happened.RoundOpened, session=2), "is not that of the session"),
    ):
        verdict = as_a_house_might(change)
        assert verdict.code == 1, verdict
        assert words in verdict.complaint
    other = terms_of({"vigorish": "cent"})
    verdict = as_a_house_might(changing(happened.RoundOpened, terms=other))
    assert "has other terms" in verdict.complaint


def test_rules_that_the_program_does_not_carry_are_not_guessed() -> None:
    verdict = as_a_house_might(changing(TableOpened, regulation_hash="0" * 64))
    assert verdict.code == 7
    assert verdict.line("settlement").startswith("computed again by this build's rules, ")
    assert "this build's rules differ from those that the table was opened under" in (
        verdict.complaint
    )
    assert f"names {'0' * 64} for nj-pai-gow@3" in verdict.complaint


def test_what_comes_out_otherwise_by_other_rules_is_no_forgery() -> None:
    def otherwise(event: Event) -> Event:
        wrong = changing(happened.WagerSettled, outcome="push")(event)
        return changing(TableOpened, regulation_hash="0" * 64)(wrong)

    verdict = as_a_house_might(otherwise)
    assert verdict.code == 7
    assert verdict.line("settlement").startswith("NOT CHECKED: by this build's rules it comes out")


def test_a_version_that_the_program_does_not_carry_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def later(event: Event) -> Event:
        kind = type(event)
        is_told = kind in (TableOpened, happened.RoundOpened)
        return changing(kind, regulation="nj-pai-gow@99")(event) if is_told else event

    # A later build wrote it; this one cannot tell its account.
    monkeypatch.setattr(bundle, "texts_of", lambda _: texts_of(GOOD))
    verdict = as_a_house_might(later)
    assert verdict.code == 7
    assert "this build carries no nj-pai-gow@99" in verdict.complaint


def test_events_that_do_not_follow_each_other_are_refused() -> None:
    def moved(event: Event) -> Event:
        return altered(event, seq=event.seq + 1) if isinstance(event, of_pai_gow.HandSet) else event

    verdict = as_a_house_might(moved)
    assert verdict.code == 1
    assert "does not come after" in verdict.complaint or "is missing" in verdict.complaint


def test_two_events_of_one_number_are_refused() -> None:
    def twice(event: Event) -> Event:
        return altered(event, seq=event.seq - 1) if isinstance(event, ChipsBought) else event

    verdict = as_a_house_might(twice)
    assert verdict.code == 1
    assert "ChipsBought PG01/4" in verdict.complaint
    assert "does not come after WagerPlaced PG01/4" in verdict.complaint


def test_a_fact_of_another_round_is_no_part_of_it() -> None:
    verdict = as_a_house_might(changing(happened.WagerPlaced, round="PG01-1-9"))
    assert verdict.code == 1
    assert "WagerPlaced PG01/3, index 2 is no part of round PG01-1-1" in verdict.complaint


def test_a_payout_off_the_meter_is_computed_again() -> None:
    hands = {1: FIVE_ACES_AND_PAIR}
    played = (*to_the_house(hands, (1,), dealer="2S 4H 7D 9C JD QH KD"), validated())
    events = history(*numbered((metered(), *played))).events
    assert as_a_house_might(lambda event: event, events).code == 0
    for change in (
        changing(happened.ProgressivePaid, hand="royal_flush"),
        changing(happened.ProgressivePaid, from_meter=0),
    ):
        verdict = as_a_house_might(change, events)
        assert (verdict.code, "by the rules" in verdict.complaint) == (1, True)
    log = KeptLog(events)
    good = read_evidence(unpack(log.evidence(ROUND)))
    left = [one for one in good.entries if one.line and b'"MeterPaid"' not in one.line]
    evidence = replace(good, entries=tuple(left))
    verdict = checked(pack(evidence.files(texts_of(evidence))))
    assert verdict.code == 1
    assert "not settled by the rules it names: ProgressivePaid PG01/12" in verdict.complaint


def test_disputes_are_told_with_the_round() -> None:
    asked = [open_table(), *PLAYED, settle(), complain(ROUND, 2)]
    complaint = len(history(*asked).events)
    said = [*asked, buy_in(), hold(complaint), buy_in(), rule(complaint)]
    archive = KeptLog(history(*numbered(said)).events).evidence(ROUND)
    assert checked(archive).code == 0, checked(archive)
    lines = unpack(archive)["events.jsonl"].splitlines()
    names = [msgspec.json.decode(line)["event"] for line in lines]
    assert names[-4:] == ["RoundClosed", "ComplaintMade", "DisputeHeld", "DisputeRuled"]


def of_version(number: str, monkeypatch: pytest.MonkeyPatch) -> bytes:
    with monkeypatch.context() as other:
        other.setattr(evidence_texts, "version", lambda _: number)
        return LOG.evidence(ROUND)


def test_texts_of_another_version_are_not_vouched_for(monkeypatch: pytest.MonkeyPatch) -> None:
    other = of_version("9.9.9", monkeypatch)
    verdict = checked(other)
    assert verdict.code == 0
    assert verdict.line("account").startswith("NOT CHECKED: README.txt were written by pitledger 9")
    files = unpack(other)
    for name in ("account.html", "README.txt", "submission.json"):
        spoiled = files[name].replace(b"nj-pai-gow", b"md-pai-gow", 1)
        if spoiled != files[name]:
            assert checked(pack({**files, name: spoiled})).code == 1, name
    named = files["README.txt"].replace(b"9.9.9", b"9.9.8")
    assert checked(pack({**files, "README.txt": named})).code == 1


def test_the_same_version_is_held_to_its_words() -> None:
    files = unpack(LOG.evidence(ROUND))
    number = version("pitledger")
    account = files["account.html"].replace(b"wins", b"loses")
    assert account != files["account.html"]
    above = files["README.txt"].rpartition(b"Written by")[0]
    signed = evidence_texts._signed_off(above, number, account, files["checkpoint"])
    verdict = checked(pack({**files, "account.html": account, "README.txt": signed}))
    assert verdict.code == 1
    assert "README.txt does not tell what the events tell" in verdict.complaint
