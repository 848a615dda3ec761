"""The page of a round: every step of every game, no more than the one who looks may see."""

import re
from collections.abc import Iterator
from typing import Any, Final

import httpx
import pytest

from services.bootstrap import Service
from services.http.cookies import ROLE
from services.rulebook import opened_under
from services.settings import Settings
from tests.support.domain import asked, books_asked, craps, mistaken, poker
from tests.support.domain.asked import Asked
from tests.support.http.pages import OWN_PAGE
from tests.support.http.playing import DEALER, LOSES, WINS, Pit, Table, Told
from tests.support.http.serving import served
from tests.support.pages.pieces import pieces_told

HANDS: Final = {1: WINS, 2: LOSES}


def look(http: httpx.Client, round_id: str, role: str = "pit_manager", **query: Any) -> str:
    http.cookies.set(ROLE, role)
    try:
        answer = http.get(f"/rounds/{round_id}", params=query, headers={"Accept": "text/html"})
    finally:
        http.cookies.clear()
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-store"
    return answer.text


def every_step(pit: Pit, round_id: str, role: str = "pit_manager") -> Iterator[str]:
    """The page as it opens, and at each of its steps."""
    pit.house.runner.catch_up(10)
    first = look(pit.http, round_id, role)
    yield first
    for number in range(1, steps_in(first) + 1):
        yield look(pit.http, round_id, role, step=number)


def steps_in(body: str) -> int:
    found = re.search(r'data-steps="(\d+)"', body)
    assert found
    return int(found[1])


TILES: Final = (
    asked.open_round(),
    *(asked.place(seat) for seat in HANDS),
    asked.no_more_bets(),
    asked.roll(),
    asked.deal(DEALER, {seat: hand.replace("/", "") for seat, hand in HANDS.items()}),
    *(asked.set_hand(seat, *hand.split("/")) for seat, hand in HANDS.items()),
    asked.set_house(),
)
CARDS: Final = (
    asked.open_round(),
    *(asked.place(seat) for seat in (1, 2)),
    asked.no_more_bets(),
    asked.roll(*poker.EIGHT),
    poker.deal_cards({1: poker.WINS, 2: poker.LOSES}),
    *(asked.set_hand(seat) for seat in (1, 2)),
    asked.set_house(),
)


def at_tiles(pit: Pit) -> Table:
    table = pit.table()
    table.open()
    return table


def at_cards(pit: Pit) -> Table:
    table = pit.table()
    table.open(limits={}, regulation="nj-pai-gow-poker")
    return table


def at_craps(pit: Pit) -> Table:
    table = pit.table()
    table.do({**craps.open_craps(), "table": table.name})
    return table


@pytest.mark.parametrize(
    ("game", "commands"), [(at_tiles, TILES), (at_cards, CARDS)], ids=["tiles", "cards"]
)
def test_no_phase_shows_a_hand_in_play_at_any_step(
    pit: Pit, game: Any, commands: tuple[Asked, ...]
) -> None:
    table: Table = game(pit)
    round_id = ""
    for command in commands:
        round_id = str(table.do(command)[0]["round"])
        pit.house.runner.catch_up(10)
        assert pieces_told(look(pit.http, round_id)) == [], command
    for body in every_step(pit, round_id):
        assert pieces_told(body) == []
        assert "in play" in body
    assert "a hand that is not shown" in look(pit.http, round_id)
    assert "-back" in look(pit.http, round_id)


@pytest.mark.parametrize(
    ("game", "commands", "name"),
    [(at_tiles, TILES, "nine with teen"), (at_cards, CARDS, "pair of kings with ten-eight-four")],
    ids=["tiles", "cards"],
)
def test_surveillance_sees_hands_in_play(
    pit: Pit, game: Any, commands: tuple[Asked, ...], name: str
) -> None:
    table: Table = game(pit)
    round_id = table.do_as_one(*commands)[0]["round"]
    assert name in look(pit.http, round_id, "surveillance")
    assert "-back" not in look(pit.http, round_id, "surveillance")


