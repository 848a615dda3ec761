"""The reconciliation of a day as a page: tables, differences with their causes, what is open."""

from collections.abc import Iterable
from datetime import date, timedelta
from html import escape
from typing import Final

from domain.money import dollars
from projections.figures.reconciliation import Finding, Reconciliation, TableLine
from projections.figures.tolerances import LEVELS
from projections.reports import REPORTS, DayBooks
from projections.reports.exceptions import OpenItem, items
from services.reports.page import STYLE, framed, missing_words, moment

_SHOWN_ROUNDS: Final = 12
_HEADS: Final = (
    ("table", ""),
    ("period", "count"),
    ("rounds", "count"),
    ("opener", "cents"),
    ("fills", "cents"),
    ("credits", "cents"),
    ("estimated drop", "cents"),
    ("counted drop", "cents"),
    ("drop variance", "cents"),
    ("expected closer", "cents"),
    ("counted closer", "cents"),
    ("tray variance", "cents"),
    ("win by events", "cents"),
    ("win by count", "cents"),
)
_WAITING: Final = (
    *(("kind", ""), ("table", ""), ("number", ""), ("day", ""), ("amount", "cents")),
    *(("what", ""), ("who may answer", ""), ("age in days", "count")),
)


def reconciliation_page(books: DayBooks) -> str:
    found = books.reconciliation()
    waiting = [one for one in items(books) if one.open]
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>Reconciliation of {escape(found.day)} · Pitledger</title>"
        '<link rel="icon" href="/static/pitledger.svg" type="image/svg+xml">'
        f'<link rel="stylesheet" href="/static/{STYLE}">'
        '<link rel="stylesheet" href="/static/reconciliation.css"></head><body>'
        f"{_masthead(found, books.status)}<main>{_facts(found)}{_tables(found)}"
        f"{_differences(found)}{_waiting(waiting)}{_trial_balance(found)}{_reports(found.day)}</main></body></html>\n"
    )


def _masthead(found: Reconciliation, status: str) -> str:
    day = date.fromisoformat(found.day)
    before, after = day - timedelta(days=1), day + timedelta(days=1)
    verdict = {
        True: ("balanced", "balanced to the cent"),
        False: ("variance", "not balanced"),
        None: ("unknown", "not all is counted yet" if found.tables else "no table was open"),
    }[found.balanced]
    return (
        "<header><h1>Reconciliation</h1>"
        f'<p class="day">Gaming day <time>{escape(found.day)}</time>'
        f' <span class="status {escape(status)}">{escape(status)}</span>'
        f'<span class="status {verdict[0]}">{verdict[1]}</span></p>'
        f'<nav class="screen" aria-label="Days"><a href="?day={before}">← {before}</a>'
        f'<a href="?day={after}">{after} →</a>'
        f'<form><label>Day <input type="date" name="day" value="{escape(found.day)}"></label>'
        '<button>Show</button></form><a href="/">Floor</a></nav></header>'
    )


def _facts(found: Reconciliation) -> str:
    totals = found.totals
    facts = (
        ("Estimated drop", totals["drop_estimated"]),
        ("Counted drop", totals["drop_counted"]),
        ("Win by events", totals["win_events"]),
        ("Win by count", totals["win_count"]),
        ("Tray variance", totals["variance_tray"]),
        ("Drop variance", totals["variance_drop"]),
    )
    if not found.tables:
        return ""
    told = "".join(
        f'<div><dt>{name}</dt><dd class="{_side(cents, name)}">{_money(cents)}</dd></div>'
        for name, cents in facts
    )
    return f'<dl class="facts">{told}</dl>'


def _side(cents: int | None, name: str) -> str:
    if cents is None:
        return "quiet"
    return "loss" if cents < 0 or ("variance" in name and cents) else ""


def _money(cents: int | None) -> str:
    return "unknown" if cents is None else dollars(cents)


def _cents(cents: int | None, *, even: bool = False) -> str:
    """One cell; with `even`, whatever is not zero stands out."""
    if cents is None:
        return '<td class="cents none">unknown</td>'
    off = " below" if cents < 0 or (even and cents) else ""
    return f'<td class="cents{off}">{dollars(cents)}</td>'


def _tables(found: Reconciliation) -> str:
    if not found.tables:
        return "<section><p>No table was open on this day.</p></section>"
    heads = _heads(_HEADS)
    rows = "".join(_line(line) for line in found.tables)
    totals = found.totals
    summed = (
        *(("opener", False), ("fills", False), ("credits", False), ("drop_estimated", False)),
        *(("drop_counted", False), ("variance_drop", True), ("closer_expected", False)),
        *(("closer_counted", False), ("variance_tray", True), ("win_events", False)),
        ("win_count", False),
    )
    foot = "".join(_cents(totals[name], even=even) for name, even in summed)
    table = (
        f"<thead><tr>{heads}</tr></thead>{rows}<tfoot><tr>"
        f'<th scope="row">total</th><td></td><td class="count">{totals["rounds"]}</td>{foot}'
        "</tr></tfoot>"
    )
    return framed("tables", "Tables", table, columns=len(_HEADS) + 1)


