"""Problem details as they go over the line, where no app is asked."""

from uvicorn.protocols.http.httptools_impl import STATUS_LINE

from services.http.problems import Problem, problem_response


def raw_answer(problem: Problem) -> bytes:
    """The connection ends with it."""
    response = problem_response(problem)
    lines = [STATUS_LINE[response.status_code]]
    lines += [b"%s: %s\r\n" % pair for pair in response.raw_headers]
    return b"".join([*lines, b"connection: close\r\n\r\n", bytes(response.body)])
