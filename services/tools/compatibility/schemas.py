"""Two JSON Schemas compared: every change that breaks who was built by the older one, by its path.

What we take (`in`) must still be taken: all that was valid is valid. What we give (`out`) must
still be understood: all that is valid now was valid before, but for new fields, which readers leave
alone, and new members of a union that is told apart by a name, which they pass over.
"""

from collections.abc import Iterator
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from services.tools.compatibility.kinds import Schema, alternatives, kind, tags

Direction: TypeAlias = Literal["in", "out"]

_LOWER: Final = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
_UPPER: Final = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")
_FORMS: Final = ("pattern", "format", "multipleOf", "uniqueItems")


class Breaking(NamedTuple):
    """One change that breaks somebody."""

    path: str
    """From the top of the schema: names of fields, `[]` for what is in a list, `{}` in a map."""
    what: str


def breaking(old: Schema, new: Schema, direction: Direction) -> list[Breaking]:
    """Each once, in the order of the older schema."""
    comparison = _Comparison(old, new, direction)
    return list(dict.fromkeys(comparison.compare("", old, new)))


class _Comparison:
    def __init__(self, old: Schema, new: Schema, direction: Direction) -> None:
        self._old, self._new = old, new
        self._taken = direction == "in"
        self._compared: set[tuple[str, str]] = set()

    def compare(self, path: str, old: Any, new: Any) -> Iterator[Breaking]:
        if self._is_known(old, new):
            return
        before, after = tags(old, self._old), tags(new, self._new)
        if before and after:
            yield from self._by_tag(path, before, after)
            return
        sub, sup = list(alternatives(old, self._old)), list(alternatives(new, self._new))
        if not self._taken:
            sub, sup = sup, sub
        for one in sub:
            yield from self._fits(path, one, sup)

    def _is_known(self, old: Any, new: Any) -> bool:
        """A structure that holds itself, or that many fields lead to, is compared once."""
        if not (isinstance(old, dict) and isinstance(new, dict)):
            return False
        pair = (old.get("$ref", ""), new.get("$ref", ""))
        if not all(pair):
            return False
        known = pair in self._compared
        self._compared.add(pair)
        return known

    def _by_tag(
        self, path: str, before: dict[str, Schema], after: dict[str, Schema]
    ) -> Iterator[Breaking]:
        for name, old in before.items():
            if name in after:
                yield from self.compare(_in(path, name), old, after[name])
            else:
                yield Breaking(_in(path, name), "is gone")

    def _fits(self, path: str, one: Schema, sup: list[Schema]) -> Iterator[Breaking]:
        """Whether one alternative is among those on the other side."""
        alike = [other for other in sup if _may_hold(kind(one), kind(other))]
        if not alike:
            named = _named(one)
            yield Breaking(path, f"takes no {named} any more" if self._taken else f"may be {named}")
            return
        if all("enum" in other for other in alike):
            yield from self._values(path, one, [v for other in alike for v in other["enum"]])
            return
        found = [list(self._within(path, one, other)) for other in alike if "enum" not in other]
        yield from min(found, key=len)

    def _values(self, path: str, one: Schema, values: list[Any]) -> Iterator[Breaking]:
        if "enum" not in one:
            named = f"other {_named(one)} than {', '.join(map(str, values))}"
            yield Breaking(path, f"takes no {named} any more" if self._taken else f"may be {named}")
            return
        for value in one["enum"]:
            if value not in values:
                told = f"takes no {value!r} any more" if self._taken else f"may be {value!r}"
                yield Breaking(path, told)

    def _within(self, path: str, sub: Schema, sup: Schema) -> Iterator[Breaking]:
        old, new = (sub, sup) if self._taken else (sup, sub)
        if "enum" in sub or not kind(sup):
            return
        yield from self._bounds(path, sub, sup)
        if kind(old) == "object":
            yield from self._object(path, old, new)
        if kind(old) == "array":
            yield from self._list(path, old, new)

    def _bounds(self, path: str, sub: Schema, sup: Schema) -> Iterator[Breaking]:
        how = "is held to" if self._taken else "is no longer held to"
        for names, sign in ((_LOWER, 1), (_UPPER, -1)):
            for name in names:
                if name in sup and (name not in sub or sign * sub[name] < sign * sup[name]):
                    yield Breaking(path, f"{how} {name} {sup[name]}")
        for name in _FORMS:
            if name in sup and sub.get(name) != sup[name]:
                yield Breaking(path, f"{how} {name} {sup[name]}")

    def _object(self, path: str, old: Schema, new: Schema) -> Iterator[Breaking]:
        before, after = old.get("properties", {}), new.get("properties", {})
        needed, given = set(new.get("required", ())), set(old.get("required", ()))
        for name in before:
            if name not in after:
                yield Breaking(_in(path, name), "is gone")
            else:
                yield from self.compare(_in(path, name), before[name], after[name])
        if self._taken:
            for name in sorted(needed - given):
                yield Breaking(_in(path, name), "is required now")
        else:
            for name in sorted((given - needed) & set(after)):
                yield Breaking(_in(path, name), "is not always there any more")
        yield from self._other_fields(path, old, new)

    def _other_fields(self, path: str, old: Schema, new: Schema) -> Iterator[Breaking]:
        before, after = (one.get("additionalProperties", True) for one in (old, new))
        if isinstance(before, dict) and isinstance(after, dict):
            yield from self.compare(f"{path}{{}}", before, after)
        elif self._taken and before is not False and after is False:
            yield Breaking(path, "takes no other fields any more")

    def _list(self, path: str, old: Schema, new: Schema) -> Iterator[Breaking]:
        before, after = (list(one.get("prefixItems", ())) for one in (old, new))
        for at, (one, other) in enumerate(zip(before, after, strict=False)):
            yield from self.compare(f"{path}[{at}]", one, other)
        yield from self.compare(f"{path}[]", old.get("items", True), new.get("items", True))


def _may_hold(sub: str, sup: str) -> bool:
    return not sup or sub == sup or (sub, sup) == ("integer", "number")


def _named(schema: Schema) -> str:
    values = ", ".join(repr(value) for value in schema.get("enum", ()))
    return values or kind(schema) or "anything"


def _in(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name
