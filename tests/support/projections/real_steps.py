"""What may happen in a house, at random, and what it really does to chips and boxes."""

from datetime import timedelta
from typing import Any, Final

from tests.support.domain.asked import ask, buy_in, open_table
from tests.support.domain.bookkeeping import a_round, correct
from tests.support.projections.real_house import STAKE, Lie, RealBox, RealHouse, RealTable


def _open(house: RealHouse, one: RealTable) -> None:
    """What is older than the session before cannot be put right afterwards."""
    for lie in [lie for lie in one.lies if lie.session < one.table.session]:
        corrected(one, lie)
    told = one.amount(one.tray)
    [event] = one.tell({**open_table(told, triples_bonus=True), "table": one.name})
    one.open = True
    one.begin(1, 1)
    one.told(event, told, one.tray, one.running)


def _close(house: RealHouse, one: RealTable) -> None:
    told = one.amount(one.tray)
    [event] = one.tell(ask("close_table", inventory=told))
    one.end()
    one.open = False
    one.told(event, told, one.tray, one.running)


def _roll(house: RealHouse, one: RealTable) -> None:
    for lie in [lie for lie in one.lies if lie.period + 7 < one.table.books.period]:
        corrected(one, lie)
    told = one.amount(one.tray)
    [event] = one.tell(ask("count_tray", inventory=told, roll=True))
    period, box = one.running, one.box
    one.end()
    one.begin(period.number + 1, box.number + 1)
    one.told(event, told, one.tray, period)


def _count(house: RealHouse, one: RealTable) -> None:
    one.tell(ask("count_tray", inventory=one.tray))


def _buy(house: RealHouse, one: RealTable) -> None:
    right = house.rng.randrange(100, 50_000)
    told = one.amount(right)
    kind = house.rng.choice(("cash", "counter_check", "voucher"))
    [event] = one.tell(buy_in(house.rng.randrange(1, 7), told, kind=kind))
    one.tray -= right
    one.box.drop += right
    one.running.buy_ins += right
    one.told(event, told, right, one.running)


def _slip(house: RealHouse, one: RealTable) -> None:
    """A slip is begun, goes on, or is told at once."""
    rng = house.rng
    if one.slips and rng.random() < 0.7:
        slip = rng.choice(list(one.slips))
        kind, step, cents = one.slips.pop(slip)
        after = {"requested": "issued", "issued": "received"}[step]
        after = "voided" if rng.random() < 0.2 else after
        one.tell(ask(kind, slip=slip, amount=cents, step=after, reason="so"))
        if after == "issued":
            one.slips[slip] = (kind, after, cents)
        if after == "received":
            _moved(one, kind, cents)
        return
    kind, right = rng.choice(("fill", "credit")), rng.randrange(100, 90_000)
    slip = house.number("S")
    if rng.random() < 0.5:
        one.tell(ask(kind, slip=slip, amount=right, step="requested"))
        one.slips[slip] = (kind, "requested", right)
        return
    told = one.amount(right)
    [event] = one.tell(ask(kind, slip=slip, amount=told))
    _moved(one, kind, right)
    one.told(event, told, right, one.running)


def _moved(one: RealTable, kind: str, cents: int) -> None:
    if kind == "fill":
        one.tray += cents
        one.running.fills += cents
    else:
        one.tray -= cents
        one.running.credits += cents


def _marker(house: RealHouse, one: RealTable) -> None:
    right, tender = house.rng.randrange(100, 50_000), house.rng.choice(("chips", "cash"))
    told = one.amount(right)
    [event] = one.tell(
        ask("pay_marker", seat=2, marker=house.number("M"), amount=told, tender=tender)
    )
    if tender == "cash":
        one.box.drop += right
        one.running.marker_cash += right
    else:
        one.tray += right
        one.running.marker_chips += right
    one.told(event, told, right, one.running)


def _win(one: RealTable, cents: int) -> None:
    one.tray += cents
    one.running.won += cents


