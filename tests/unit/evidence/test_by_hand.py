"""Evidence in the hands of somebody who has neither the house nor, perhaps, this program."""

import base64
import hashlib
import io
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Final

import pytest

from domain.commands.fields import Actor
from services.evidence.container import pack, unpack
from tests.support.domain.given import history
from tests.support.domain.stories import NEW_JERSEY
from tests.support.evidence import VKEY, numbered
from tests.support.kept_log import KeptLog
from tests.support.processes import preloaded
from tests.support.transparency.at_once import KEY, OTHER_KEY
from tests.unit.transparency.test_hashing import tree_hash

LOG: Final = KeptLog(history(*numbered(NEW_JERSEY)).events)
ROUND: Final = "PG01-1-1"
ARCHIVE: Final = LOG.evidence(ROUND, Actor(id="dana", role="dealer"), whole=False)
HEAVY: Final = ("psycopg", "kafka", "fastapi", "eventsourcing", "httpx", "uvicorn", "starlette")
CHECK: Final = """
import sys
from services.cli.main import main
sys.argv = ["pitledger", "verify", *sys.argv[1:]]
try:
    main()
except SystemExit as end:
    code = end.code
print([name for name in {heavy} if name in sys.modules])
sys.exit(code)
"""


@pytest.fixture
def unpacked(tmp_path: Path) -> Path:
    with zipfile.ZipFile(io.BytesIO(ARCHIVE)) as archive:
        archive.extractall(tmp_path)
    return tmp_path


def typed(folder: Path) -> list[str]:
    """What the README has one type, with the key put in."""
    readme = (folder / "README.txt").read_text(encoding="utf-8")
    blocks = re.findall(r"(?ms)^```\n(.*?)^```$", readme)
    return [block.replace("VKEY=''", f"VKEY='{VKEY}'") for block in blocks]


def by_hand(folder: Path) -> str:
    """In one shell, from the first to the last; all that it says."""
    shell, openssl = shutil.which("sh"), shutil.which("openssl")
    if shell is None or openssl is None:
        pytest.skip("no shell with openssl here")
    done = subprocess.run(
        [shell],
        input="\n".join(typed(folder)),
        cwd=folder,
        text=True,
        capture_output=True,
        check=False,
    )
    return done.stdout + done.stderr


def test_what_the_readme_has_one_type_proves_it(unpacked: Path) -> None:
    said = by_hand(unpacked)
    assert "Signature Verified Successfully" in said, said
    proofs = len(list((unpacked / "proofs").iterdir()))
    assert said.count("in the log") == proofs == 30
    assert said.count(" withheld in the log") == 2
    assert "0 lines without a proof" in said
    first = (unpacked / "events.jsonl").read_bytes().splitlines()[0]
    assert hashlib.sha256(b"\0" + first).hexdigest() in said


def test_by_hand_the_signature_of_the_key_is_found_among_others(tmp_path: Path) -> None:
    """As after a rotation, when the key before signs as well."""
    signed = KeptLog(LOG.events, OTHER_KEY, KEY).evidence(ROUND)
    with zipfile.ZipFile(io.BytesIO(signed)) as archive:
        archive.extractall(tmp_path)
    assert "Signature Verified Successfully" in by_hand(tmp_path)


def test_by_hand_a_changed_event_is_found(unpacked: Path) -> None:
    file = unpacked / "events.jsonl"
    file.write_bytes(file.read_bytes().replace(b'"seat":2', b'"seat":3', 1))
    assert by_hand(unpacked).count("NOT IN THE LOG") == 1


def test_by_hand_another_signature_is_found(unpacked: Path) -> None:
    file = unpacked / "checkpoint"
    file.write_text(file.read_text(encoding="utf-8").replace("\n74\n", "\n73\n"), encoding="utf-8")
    assert "Signature Verification Failure" in by_hand(unpacked)


def test_its_events_are_the_stored_bytes_and_its_root_is_the_tree_s(unpacked: Path) -> None:
    """By the definition of the tree, written down by the test itself."""
    stored = [entry.state for entry in LOG.logged]
    lines = (unpacked / "events.jsonl").read_bytes().splitlines()
    assert set(lines) < set(stored)
    note = (unpacked / "checkpoint").read_text(encoding="utf-8")
    origin, size, root = note.split("\n")[:3]
    assert (origin, int(size)) == ("pitledger/house", len(stored))
    assert base64.b64decode(root) == tree_hash(stored)
    withheld = [one for one in (unpacked / "proofs").iterdir() if b"\nextra " in one.read_bytes()]
    for proof in withheld:
        index = int(proof.name.partition(".")[0])
        extra = proof.read_text(encoding="utf-8").split("\n")[1].removeprefix("extra ")
        assert base64.b64decode(extra) == hashlib.sha256(b"\0" + stored[index]).digest()
        assert stored[index] not in lines
    assert len(withheld) == 2


BARE: Final = {"PITLEDGER_NO_SUCH_SETTING": "1", "PITLEDGER_CONFIG": "/nowhere"}
"""Surroundings in which no setting could be read and no database is."""


def test_the_program_needs_neither_database_nor_settings(tmp_path: Path) -> None:
    file = tmp_path / "evidence.zip"
    file.write_bytes(ARCHIVE)
    done = subprocess.run(
        [sys.executable, "-c", CHECK.format(heavy=HEAVY), str(file), "--key", VKEY],
        cwd=Path(__file__).parents[3],
        env={**os.environ, **BARE},
        text=True,
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[0].split() == [
        "round",
        "PG01-1-1,",
        "closed,",
        "of",
        "2026-11-15",
    ]
    assert done.stdout.splitlines()[-1] == "[]"


def test_the_program_ends_with_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "evidence.zip"
    files = unpack(ARCHIVE)
    file.write_bytes(pack({**files, "account.html": b"<p>He won.</p>"}))
    done = preloaded.run(["verify", str(file), "--key", VKEY], env={**os.environ, **BARE})
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"pitledger: {file}: ")
    assert "Traceback" not in done.stderr
    missing = preloaded.run(["verify", str(tmp_path / "nothing.zip"), "--key", VKEY])
    assert missing.returncode == 2
    assert "No such file" in missing.stderr
