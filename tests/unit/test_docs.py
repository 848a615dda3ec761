"""The documentation names only what is there: files, headings, settings, commands of ours."""

import re
from pathlib import Path

from services.cli.main import app
from services.settings import Settings
from services.settings_sources import CONFIG, PREFIX

ROOT = Path(__file__).parents[2]
PAGES = {
    str(page.relative_to(ROOT)): page.read_text()
    for page in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md"))
}
_OF_ITS_TIME = re.compile(r"^\*.*\bsuperseded by \[", re.MULTILINE | re.IGNORECASE)
"""A decision that no longer holds names what there was then."""
OF_TODAY = {page: text for page, text in PAGES.items() if not _OF_ITS_TIME.search(text)}
_FILE = re.compile(
    r"(?<![\w/.-])(?:domain|projections|services|tests|examples|deploy|docs)/[\w./<>-]*"
)
_PLACEHOLDER = re.compile(r"<|(?:^|/)[A-Z]+(?:\.|/|$)")
"""`<name>`, or NAME as a part of the path: something that the reader is to make."""
_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
_SETTING = re.compile(rf"{PREFIX}[A-Z_]*[A-Z]")
_COMMAND = re.compile(r"(?:`|^)pitledger ([a-z][a-z-]*)", re.MULTILINE)
_MAKE = re.compile(r"(?:`|^)make ([a-z]+)", re.MULTILINE)


def files_named(text: str) -> set[str]:
    """Without what is left open for the reader to name."""
    named = {found.rstrip(".") for found in _FILE.findall(_LINK.sub("", text))}
    return {one for one in named if not _PLACEHOLDER.search(one)}


def anchors(page: Path) -> set[str]:
    """Headings as a link names them."""
    headings = (heading.lower() for heading in _HEADING.findall(page.read_text()))
    return {re.sub(r"[^\w -]", "", one).replace(" ", "-") for one in headings}


def test_every_file_that_is_named_exists() -> None:
    for page, text in OF_TODAY.items():
        missing = {one for one in files_named(text) if not (ROOT / one).exists()}
        assert not missing, f"{page} names {sorted(missing)}"


def test_every_link_leads_somewhere() -> None:
    for page, text in PAGES.items():
        here = ROOT / page
        for link in _LINK.findall(text):
            if "://" in link:
                continue
            path, _, anchor = link.partition("#")
            target = here.parent / path if path else here
            assert target.exists(), f"{page} links to {link}"
            assert not anchor or anchor in anchors(target), f"{page} links to {link}"


def test_every_setting_that_is_named_exists() -> None:
    known = {CONFIG, *(f"{PREFIX}{name.upper()}" for name in Settings.model_fields)}
    for page, text in OF_TODAY.items():
        unknown = set(_SETTING.findall(text)) - known
        assert not unknown, f"{page} names {sorted(unknown)}"


def test_every_command_that_is_named_exists() -> None:
    commands = {
        one.name or one.callback.__name__.replace("_", "-")
        for one in app.registered_commands
        if one.callback is not None
    }
    groups = {one.name for one in app.registered_groups}
    for page, text in OF_TODAY.items():
        unknown = set(_COMMAND.findall(text)) - commands - groups
        assert not unknown, f"{page} names {sorted(unknown)}"


def test_every_make_target_that_is_named_exists() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for page, text in PAGES.items():
        unknown = set(_MAKE.findall(text)) - targets
        assert not unknown, f"{page} names {sorted(unknown)}"


def test_no_decision_has_anothers_number() -> None:
    numbers = [page.name[:3] for page in sorted((ROOT / "docs" / "decisions").glob("*.md"))]
    assert numbers == [f"{number:03}" for number in range(1, len(numbers) + 1)]


def test_a_path_that_is_not_there_is_found() -> None:
    assert files_named("see `domain/nowhere.py`, `domain/games/NAME` and x/domain/a.py.") == {
        "domain/nowhere.py"
    }
