"""Evidence out of a real store: of every round that is played, in play, or years old."""

import re
from typing import Any, Final

import msgspec
import pytest

from domain.commands.fields import Actor
from services.bootstrap import open_service
from services.evidence.bundle import (
    NoRound,
    NotAsSealed,
    NotYet,
    everything,
    make_evidence,
)
from services.evidence.container import unpack
from services.http.masking import unseen
from services.store.ledger import Ledger
from services.transparency.sealed_log import SealedLog
from tests.integration.store.test_version_before import upgraded
from tests.support.domain import asked, craps
from tests.support.domain.asked import Asked
from tests.support.domain.mistaken import correct_deal, correct_roll, correct_wager
from tests.support.evidence import Verdict, checked
from tests.support.store.databases import tampering
from tests.support.store.playing import do, play_floor, running
from tests.support.store.poker import open_poker, settle, to_settle
from tests.support.transparency.at_once import KEY, ORIGIN, OTHER_KEY, WITNESS, rotate, seal
from tests.support.transparency.keys import key

DEALER: Final = "1-3 1-5 5-6 4-6"
HANDS: Final = {1: "6-6 1-6 / 5-5 2-3", 2: "5-5 1-5 / 3-3 3-4", 4: "1-1 4-5 / 4-4 1-6"}
PIECES: Final = re.compile(rb'"[1-6]-[1-6]"|[1-6]-[1-6] [1-6]-[1-6]')
"""As events name them, and as the account does."""
ROUND: Final = asked.up_to_the_house(DEALER, HANDS)


def evidence(ledger: Ledger, round_id: str, role: str | None = None) -> bytes:
    """Of all of it, or of what a role may see."""
    actor = None if role is None else Actor(id="somebody", role=role)
    log = SealedLog(ledger.datastore)
    hides = everything if actor is None else lambda logged: unseen(logged, actor)
    return make_evidence(ledger, log, round_id, hides)


def shown(archive: bytes) -> list[dict[str, Any]]:
    return [msgspec.json.decode(line) for line in unpack(archive)["events.jsonl"].splitlines()]


def names(archive: bytes) -> list[str]:
    return [event["event"] for event in shown(archive)]


def good(archive: bytes) -> Verdict:
    verdict = checked(archive)
    assert verdict.code == 0, verdict.complaint
    return verdict


def withheld(archive: bytes) -> int:
    return int(good(archive).line("events").split(", ")[1].removesuffix(" withheld"))


def rounds_in(ledger: Ledger) -> list[str]:
    query = "SELECT DISTINCT round FROM pitledger_events WHERE round IS NOT NULL ORDER BY round"
    with ledger.datastore.get_connection() as conn:
        return [row["round"] for row in conn.execute(query).fetchall()]


def played(ledger: Ledger, table: str, *commands: Asked) -> None:
    with running(ledger) as desk:
        for command in commands:
            do(desk, {**command, "table": table})


def test_every_round_of_an_evening_is_good_evidence_for_everybody(ledger: Ledger) -> None:
    with running(ledger) as desk:
        play_floor(desk, tables=6, rounds=3)
    seal(ledger)
    rounds = rounds_in(ledger)
    assert len(rounds) >= 20
    stored = {entry.state for entry in ledger.log_after(0, 10_000)}
    for round_id in rounds:
        for role in (None, "dealer", "pit_manager", "surveillance"):
            archive = evidence(ledger, round_id, role)
            assert ": as recorded" in good(archive).line("settlement")
            assert stored.issuperset(unpack(archive)["events.jsonl"].splitlines())
            if role is None:
                assert withheld(archive) == 0


def test_a_store_of_the_version_before_gives_evidence(server: str) -> None:
    """Of rounds under rules that were mended since, by the rules they were played under."""
    with open_service(upgraded(server)) as house:
        ledger = house.storage.ledger
        seal(ledger)
        regulations = set()
        for round_id in rounds_in(ledger)[::3]:
            verdict = good(evidence(ledger, round_id))
            assert ": as recorded" in verdict.line("settlement")
            regulations.add(verdict.line("rules").partition(",")[0])
    assert regulations >= {"nj-pai-gow@1", "md-pai-gow@1"}


def test_it_is_the_same_each_time_whatever_is_played_later(ledger: Ledger) -> None:
    played(ledger, "PG01", asked.open_table(), *ROUND, asked.settle())
    seal(ledger)
    first = evidence(ledger, "PG01-1-1")
    played(ledger, "PG01", *ROUND, asked.settle())
    seal(ledger)
    assert evidence(ledger, "PG01-1-1") == first
    assert good(evidence(ledger, "PG01-1-2")).line("log").endswith(f"{ledger.head()} events")


