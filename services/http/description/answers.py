"""What each operation answers when all is well."""

from typing import Any

from services.http.description.operations import JSON, OPERATIONS, Operation
from services.http.description.schemas import answer_schemas


def describe_answers(described: dict[str, Any]) -> None:
    """With its media types and their schemas, in place of what the framework guesses."""
    for (method, path), known in OPERATIONS.items():
        operation = described["paths"][path][method]
        status = next(one for one in operation["responses"] if one.startswith(("1", "2")))
        answer = {"description": operation["responses"][status]["description"]}
        if content := _content(known):
            answer = {"description": _told(known, operation), "content": content}
        operation["responses"] = {status: answer}


def _content(known: Operation) -> dict[str, Any]:
    references, _ = answer_schemas()
    schemas = [references[kind] for kind in known.kinds]
    content = {form: {"schema": schema} for form, schema in known.forms.items()}
    if not schemas:
        return content
    return {JSON: {"schema": schemas[0] if len(schemas) == 1 else {"anyOf": schemas}}, **content}


def _told(known: Operation, operation: dict[str, Any]) -> str:
    """What the type says of itself, or what was asked for."""
    own = [(kind.__doc__ or "").strip().splitlines()[0] for kind in known.kinds]
    return " Or: ".join(own) or f"{operation['summary']}."
