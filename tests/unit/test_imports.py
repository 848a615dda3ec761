"""Any module may be the first that a process imports, and who does not answer HTTP loads no web.

In a test everything was imported long ago, so that a circle of imports shows in the field alone.
"""

import ast
import subprocess
import sys
from collections.abc import Iterator
from graphlib import TopologicalSorter
from itertools import accumulate
from pathlib import Path

WEB = ("fastapi", "jinja2", "uvicorn")
_LOADED = "import sys, {module}; print(*{names} & sys.modules.keys())"
_ROOMS = ("domain", "pitledger", "projections", "services")


def modules(root: Path) -> dict[str, Path]:
    files = [file for room in _ROOMS for file in (root / room).rglob("*.py")]
    names = (".".join(file.relative_to(root).with_suffix("").parts) for file in files)
    return {name.removesuffix(".__init__"): file for name, file in zip(names, files, strict=True)}


def at_once(module: ast.Module) -> Iterator[ast.Import | ast.ImportFrom]:
    """What is imported as the module is: not what a function imports, nor what types alone need."""
    open_nodes: list[ast.AST] = [*module.body]
    while open_nodes:
        node = open_nodes.pop()
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node
        elif isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            open_nodes += node.orelse
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            open_nodes += ast.iter_child_nodes(node)


def named(node: ast.Import | ast.ImportFrom, known: dict[str, Path]) -> set[str]:
    """A name that is imported from a package may be a module of it."""
    if isinstance(node, ast.Import):
        return {one.name for one in node.names}
    inside = {f"{node.module}.{one.name}" for one in node.names}
    return {one if one in known else str(node.module) for one in inside}


def needed(name: str, known: dict[str, Path]) -> set[str]:
    """The modules that are imported before this one is, each with the packages that it lies in.

    Its own packages are under way by then: only if it takes a name from one must that be done.
    """
    found = set()
    for node in at_once(ast.parse(known[name].read_text())):
        for one in named(node, known):
            packages = accumulate(one.split("."), "{}.{}".format)
            found |= {at for at in packages if at == one or not name.startswith(f"{at}.")}
    return found & known.keys() - {name}


def test_modules_import_each_other_in_no_circle(root: Path) -> None:
    known = modules(root)
    order = [*TopologicalSorter({name: needed(name, known) for name in known}).static_order()]
    assert len(order) == len(known) > 500


def test_who_does_not_answer_http_does_not_load_the_web() -> None:
    """It is more than half of what it would load."""
    told = _LOADED.format(module="services.runtime.parts.follow", names=set(WEB))
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
