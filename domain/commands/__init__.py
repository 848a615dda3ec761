"""What the tables, the pit and the count room may ask for: one vocabulary for every way in."""

from domain.commands.errors import CommandError
from domain.commands.union import Command, parse_command, parse_read, parse_written

__all__ = ["Command", "CommandError", "parse_command", "parse_read", "parse_written"]
