"""Which key signs which checkpoint, and that each was signed for by the one before."""

import itertools
import random
from typing import Final

import pytest

from services.transparency.checkpoints import Checkpoint, open_checkpoint
from services.transparency.key_history import BrokenHistory, KeyHistory, KeyInForce, chained
from services.transparency.notes import BadKey, Note, SigningKey
from services.transparency.rotation import (
    NotEndorsed,
    check_endorsed,
    endorse,
    read_log_key,
    rotation_text,
)
from tests.support.transparency.keys import ORIGIN, key

FIRST, SECOND, THIRD, FOREIGN = (key(number) for number in range(1, 5))
OTHER: Final = key(1, "house.example/other")


def first(one: SigningKey = FIRST, since: int = 0) -> KeyInForce:
    return KeyInForce(one.verifier, since)


def later(old: SigningKey, new: SigningKey, since: int) -> KeyInForce:
    return KeyInForce(new.verifier, since, signature=endorse(old, new.verifier))


HISTORY: Final = chained([later(SECOND, THIRD, 250), first(), later(FIRST, SECOND, 100)])


def test_what_is_signed_names_the_log_and_both_keys() -> None:
    assert rotation_text(FIRST.verifier, SECOND.verifier) == (
        f"pitledger key rotation v1\nhouse.example/pit\n{FIRST.verifier}\n{SECOND.verifier}\n"
    )


def test_the_old_key_signs_for_the_new_one_and_for_no_other() -> None:
    signature = endorse(FIRST, SECOND.verifier)
    check_endorsed(FIRST.verifier, SECOND.verifier, signature)
    for old, new in ((FIRST, THIRD), (SECOND, FIRST), (SECOND, SECOND), (OTHER, SECOND)):
        with pytest.raises(NotEndorsed):
            check_endorsed(old.verifier, new.verifier, signature)


def test_no_other_signature_will_do() -> None:
    old, new = FIRST.verifier, SECOND.verifier
    signature = endorse(FIRST, new)
    luck = random.Random(16)
    places = luck.sample(range(len(signature) - 1), 40)
    changed = [
        signature[:at] + ("B" if signature[at] == "A" else "A") + signature[at + 1 :]
        for at in places
    ]
    for wrong in ("", "x", signature[:-1], endorse(SECOND, old), endorse(FOREIGN, new), *changed):
        with pytest.raises(NotEndorsed):
            check_endorsed(old, new, wrong)


def test_a_signed_checkpoint_signs_for_nobody() -> None:
    """Whatever a log is called: a name has no space, and what a key signs for another has."""
    text = rotation_text(FIRST.verifier, SECOND.verifier)
    assert " " in text.partition("\n")[0]
    with pytest.raises(BadKey):
        key(1, text.partition("\n")[0])


def test_a_witness_is_no_key_of_a_log() -> None:
    witness = SigningKey(ORIGIN, b"\x01" * 32, cosigner=True).verifier
    with pytest.raises(BadKey, match="witness"):
        read_log_key(str(witness))
    assert read_log_key(str(FIRST.verifier)) == FIRST.verifier


@pytest.mark.parametrize(
    ("size", "expected"),
    [(0, FIRST), (99, FIRST), (100, SECOND), (249, SECOND), (250, THIRD), (10**9, THIRD)],
)
def test_a_checkpoint_is_signed_by_the_key_in_force_at_its_size(
    size: int, expected: SigningKey
) -> None:
    assert HISTORY.in_force(ORIGIN, size) == expected.verifier


@pytest.mark.parametrize(
    ("after", "size", "expected"),
    [
        (0, 99, [FIRST]),
        (99, 100, [FIRST, SECOND]),
        (50, 130, [FIRST, SECOND]),
        (100, 101, [SECOND]),
        (100, 100, [SECOND]),
        (249, 250, [SECOND, THIRD]),
        (250, 900, [THIRD]),
        (0, 900, [FIRST, SECOND, THIRD]),
    ],
)
def test_the_first_checkpoint_that_covers_a_rotation_is_signed_by_both(
    after: int, size: int, expected: list[SigningKey]
) -> None:
    assert HISTORY.signing(ORIGIN, size, after) == [one.verifier for one in expected]


def test_whoever_knows_one_key_can_follow_to_the_next() -> None:
    """Some key that signed the checkpoint before signed this one too."""
    luck = random.Random(7)
    sizes = sorted(luck.sample(range(1, 400), 60))
    signers = [
        HISTORY.signing(ORIGIN, size, after)
        for after, size in zip([0, *sizes[:-1]], sizes, strict=True)
    ]
    assert all(set(one) & set(other) for one, other in itertools.pairwise(signers))
    for size, keys in zip(sizes, signers, strict=True):
        assert keys[-1] == HISTORY.in_force(ORIGIN, size)


def test_a_checkpoint_signed_by_both_is_trusted_with_either() -> None:
    checkpoint = Checkpoint(ORIGIN, 100, bytes(32))
    note = Note(checkpoint.text(), tuple(one.sign(checkpoint.text()) for one in (FIRST, SECOND)))
    for one in (FIRST, SECOND):
        assert open_checkpoint(str(note), [one.verifier])[0] == checkpoint


def test_the_newest_and_until_when_the_others() -> None:
    newest = HISTORY.newest(ORIGIN)
    assert newest is not None
    assert (newest.key, newest.since, newest.until) == (THIRD.verifier, 250, None)
    assert [(one.since, one.until) for one in HISTORY.keys] == [(0, 100), (100, 250), (250, None)]
    assert KeyHistory(()).newest(ORIGIN) is None
    assert KeyHistory(()).in_force(ORIGIN, 5) is None
    assert HISTORY.in_force(OTHER.verifier.name, 5) is None


def test_a_log_that_got_another_name_has_a_chain_of_its_own() -> None:
    fifth = key(5, OTHER.verifier.name)
    history = chained([*HISTORY.keys, first(OTHER, 300), later(OTHER, fifth, 300)])
    name = OTHER.verifier.name
    assert history.in_force(ORIGIN, 10**6) == THIRD.verifier
    assert history.in_force(name, 299) is None
    assert history.in_force(name, 300) == fifth.verifier
    assert history.signing(name, 300, 299) == [OTHER.verifier, fifth.verifier]


@pytest.mark.parametrize(
    "keys",
    [
        [later(FIRST, SECOND, 100)],
        [first(), first(SECOND, 100)],
        [first(), later(FOREIGN, SECOND, 100)],
        [first(), later(FIRST, SECOND, 100), later(FIRST, THIRD, 250)],
        [first(), later(FIRST, SECOND, 250), later(SECOND, THIRD, 100)],
        [first(FOREIGN), later(FIRST, SECOND, 100)],
    ],
    ids=[
        "no first",
        "nobody signed",
        "a stranger signed",
        "skips one",
        "other order",
        "other first",
    ],
)
def test_a_chain_that_does_not_hold_is_refused(keys: list[KeyInForce]) -> None:
    with pytest.raises(BrokenHistory):
        chained(keys)
