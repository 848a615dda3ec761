"""The steps of the schema, as files of this folder."""

import re
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from psycopg.sql import SQL, Identifier

_FILE: Final = re.compile(r"(\d{4})_(\w+)\.sql")
_RIGHTS: Final = "\n-- Rights\n"
_PLACE: Final = re.compile(r':"(\w+)"')
_SERVES: Final = re.compile(r"^-- Builds that know version (\d+) serve on\.$", re.MULTILINE)


class Roles(NamedTuple):
    """Where a step works, and for whom."""

    schema: str
    owner: str
    runtime: str

    @property
    def are_one(self) -> bool:
        return self.owner == self.runtime


class Step(NamedTuple):
    """A numbered change of the schema, and the rights that go with it."""

    number: int
    name: str
    changes: str
    rights: str
    serves: int | None = None
    """The oldest version whose builds may go on working once it is applied; none: only this one."""

    @property
    def floor(self) -> int:
        """Who knows less than this version must not use what the step has changed."""
        return self.number if self.serves is None else self.serves

    def __str__(self) -> str:
        return f"{self.number:04} {self.name.replace('_', ' ')}"


@cache
def all_steps() -> tuple[Step, ...]:
    """In their order; no number is there twice."""
    folder = files("services.store.migrations")
    found = [
        read_step(told[1], told[2], file.read_text(encoding="utf-8"))
        for file in folder.iterdir()
        if (told := _FILE.fullmatch(file.name))
    ]
    found.sort(key=lambda step: step.number)
    assert len({step.number for step in found}) == len(found), [str(step) for step in found]
    return tuple(found)


def read_step(number: str, name: str, text: str) -> Step:
    """What its file says."""
    changes, _, rights = text.partition(_RIGHTS)
    serves = _SERVES.search(changes)
    return Step(int(number), name, changes, rights, None if serves is None else int(serves[1]))


def latest() -> int:
    """The version of the schema that this build knows."""
    return all_steps()[-1].number


def filled_in(text: str, roles: Roles) -> SQL:
    """With names in place of what stands for them; the text itself is a file of ours."""
    names = {"schema": roles.schema, "runtime": roles.runtime}
    return SQL(_PLACE.sub(lambda place: Identifier(names[place[1]]).as_string(), text))
