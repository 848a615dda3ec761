"""A report's entry in the registry: everything that anyone who offers it has to know."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from msgspec.structs import replace

from projections.reports.day_books import DayBooks
from projections.reports.report import Line, Report, Section


@dataclass(frozen=True, slots=True)
class Found:
    """What a report found in the books: lines by section, and notes above them."""

    lines: Mapping[str, Iterable[Line]]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReportEntry:
    """One report: its name, what it needs, who may read it, its columns and how it is built."""

    name: str
    title: str
    about: str
    """What it tells, in a line."""
    needs: frozenset[str]
    """Parts of the day's books, by their names there; what is not needed is not read."""
    sections: tuple[Section, ...]
    """With their columns, and without lines."""
    find: Callable[[DayBooks], Found] = field(repr=False)
    roles: frozenset[str] | None = None
    """Who may read it; None: everyone who may read the books."""
    why: str = ""
    """Why nobody else may, as `names players`."""
    shows_drop: bool = True
    """What should be in the drop boxes can be read or worked out from it."""
    of_closed_days: bool = False
    """It is made of what a close has frozen: of a day that is open there is none."""

    def build(self, books: DayBooks) -> Report:
        found = self.find(books)
        assert found.lines.keys() == {section.name for section in self.sections}, self.name
        return Report(
            name=self.name,
            title=self.title,
            day=books.day,
            status=books.status,
            sections=tuple(
                replace(one, rows=tuple(found.lines[one.name])) for one in self.sections
            ),
            notes=found.notes,
        )

    def unknown_section(self, name: str | None) -> str | None:
        """Why a section cannot be had; None: it can, or none is named."""
        names = [section.name for section in self.sections]
        if name is None or name in names:
            return None
        return f"the report {self.name} has no section {name[:40]!r}; there are {', '.join(names)}"

    def unclosed(self, day: str, status: str) -> str | None:
        """Why there is none of a day that stands so; None: there is one."""
        if not self.of_closed_days or status != "open":
            return None
        return (
            f"the gaming day {day} is open, and the {self.name} is of a day that is closed, as"
            " provisional at least: close it first, or name another day"
        )

    def withheld(self, role: str | None) -> str | None:
        """Why a role may not read it; None: it may. Where nobody signs in there is no role, and
        the books are open to whoever is let in."""
        if self.roles is None or role is None or role in self.roles:
            return None
        return f"the {self.name} report {self.why}: it is for {', '.join(sorted(self.roles))}"
