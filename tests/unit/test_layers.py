"""Data flows down only: the rooms of the house import nothing from the rooms below them."""

import ast
import sys
from functools import cache
from pathlib import Path
from typing import NamedTuple

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


class Source(NamedTuple):
    """What is asked of a file, which is read once for all the tests."""

    lines: int
    imports: tuple[ast.Import | ast.ImportFrom, ...]
    functions: tuple[tuple[str, int], ...]
    """Name and lines of each."""


@cache
def source(path: Path) -> Source:
    text = path.read_text()
    imports, functions = list[ast.Import | ast.ImportFrom](), list[tuple[str, int]]()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import | ast.ImportFrom):
            imports.append(node)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert node.end_lineno is not None
            functions.append((node.name, node.end_lineno - node.lineno + 1))
    return Source(text.count("\n"), tuple(imports), tuple(functions))


def imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in source(path).imports:
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        else:
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
        assert source(path).lines <= MOST_LINES, f"{path} is too long"
        for name, lines in source(path).functions:
            assert lines <= MOST_LINES_OF_A_FUNCTION, f"{path}: {name} has {lines} lines"


@cache
def modules_of_domain(root: Path) -> dict[str, set[str]]:
    """Every module of the rules, with the modules of the rules that it imports."""
    found: dict[str, set[str]] = {}
    for path in sources(root, "domain"):
        name = ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")
        found[name] = set()
        for node in source(path).imports:
            if isinstance(node, ast.Import):
                found[name].update(alias.name for alias in node.names)
            elif node.module:
                found[name].add(node.module)
                found[name].update(f"{node.module}.{alias.name}" for alias in node.names)
    return {name: {one for one in used if one in found} for name, used in found.items()}


def cycle_in(graph: dict[str, set[str]]) -> list[str]:
    """Some way around, if there is one."""
    done: set[str] = set()

    def visit(one: str, path: list[str]) -> list[str]:
        if one in path:
            return [*path[path.index(one) :], one]
        if one in done:
            return []
        for other in sorted(graph.get(one, ())):
            if found := visit(other, [*path, one]):
                return found
        done.add(one)
        return []

    return next((found for one in sorted(graph) if (found := visit(one, []))), [])


def test_a_table_knows_no_game(root: Path) -> None:
    hosts = ("domain.table", "domain.meter", "domain.day", "domain.events", "domain.wagers")
    for name, used in modules_of_domain(root).items():
        if name.startswith(hosts):
            # The list of games names their folders alone, and imports them when it is asked.
            games = {one for one in used if one.startswith("domain.games.")}
            assert games <= {"domain.games.library", "domain.games.library.from_each"}, name


def test_no_game_knows_another(root: Path) -> None:
    games = {path.name for path in (root / "domain/games").iterdir() if path.is_dir()}
    games -= {"seam", "__pycache__"}
    assert "pai_gow" in games
    for name, used in modules_of_domain(root).items():
        parts = name.split(".")
        if parts[:2] != ["domain", "games"] or len(parts) < 3 or parts[2] not in games | {"seam"}:
            continue
        wrong = {
            one
            for one in used
            if one.startswith("domain.games.") and one.split(".")[2] not in {parts[2], "seam"}
        }
        assert not wrong, f"{name} imports {wrong}"


def test_the_rules_import_each_other_one_way(root: Path) -> None:
    """Neither modules nor the folders they lie in import each other in a circle."""
    modules = modules_of_domain(root)
    of_domain = {name: used for name, used in modules.items() if name != "domain"}
    by_itself = {
        name: {one for one in used if one != name and not one.startswith(f"{name}.")}
        for name, used in of_domain.items()
    }
    assert cycle_in(by_itself) == []
    folders: dict[str, set[str]] = {}
    for name, used in of_domain.items():
        folders.setdefault(folder_of(root, name), set()).update(
            folder_of(root, one) for one in used if folder_of(root, one) != folder_of(root, name)
        )
    assert cycle_in(folders) == []


def folder_of(root: Path, module: str) -> str:
    """The folder that a module lies in; one that lies in `domain` itself stands for itself."""
    is_folder = (root / Path(*module.split("."))).is_dir()
    parent = module if is_folder else module.rpartition(".")[0]
    return module if parent == "domain" else parent
