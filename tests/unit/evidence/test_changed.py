"""Evidence that somebody has changed, packed well or badly: refused, each time with a sentence."""

import re
from random import Random
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.commands.fields import Actor
from services.evidence import check as evidence_check
from services.evidence.container import MOST_BYTES, pack, unpack
from services.transparency.proof_file import read_proof_file
from tests.support.domain.given import history
from tests.support.domain.stories import NEW_JERSEY
from tests.support.evidence import Verdict, checked, numbered
from tests.support.kept_log import KeptLog
from tests.support.share import examples

LOG: Final = KeptLog(history(*numbered(NEW_JERSEY)).events)
ROUND: Final = "PG01-1-3"
DEALER: Final = Actor(id="dana", role="dealer")
ARCHIVE: Final = LOG.evidence(ROUND, DEALER, whole=False)
FILES: Final = unpack(ARCHIVE)
CHANCE: Final = 11
SENTENCE: Final = re.compile(r"pitledger: \S+/evidence\.zip: \S.+\n")


def refused(archive: bytes, *codes: int) -> Verdict:
    """By one of these codes, in one line and with nothing proved."""
    verdict = checked(archive)
    assert verdict.code in (codes or (1, 2, 3, 4, 5)), verdict
    assert verdict.told == ""
    assert SENTENCE.fullmatch(verdict.complaint), verdict.complaint
    assert "Error" not in verdict.complaint
    return verdict


def changed(**contents: bytes | None) -> bytes:
    """The same packed anew, as if it had been written so; a name's dots and slashes are `_`."""
    files = dict(FILES)
    for told, content in contents.items():
        name = next((one for one in files if re.sub(r"[./-]", "_", one) == told), told)
        if content is None:
            del files[name]
        else:
            files[name] = content
    return pack(files)


def test_it_is_good_as_it_is() -> None:
    verdict = checked(ARCHIVE)
    assert (verdict.code, verdict.complaint) == (0, "")
    assert verdict.line("events").endswith("1 withheld, all in the log")


def test_a_flipped_bit_is_refused_wherever_it_is() -> None:
    """Some of every file's, and some of what lies around them."""
    chance = Random(CHANCE)
    for at in {*chance.sample(range(len(ARCHIVE)), 500), 0, len(ARCHIVE) - 1}:
        flipped = bytearray(ARCHIVE)
        flipped[at] ^= 1 << chance.randrange(8)
        refused(bytes(flipped), 1, 2)


@pytest.mark.parametrize("name", FILES)
def test_a_flipped_bit_is_refused_in_a_file_that_is_packed_well(name: str) -> None:
    chance = Random(f"{CHANCE} {name}")
    content = FILES[name]
    for at in {*chance.sample(range(len(content)), min(25, len(content))), len(content) - 1}:
        flipped = bytearray(content)
        flipped[at] ^= 1 << chance.randrange(8)
        refused(pack({**FILES, name: bytes(flipped)}))


def test_a_flipped_bit_of_the_checkpoint_is_refused_where_all_proofs_go_along() -> None:
    note = FILES["checkpoint"]
    for at in range(len(note)):
        flipped = bytearray(note)
        flipped[at] ^= 1
        files = {name: one.replace(note, bytes(flipped)) for name, one in FILES.items()}
        refused(pack(files))


@pytest.mark.parametrize("length", [0, 1, 29, 30, 31, 4000, len(ARCHIVE) - 1])
def test_a_part_of_it_is_refused(length: int) -> None:
    refused(ARCHIVE[:length], 1, 2)


@settings(max_examples=examples(150), deadline=None)
@given(st.data())
def test_whatever_was_done_to_it_there_is_a_sentence(data: st.DataObject) -> None:
    """Pieces cut out, doubled, put elsewhere, or replaced by noise, in the whole or in a file."""
    name = data.draw(st.sampled_from([None, *FILES]))
    whole = ARCHIVE if name is None else FILES[name]
    first, last = sorted(data.draw(st.tuples(*[st.integers(0, len(whole))] * 2)))
    noise = data.draw(st.one_of(st.binary(max_size=40), st.just(whole[first:last] * 2)))
    spoiled = whole[:first] + noise + whole[last:]
    archive = spoiled if name is None else pack({**FILES, name: spoiled})
    if archive == ARCHIVE:
        return
    refused(archive)


@settings(max_examples=examples(60), deadline=None)
@given(st.binary(max_size=2000))
def test_noise_is_unreadable(noise: bytes) -> None:
    refused(noise, 2)
    refused(pack({**FILES, "events.jsonl": noise}))
    refused(pack({**FILES, "checkpoint": noise}))