@pytest.mark.parametrize(
    ("game", "commands"),
    [
        (at_tiles, (*TILES, asked.settle())),
        (at_cards, (*CARDS, asked.settle())),
        (at_craps, craps.a_round([craps.bet(1, "pass"), craps.bet(24 // 2, "place_8")], 2, 4)),
    ],
    ids=["tiles", "cards", "craps"],
)
def test_there_are_as_many_steps_as_events_each_with_its_words_and_paragraph(
    pit: Pit, game: Any, commands: tuple[Asked, ...]
) -> None:
    table: Table = game(pit)
    made = table.do_as_one(*commands)
    round_id = made[0]["round"]
    opened, *steps = every_step(pit, round_id)
    assert len(steps) == steps_in(opened) == len(made)
    for number, (event, body) in enumerate(zip(made, steps, strict=True), start=1):
        told = body.partition('data-part="told"')[2].partition("</section>")[0]
        spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", event["event"]).capitalize()
        assert f"<strong>{spaced}</strong>" in told
        assert f"{event['key']} {event['seq']}</dd>" in told
        if event["rule"]:
            assert f'<cite class="rule">{event["rule"]}</cite>' in told
        assert f"Step <strong>{number}</strong> of {len(made)}" in body
        assert f'data-step="{number}" aria-current="step"' in body


def test_the_money_of_each_step_runs_up_to_what_the_round_did(pit: Pit) -> None:
    made = at_tiles(pit).play_round(HANDS)
    body = look(pit.http, made[0]["round"])
    delta = made[-1]["tray_delta"]
    moved = sum(event.get("entries", {}).get("tray", 0) for event in made)
    assert moved == delta
    shown = f"{'+' if delta > 0 else '-' if delta < 0 else ''}${abs(delta) / 100:.2f}"
    assert f"<dt>Tray so far</dt><dd>{shown}</dd>" in body
    wins = next(
        number
        for number, event in enumerate(made, start=1)
        if event["event"] == "WagerSettled" and event["outcome"] == "win"
    )
    step = look(pit.http, made[0]["round"], step=wins)
    assert '<tr><th>tray</th><td class="cents"></td><td class="cents">$25.00</td></tr>' in step


def test_what_was_surrendered_and_the_dead_hand_stay_unseen(pit: Pit) -> None:
    made = at_tiles(pit).play_round(HANDS, surrender=2)
    of_seat_2 = LOSES.replace("/", "").split()
    for body in every_step(pit, made[0]["round"]):
        seat = body.partition('data-place="2"')[2].partition('data-place="3"')[0]
        assert pieces_told(seat) == []
        assert not {"3-3", "3-4"} & {one for one in of_seat_2 if f"{one}," in body}
    last = look(pit.http, made[0]["round"])
    assert "seat 2 sets a hand that is not shown" in last.lower()
    assert "nine with teen" in last
    auditor = look(pit.http, made[0]["round"], "auditor")
    assert "six with mooy" in auditor


def test_a_deal_that_was_taken_back_stays_unseen_and_is_marked(pit: Pit) -> None:
    table = at_tiles(pit)
    made = table.do_as_one(*asked.up_to_the_deal(DEALER, {1: LOSES, 2: WINS}), asked.set_hand(1))
    right = asked.deal(DEALER, {seat: hand.replace("/", "") for seat, hand in HANDS.items()})
    settings = [asked.set_hand(seat, *hand.split("/")) for seat, hand in HANDS.items()]
    made += table.do_as_one(
        mistaken.correct_deal(right), *settings, asked.set_house(), asked.settle()
    )
    names = [event["event"] for event in made]
    wrong, correction = names.index("TilesDealt"), names.index("DealCorrected")
    pit.house.runner.catch_up(10)
    body = look(pit.http, made[0]["round"])
    assert "corrected" in body
    assert body.count(f"taken back at step {correction + 1}<") == 2
    step = look(pit.http, made[0]["round"], step=wrong + 1)
    cloth = step.partition('data-part="felt"')[2].partition('data-part="told"')[0]
    assert pieces_told(cloth) == []


def test_a_void_round_says_why(pit: Pit) -> None:
    table = at_tiles(pit)
    made = table.deal_round(HANDS)
    table.do(asked.misdeal("a stack to the <wrong> seat"))
    pit.house.runner.catch_up(10)
    body = look(pit.http, made[0]["round"])
    assert "Void: a stack to the &lt;wrong&gt; seat" in body
    assert "<wrong>" not in body


def test_it_says_so_where_the_table_was_opened_under_other_rules(
    pit: Pit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table is opened by this build; then another, with other rules, shows the round."""
    made = at_tiles(pit).do_as_one(asked.open_round(), asked.place(3))
    assert "Other rules: " not in look(pit.http, made[0]["round"])
    monkeypatch.setattr(opened_under, "_hash_of", lambda _: "0" * 64)
    body = look(pit.http, made[0]["round"])
    assert "Other rules: this build&#39;s rules differ from those" in body
    assert f"and is {'0' * 64} here" in body


def test_a_players_name_is_text_and_nothing_else(pit: Pit) -> None:
    table = at_tiles(pit)
    name = "<img src=x>\"&'"
    made = table.do_as_one(asked.open_round(), asked.place(3, player=name))
    body = look(pit.http, made[0]["round"])
    assert "<img src=x>" not in body
    assert "&lt;img src=x&gt;" in body


def test_craps_shows_point_dice_and_what_stays(pit: Pit) -> None:
    table = at_craps(pit)
    made = table.do_as_one(*craps.a_round([craps.bet(1, "pass"), craps.bet(9, "place_8")], 2, 4))
    body = look(pit.http, made[0]["round"])
    assert '<li class="on">6' in body
    assert re.findall(r"#die-western-(\d)", body) == ["2", "4"]
    assert set(re.findall(r'data-place="(\d+)"', body)) == {"1", "9"}
    again = table.do_as_one(*craps.a_round([craps.bet(1, "come")], 3, 3))
    carried = look(pit.http, again[0]["round"], step=1)
    assert "the point is 6" in carried
    assert "place 8" in carried


def test_a_bank_is_marked_with_what_the_dealer_wagers(pit: Pit) -> None:
    table = pit.table()
    table.open(banking=True)
    table.play_round({1: WINS})
    accept = asked.ask("accept_bank", seat=1, chips=100_000)
    made = table.do_as_one(asked.open_round(), accept, asked.place(2))
    body = look(pit.http, made[0]["round"])
    seat = body.partition('data-place="1"')[2].partition('data-place="2"')[0]
    assert '<span class="mark">bank</span>' in seat
    assert "against the bank" in body.partition('data-place="dealer"')[2]


def test_a_complaint_is_made_taken_up_and_ruled_on_the_page(pit: Pit) -> None:
    table = at_tiles(pit)
    made = table.play_round(HANDS)
    round_id = made[0]["round"]
    assert _forms(look(pit.http, round_id)) == ["complain"]
    complaint = _post(pit, round_id, "complain", {"seat:int": "2", "words": "I had a pair"})
    body = look(pit.http, round_id)
    assert _forms(body) == ["hold_dispute", "rule_dispute", "complain"]
    assert _forms(look(pit.http, round_id, "dealer")) == ["complain"]
    assert _forms(look(pit.http, round_id, "surveillance")) == []
    assert steps_in(body) == len(made) + 1
    _post(pit, round_id, "hold_dispute", {"amount:dollars": "25"})
    ruled = {
        "decision": "upheld",
        "adjustment:dollars": "25",
        "reason": "the hand was read wrong",
        "supervisor:person": "Ann",
    }
    _post(pit, round_id, "rule_dispute", ruled)
    settled = look(pit.http, round_id)
    assert "upheld" in settled
    assert "the hand was read wrong (supervisor Ann)" in settled
    assert f"Complaint {complaint}" in settled
    assert f"Step <strong>{len(made)}</strong> of {len(made) + 3}" in settled


def _forms(body: str) -> list[str]:
    return re.findall(r'name="command" value="([a-z_]+)"', body)


def _post(pit: Pit, round_id: str, command: str, fields: dict[str, str]) -> int:
    """As a browser sends the page's own form; the newest event's number."""
    body = look(pit.http, round_id)
    form = next(
        part for part in body.split("<form ") if f'name="command" value="{command}"' in part
    )
    hidden = dict(re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', form))
    answer = pit.http.post("/do", data={**hidden, **fields}, headers=OWN_PAGE)
    assert answer.status_code == 303, answer.text
    assert answer.headers["location"] == f"/rounds/{round_id}"
    pit.house.runner.catch_up(10)
    event: Told = pit.get(f"/v1/rounds/{round_id}/events")["events"][-1]
    return int(event["seq"])


def test_under_other_rules_it_stands_side_by_side(pit: Pit) -> None:
    table = at_tiles(pit)
    made = table.play_round(HANDS)
    chooser = look(pit.http, made[0]["round"], under="")
    assert 'value="md-pai-gow"' in chooser
    assert 'value="nj-pai-gow-poker"' not in chooser
    assert 'value="nj-craps"' not in chooser
    body = look(pit.http, made[0]["round"], under="md-pai-gow")
    assert "nothing changes" in body
    assert "[MD 8.I]" in body
    assert "[19:47-10.7(j)]" in body


def test_under_the_rules_of_another_table(pit: Pit) -> None:
    table = at_tiles(pit)
    made = table.play_round(HANDS)
    other = pit.table()
    other.open(limits={"pai_gow": [5000, 50_000]})
    pit.house.runner.catch_up(10)
    chooser = look(pit.http, made[0]["round"], under="")
    under = re.search(rf'<option value="([0-9a-f]{{64}})">[^<]*\b{other.name}\b', chooser)
    assert under
    body = look(pit.http, made[0]["round"], under=under[1])
    assert "Refused by the other rules" in body


@pytest.mark.parametrize(
    ("path", "status", "words"),
    [
        ("/rounds/nonsense", 404, "a round is named as in PG01-3-17"),
        ("/rounds/NOPE-1-1", 404, "no table NOPE was ever opened"),
        ("/rounds/{table}-1-77", 404, "it was not played, or not yet"),
        ("/rounds/{round}?step=99", 404, "there is no step 99"),
        ("/rounds/{round}?step=0", 422, "step"),
        ("/rounds/{round}?stp=1", 422, "is not known here"),
        ("/rounds/{round}?under=nj-poker", 422, "there are no rules called"),
        ("/rounds/{round}?under=nj-pai-gow-poker", 422, "there are no rules called"),
    ],
)
def test_what_is_not_there_is_a_clear_page(pit: Pit, path: str, status: int, words: str) -> None:
    table = at_tiles(pit)
    made = table.play_round(HANDS)
    pit.house.runner.catch_up(10)
    address = path.format(table=table.name, round=made[0]["round"])
    answer = pit.http.get(address, headers={"Accept": "text/html"})
    assert answer.status_code == status
    assert answer.headers["content-type"].startswith("text/html")
    assert words in answer.text


def test_a_round_in_play_is_compared_with_nothing(pit: Pit) -> None:
    table = at_tiles(pit)
    round_id = table.do_as_one(*TILES)[0]["round"]
    answer = pit.http.get(
        f"/rounds/{round_id}", params={"under": "md-pai-gow"}, headers={"Accept": "text/html"}
    )
    assert answer.status_code == 422
    assert "is not finished" in answer.text
    assert pieces_told(answer.text) == []


def test_a_wager_that_was_corrected_is_marked(pit: Pit) -> None:
    table = at_tiles(pit)
    made = table.do_as_one(
        asked.open_round(), asked.place(1), books_asked.correct_wager(1, amount=5000)
    )
    body = look(pit.http, made[0]["round"])
    assert "keyed in wrong" in body
    assert "correction</span>" in body
    assert "$50.00" in body.partition('data-place="1"')[2].partition('data-place="2"')[0]


def test_each_step_leads_to_the_houses_video(house: Service, settings: Settings, pit: Pit) -> None:
    made = at_tiles(pit).play_round(HANDS)
    round_id = made[0]["round"]
    assert ">Video<" not in look(pit.http, round_id)
    template = "https://video.example/{table}/{at}?{round}&{day}"
    with_video = settings.model_copy(update={"video_url": template})
    app = house.app()
    app.state.settings = with_video
    with served(app, with_video) as running:
        body = look(running.http, round_id, step=2)
    at = made[1]["at"].replace(":", "%3A")
    address = f"https://video.example/{made[0]['table']}/{at}?{round_id}&amp;{made[1]['day']}"
    assert f'<a href="{address}" target="_blank" rel="noopener noreferrer">Video</a>' in body
