"""The address of the house's video: checked when the service starts, filled in for a moment."""

import pytest

from services.settings import read_settings
from services.settings_sources import SettingsError
from services.video import video_address

TEMPLATE = "https://video.house.example/cam/{table}?at={at}&round={round}&day={day}"


def test_what_goes_in_is_escaped() -> None:
    filled = video_address(
        TEMPLATE, table="PG01", at="2026-11-15T20:00:00+01:00", round="PG01-1-2", day="2026-11-15"
    )
    assert filled == (
        "https://video.house.example/cam/PG01?at=2026-11-15T20%3A00%3A00%2B01%3A00"
        "&round=PG01-1-2&day=2026-11-15"
    )


def test_a_house_without_video_has_no_address() -> None:
    assert video_address("", table="PG01", at="", round="", day="") is None


@pytest.mark.parametrize(
    ("template", "why"),
    [
        ("javascript:alert(1)//{table}", "begins with http"),
        ("ftp://video/{table}", "begins with http"),
        ("video/{table}", "begins with http"),
        ("https:///{table}", "begins with http"),
        ("https://{table}.example/", "placeholders come after"),
        ("https://video.example/{seat}", "no placeholder {seat}"),
        ("https://video.example/{}", "no placeholder {}"),
        ("https://video.example/{at:>9}", "nothing else between the braces"),
        ("https://video.example/{at!r}", "nothing else between the braces"),
        ("https://video.example/{at", "expected '}'"),
    ],
)
def test_a_template_that_cannot_be_used_is_said_at_the_start(template: str, why: str) -> None:
    with pytest.raises(SettingsError, match=r"PITLEDGER_VIDEO_URL") as refused:
        read_settings({"PITLEDGER_VIDEO_URL": template})
    assert why in str(refused.value)


def test_one_that_can_be_used_is_kept() -> None:
    assert read_settings({"PITLEDGER_VIDEO_URL": TEMPLATE}).video_url == TEMPLATE
