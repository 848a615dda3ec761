"""What the tables, the pit and the count room may ask for, whatever is played."""

from domain.commands.errors import CommandError
from domain.commands.fields import Command

__all__ = ["Command", "CommandError"]