def test_something_larger_than_evidence_is_not_read_through() -> None:
    verdict = refused(bytes(MOST_BYTES + 1), 2)
    assert f"larger than {MOST_BYTES}" in verdict.complaint


@pytest.mark.parametrize("name", ["README.txt", "account.html", "submission.json", "checkpoint"])
def test_every_file_is_missed(name: str) -> None:
    files = {one: content for one, content in FILES.items() if one != name}
    assert f"{name} is not in it" in refused(pack(files), 2).complaint


@pytest.mark.parametrize(
    "name",
    [
        "notes.txt", "proofs/", "proofs/000.tlog-proof", "proofs/../checkpoint", "/etc/passwd",
        "proofs/8.tlog-proof/8.tlog-proof", "proofs/x.tlog-proof", "PROOFS/1.tlog-proof", "",
    ],
)  # fmt: skip
def test_no_other_file_is_taken(name: str) -> None:
    proof = next(content for one, content in FILES.items() if one.startswith("proofs/"))
    verdict = refused(pack({**FILES, name: proof}), 1)
    assert "no file of evidence" in verdict.complaint


def test_files_are_in_their_order() -> None:
    files = dict(reversed(FILES.items()))
    assert "order" in refused(pack(files), 1).complaint


def test_the_proof_of_another_event_is_refused() -> None:
    names = [one for one in FILES if one.startswith("proofs/")][:2]
    swapped = {**FILES, names[0]: FILES[names[1]], names[1]: FILES[names[0]]}
    assert "is the proof of index" in refused(pack(swapped), 1).complaint


def test_a_proof_by_another_checkpoint_is_refused() -> None:
    name = next(one for one in FILES if one.startswith("proofs/"))
    note = FILES["checkpoint"]
    other = FILES[name].replace(note, note.replace(b"pitledger/house", b"pitledger/other", 1))
    verdict = refused(pack({**FILES, name: other}), 1)
    assert "goes by another checkpoint" in verdict.complaint


def test_what_nobody_thought_of_has_its_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_: object) -> None:
        raise ZeroDivisionError("never seen before\n\x1b[2J")

    monkeypatch.setattr(evidence_check, "read_round", fails)
    verdict = checked(ARCHIVE)
    assert verdict.code == 2
    assert verdict.complaint.count("\n") == 1
    assert "(ZeroDivisionError: never seen before" in verdict.complaint
    assert "\x1b" not in verdict.complaint


def test_lines_that_change_places_are_refused() -> None:
    first, second, *rest = FILES["events.jsonl"].splitlines(keepends=True)
    verdict = refused(changed(events_jsonl=b"".join([second, first, *rest])), 1)
    assert "the event at index 0 is not what was sealed there" in verdict.complaint


def test_a_line_without_its_proof_and_a_proof_without_its_line_are_refused() -> None:
    lines = FILES["events.jsonl"].splitlines(keepends=True)
    for spoiled in (lines[:-1], [*lines, lines[-1]]):
        verdict = refused(changed(events_jsonl=b"".join(spoiled)), 1)
        assert f"has {len(spoiled)} lines" in verdict.complaint
    last = [one for one in FILES if one.startswith("proofs/")][-1]
    left = {name: content for name, content in FILES.items() if name != last}
    assert "lines, and" in refused(pack(left), 1).complaint


def test_a_withheld_event_is_still_the_one_that_was_sealed() -> None:
    name = next(one for one in FILES if b"\nextra " in FILES[one] and one.startswith("proofs/"))
    proof = read_proof_file(FILES[name])
    assert proof.extra is not None
    other = bytes(32)
    spoiled = str(type(proof)(proof.index, proof.proof, proof.checkpoint, other)).encode()
    verdict = refused(pack({**FILES, name: spoiled}), 1)
    assert f"the withheld event at index {proof.index}" in verdict.complaint
    short = str(type(proof)(proof.index, proof.proof, proof.checkpoint, b"short")).encode()
    assert "no leaf hash" in refused(pack({**FILES, name: short}), 2).complaint


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("account_html", b"$", b"\xc2\xa3"),
        ("README_txt", b"Have it from", b"Have it with"),
        ("submission_json", b'"quarter"', b'"cent"'),
    ],
)
def test_what_is_told_beside_the_events_is_made_again(name: str, old: bytes, new: bytes) -> None:
    file = next(one for one in FILES if one.replace(".", "_") == name)
    assert old in FILES[file]
    refused(changed(**{name: FILES[file].replace(old, new)}), 1)