def _heads(heads: Iterable[tuple[str, str]]) -> str:
    return "".join(f'<th scope="col" class="{kind}">{escape(name)}</th>' for name, kind in heads)


def _line(line: TableLine) -> str:
    cells = (
        f'<th scope="row" class="text">{escape(line.table)}</th>'
        f'<td class="count">{line.session}.{line.period}</td>'
        f'<td class="count">{line.rounds}</td>'
    )
    amounts = (line.opener, line.fills, line.credits, line.drop.estimated, line.drop.counted)
    note = f"{escape(line.game)} {missing_words(line.missing) if line.missing else ''}"
    return (
        f"<tbody><tr>{cells}{''.join(map(_cents, amounts))}{_cents(line.variance.drop, even=True)}"
        f"{_cents(line.closer.expected)}{_cents(line.closer.counted)}"
        f"{_cents(line.variance.tray, even=True)}{_cents(line.win.events)}{_cents(line.win.count)}"
        f'</tr><tr class="note"><td colspan="{len(_HEADS)}">{note}</td></tr></tbody>'
    )


def _differences(found: Reconciliation) -> str:
    told = [_difference(line, one) for line in found.tables for one in line.findings]
    none = "<p>None.</p>"
    return f'<section class="differences"><h2>Differences</h2>{"".join(told) or none}</section>'


def _difference(line: TableLine, one: Finding) -> str:
    causes = "".join(f"<li>{escape(cause.words)}</li>" for cause in one.causes)
    where = ""
    if one.interval is not None:
        where = (
            f"<p>Between {moment(one.interval.after_at)} and {moment(one.interval.upto_at)},"
            f" events {one.interval.after_seq + 1} to {one.interval.upto_seq}.</p>"
        )
    slips = f"<p>Slips: {escape(', '.join(one.slips))}.</p>" if one.slips else ""
    return (
        f'<article><h3>{escape(line.table)} <span class="quiet">session {line.session},'
        f" period {line.period}</span></h3>"
        f'<p class="amount"><strong class="loss">{dollars(one.amount)}</strong>'
        f" {escape(one.kind)}, {escape(LEVELS[one.level])}, event {one.seq}</p>{where}"
        f"{_rounds(one.rounds)}{slips}{f'<ul>{causes}</ul>' if causes else ''}</article>"
    )


def _rounds(rounds: tuple[str, ...]) -> str:
    if not rounds:
        return ""
    links = [f'<a href="/v1/rounds/{name}">{name}</a>' for name in map(escape, rounds)]
    if len(links) <= _SHOWN_ROUNDS:
        return f"<p>Rounds: {', '.join(links)}.</p>"
    return (
        f"<details><summary>{len(links)} rounds, {escape(rounds[0])} to {escape(rounds[-1])}"
        f"</summary><p>{', '.join(links)}</p></details>"
    )


def _waiting(waiting: Iterable[OpenItem]) -> str:
    rows = "".join(
        f'<tr><th scope="row">{escape(one.kind)}</th>'
        f"<td>{escape(one.table or '')}</td>"
        f"<td>{escape(one.number)}</td><td>{escape(one.day)}</td>"
        f"{'<td></td>' if one.amount is None else _cents(one.amount)}"
        f"<td>{escape(one.words)}</td><td>{escape(', '.join(one.roles))}</td>"
        f'<td class="count">{one.age_days}</td></tr>'
        for one in waiting
    )
    if not rows:
        return "<section><h2>Open exceptions</h2><p>None.</p></section>"
    table = f"<thead><tr>{_heads(_WAITING)}</tr></thead><tbody>{rows}</tbody>"
    return framed("exceptions", "Open exceptions", table, columns=len(_WAITING))


def _trial_balance(found: Reconciliation) -> str:
    if not found.trial_balance:
        return ""
    accounts = [account.replace("_", " ") for account in found.trial_balance]
    heads = _heads((account, "cents") for account in (*accounts, "sum"))
    cells = "".join(map(_cents, found.trial_balance.values()))
    total = _cents(sum(found.trial_balance.values()), even=True)
    table = f"<thead><tr>{heads}</tr></thead><tbody><tr>{cells}{total}</tr></tbody>"
    return framed("trial-balance", "Trial balance", table, columns=len(accounts) + 1)


def _reports(day: str) -> str:
    told = "".join(
        f"<li>{escape(name.replace('_', ' '))}: "
        + " ".join(
            f'<a href="/v1/reports/{name}?day={escape(day)}&amp;format={form}">{form}</a>'
            for form in ("html", "csv", "json")
        )
        + "</li>"
        for name in REPORTS
    )
    return f'<section class="screen"><h2>Reports</h2><ul class="reports">{told}</ul></section>'
