"""Notes, keys, checkpoints and proof files, with the specifications' own examples."""

from dataclasses import replace
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.transparency.checkpoints import (
    Checkpoint,
    OtherOrigin,
    open_checkpoint,
    read_checkpoint,
)
from services.transparency.notes import (
    BadKey,
    BadNote,
    BadSignature,
    NotSigned,
    SigningKey,
    read_key,
    read_note,
    read_signature,
)
from services.transparency.proof_file import BadProofFile, ProofFile, read_proof_file

# Of c2sp.org/signed-note.
KEY: Final = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"
NOTE: Final = (
    "This is an example message.\n\n\N{EM DASH} example.com/foo"
    " Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n"
)
ROOT: Final = bytes(range(32))
SIGNER: Final = SigningKey("house.example/log", b"\x01" * 32)
WITNESS: Final = SigningKey("witness.example/w1", b"\x02" * 32, cosigner=True)


def test_the_example_of_the_specification() -> None:
    key, note = read_key(KEY), read_note(NOTE)
    assert str(key) == KEY
    assert str(note) == NOTE
    assert note.require([key]) == key


def test_a_text_that_was_changed_is_not_signed() -> None:
    with pytest.raises(BadSignature):
        read_note(NOTE.replace("example message", "Example message")).require([read_key(KEY)])


def test_another_key_signed_nothing() -> None:
    with pytest.raises(NotSigned):
        read_note(NOTE).require([SIGNER.verifier])


@pytest.mark.parametrize(
    "key", ["", "a", "a+b", "a+530d903a", KEY[:-4], KEY.replace("530d903a", "530d903b"), f"x{KEY}",
            "a b" + KEY, KEY + "=", KEY.replace("+Aeky", "+Beky")],
)  # fmt: skip
def test_what_is_no_key_is_refused(key: str) -> None:
    with pytest.raises(BadKey):
        read_key(key)


@pytest.mark.parametrize(
    "note", [b"", b"a", b"a\n", b"a\n\n", NOTE.encode()[:-1], b"\xff" + NOTE.encode(),
             NOTE.replace("\N{EM DASH}", "-").encode(), NOTE.replace("an", "a\tn").encode(),
             NOTE.replace("Uw2Q", "Uw2").encode(), NOTE.encode() + b"\n",
             NOTE.replace("yaQM=", "yaQN=").encode()],
)  # fmt: skip
def test_what_is_no_note_is_refused(note: bytes) -> None:
    with pytest.raises(BadNote):
        read_note(note)


@given(st.binary(max_size=200))
def test_whatever_comes_is_a_note_or_is_refused(data: bytes) -> None:
    for read in (read_note, read_proof_file):
        try:
            read(data)
        except (BadNote, BadProofFile):
            continue


def test_a_checkpoint_is_signed_and_opened() -> None:
    checkpoint = Checkpoint("house.example/log", 20852163, ROOT)
    note = checkpoint.signed(SIGNER)
    assert open_checkpoint(str(note).encode(), [SIGNER.verifier]) == (checkpoint, note)
    assert note.text.splitlines()[1:] == [
        "20852163",
        "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
    ]


def test_a_checkpoint_of_another_house_is_told_apart() -> None:
    other = SigningKey("other.example/log", b"\x03" * 32)
    note = Checkpoint("other.example/log", 1, ROOT).signed(other)
    with pytest.raises(OtherOrigin):
        open_checkpoint(str(note), [SIGNER.verifier])
    stranger = SigningKey("house.example/log", b"\x03" * 32)
    with pytest.raises(NotSigned):
        open_checkpoint(
            str(Checkpoint("house.example/log", 1, ROOT).signed(stranger)), [SIGNER.verifier]
        )


@pytest.mark.parametrize(
    "text", ["a\n1\n", "a\n1\nAAAA\n", "a\n01\n" + "A" * 43 + "=\n", "a\n-1\n" + "A" * 43 + "=\n",
             "\n1\n" + "A" * 43 + "=\n", "a\n1\n" + "A" * 43 + "=\n\nmore\n", "a\n1\n" + "A" * 42 + "B=\n"],
)  # fmt: skip
def test_what_is_no_checkpoint_is_refused(text: str) -> None:
    with pytest.raises(BadNote):
        read_checkpoint(text)


def test_a_witness_signs_beside_the_log() -> None:
    note = Checkpoint("house.example/log", 7, ROOT).signed(SIGNER)
    line = WITNESS.cosign(note.text, 1_679_315_147).line()
    both = note.also([read_signature(line.rstrip("\n"))])
    assert both.signed_by([SIGNER.verifier, WITNESS.verifier]) == [
        SIGNER.verifier,
        WITNESS.verifier,
    ]
    assert read_note(str(both)) == both
    later = WITNESS.cosign(note.text, 1_679_315_148)
    wrong = later._replace(signed=both.signatures[1].signed[:8] + later.signed[8:])
    with pytest.raises(BadSignature):
        note.also([wrong]).signed_by([WITNESS.verifier])


def test_a_proof_is_written_and_read() -> None:
    checkpoint = str(Checkpoint("house.example/log", 3, ROOT).signed(SIGNER))
    proof = ProofFile(2, (ROOT, bytes(32)), checkpoint)
    assert read_proof_file(str(proof).encode()) == proof
    first, rest = str(proof).split("\n", 1)
    assert first == "c2sp.org/tlog-proof@v1"
    with_extra = replace(proof, extra=bytes(3))
    assert str(with_extra) == f"{first}\nextra AAAA\n{rest}"
    assert read_proof_file(str(with_extra).encode()) == with_extra


@pytest.mark.parametrize(
    "text", ["", "c2sp.org/tlog-proof@v2\nindex 0\n\nx", "c2sp.org/tlog-proof@v1\n\nx",
             "c2sp.org/tlog-proof@v1\nextra A\nindex 1\n\nx",
             "c2sp.org/tlog-proof@v1\nindex 01\n\nx", "c2sp.org/tlog-proof@v1\nindex 1\nAAAA\n\nx",
             "c2sp.org/tlog-proof@v1\nindex 1\n" + ("A" * 43 + "=\n") * 64 + "\nx"],
)  # fmt: skip
def test_what_is_no_proof_is_refused(text: str) -> None:
    with pytest.raises(BadProofFile):
        read_proof_file(text.encode())
