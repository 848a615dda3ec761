"""The archive of evidence: any zip program opens it, and no byte in it is anybody's choice."""

import io
import struct
import zipfile
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.evidence.container import MOST_FILES, pack, unpack
from services.evidence.verdicts import BadEvidence, Changed, Unreadable

FILES: Final = {"README.txt": b"read me\n", "events.jsonl": b"{}\n" * 40, "proofs/7": b"\x00" * 300}
ARCHIVE: Final = pack(FILES)
NAMES: Final = st.text("abcXYZ019-_./", min_size=1, max_size=20)


def other_zip(**more: object) -> bytes:
    """The same files, packed by Python's own library."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", **more) as archive:  # type: ignore[call-overload]
        for name, content in FILES.items():
            archive.writestr(zipfile.ZipInfo(name), content, archive.compression)
    return target.getvalue()


def test_any_program_reads_it() -> None:
    with zipfile.ZipFile(io.BytesIO(ARCHIVE)) as archive:
        assert archive.testzip() is None
        assert {name: archive.read(name) for name in archive.namelist()} == FILES
        assert {one.date_time for one in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert {one.compress_type for one in archive.infolist()} == {zipfile.ZIP_STORED}


@given(st.dictionaries(NAMES, st.binary(max_size=200), min_size=1, max_size=8))
def test_what_is_packed_is_unpacked(files: dict[str, bytes]) -> None:
    archive = pack(files)
    assert list(unpack(archive).items()) == list(files.items())
    assert pack(dict(files)) == archive


def test_a_changed_byte_anywhere_is_refused() -> None:
    for at in range(len(ARCHIVE)):
        for bit in (0x01, 0x80):
            changed = bytearray(ARCHIVE)
            changed[at] ^= bit
            with pytest.raises(BadEvidence):
                unpack(bytes(changed))


def test_a_part_of_it_is_refused() -> None:
    for length in range(len(ARCHIVE)):
        with pytest.raises(BadEvidence):
            unpack(ARCHIVE[:length])


@pytest.mark.parametrize(
    "changed",
    [
        ARCHIVE + b"\n",
        ARCHIVE + ARCHIVE,
        ARCHIVE[:-2] + struct.pack("<H", 5) + b"hello",
        b"#!/bin/sh\n" + ARCHIVE,
        other_zip(),
        other_zip(compression=zipfile.ZIP_DEFLATED),
        b"",
        b"PK\x05\x06" + bytes(18),
    ],
    ids=["after", "twice", "comment", "before", "stored", "deflated", "empty", "no file"],
)
def test_another_archive_of_the_same_is_refused(changed: bytes) -> None:
    with pytest.raises(BadEvidence):
        unpack(changed)


def test_a_bomb_is_not_opened() -> None:
    """What another program has pressed together is not even looked at."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("events.jsonl", bytes(50_000_000))
    with pytest.raises(Unreadable, match="another program"):
        unpack(target.getvalue())


def test_a_name_stands_once() -> None:
    first, second = pack({"checkpoint": b"one"}), pack({"checkpoint": b"two"})
    body = first[: first.index(b"PK\x01\x02")]
    with pytest.raises(Unreadable, match="twice"):
        unpack(body + second)


def test_a_file_is_as_long_as_it_says() -> None:
    header = struct.pack("<HHHHHIIIHH", 20, 0, 0, 0, 33, 0, 2**32 - 1, 2**32 - 1, 1, 0)
    with pytest.raises(Unreadable, match="in the middle of a"):
        unpack(b"PK\x03\x04" + header + b"a")


def test_there_are_not_many_files() -> None:
    with pytest.raises(Unreadable, match=str(MOST_FILES)):
        unpack(pack({str(number): b"" for number in range(MOST_FILES + 1)}))
    assert len(unpack(pack({str(number): b"" for number in range(MOST_FILES)}))) == MOST_FILES


@given(st.binary(max_size=200), st.integers(0, len(ARCHIVE)))
def test_whatever_it_is_there_is_a_verdict(noise: bytes, at: int) -> None:
    for data in (noise, ARCHIVE[:at] + noise, noise + ARCHIVE[at:]):
        try:
            unpack(data)
        except (Changed, Unreadable):
            continue
        assert data == ARCHIVE
