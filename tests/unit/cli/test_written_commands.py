"""Every command that a page writes is one that the program takes: its name, options and arguments."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
import typer

from services.cli.main import app

ROOT: Final = Path(__file__).parents[3]
PAGES: Final = sorted(
    str(page.relative_to(ROOT))
    for page in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), ROOT / "deploy" / "README.md")
)
_BLOCK: Final = re.compile(r"^```(?:sh|console)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_HEREDOC: Final = re.compile(r"<<'?(\w+)'?(.*?\n).*?^\1$", re.MULTILINE | re.DOTALL)
_ENDS: Final = frozenset({"|", "||", "&&", "&", ";", ">", ">>", "<", ")", "("})
"""What comes behind these is the shell's, or another command."""
_SEVERAL: Final = re.compile(r"^[a-z-]+(,\s+[a-z-]+)+$")
"""A line that only lists names, as in `acknowledge, complain, rule`."""


def written(text: str) -> Iterator[list[str]]:
    """The words behind `pitledger`, wherever a line of a shell's block has it as a command."""
    for block in _BLOCK.findall(text):
        for line in _HEREDOC.sub(r"\2", block).replace("\\\n", " ").splitlines():
            yield from _calls(line)


def _calls(line: str) -> Iterator[list[str]]:
    words = shlex.shlex(line, posix=True, punctuation_chars="|&;<>()")
    words.whitespace_split, words.commenters = True, "#"
    call: list[str] | None = None
    for word in _up_to_the_quote(words):
        if word in _ENDS or set(word) <= set("|&;<>()"):
            if call:
                yield call
            call = None
        elif word == "pitledger":
            call = []
        elif call is not None:
            call.append(word)
    if call:
        yield call


def _up_to_the_quote(words: shlex.shlex) -> Iterator[str]:
    """A text that goes over several lines is no command of ours."""
    try:
        yield from words
    except ValueError:
        return


def parse(words: list[str]) -> None:
    """Names and numbers of values alone: what they say may be left for the reader to fill in."""
    command: Any = typer.main.get_command(app)
    context = command.context_class(command, info_name="pitledger")
    while hasattr(command, "commands"):
        name, *words = words
        assert name in command.commands, f"there is no command {name}"
        command = command.commands[name]
        context = command.context_class(command, info_name=name, parent=context)
    taken, left, _ = command.make_parser(context).parse_args(words)
    assert left == [], f"too much: {left}"
    missing = [one.name for one in command.params if one.required and taken.get(one.name) is None]
    assert not missing, f"{missing} is missing"


@pytest.mark.parametrize("page", PAGES)
def test_what_a_page_writes_is_taken(page: str) -> None:
    for words in written((ROOT / page).read_text()):
        if _SEVERAL.match(" ".join(words)) or words[0].startswith("$"):
            continue
        try:
            parse(words)
        except Exception as wrong:  # noqa: BLE001  whatever the parser says, with its place
            pytest.fail(f"{page}: pitledger {shlex.join(words)}: {wrong}")


def test_commands_are_found_in_what_a_shell_reads() -> None:
    page = """
```sh
export A=1
A=b pitledger key show | tee x   # pitledger nothing
as dana send - <<'END' || [ $? = 3 ]
pitledger not this
END
key=$(pitledger key show --json); pitledger rules show \\
  nj-craps > sign.txt &
```
"""
    assert list(written(page)) == [
        ["key", "show"],
        ["key", "show", "--json"],
        ["rules", "show", "nj-craps"],
    ]


@pytest.mark.parametrize(
    "wrong", ["verify --nothing", "replay", "reconcile --day", "rules check a b", "nowhere"]
)
def test_what_is_not_taken_is_found(wrong: str) -> None:
    with pytest.raises(Exception, match=r"(?i)no such option|missing|requires|too much|no command"):
        parse(wrong.split())
