"""What an alert says stays short, however many tables it names."""

from typing import Final

import msgspec

from domain.commands.reading import check_content
from projections.figures.alerts import slip_alerts
from projections.projection import folded
from projections.slips import SlipDayRow, Slips, slips_of
from tests.support.projections.told import DAY, Told

TABLES: Final = [f"{'T' * 29}{number:03}" for number in range(60)]


def test_a_number_used_at_sixty_tables_is_one_alert_of_few_words() -> None:
    rows: list[SlipDayRow] = []
    for name in TABLES:
        table = Told(name)
        table.open()
        table.fill("F" * 31 + "7", 100)
        rows += folded(Slips(), table.events).values()
    (alert,) = [one for one in slip_alerts(DAY, slips_of(rows)) if "twice" in one.alert]
    told = msgspec.to_builtins(alert)
    check_content(told)
    assert alert.what.count("T" * 29) == 2
    assert "and 58 more" in alert.what
