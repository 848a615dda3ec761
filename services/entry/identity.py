"""In whose name a command comes: whoever signed in is its actor, within what they may touch."""

from collections.abc import Iterable
from typing import Any, Literal, TypeAlias
from uuid import UUID

from domain.commands import Command
from domain.commands.fields import Actor
from domain.commands.told_id import told_id
from services.entry.tokens import Known

Why: TypeAlias = Literal["actor", "scope"]


class Denied(Exception):
    """Somebody known asks for what is not theirs; `why` names the rule, for the metrics."""

    def __init__(self, why: Why, reason: str, command_id: UUID | None = None) -> None:
        super().__init__(reason)
        self.why = why
        self.command_id = command_id


def told_by(content: dict[str, Any], actor: Actor) -> dict[str, Any]:
    """The command as the actor's own; one that declares somebody else is nobody's."""
    declared, known = content.get("actor"), actor.model_dump()
    if declared is not None and declared != known:
        raise Denied(
            "actor",
            f"the command declares another actor than {actor.id} ({actor.role}), who signed in:"
            " leave `actor` out, or let that person send it",
            told_id(content),
        )
    return {**content, "actor": known}


def in_scope(tables: frozenset[str] | None, command: Command) -> bool:
    """Whether the command keeps to these tables; what names none is the whole property's."""
    return tables is None or command.table in tables


def require_scope(known: Known, commands: Iterable[Command]) -> None:
    """Nothing is told to, and nothing signed for, a table that is not among one's own."""
    for command in commands:
        if in_scope(known.tables, command):
            continue
        what = f"table {command.table}" if command.table else "the whole property"
        own = ", ".join(sorted(known.tables or ()))
        raise Denied(
            "scope",
            f"`{command.command}` is for {what}, and {known.actor.id} is signed in for {own} only",
            command.command_id,
        )
