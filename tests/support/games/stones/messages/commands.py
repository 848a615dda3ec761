"""The commands that stones alone has."""

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field

from domain.commands.fields import Command

_Stone: TypeAlias = Annotated[str, Field(pattern="^S-(1[0-2]|[1-9])$")]
_Place: TypeAlias = Annotated[str, Field(pattern="^(dealer|[1-8])$")]


class Draw(Command):
    """A stone for each seat that plays and one for the house, face down."""

    command: Literal["draw"]
    stones: Annotated[
        dict[_Place, Annotated[list[_Stone], Field(min_length=1, max_length=1)]],
        Field(description="by place: one stone each"),
    ]


class ShowStones(Command):
    """The stones are turned over, and every wager is settled."""

    command: Literal["show_stones"]


COMMANDS: Final[tuple[type[Command], ...]] = (Draw, ShowStones)