def _round(house: RealHouse, one: RealTable) -> None:
    """A round on hands and dice, with coupons; half-way through somebody may count or roll over."""
    rng = house.rng
    outcome, coupon = rng.choice(("win", "push", "lose")), rng.choice((0, 0, 100, 700))
    misread = rng.random() < 0.3
    on_dice = rng.random() < 0.5
    commands = [ask("change_dice"), ask("change_tiles"), *a_round(outcome, coupon=coupon)]
    if on_dice:
        commands.insert(
            4, ask("place_wager", seat=1, wager="any_triple", amount=500, coupon=coupon)
        )
    for asked in commands:
        if asked["command"] == "roll" and misread:
            one.tell({**asked, "dice": [3, 3, 3]})
            one.tell(ask("correct_roll", dice=[1, 2, 6], reason="misread", supervisor="Ann"))
        else:
            one.tell(asked)
        if asked["command"] == "roll" and on_dice:
            _win(one, 500)
            one.box.coupons += coupon
        if asked["command"] not in ("settle", "roll") and rng.random() < 0.1:
            STEPS[rng.choice(("roll", "count", "buy", "box", "slip", "marker"))](house, one)
        if asked["command"] == "roll" and rng.random() < 0.2:
            STEPS[rng.choice(("roll", "count", "buy", "box"))](house, one)
    if outcome != "push":
        one.box.coupons += coupon
    if outcome == "lose":
        _win(one, STAKE)
    if outcome == "win":
        vigorish = -(-(STAKE + coupon) // 500) * 25
        _win(one, -(STAKE + coupon))
        if rng.random() < 0.4:
            if not house.lying and rng.random() < 0.4:
                one.tell(ask("count_tray", inventory=one.tray + vigorish - 25))
                exceptional = one.table.books.exceptions.get(one.table.seq)
                if exceptional:
                    one.tell(ask("acknowledge", exception=one.table.seq, reason="vigorish owed"))
            [owed] = one.tell(ask("owe_vigorish", seat=1, amount=25, reason="no small chips"))
            one.owed[owed.seq] = 25
            vigorish -= 25
        _win(one, vigorish)


def _recover(house: RealHouse, one: RealTable) -> None:
    if one.owed:
        seq = house.rng.choice(list(one.owed))
        cents = house.rng.randrange(1, one.owed[seq] + 1)
        one.tell(ask("recover_vigorish", owed=seq, amount=cents))
        one.owed[seq] -= cents
        if not one.owed[seq]:
            del one.owed[seq]
        _win(one, cents)


def _dispute(house: RealHouse, one: RealTable) -> None:
    rng = house.rng
    if one.complaints:
        number = one.complaints.pop()
        paid = rng.choice((0, 2500, -300))
        decision = "upheld" if paid else "dismissed"
        one.tell(
            ask("rule_dispute", complaint=number, decision=decision, adjustment=paid,
                reason="seen", supervisor="Ann")
        )  # fmt: skip
        if one.open:
            _win(one, -paid)
    elif one.table.books.played:
        session = rng.choice(list(one.table.books.played))
        [event] = one.tell(
            ask("complain", round=f"{one.name}-{session}-1", seat=1, words="I had a pair")
        )
        one.complaints.append(event.seq)


def _box(house: RealHouse, one: RealTable) -> None:
    """A box comes off, or is carried that came off with a count."""
    if not one.open:
        waiting = [
            (period, box) for period, box in one.uncounted
            for kept in one.table.books.boxes
            if (kept.session, kept.number) == (period.session, box.number) and not kept.carrier
        ]  # fmt: skip
        if waiting:
            period, box = house.rng.choice(waiting)
            one.tell(ask("remove_box", box=box.number, session=period.session, carrier="s5"))
        return
    one.tell(ask("remove_box", carrier="s5"))
    one.box.off = True
    one.running.boxes.append(RealBox(one.box.number + 1))


def _drop(house: RealHouse, one: RealTable) -> None:
    if one.uncounted:
        period, box = house.rng.choice(one.uncounted)
        told = one.amount(box.drop)
        [event] = one.tell(
            ask("count_drop", session=period.session, box=box.number, cash=told,
                coupons=box.coupons)
        )  # fmt: skip
        box.counted = True
        one.told(event, told, box.drop, period)


def _confess(house: RealHouse, one: RealTable) -> None:
    if one.lies:
        corrected(one, house.rng.choice(one.lies))


def corrected(one: RealTable, lie: Lie) -> None:
    one.lies.remove(lie)
    one.tell(correct(lie.seq, lie.right))


def _acknowledge(house: RealHouse, one: RealTable) -> None:
    for seq in list(one.table.books.exceptions):
        one.tell(ask("acknowledge", exception=seq, reason="recounted"))


def _days(house: RealHouse, _: RealTable) -> None:
    house.close_day()


def _morning(house: RealHouse, _: RealTable) -> None:
    """Everything is brought to an end, so that the day before can be audited."""
    house.now += timedelta(hours=24)
    for one in house.tables:
        for slip, (kind, _step, cents) in one.slips.items():
            one.tell(ask(kind, slip=slip, amount=cents, step="voided", reason="so"))
        one.slips.clear()
        if one.open:
            (_close if house.rng.random() < 0.5 else _roll)(house, one)
        while one.uncounted:
            _drop(house, one)
        while one.complaints:
            _dispute(house, one)
        _acknowledge(house, one)
    house.close_day()


def _sleep(house: RealHouse, _: RealTable) -> None:
    house.now += timedelta(hours=house.rng.randrange(4, 30))


STEPS: Final[dict[str, Any]] = {
    "open": _open,
    "close": _close,
    "roll": _roll,
    "count": _count,
    "buy": _buy,
    "slip": _slip,
    "marker": _marker,
    "round": _round,
    "recover": _recover,
    "dispute": _dispute,
    "box": _box,
    "drop": _drop,
    "confess": _confess,
    "acknowledge": _acknowledge,
    "morning": _morning,
    "days": _days,
    "sleep": _sleep,
}
OPEN: Final = (*(name for name in STEPS if name != "open"), "round", "round", "buy", "slip", "drop")
CLOSED: Final = (
    *("open", "open", "open", "dispute", "box", "drop", "confess", "acknowledge"),
    *("days", "sleep"),
)


def step(house: RealHouse) -> None:
    """Some time later something happens at one of the tables."""
    house.now += timedelta(minutes=house.rng.randrange(1, 240))
    one = house.rng.choice(house.tables)
    STEPS[house.rng.choice(OPEN if one.open else CLOSED)](house, one)
