"""`pitledger play` on bytes that are no command: exit code 2, the line and why, no traceback."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest
from typer.testing import CliRunner

from services.cli.main import app

OPEN: Final = json.dumps(
    {
        "command": "open_table",
        "table": "PG01",
        "inventory": 1_000_000,
        "submission": {"regulation": "nj-pai-gow"},
    }
).encode()

BAD: Final = {
    "not UTF-8": (b'{"command": "misdeal", "reason": "\xff"}', "not UTF-8"),
    "half a character": (b'{"command": "misdeal", "reason": "\xe2\x82"}', "not UTF-8"),
    "a raw surrogate": (b'{"command": "misdeal", "reason": "\xed\xa0\x80"}', "not UTF-8"),
    "raw NUL": (b'{"command": "misdeal", "reason": "a\x00"}', "not JSON"),
    "NUL": (b'{"command": "misdeal", "reason": "a\\u0000b"}', "reason: holds the character U+0000"),
    "a surrogate": (
        b'{"command": "misdeal", "reason": "\\ud800"}',
        "reason: holds the character U+D",
    ),
    "direction": (b'{"command": "misdeal", "reason": "a\\u202eb"}', "U+202E"),
    "NUL in a key": (b'{"command": "misdeal", "rea\\u0000son": "a"}', "U+0000"),
    "blank": (b'{"command": "misdeal", "reason": "  "}', "reason: is blank"),
    "digits": (b'{"command": "buy_in", "seat": 1, "amount": ' + b"9" * 5000 + b"}", "5000 digits"),
    "deep": (b'{"command": ' + b"[" * 5000 + b"]" * 5000 + b"}", "nested deeper"),
    "very deep": (b"[" * 200_000, "nested deeper"),
    "twice": (b'{"command": "open_round", "command": "misdeal"}', "'command' stands there twice"),
    "twice within": (
        b'{"command": "open_round", "actor": {"id": "a", "id": "b"}}',
        "actor: the key",
    ),
    "NaN": (b'{"command": "buy_in", "seat": 1, "amount": NaN}', "amount: NaN"),
    "infinite": (b'{"command": "buy_in", "seat": 1, "amount": 1e999}', "amount: the number"),
    "the end of days": (b'{"command": "open_round", "at": "9999-12-31T23:59:59-23:59"}', "at: "),
    "before the year one": (
        b'{"command": "open_round", "at": "0001-01-01T00:00:00+23:59"}',
        "at: ",
    ),
    "a day of no year": (
        b'{"command": "close_day", "status": "counted", "day": "9999-12-31"}',
        "day: ",
    ),
    "too long": (b'{"command": "misdeal", "reason": "' + b"x" * 1_000_000 + b'"}', "1000000"),
    "many": (json.dumps({"command": "cut", "stacks": [1] * 60_000}).encode(), "60000 items"),
}


def told_about(file: Path, line: bytes) -> list[str]:
    file.write_bytes(OPEN + b"\n\n" + line + b"\n" + OPEN + b"\n")
    return ["play", str(file)]


def check(file: Path, said: str, why: str) -> None:
    assert said.startswith(f"{file}: line 3: ")
    assert why in said
    assert "Traceback" not in said
    assert len(said) < 2000


@pytest.mark.parametrize(("line", "why"), BAD.values(), ids=BAD)
def test_bad_bytes_end_play_with_their_line(tmp_path: Path, line: bytes, why: str) -> None:
    file = tmp_path / "evening.jsonl"
    done = CliRunner().invoke(app, told_about(file, line))
    assert done.exit_code == 2, done.stderr
    assert done.stdout.count("\n") == 1
    check(file, done.stderr, why)


@pytest.mark.parametrize("which", ["not UTF-8", "very deep", "a surrogate"])
def test_so_they_do_in_a_process_of_its_own(tmp_path: Path, which: str) -> None:
    file, (line, why) = tmp_path / "evening.jsonl", BAD[which]
    program = [sys.executable, "-m", "services.cli.main", *told_about(file, line)]
    done = subprocess.run(program, capture_output=True, timeout=60, check=False)
    assert done.returncode == 2
    check(file, done.stderr.decode(), why)
