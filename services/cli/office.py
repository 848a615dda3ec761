"""`pitledger acknowledge`, `complain`, `rule`, `count`: the back office at a running service."""

from pathlib import Path
from typing import Annotated, Any

import typer

from services.cli.at_service import ActorId, AsJson, Role, Url, declared, do

Reason = Annotated[str, typer.Option(help="Why; it is kept.")]
Dollars = typer.Option(metavar="DOLLARS", help="As 1,250.50.")


def acknowledge(
    where: Annotated[
        str, typer.Argument(metavar="TABLE|DAY", help="A table, or a gaming day for its alerts.")
    ],
    which: Annotated[
        str, typer.Argument(metavar="NUMBER|ALERT", help="As the exceptions name it.")
    ],
    reason: Reason,
    *,
    url: Url = None,
    actor: ActorId = None,
    role: Role = None,
    as_json: AsJson = False,
) -> None:
    """Answer for an exception of a table's books, or for an alert of a day.

    Exit code 3: it is refused, and by which rule. Exit code 2: it cannot be meant, or nobody
    answers. With AUTH on the token of PITLEDGER_TOKEN, or PITLEDGER_TOKEN_FILE, says who does it.
    """
    if "-" in where:
        told: dict[str, Any] = {"command": "acknowledge_alert", "day": where, "alert": which}
    else:
        number = _number(which, "the exception")
        told = {"command": "acknowledge", "table": where, "exception": number}
    do({**told, "reason": reason, **declared(actor, role)}, url, as_json=as_json)


def complain(
    round_id: Annotated[str, typer.Argument(metavar="ROUND", help="As in PG01-3-17.")],
    seat: Annotated[int, typer.Argument(help="Who sat there complains.")],
    words: Annotated[str, typer.Argument(help="What they say.")],
    *,
    player: Annotated[
        str | None, typer.Option(help="Left out: who played there in that round.")
    ] = None,
    url: Url = None,
    actor: ActorId = None,
    role: Role = None,
    as_json: AsJson = False,
) -> None:
    """Take down what a player says of a finished round. Exit codes as for `acknowledge`."""
    from services.queries import is_round_id

    if not is_round_id(round_id):
        raise typer.BadParameter(f"{round_id!r} is not a round such as PG01-3-17")
    table = round_id.partition("-")[0]
    told: dict[str, Any] = {"command": "complain", "table": table, "round": round_id}
    who = {} if player is None else {"player": player}
    told |= {"seat": seat, "words": words, **who, **declared(actor, role)}
    do(told, url, as_json=as_json)


def rule(
    table: Annotated[str, typer.Argument(help="Where the round was played.")],
    complaint: Annotated[str, typer.Argument(metavar="NUMBER", help="As `complain` told it.")],
    decision: Annotated[str, typer.Argument(metavar="upheld|dismissed")],
    reason: Reason,
    supervisor: Annotated[str, typer.Option(help="Id of the one who stands by.")],
    *,
    adjustment: Annotated[
        str, typer.Option(metavar="DOLLARS", help="To the player, as 12.50; back: -12.50.")
    ] = "0",
    supervisor_token: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Their token, where under AUTH and full controls they sign it."
        ),
    ] = None,
    url: Url = None,
    actor: ActorId = None,
    role: Role = None,
    as_json: AsJson = False,
) -> None:
    """Decide a complaint. Exit codes as for `acknowledge`."""
    told = {
        "command": "rule_dispute",
        "table": table,
        "complaint": _number(complaint, "the complaint"),
        "decision": decision,
        "adjustment": _cents(adjustment, "--adjustment"),
        "reason": reason,
        "supervisor": supervisor,
        **declared(actor, role),
    }
    do(told, url, as_json=as_json, supervisor=supervisor_token)


def count(
    table: Annotated[str, typer.Argument(help="Whose drop box it is.")],
    *,
    cash: Annotated[str | None, Dollars] = None,
    counter_checks: Annotated[str | None, Dollars] = None,
    vouchers: Annotated[str | None, Dollars] = None,
    coupons: Annotated[str | None, Dollars] = None,
    amount: Annotated[
        str | None, typer.Option(metavar="DOLLARS", help="All of it, where it is not told apart.")
    ] = None,
    session: Annotated[int | None, typer.Option(help="Left out: the table's last.")] = None,
    box: Annotated[int | None, typer.Option(help="Left out: the first uncounted one.")] = None,
    url: Url = None,
    actor: ActorId = None,
    role: Role = None,
    as_json: AsJson = False,
) -> None:
    """Enter what a drop box held, by category. Exit codes as for `acknowledge`."""
    parts = {
        "cash": cash,
        "counter_checks": counter_checks,
        "vouchers": vouchers,
        "coupons": coupons,
        "amount": amount,
    }
    told: dict[str, Any] = {"command": "count_drop", "table": table, **declared(actor, role)}
    for name, dollars in parts.items():
        if dollars is not None:
            told[name] = _cents(dollars, f"--{name.replace('_', '-')}")
    if not told.keys() & parts.keys():
        raise typer.BadParameter("tell what was counted: --cash and the like, or --amount")
    which = {"session": session, "box": box}
    do(told | {name: n for name, n in which.items() if n is not None}, url, as_json=as_json)


def _number(text: str, what: str) -> int:
    if not (text.isascii() and text.isdecimal()):
        raise typer.BadParameter(f"{what} is named by its number, not {text!r}")
    return int(text)


def _cents(text: str, option: str) -> int:
    from domain.money import read_dollars

    try:
        return read_dollars(text.strip())
    except ValueError as error:
        raise typer.BadParameter(f"{option}: {text!r}: {error}") from None
