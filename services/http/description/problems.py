"""The problems that an operation may be answered with."""

from http import HTTPStatus
from typing import Any, Final

from services.http.commands import OF_A_TABLE, OF_ANY_TABLE
from services.http.description.operations import JSON
from services.http.description.schemas import REFERENCE
from services.http.device_route import ADDRESS
from services.http.log import OPEN
from services.http.problems import PROBLEM_JSON, PROBLEMS

_NAMES: Final = {
    401: "Unauthorized",
    403: "Forbidden",
    404: "NotFound",
    409: "Conflict",
    413: "TooLarge",
    415: "UnsupportedMediaType",
    422: "Invalid",
    426: "UpgradeRequired",
    429: "TooMany",
    503: "Unavailable",
}
_ANY: Final = "AnyProblem"
_ALWAYS: Final = (403, 422, 429, 503)
_WITH_BODY: Final = (413, 415)
_EVIDENCE: Final = "/v1/rounds/{round_id}/evidence"
_CONFLICTS: Final = frozenset({OF_A_TABLE, OF_ANY_TABLE, _EVIDENCE})
_READY: Final = ("/readyz", "/readyz/api")
_RETRY_AFTER: Final = {
    "Retry-After": {
        "description": "seconds after which to ask again",
        "schema": {"type": "integer", "minimum": 0, "maximum": 3600},
    }
}
_CHALLENGE: Final = {"WWW-Authenticate": {"description": "`Bearer`", "schema": {"type": "string"}}}
_HEADERS: Final = {401: _CHALLENGE, 429: _RETRY_AFTER, 503: _RETRY_AFTER}


def describe_problems(described: dict[str, Any], *, asks_who: bool) -> None:
    """Each by reference; any other comes in the same form."""
    statuses = (status for status in _NAMES if asks_who or status != HTTPStatus.UNAUTHORIZED)
    answers = {_NAMES[status]: _answer(status) for status in statuses}
    answers[_ANY] = {"description": "Any other problem", **_content()}
    described["components"]["responses"] = answers
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            for status in sorted(_statuses(path, method, operation, asks_who=asks_who)):
                operation["responses"][str(status)] = _refer(_NAMES[status])
            operation["responses"]["default"] = _refer(_ANY)
    for path in _READY:
        ready = described["paths"][path]["get"]["responses"]
        schema = ready["200"]["content"][JSON]["schema"]
        not_ready = {"description": "Not ready: the checks say why."}
        ready["503"] = {**not_ready, "content": {JSON: {"schema": schema}}}


def _statuses(path: str, method: str, operation: dict[str, Any], *, asks_who: bool) -> set[int]:
    found = {*_ALWAYS}
    if asks_who and path.startswith("/v1/") and path not in OPEN:
        found.add(401)
    names = {one["name"] for one in operation.get("parameters", ()) if one["in"] == "path"}
    if method == "get" and (names or path.startswith(("/v1/charts", "/v1/log"))):
        found.add(404)
    if method == "post":
        found.update(_WITH_BODY)
    if path in _CONFLICTS:
        found.add(409)
    if path == _EVIDENCE:
        found.add(413)
    if path == ADDRESS:
        found.add(426)
    return found


def _content() -> dict[str, Any]:
    """One for each, because each may have an example of its own."""
    schema = {"$ref": REFERENCE.format(name="Problem")}
    return {"content": {PROBLEM_JSON: {"schema": schema}}}


def _answer(status: int) -> dict[str, Any]:
    titles = (title for its_status, title in PROBLEMS.values() if its_status == status)
    headers = {"headers": _HEADERS[status]} if status in _HEADERS else {}
    return {"description": "; ".join(titles), **headers, **_content()}


def _refer(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/responses/{name}"}
