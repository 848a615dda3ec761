"""Two descriptions of the API compared: addresses, parameters, bodies and answers."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from services.tools.compatibility.kinds import Schema, resolved
from services.tools.compatibility.schemas import Breaking, Direction, breaking

_METHODS: Final = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
_COMPONENTS: Final = "components"


def breaking_api(old: Schema, new: Schema) -> list[Breaking]:
    """What a client that was built by the older description cannot do any more."""
    return list(dict.fromkeys(_Api(old, new).compare()))


class _Api:
    def __init__(self, old: Schema, new: Schema) -> None:
        self._old, self._new = old, new

    def compare(self) -> Iterator[Breaking]:
        for address, methods in self._old.get("paths", {}).items():
            for method in _METHODS:
                if method not in methods:
                    continue
                where = f"{method.upper()} {address}"
                now = self._new.get("paths", {}).get(address, {}).get(method)
                if now is None:
                    yield Breaking(where, "is gone")
                else:
                    yield from self._operation(where, methods[method], now)

    def _operation(self, where: str, old: Schema, new: Schema) -> Iterator[Breaking]:
        yield from self._parameters(where, old, new)
        yield from self._body(where, old.get("requestBody"), new.get("requestBody"))
        answers = new.get("responses", {})
        for status, answer in old.get("responses", {}).items():
            place = f"{where} {status}"
            if status in answers:
                before, after = self._both(answer, answers[status])
                yield from self._contents(place, before, after, "out")
            elif status.startswith("2"):
                yield Breaking(place, "is gone")

    def _parameters(self, where: str, old: Schema, new: Schema) -> Iterator[Breaking]:
        before = self._named(old, self._old)
        after = self._named(new, self._new)
        for (place, name), one in before.items():
            now = after.get((place, name))
            if now is None:
                yield Breaking(f"{where} {place} {name}", "is gone")
            else:
                schemas = one.get("schema", {}), now.get("schema", {})
                yield from self._schema(f"{where} {place} {name}", *schemas, "in")
        for (place, name), now in after.items():
            was = before.get((place, name), {})
            if now.get("required") and not was.get("required"):
                yield Breaking(f"{where} {place} {name}", "is required now")

    @staticmethod
    def _named(operation: Schema, root: Schema) -> dict[tuple[str, str], Schema]:
        found = (resolved(one, root) for one in operation.get("parameters", ()))
        return {(one["in"], one["name"]): one for one in found}

    def _body(self, where: str, old: Schema | None, new: Schema | None) -> Iterator[Breaking]:
        place = f"{where} body"
        if new is not None and new.get("required") and not (old or {}).get("required"):
            yield Breaking(place, "is required now")
        if old is not None:
            before, after = self._both(old, new or {})
            yield from self._contents(place, before, after, "in")

    def _both(self, old: Schema, new: Schema) -> tuple[Schema, Schema]:
        return resolved(old, self._old), resolved(new, self._new)

    def _contents(
        self, where: str, old: Schema, new: Schema, direction: Direction
    ) -> Iterator[Breaking]:
        now: Mapping[str, Any] = new.get("content", {})
        for media, content in old.get("content", {}).items():
            if media not in now:
                yield Breaking(f"{where} {media}", "is gone")
            else:
                schemas = content.get("schema", {}), now[media].get("schema", {})
                yield from self._schema(f"{where} {media}", *schemas, direction)

    def _schema(self, where: str, old: Any, new: Any, direction: Direction) -> Iterator[Breaking]:
        before = {**_top(old), _COMPONENTS: self._old.get(_COMPONENTS, {})}
        after = {**_top(new), _COMPONENTS: self._new.get(_COMPONENTS, {})}
        for one in breaking(before, after, direction):
            yield Breaking(f"{where}: {one.path}" if one.path else where, one.what)


def _top(schema: Any) -> dict[str, Any]:
    return dict(schema) if isinstance(schema, dict) else {}
