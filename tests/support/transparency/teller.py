"""`pitledger` in this process, and all that it ever said: no private key may be in it."""

import base64
import io
import os
import sys
from collections.abc import Iterable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from services.cli.main import main


class Said(NamedTuple):
    """How it ended."""

    code: int
    out: str
    err: str


class Teller:
    """Somebody at a terminal, with an environment."""

    def __init__(self, **environment: str) -> None:
        self.environment = environment
        self.heard = ""

    def run(self, *arguments: str, **environment: str) -> Said:
        out, err = io.StringIO(), io.StringIO()
        known = {name: text for name, text in os.environ.items() if "PITLEDGER" not in name}
        told = {**known, **self.environment, **environment}
        with (
            patch.object(sys, "argv", ["pitledger", *arguments]),
            patch.dict(os.environ, told, clear=True),
            redirect_stdout(out),
            redirect_stderr(err),
        ):
            code = _run()
        self.hear(out.getvalue() + err.getvalue())
        return Said(code, out.getvalue(), err.getvalue())

    def hear(self, text: str) -> None:
        self.heard += text

    def expect(self, code: int, *arguments: str, **environment: str) -> str:
        """What it said: on standard output if all went well, else on standard error."""
        said = self.run(*arguments, **environment)
        assert said.code == code, said
        assert "Traceback" not in said.err
        return said.out if code == 0 else said.err

    def expect_no_secret_of(self, *files: Path) -> None:
        for file in files:
            for secret in secrets_in(file):
                assert secret not in self.heard.encode(), file


def _run() -> int:
    try:
        main()
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else 0
    return 0


def secrets_in(file: Path) -> Iterable[bytes]:
    """Each key's own bytes, in every form that somebody could have printed them in."""
    for line in file.read_text().splitlines():
        if not line.startswith("PRIVATE"):
            continue
        seed = base64.b64decode(line.split("+", 4)[4])[1:]
        yield from (seed, seed.hex().encode(), repr(seed).encode())
        yield from (base64.b64encode(seed)[:40], base64.b64encode(b"\x01" + seed)[4:40])
