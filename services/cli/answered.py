"""What a running service made of commands: as it is stored, or in words."""

import json
import sys
from typing import Any


class Stored:
    """A line an event, as `play` prints it."""

    def events(self, told: list[dict[str, Any]]) -> None:
        _write("".join(map(as_line, told)))

    def refusal(self, line: int, command: str, problem: dict[str, Any]) -> None:
        why = {"rule": problem["rule"], "reason": problem["reason"]}
        rejected = {"line": line, "command": command, **why}
        _write(json.dumps({"rejected": rejected}, ensure_ascii=False) + "\n")


class Told:
    """As a floorperson would tell it."""

    def __init__(self) -> None:
        from services.explain import Narrator

        self._narrator = Narrator()

    def events(self, told: list[dict[str, Any]]) -> None:
        sentences = [one for event in told for one in self._sentences(event)]
        _write("".join(f"{sentence}\n" for sentence in sentences))

    def _sentences(self, told: dict[str, Any]) -> list[str]:
        import msgspec

        try:
            event = _event(told)
        except msgspec.ValidationError:  # whoever counts blindly is shown no more of it
            name, place = told["event"], f"{told['key']}/{told['seq']}"
            return [f"{place}: {name} is stored; your role is not shown what it says"]
        return list(self._narrator.tell(event))

    def refusal(self, line: int, command: str, problem: dict[str, Any]) -> None:
        from services.explain import tell_refusal

        told = tell_refusal(command, problem["rule"], problem["reason"])
        _write(f"line {line}: {told}\n")


def as_line(event: dict[str, Any]) -> str:
    import msgspec

    return msgspec.json.encode(event).decode() + "\n"


def _event(told: dict[str, Any]) -> Any:
    import msgspec

    from domain.messages.events import decode

    return decode(f"pitledger.{told['event']}.v{told['version']}", msgspec.json.encode(told))


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()
