"""Real examples: what the commands of examples/round.jsonl lead to, kept beside this file.

`make docs` plays them and writes what comes out; nothing of it is written by hand.
"""

import functools
import json
from importlib.resources import files
from typing import Any, Final

FILE: Final = "examples.json"
_BODY: Final = ("requestBody", "content", "application/json")


def add_examples(described: dict[str, Any], kept: dict[str, Any]) -> None:
    """To every operation that there is one of."""
    for methods in described["paths"].values():
        for operation in methods.values():
            own = kept.get(operation["operationId"], {})
            if "asked" in own:
                body = functools.reduce(lambda part, step: part[step], _BODY, operation)
                body["examples"] = own["asked"]
            if "answered" in own:
                _content(operation)["example"] = own["answered"]
    for name, problem in kept.get("problems", {}).items():
        [content] = described["components"]["responses"][name]["content"].values()
        content["example"] = problem


def _content(operation: dict[str, Any]) -> dict[str, Any]:
    answer = next(iter(operation["responses"].values()))
    found: dict[str, Any] = answer["content"]["application/json"]
    return found


@functools.cache
def kept_examples() -> dict[str, Any]:
    read: dict[str, Any] = json.loads((files(__package__) / FILE).read_text(encoding="utf-8"))
    return read