def test_after_a_rotation_either_key_is_enough_for_every_round(ledger: Ledger) -> None:
    """Also for one that the old key alone had sealed; it stays the same from then on."""
    new = key(2, ORIGIN)
    played(ledger, "PG01", asked.open_table(), *ROUND, asked.settle())
    seal(ledger)
    before = evidence(ledger, "PG01-1-1")
    rotate(ledger, KEY, new)
    assert evidence(ledger, "PG01-1-1") == before
    seal(ledger, new, before=KEY)
    after = evidence(ledger, "PG01-1-1", "dealer")
    played(ledger, "PG01", *ROUND, asked.settle())
    seal(ledger, new)
    assert evidence(ledger, "PG01-1-1", "dealer") == after
    for round_id in ("PG01-1-1", "PG01-1-2"):
        for one, code in ((KEY, 0), (new, 0), (OTHER_KEY, 3)):
            assert checked(evidence(ledger, round_id), str(one.verifier)).code == code


def test_cosignatures_are_in_it(ledger: Ledger) -> None:
    played(ledger, "PG01", asked.open_table(), *ROUND, asked.settle())
    seal(ledger, witness=WITNESS)
    archive = evidence(ledger, "PG01-1-1")
    assert good(archive).line("cosigned by").startswith("witness.example/one+")
    assert b"witness.example/one, key id" in unpack(archive)["README.txt"]


def test_of_a_finished_round_there_is_none_before_it_is_sealed(ledger: Ledger) -> None:
    played(ledger, "PG01", asked.open_table(), *ROUND)
    with pytest.raises(NotYet):
        evidence(ledger, "PG01-1-1")
    seal(ledger)
    played(ledger, "PG01", asked.settle())
    with pytest.raises(NotYet, match=f"event {ledger.head()} yet"):
        evidence(ledger, "PG01-1-1")
    seal(ledger)
    assert ", closed," in good(evidence(ledger, "PG01-1-1")).line("round")


def test_of_a_round_in_play_there_is_what_is_sealed(ledger: Ledger) -> None:
    """It grows faster than checkpoints are signed; what one command made comes whole."""
    played(ledger, "PG01", asked.open_table())
    seal(ledger)
    played(ledger, "PG01", *ROUND[:3])
    with pytest.raises(NotYet):
        evidence(ledger, "PG01-1-1")
    seal(ledger)
    played(ledger, "PG01", *ROUND[3:])
    archive = evidence(ledger, "PG01-1-1")
    assert names(archive) == ["TableOpened", "RoundOpened", "WagerPlaced", "WagerPlaced"]
    assert ", in play," in good(archive).line("round")
    assert "so far: as recorded" in good(archive).line("settlement")
    seal(ledger)
    assert names(evidence(ledger, "PG01-1-1"))[-1] == "HouseSet"


def test_hands_in_play_are_withheld_and_counted(ledger: Ledger) -> None:
    played(ledger, "PG01", asked.open_table(), *ROUND)
    seal(ledger)
    assert withheld(evidence(ledger, "PG01-1-1", "surveillance")) == 0
    archive = evidence(ledger, "PG01-1-1", "floorperson")
    assert withheld(archive) == 5
    assert not {"TilesDealt", "HandSet", "HouseSet"}.intersection(names(archive))
    assert not PIECES.search(archive)
    assert PIECES.search(evidence(ledger, "PG01-1-1", "surveillance"))


def test_what_was_given_up_and_the_dead_hand_stay_withheld(ledger: Ledger) -> None:
    played(ledger, "PG01", asked.open_table(), *ROUND, asked.surrender(4), asked.settle())
    seal(ledger)
    archive = evidence(ledger, "PG01-1-1", "pit_manager")
    assert withheld(archive) == 2
    assert names(archive).count("HandSet") == 2
    assert b'"1-1"' not in archive
    assert b"1-1 4-5" not in archive
    assert ": as recorded" in good(archive).line("settlement")
    assert "TilesDealt" in names(evidence(ledger, "PG01-1-1", "auditor"))


def test_whose_cash_it_was_is_for_few(ledger: Ledger) -> None:
    buy_in = asked.buy_in(player="p-77")
    played(ledger, "PG01", asked.open_table(), *ROUND[:2], buy_in, *ROUND[2:], asked.settle())
    seal(ledger)
    assert "ChipsBought" in names(evidence(ledger, "PG01-1-1", "cage"))
    archive = evidence(ledger, "PG01-1-1", "floorperson")
    assert "ChipsBought" not in names(archive)
    assert b"p-77" not in archive
    assert withheld(archive) == 2


