"""Whose evidence it is, and a checkpoint that was kept aside: another key, house or history."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import pytest
from msgspec.structs import replace

from domain.events import Event
from domain.events.table import ChipsBought
from services.evidence.container import pack, unpack
from services.evidence.files import read_evidence
from services.evidence.texts import texts_of
from services.transparency.checkpoints import Checkpoint
from tests.support.domain.asked import buy_in, open_table
from tests.support.domain.given import history
from tests.support.domain.stories import EVENINGS
from tests.support.evidence import VKEY, checked, numbered
from tests.support.kept_log import KeptLog
from tests.support.served_log import serving_log
from tests.support.transparency.at_once import KEY, OTHER_HOUSE, OTHER_KEY, WITNESS

LOG: Final = KeptLog(
    history(*numbered((*EVENINGS, open_table(), *(buy_in() for _ in range(500))))).events
)
"""Long enough that the tree has more than one tile."""
ROUND: Final = "PG01-1-1"
SIZE: Final = 60


def sealed_at(size: int) -> KeptLog:
    return KeptLog(LOG.events, sealed=size)


def with_another_past() -> KeptLog:
    """One buy-in early in the log is another."""
    at = next(n for n, event in enumerate(LOG.events) if isinstance(event, ChipsBought))
    bought = LOG.events[at]
    assert isinstance(bought, ChipsBought)
    events: list[Event] = list(LOG.events)
    events[at] = replace(bought, player="somebody else")
    return KeptLog(events)


@contextmanager
def served(log: KeptLog) -> Iterator[str]:
    with serving_log(str(log.note), log.tiles) as address:
        yield address


@pytest.fixture(scope="module")
def archive() -> bytes:
    return sealed_at(SIZE).evidence(ROUND)


def test_by_the_key_of_the_house_it_is_good(archive: bytes) -> None:
    verdict = checked(archive)
    assert verdict.code == 0, verdict
    assert verdict.line("signed by") == VKEY
    assert verdict.line("log") == f"pitledger/house, the first {SIZE} events"


def test_another_key_of_that_name_did_not_sign_it(archive: bytes) -> None:
    verdict = checked(archive, str(OTHER_KEY.verifier))
    assert verdict.code == 3
    assert "is not signed by" in verdict.complaint


def test_evidence_of_another_house_is_told_apart() -> None:
    elsewhere = KeptLog(LOG.events, OTHER_HOUSE).evidence(ROUND)
    verdict = checked(elsewhere)
    assert verdict.code == 4
    assert "pitledger/elsewhere, not of pitledger/house" in verdict.complaint
    assert checked(elsewhere, str(OTHER_HOUSE.verifier)).code == 0


@pytest.mark.parametrize("key", ["", "pitledger/house", VKEY[:-4] + "AAA=", f"{VKEY} rubbish"])
def test_what_is_no_key_is_unreadable(archive: bytes, key: str) -> None:
    verdict = checked(archive, key)
    assert verdict.code == 2
    assert "--key: " in verdict.complaint


def test_one_of_several_keys_is_enough(archive: bytes) -> None:
    keys = f"{OTHER_KEY.verifier} {VKEY}\n"
    assert checked(archive, keys).line("signed by") == VKEY


def cosigned(archive: bytes, line: str) -> bytes:
    """As it is made where a witness has signed the checkpoint too."""
    evidence = read_evidence(unpack(archive))
    seen = type(evidence)(evidence.checkpoint + line, evidence.entries)
    return pack(seen.files(texts_of(seen)))


def test_cosignatures_are_told_and_checked_where_their_key_is_given(archive: bytes) -> None:
    text = sealed_at(SIZE).checkpoint.text()
    good = cosigned(archive, WITNESS.cosign(text, 1_790_000_000).line())
    named = f"{WITNESS.verifier.name}+{WITNESS.verifier.key_id().hex()}"
    assert checked(good).line("cosigned by") == f"{named}, not checked: no key of it was given"
    both = f"{VKEY} {WITNESS.verifier}"
    assert checked(good, both).line("cosigned by") == named
    wrong = cosigned(archive, WITNESS.cosign(text + "more\n", 1_790_000_000).line())
    verdict = checked(wrong, both)
    assert verdict.code == 1
    assert "witness.example/one is not of this text" in verdict.complaint
    assert checked(good, str(WITNESS.verifier)).code == 2


def test_a_checkpoint_of_the_same_size_has_the_same_root(archive: bytes) -> None:
    kept = str(sealed_at(SIZE).note).encode()
    assert (
        checked(archive, checkpoint=kept).line("kept aside").startswith(f"a checkpoint of {SIZE}")
    )
    other = Checkpoint("pitledger/house", SIZE, bytes(32)).signed(KEY)
    verdict = checked(archive, checkpoint=str(other).encode())
    assert verdict.code == 5
    assert "two histories that contradict each other" in verdict.complaint


def test_one_of_another_size_needs_the_log(archive: bytes) -> None:
    verdict = checked(archive, checkpoint=str(LOG.note).encode())
    assert verdict.code == 2
    assert "--log URL" in verdict.complaint


@pytest.mark.parametrize("size", [1, 7, 59, 61, 64, len(LOG.events) - 1, len(LOG.events)])
def test_one_history_is_seen_in_the_log(archive: bytes, size: int) -> None:
    kept = str(sealed_at(size).note).encode()
    with served(LOG) as log:
        verdict = checked(archive, checkpoint=kept, log=log)
        assert (verdict.code, verdict.complaint) == (0, "")
        assert checked(archive, checkpoint=kept, log=log.rstrip("/")).code == 0
    assert verdict.line("kept aside") == f"a checkpoint of {size} events, of the same history"


def test_the_published_log_can_be_asked_alone(archive: bytes) -> None:
    with served(LOG) as address:
        verdict = checked(archive, log=address)
        assert verdict.code == 0, verdict
    assert verdict.line("published") == f"a log of {len(LOG.events)} events, of the same history"
    with served(with_another_past()) as address:
        assert checked(archive, log=address).code == 5


def test_a_log_whose_tiles_are_not_what_it_signed_is_a_contradiction(archive: bytes) -> None:
    with serving_log(str(LOG.note), with_another_past().tiles) as address:
        verdict = checked(archive, log=address)
    assert verdict.code == 5
    assert "are not those that it signed" in verdict.complaint


def test_another_history_is_a_contradiction_whichever_is_served(archive: bytes) -> None:
    other = with_another_past()
    kept = str(other.note).encode()
    for log in (LOG, other):
        with served(log) as address:
            verdict = checked(archive, checkpoint=kept, log=address)
            assert verdict.code == 5, verdict
    small = str(KeptLog(other.events, sealed=30).note).encode()
    with served(LOG) as address:
        assert checked(archive, checkpoint=small, log=address).code == 5


def test_a_log_that_went_back_is_a_contradiction(archive: bytes) -> None:
    """Rolled back to an older state, it has fewer events than were signed."""
    with served(sealed_at(SIZE)) as address:
        verdict = checked(archive, checkpoint=str(LOG.note).encode(), log=address)
    assert verdict.code == 5
    assert f"has {SIZE} events, and {len(LOG.events)} were signed" in verdict.complaint
    with served(sealed_at(SIZE - 1)) as address:
        assert checked(archive, log=address).code == 5


def test_the_log_of_another_house_helps_nothing(archive: bytes) -> None:
    with served(KeptLog(LOG.events, OTHER_HOUSE)) as address:
        assert checked(archive, checkpoint=str(LOG.note).encode(), log=address).code == 4


@pytest.mark.parametrize("url", ["http://127.0.0.1:9/v1/log/", "rubbish", "http://[", "ftp://x/"])
def test_a_log_that_cannot_be_had_is_said_so(archive: bytes, url: str) -> None:
    verdict = checked(archive, checkpoint=str(LOG.note).encode(), log=url)
    assert verdict.code == 2
    assert "cannot be fetched" in verdict.complaint


def test_a_tile_that_is_missing_is_said_so(archive: bytes) -> None:
    with serving_log(str(LOG.note), {}) as address:
        verdict = checked(archive, checkpoint=str(LOG.note).encode(), log=address)
    assert verdict.code == 2
    assert "has no tile" in verdict.complaint


@pytest.mark.parametrize(
    ("kept", "code"),
    [
        (b"rubbish", 2),
        (b"\xff", 2),
        (str(Checkpoint("pitledger/elsewhere", 3, bytes(32)).signed(OTHER_HOUSE)).encode(), 4),
        (str(Checkpoint("pitledger/house", 3, bytes(32)).signed(OTHER_KEY)).encode(), 3),
        (str(LOG.note).replace(f"\n{len(LOG.events)}\n", "\n3\n").encode(), 1),
    ],
)
def test_what_is_kept_aside_is_a_checkpoint_of_the_house(
    archive: bytes, kept: bytes, code: int
) -> None:
    assert checked(archive, checkpoint=kept).code == code
