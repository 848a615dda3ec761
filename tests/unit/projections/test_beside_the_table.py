"""The books as read beside the books as kept: the table and its read model never disagree."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from domain.events import Event
from domain.hosting import Table, decide
from domain.messages.commands import parse_command
from domain.refusals import Refused
from projections.figures import formulas
from projections.figures.formulas import expected_closer
from projections.issues import Issues
from projections.projection import folded
from projections.sessions import Sessions
from projections.table_days import TableDays
from tests.support.domain import asked
from tests.support.domain.asked import Asked, ask
from tests.support.domain.given import new_table, stamp
from tests.support.http.playing import DEALER, LOSES, WINS
from tests.support.share import examples

ROUND = [*asked.up_to_the_house(DEALER, {1: WINS, 2: LOSES}, coupon=500), asked.settle()]
MISTAKE = {"reason": "keyed in wrong", "supervisor": "sue"}
kinds = st.sampled_from(
    [
        *("buy", "fill", "credit", "chips", "cash", "round", "count", "roll", "box", "drop"),
        *("close", "open", "correct", "correct", "owe", "recover", "acknowledge", "dispute"),
    ]
)
steps = st.lists(
    st.tuples(kinds, st.integers(1, 40), st.sampled_from([0, 0, 0, -2500, 700])), max_size=40
)


class Evening:
    """One table told at random; what is refused is left out."""

    def __init__(self) -> None:
        self.table: Table = new_table()
        self.events: list[Event] = []
        self.do(asked.open_table())

    def do(self, *commands: Asked) -> None:
        for one in commands:
            try:
                decided = decide(self.table, parse_command(one), stamp(one))
            except Refused:
                return
            self.table = decided.table
            self.events += decided.events

    def step(self, kind: str, number: int, off: int) -> None:
        self.do(*self.asked(kind, number, off))

    def asked(self, kind: str, number: int, off: int) -> list[Asked]:
        books, amount, name = self.table.books, number * 500, f"S{len(self.events)}"
        match kind:
            case "buy":
                return [asked.buy_in(1, amount)]
            case "fill" | "credit":
                return [ask(kind, slip=name, amount=amount)]
            case "chips" | "cash":
                return [ask("pay_marker", seat=1, amount=amount, marker=name, tender=kind)]
            case "round":
                return ROUND
            case "count" | "roll":
                inventory = max(self.table.tray + off, 0)
                return [ask("count_tray", inventory=inventory, roll=kind == "roll")]
            case "close":
                return [asked.close_table(max(self.table.tray + off, 0))]
            case "open":
                return [asked.open_table(max((books.closer or 0) + off, 0))]
            case "box":
                return [ask("remove_box", carrier="sam")]
            case "drop":
                return self.drop(off)
            case "owe":
                return [ask("owe_vigorish", seat=1, amount=25, reason="left the table")]
            case _:
                return self.about_what_is_open(kind, number, amount)

    def drop(self, off: int) -> list[Asked]:
        boxes = self.table.books.boxes
        if not boxes:
            return []
        told = {"cash": max(boxes[0].drop + off, 0), "coupons": boxes[0].coupons}
        return [ask("count_drop", session=boxes[0].session, box=boxes[0].number, **told)]

    def about_what_is_open(self, kind: str, number: int, amount: int) -> list[Asked]:
        books = self.table.books

        def some(found: Any) -> int | None:
            return sorted(found)[number % len(found)] if found else None

        if kind == "correct" and books.entries:
            return [ask("correct_entry", entry=some(books.entries), amount=amount, **MISTAKE)]
        if kind == "recover" and books.owed:
            return [ask("recover_vigorish", owed=some(books.owed))]
        if kind == "acknowledge" and books.exceptions:
            return [ask("acknowledge", exception=some(books.exceptions), reason="seen")]
        if kind == "dispute" and books.last_round:
            complaint = ask("complain", round=books.last_round, seat=1, words="my nine")
            ruling = {"decision": "upheld", "adjustment": amount, **MISTAKE}
            number = self.table.seq + 1
            return [complaint, ask("rule_dispute", complaint=number, **ruling)]
        return []


@settings(max_examples=examples(150), deadline=None)
@given(steps)
def test_the_read_model_knows_what_the_table_knows(told: list[tuple[str, int, int]]) -> None:
    evening = Evening()
    for step in told:
        evening.step(*step)
    table = evening.table
    rows = folded(Sessions(), evening.events)
    answered = {
        row.number for row in folded(Issues(), evening.events).values() if row.kind == "exception"
    }
    still_open = {
        one.seq: (one.kind, one.amount, one.day, one.people)
        for row in rows.values()
        for one in row.raised
        if one.seq not in answered
    }
    assert still_open == {
        seq: (one.kind, one.amount, one.day, one.people)
        for seq, one in table.books.exceptions.items()
    }
    uncounted = {
        (row.session, box.number): (box.estimated, box.coupons, box.carrier)
        for row in rows.values()
        for period in row.periods
        for box in period.boxes
        if box.counted is None and box.removed
    }
    assert uncounted == {
        (box.session, box.number): (box.drop, box.coupons, box.carrier) for box in table.books.boxes
    }
    running = rows[f"PG01-{table.session}"].periods[-1]
    assert running.number == table.books.period
    if table.is_open:
        assert expected_closer(running) == table.tray
        assert running.variance == table.books.variance
    for row in rows.values():
        for period in row.periods:
            assert sum(period.accounts.values()) == 0
            if period.counts and period.closer is not None:
                assert period.counts[-1].expected == expected_closer(period)
    numbers = folded(TableDays(), evening.events)
    assert {
        (
            *(place, one.number, one.day, one.drop, formulas.win(one).value),
            *(one.drop_estimated, one.win_events, one.vigorish, one.rounds),
        )
        for place, slim in numbers.items()
        for one in slim.periods
    } == {
        (
            *(place, one.number, one.day, one.drop, formulas.win(one).value),
            *(one.drop_estimated, one.win, one.vigorish, one.rounds),
        )
        for place, row in rows.items()
        for one in row.periods
    }
