"""What `pitledger rules` shows, for people."""

from collections.abc import Iterable, Iterator
from typing import Final

from domain.commands.submission import Submission
from domain.games.seam.regulation import Regulation
from domain.games.seam.sheet import Filed, Offer, Payout, Return
from domain.money import dollars
from domain.refusals import Refused
from domain.wagers.edge import Edge
from services.explain.columns import in_columns
from services.rulebook.sheets import differences, facts_of, regulation_sheet, submission_sheet
from services.rulebook.sign import approval_told, vigorish_told

_IN_CENTS: Final = frozenset({"dealer_wager"})


def lines_of_regulation(rules: Regulation) -> Iterator[str]:
    """Facts, payouts, edges, what is not permitted, and the paragraph of every duty."""
    sheet = regulation_sheet(rules)
    yield f"{rules.title}"
    yield f"{rules.ref}  {rules.content_hash()}"
    yield from _section("Facts", _columns(_facts(rules.name)))
    yield from _section("Payouts", _columns(map(_payout, sheet.payouts)))
    yield from _section("House edge", _edges(sheet.edges))
    yield from _section("Progressive, by the meter", _returns(sheet.returns))
    elsewhere = sorted(rules.not_permitted.items())
    yield from _section(
        "Not permitted", _columns((f"`{name}`", f"[{at}]") for name, at in elsewhere)
    )
    yield from _section("Paragraphs", _columns(sheet.paragraphs))


def _facts(name: str) -> Iterator[tuple[str, str]]:
    return ((fact.topic, f"{fact.told} [{fact.rule}]") for fact in facts_of(name))


def lines_beside(one: str, other: str) -> Iterator[str]:
    """Only the topics on which the two differ."""
    width = max(len(one), len(other))
    for mine, theirs in differences(one, other):
        yield mine.topic
        yield f"  {one:{width}}  {mine.told} [{mine.rule}]"
        yield f"  {other:{width}}  {theirs.told} [{theirs.rule}]"


def lines_of_submission(
    submission: Submission, rules: Regulation, refusal: Refused | None
) -> Iterator[str]:
    """The elections, whether they stand, and what they put on the layout."""
    yield f"{rules.title}"
    yield f"{rules.ref}, elections {submission.content_hash()}"
    yield "Accepted." if refusal is None else f"Refused: {refusal}"
    elected = submission.model_dump(mode="json", exclude_defaults=True)
    approval = approval_told(submission)
    yield from (f"Approval: {approval}.",) if approval else ()
    apart = {"regulation", "limits", "odds", "filed"}
    told = ((name, _told(name, value)) for name, value in elected.items() if name not in apart)
    yield from _section("Elections", _columns(told))
    sheet = submission_sheet(submission, rules)
    offers = sheet.offers
    yield from _section("Wagers", _columns(_offer(offer) for offer in offers))
    lines = [line for offer in offers for line in offer.payouts]
    yield from _section("Payouts", _columns(_payout(line) for line in lines))
    yield f"  {vigorish_told(sheet)} [{sheet.vigorish.rule}]"
    yield from _section("House edge", _edges(edge for one in offers for edge in one.edges))
    yield from _section("Progressive, by the meter", _returns(sheet.returns))
    if sheet.filed is not None:
        yield from _section("Exceptions to the house way", _filed(sheet.filed))


def _filed(filed: Filed) -> Iterator[str]:
    """Each hand as filed, beside what the named way would do, and what that is worth."""
    yield f"  to `{filed.base}`, filed as {filed.way.partition('+')[2]} [{filed.rule}]"
    rows = (
        (
            _hands(one.high, one.low),
            f"not {_hands(*one.otherwise)}",
            f"{one.dealt:,} of {filed.all_hands:,} hands",
            "" if one.adds is None else f"{float(one.adds):+.2%} for the house",
        )
        for one in filed.hands
    )
    yield from _columns(rows)
    if filed.adds is not None:
        yield (
            f"  Against a seat that sets by `{filed.base}` they add {float(filed.adds):+.4%}"
            f" ({filed.adds}) to the house edge of {filed.wager}."
        )


def _hands(high: tuple[str, ...], low: tuple[str, ...]) -> str:
    return f"{' '.join(high)} high, {' '.join(low)} low"


def _section(title: str, lines: Iterable[str]) -> Iterator[str]:
    """A title with its lines, or nothing where there are none."""
    if told := list(lines):
        yield from ("", title, *told)


def _columns(rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    table = list(rows)
    return (f"  {line}" for line in in_columns(table)) if table else iter(())


def _payout(line: Payout) -> tuple[str, ...]:
    told = (line.label, line.told, f"[{line.rule}]")
    return (*told, line.mark) if line.mark else told


def _offer(offer: Offer) -> tuple[str, str, str, str]:
    needs = f"beside {offer.beside}" if offer.beside else "by itself"
    span = "no limits"
    if offer.limits is not None:
        span = f"{dollars(offer.limits[0])} to {dollars(offer.limits[1])}"
    return offer.wager, span, needs, f"[{offer.rule}]"


def _edges(edges: Iterable[Edge]) -> Iterator[str]:
    """Edges in columns; how they are counted is said once for all that are counted alike."""
    told = list(edges)
    for counted in dict.fromkeys(edge.counted for edge in told):
        yield f"  {counted}:"
        alike = (edge for edge in told if edge.counted == counted)
        rows = (
            (edge.wager, f"{float(edge.edge):7.2%}", _precisely(edge), edge.case) for edge in alike
        )
        yield from (f"  {line}" for line in _columns(rows))


def _precisely(edge: Edge) -> str:
    """The exact share; of one that was found by dealing, how far off it may be."""
    return str(edge.edge) if edge.error is None else f"standard error {edge.error:.4%}"


def _returns(returns: Iterable[Return]) -> Iterator[str]:
    """What a stake is expected to be paid, and what part of that the fixed amounts are."""
    rows = (
        (
            f"{dollars(one.stake)} stake",
            f"meter {dollars(one.meter)}",
            f"pays {float(one.expected / one.stake):7.2%}",
            f"fixed amounts {float(one.fixed / one.stake):6.2%}",
            one.name,
        )
        for one in returns
    )
    return _columns(rows)


def _told(name: str, value: object) -> str:
    if name == "house_way" and isinstance(value, dict):
        return f"{value['base']}, with exceptions: {len(value['exceptions'])}"
    return dollars(value) if name in _IN_CENTS and isinstance(value, int) else _election(value)


def _election(value: object) -> str:
    match value:
        case True:
            return "yes"
        case list():
            return ", ".join(map(str, value))
        case dict():
            return ", ".join(f"{name} {_election(one)}" for name, one in value.items())
        case _:
            return str(value)
