"""Everything that is compared, by name, as it is printed or stored now."""

import hashlib
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

from typer.testing import CliRunner

from domain.events import Event, encode
from services.cli.main import app
from services.explain import Narrator, tell_refusal
from services.offline.expect import games_for
from services.offline.play import BadLine, Rejection, play_lines
from services.rulebook.submission_file import read_submission

ROOT = Path(__file__).parents[3]
EXAMPLES = ROOT / "examples"
REGULATIONS = ("nj-pai-gow", "md-pai-gow", "nj-pai-gow-poker")


def outputs() -> Iterator[tuple[str, str]]:
    """Name and sha256."""
    for file in sorted(EXAMPLES.rglob("*.jsonl")):
        if not file.name.endswith(".expected.jsonl"):
            name = str(file.relative_to(EXAMPLES))
            steps = [*_steps(file)]
            yield f"play {name}", _hash(_played(steps))
            yield f"explain {name}", _hash(_explained(steps))
    yield from _of_rules()


def _of_rules() -> Iterator[tuple[str, str]]:
    submissions = sorted((EXAMPLES / "submissions").glob("*.toml"))
    for name in REGULATIONS:
        yield f"regulation {name}", _asked("rules", "show", name, "--json")["hash"]
        for form in ((), ("--json",)):
            yield " ".join(("show", name, *form)), _printed("rules", "show", name, *form)
            for other in REGULATIONS:
                told = ("rules", "show", name, "--beside", other, *form)
                yield " ".join(told), _printed(*told)
    for file in submissions:
        yield f"submission {file.name}", read_submission(file).content_hash()
        for command in ("show", "check", "sign"):
            for form in ((), ("--json",)):
                yield (
                    " ".join((command, file.name, *form)),
                    _printed("rules", command, f"examples/submissions/{file.name}", *form),
                )


def _run(*arguments: str) -> str:
    result = CliRunner().invoke(app, arguments)
    return f"{result.exit_code}\n{result.output}"


def _printed(*arguments: str) -> str:
    return _hash([_run(*arguments).encode()])


def _asked(*arguments: str) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(_run(*arguments).partition("\n")[2])
    return answer


def _hash(parts: Iterable[bytes]) -> str:
    return hashlib.sha256(b"\n".join(parts)).hexdigest()


Step: TypeAlias = Event | Rejection | BadLine


def _steps(file: Path) -> Iterator[Step]:
    try:
        yield from play_lines(file.read_bytes().splitlines(), games_for(file))
    except BadLine as bad:
        yield bad


def _played(steps: Iterable[Step]) -> Iterator[bytes]:
    for step in steps:
        yield encode(step) if isinstance(step, Event) else repr(step).encode()


def _explained(steps: Iterable[Step]) -> Iterator[bytes]:
    narrator = Narrator()
    for step in steps:
        if isinstance(step, Event):
            yield from (sentence.encode() for sentence in narrator.tell(step))
        elif isinstance(step, Rejection):
            yield tell_refusal(step.command, step.rule, step.reason).encode()
