"""A table's books told event by event, each with its place in the stream, and folded."""

from typing import Any, Final

from msgspec.structs import replace

from domain.event_parts import ENDED, OPENED
from domain.events import Event
from domain.events import books as of_books
from domain.events import round as of_round
from domain.events import table as of_table
from domain.events.corrections import EntryCorrected
from domain.money import transfer
from domain.terms import Terms
from projections.figures.reconciliation import Reconciliation, TableLine, reconcile
from projections.projection import folded
from projections.sessions import SessionRow, Sessions
from projections.sessions.period import Period
from projections.slips import Slips, slips_of

DAY: Final = "2026-11-15"
NEXT: Final = "2026-11-16"


class Told:
    """What was told at one table."""

    def __init__(self, table: str = "PG01", regulation: str = "nj-pai-gow@3") -> None:
        self.table = table
        self.regulation = regulation
        self.events: list[Event] = []
        self.session = 0
        self.day = DAY
        self.shift = 1
        self.tray = 0
        self.period = 1

    def tell(self, event: Event, **envelope: Any) -> Event:
        seq = len(self.events) + 1
        told: dict[str, Any] = {
            "key": self.table,
            "table": self.table,
            "seq": seq,
            "session": event.session or self.session,
            "day": self.day,
            "shift": self.shift,
            "at": f"{self.day}T{seq // 60:02}:{seq % 60:02}:00Z",
        }
        placed = replace(event, **{**told, **envelope})
        self.events.append(placed)
        entries: dict[str, int] = getattr(event, "entries", {})
        if not isinstance(event, of_table.TableClosed):
            self.tray += entries.get("tray", 0)
        return placed

    def open(
        self, opener: int = 100_000, last_closer: int | None = None, **elections: object
    ) -> Event:
        self.session += 1
        self.period, self.tray = 1, 0
        return self.tell(
            of_table.TableOpened(
                regulation=self.regulation,
                regulation_hash="",
                submission=elections,
                submission_hash="",
                opener=opener,
                inventory=None,
                last_closer=last_closer,
                entries=transfer(opener, to="tray", source="cage"),
            )
        )

    def buy(self, amount: int, kind: str = "cash", player: str = "ann") -> Event:
        entries = transfer(amount, to="drop_box", source="tray")
        return self.tell(
            of_table.ChipsBought(seat=1, amount=amount, kind=kind, player=player, entries=entries)
        )

    def fill(self, slip: str, amount: int, step: str = "received") -> Event:
        moved = transfer(amount if step == "received" else 0, to="tray", source="cage")
        return self.tell(of_table.TableFilled(slip=slip, step=step, amount=amount, entries=moved))

    def credit(self, slip: str, amount: int) -> Event:
        moved = transfer(amount, to="cage", source="tray")
        return self.tell(
            of_table.TableCredited(slip=slip, step="received", amount=amount, entries=moved)
        )

    def marker(self, amount: int, tender: Any = "chips") -> Event:
        to = "tray" if tender == "chips" else "drop_box"
        return self.tell(
            of_books.MarkerPaid(
                seat=1,
                player="ann",
                amount=amount,
                marker=f"M{len(self.events)}",
                tender=tender,
                entries=transfer(amount, to=to, source="cage"),
            )
        )

    def begin(self, number: int) -> None:
        self.tell(
            of_round.RoundOpened(
                number=number,
                regulation=self.regulation,
                submission_hash="",
                terms=Terms(),
                **OPENED.told(),
            )
        )

    def lose(self, amount: int, coupon: int = 0) -> None:
        """A round in which one player loses so much."""
        entries = transfer(amount, to="tray", source="win")
        self.tell(self._settled("lose", amount, coupon, entries))
        self._end("lose", amount)

    def win(self, amount: int, vigorish: int = 0) -> None:
        """A round in which one player wins so much, less vigorish."""
        self.tell(self._settled("win", amount, 0, transfer(amount, to="win", source="tray")))
        entries = transfer(vigorish, to="tray", source="vigorish")
        self.tell(
            of_round.VigorishTaken(
                seat=1, wager="pai_gow", amount=vigorish, won=amount, entries=entries
            )
        )
        self._end("win", amount)

    def _settled(
        self, outcome: Any, amount: int, coupon: int, entries: dict[str, int]
    ) -> of_round.WagerSettled:
        return of_round.WagerSettled(
            seat=1,
            wager="pai_gow",
            amount=amount,
            coupon=coupon,
            player="ann",
            outcome=outcome,
            paid=amount if outcome == "win" else 0,
            entries=entries,
        )

    def _end(self, outcome: Any, amount: int) -> None:
        line = of_round.WagerLine(
            seat=1,
            wager="pai_gow",
            amount=amount,
            coupon=0,
            player="ann",
            outcome=outcome,
            paid=amount if outcome == "win" else 0,
            vigorish=0,
            rule="",
        )
        self.tell(of_round.RoundClosed(wagers=(line,), tray_delta=0, **ENDED.told()))

    def count(self, off: int = 0, roll: bool = False) -> Event:
        """The tray is counted, so much off what is expected."""
        counted = self.tray + off
        event = self.tell(
            of_table.TrayCounted(
                counted=counted,
                expected=self.tray,
                inventory=None,
                roll=roll,
                period=self.period,
            )
        )
        if roll:
            self.tray, self.period = counted, self.period + 1
        return event

    def close(self, off: int = 0) -> Event:
        counted = self.tray + off
        return self.tell(
            of_table.TableClosed(
                counted=counted,
                expected=self.tray,
                inventory=None,
                period=self.period,
                entries=transfer(counted, to="cage", source="tray"),
            )
        )

    def take_box(self, box: int, carrier: str | None = "sam") -> Event:
        return self.tell(
            of_books.BoxRemoved(box=box, period=self.period, estimated=0, carrier=carrier)
        )

    def drop(self, amount: int, estimated: int, box: int = 1, **more: Any) -> Event:
        told = {"period": 1, "cash": None, "counter_checks": None, "vouchers": None}
        return self.tell(
            of_table.DropCounted(
                amount=amount,
                estimated=estimated,
                box=box,
                entries=transfer(amount, to="cage", source="drop_box"),
                **{**told, "coupons": None, **more},
            )
        )

    def correct(self, wrong: Event, what: str, was: int, amount: int, **more: Any) -> Event:
        accounts = {
            "opener": ("tray", "cage"),
            "buy_in": ("drop_box", "tray"),
            "fill": ("tray", "cage"),
            "credit": ("cage", "tray"),
            "closer": ("cage", "tray"),
            "drop": ("cage", "drop_box"),
        }
        to, source = accounts[what]
        told = {"period": 1, "of_day": DAY, "late": False, "tender": None, "player": None}
        return self.tell(
            EntryCorrected(
                corrects=wrong.seq,
                what=what,
                was=was,
                amount=amount,
                reason="keyed in wrong",
                supervisor="sue",
                session=wrong.session,
                entries=transfer(amount - was, to=to, source=source),
                **{**told, **more},
            )
        )

    def rows(self) -> list[SessionRow]:
        return list(folded(Sessions(), self.events).values())

    def periods(self) -> tuple[Period, ...]:
        return self.rows()[-1].periods

    def reconciled(self, day: str = DAY) -> Reconciliation:
        slips = slips_of(folded(Slips(), self.events).values())
        return reconcile(day, self.rows(), slips=slips)

    def line(self, day: str = DAY) -> TableLine:
        return self.reconciled(day).tables[0]