def test_a_corrected_round_shows_the_mistake_and_the_right(ledger: Ledger) -> None:
    hands = {seat: hand.replace("/", "") for seat, hand in HANDS.items()}
    wrong = asked.deal("2-2 3-6 2-4 1-2", hands)
    at = [one["command"] for one in ROUND].index("roll")
    rolled, right = ROUND[at : at + 2]
    told = [
        *(*ROUND[:at], asked.roll(1, 1, 3)),
        *(correct_wager(2, amount=3000), correct_roll(*rolled["dice"])),
        *(wrong, correct_deal(right), *ROUND[at + 2 :]),
    ]
    other = asked.ask("correct_setting", seat=1, high=["6-6", "5-5"], low=["1-6", "2-3"])
    setting = {**other, "reason": "keyed in wrong", "supervisor": "Ann"}
    played(ledger, "PG01", asked.open_table(), *told[:-1], setting, told[-1], asked.settle())
    seal(ledger)
    for role in (None, "dealer"):
        archive = evidence(ledger, "PG01-1-1", role)
        found = names(archive)
        assert {"WagerCorrected", "RollCorrected", "DealCorrected"} <= set(found)
        assert ": as recorded" in good(archive).line("settlement")
    assert {"SettingCorrected", "TilesDealt"} <= set(names(evidence(ledger, "PG01-1-1")))


def test_a_void_round_and_a_disputed_one(ledger: Ledger) -> None:
    played(ledger, "PG01", asked.open_table(), *ROUND, asked.void_round())
    played(ledger, "PG01", *ROUND, asked.settle())
    complaint = {"command": "complain", "round": "PG01-1-2", "seat": 2, "words": "I had a pair"}
    played(ledger, "PG01", complaint, *ROUND)
    seal(ledger)
    assert ", void," in good(evidence(ledger, "PG01-1-1")).line("round")
    archive = evidence(ledger, "PG01-1-2", "dealer")
    assert names(archive)[-1] == "ComplaintMade"
    assert ", closed," in good(archive).line("round")


def test_craps_with_dice_that_were_read_wrong(ledger: Ledger) -> None:
    told = [craps.bet(1, "pass"), craps.bet(2, "place_6")]
    first = craps.a_round(told, 2, 4)
    second = [*craps.a_round([], 3, 4), craps.correct_roll(3, 3)]
    played(ledger, "CR01", craps.open_craps(), *first, *second)
    seal(ledger)
    archive = evidence(ledger, "CR01-1-2", "dealer")
    assert names(archive).count("RoundClosed") == 2
    verdict = good(archive)
    assert ": as recorded" in verdict.line("settlement")
    assert ", 0 withheld," in verdict.line("events")


def test_a_payout_off_the_meter_while_another_table_feeds_it(ledger: Ledger) -> None:
    with running(ledger) as desk:
        do(desk, open_poker("PP01"))
        do(desk, open_poker("PP02"))
        for command in to_settle("PP01"):
            do(desk, command)
        for command in [*to_settle("PP02", "2D 4C 5H 8S TC JD QC"), settle("PP02")]:
            do(desk, command)
        do(desk, settle("PP01"))
    seal(ledger)
    archive = evidence(ledger, "PP01-1-1")
    assert {"MeterContributed", "MeterPaid", "MeterReset"} <= set(names(archive))
    assert {event["table"] for event in shown(archive)} == {"PP01"}
    assert ": as recorded" in good(archive).line("settlement")


def test_tiles_and_dice_that_came_before_it_are_told(ledger: Ledger) -> None:
    brought = [asked.ask("change_tiles"), asked.ask("change_dice"), asked.ask("change_tiles")]
    played(ledger, "PG01", asked.open_table(), *brought, *ROUND, asked.settle())
    seal(ledger)
    assert names(evidence(ledger, "PG01-1-1"))[:4] == [
        *("TableOpened", "DiceChanged", "TilesChanged", "RoundOpened")
    ]


def test_of_what_is_not_there_there_is_no_evidence(ledger: Ledger) -> None:
    seal(ledger)
    with pytest.raises(NoRound):
        evidence(ledger, "PG01-1-1")


@pytest.fixture
def tampered(ledger: Ledger) -> Ledger:
    """By somebody with all rights to the database, past every trigger."""
    played(ledger, "PG01", asked.open_table(), *ROUND, asked.settle())
    seal(ledger)
    with tampering(ledger) as conn:
        conn.execute(
            "UPDATE pitledger_events SET state = convert_to(replace(convert_from(state, 'UTF8'),"
            """ '"amount":2500', '"amount":9500'), 'UTF8') WHERE topic LIKE '%WagerPlaced%'"""
        )
    return ledger


def test_evidence_that_would_be_refused_is_not_handed_out(tampered: Ledger) -> None:
    with pytest.raises(NotAsSealed, match="event at index 2 is not what was sealed there"):
        evidence(tampered, "PG01-1-1")


def test_a_round_whose_beginning_is_gone_says_so(ledger: Ledger) -> None:
    played(ledger, "PG01", asked.open_table(), *ROUND, asked.settle())
    seal(ledger)
    with tampering(ledger) as conn:
        conn.execute("DELETE FROM pitledger_events WHERE notification_id = 1")
    with pytest.raises(NoRound, match="opening of table PG01"):
        evidence(ledger, "PG01-1-1")
