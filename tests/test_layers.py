"""Data flows down only: the rooms of the house import nothing from the rooms below them."""

import ast
import sys
from pathlib import Path

import pytest

ALLOWED = {
    "domain": {"domain"},
    "projections": {"domain", "projections"},
    "services": {"domain", "projections", "services"},
}
OUTSIDE = {
    "domain": {"msgspec", "pydantic", "pydantic_core"},
    "projections": {"msgspec"},
}
"""Libraries that rules and folds may use; none of them does I/O."""
FORBIDDEN_STANDARD = {
    "asyncio", "http", "os", "pathlib", "random", "secrets", "socket", "subprocess", "threading",
    "time", "urllib",
}  # fmt: skip
"""Sockets, disks, clocks and chance stay with the services."""
MOST_LINES, MOST_LINES_OF_A_FUNCTION = 400, 70


def sources(root: Path, room: str) -> list[Path]:
    found = sorted((root / room).rglob("*.py"))
    assert found
    return found


def imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            names.add(node.module or "")
    return {name.split(".")[0] for name in names}


@pytest.mark.parametrize("room", ALLOWED)
def test_a_room_imports_only_what_lies_above_it(root: Path, room: str) -> None:
    for path in sources(root, room):
        wrong = imported(path) & set(ALLOWED) - ALLOWED[room]
        assert not wrong, f"{path} imports {wrong}"


@pytest.mark.parametrize("room", OUTSIDE)
def test_rules_and_folds_touch_no_socket_disk_clock_or_chance(root: Path, room: str) -> None:
    for path in sources(root, room):
        names = imported(path) - set(ALLOWED)
        wrong = (names & FORBIDDEN_STANDARD) | (names - sys.stdlib_module_names - OUTSIDE[room])
        assert not wrong, f"{path} imports {wrong}"


def test_the_rules_ask_no_clock(root: Path) -> None:
    for room in OUTSIDE:
        for path in sources(root, room):
            text = path.read_text()
            assert ".now(" not in text, path
            assert ".today(" not in text, path


@pytest.mark.parametrize("room", [*ALLOWED, "tests"])
def test_files_and_functions_stay_readable(root: Path, room: str) -> None:
    for path in sources(root, room):
        text = path.read_text()
        assert text.count("\n") <= MOST_LINES, f"{path} is too long"
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                assert node.end_lineno is not None
                lines = node.end_lineno - node.lineno + 1
                assert lines <= MOST_LINES_OF_A_FUNCTION, f"{path}: {node.name} has {lines} lines"
