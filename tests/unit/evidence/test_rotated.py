"""Evidence of a log whose key gave way: the rotation is in it, and either key is enough."""

from typing import Final

import pytest
from msgspec.structs import replace

from domain.events import Event
from services.evidence.container import unpack
from services.transparency.notes import SigningKey
from tests.support.domain.asked import buy_in, open_table
from tests.support.domain.given import history
from tests.support.domain.stories import EVENINGS
from tests.support.evidence import Verdict, checked, numbered
from tests.support.kept_log import KeptLog
from tests.support.transparency.at_once import KEY, ORIGIN, OTHER_KEY
from tests.support.transparency.keys import key, rotated

NEW: Final = key(2, ORIGIN)
ROUND: Final = "PG01-1-1"
PLAYED: Final[tuple[Event, ...]] = tuple(
    history(*numbered((*EVENINGS, open_table(), *(buy_in() for _ in range(20))))).events
)
STAMPED: Final = {
    "day": "2026-11-15",
    "at": "2026-11-15T20:00:00Z",
    "recorded": "2026-11-15T20:00:00Z",
}


def log(*signed: SigningKey, at: int = len(PLAYED), old: SigningKey = KEY) -> KeptLog:
    """Whose key gave way at a place of the log."""
    gave_way = rotated(old, NEW, seq=1, **STAMPED)
    return KeptLog([*PLAYED[:at], gave_way, *PLAYED[at:]], *signed)


def by(archive: bytes, *keys: SigningKey) -> Verdict:
    return checked(archive, " ".join(str(one.verifier) for one in keys))


@pytest.mark.parametrize("at", [0, 3, 12, 20, len(PLAYED)])
def test_by_either_key_it_is_good_wherever_the_rotation_stands(at: int) -> None:
    archive = log(NEW, at=at).evidence(ROUND)
    for keys in ((KEY,), (NEW,), (KEY, NEW), (OTHER_KEY, KEY)):
        verdict = by(archive, *keys)
        assert verdict.code == 0, verdict
        assert verdict.line("signed by").startswith(str(NEW.verifier))
    assert by(archive, KEY).line("signed by").endswith("the key that was given gave way")
    assert unpack(archive)["events.jsonl"].count(b"SealKeyRotated") == 1


def test_by_another_key_it_is_told_as_such() -> None:
    verdict = by(log(NEW).evidence(ROUND), OTHER_KEY)
    assert verdict.code == 3
    assert "checkpoint is signed by another key" in verdict.complaint


def test_a_stranger_who_signs_for_the_house_s_key_is_not_the_house() -> None:
    forged = log(OTHER_KEY, old=OTHER_KEY).evidence(ROUND)
    assert by(forged, NEW).code == 3
    assert by(forged, KEY).code == 3


def test_the_old_key_alone_seals_nothing_after_it_gave_way() -> None:
    assert by(log(KEY).evidence(ROUND), KEY).code == 3


def test_a_rotation_that_the_old_key_did_not_sign_is_no_rotation() -> None:
    event = replace(rotated(OTHER_KEY, NEW, seq=1, **STAMPED), old=str(KEY.verifier))
    verdict = by(KeptLog([*PLAYED, event], NEW).evidence(ROUND), KEY)
    assert verdict.code == 1
    assert "the keys of the log cannot be followed" in verdict.complaint


def test_the_account_and_the_readme_tell_of_it() -> None:
    files = unpack(log(KEY, NEW).evidence(ROUND))
    assert b"The log is sealed with another key" in files["account.html"]
    assert b"SealKeyRotated seal:keys/1" in files["README.txt"]
    assert b"goes on from that one" in files["README.txt"]
