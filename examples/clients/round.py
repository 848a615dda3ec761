"""A table is opened, a round played, a mistake refused, and the books read: by a generated client.

HOUSE_URL and PITLEDGER_TOKEN say where and who; the table's name is the argument.
"""

import os
import sys

from pitledger_client import AuthenticatedClient
from pitledger_client.api.back_office import read_reconciliation, read_report
from pitledger_client.api.books import read_round
from pitledger_client.api.commands import send_table_commands
from pitledger_client.models import (
    Deal,
    Events,
    NoMoreBets,
    OpenRound,
    OpenTable,
    PlaceWager,
    Problem,
    Reconciliation,
    Roll,
    RoundClosed,
    RoundRow,
    SetHand,
    SetHouse,
    Settle,
    Submission,
    SubmissionLimits,
    WrittenReport,
)

TABLE = sys.argv[1]
STACKS = [
    *(["1-1", "6-6", "1-3", "5-5"], ["2-5", "4-4", "1-5", "3-5"], ["5-6", "1-6", "2-2", "4-6"]),
    *(["1-4", "2-3", "3-3", "3-6"], ["2-6", "2-4", "6-6", "4-5"], ["5-6", "1-6", "2-2", "4-6"]),
    *(["1-2", "5-5", "1-1", "3-3"], ["1-3", "3-4", "1-5", "4-4"]),
]
client = AuthenticatedClient(base_url=os.environ["HOUSE_URL"], token=os.environ["PITLEDGER_TOKEN"])


def send(*commands) -> Events:
    answer = send_table_commands.sync(TABLE, client=client, body=list(commands))
    if isinstance(answer, Problem):
        sys.exit(f"{answer.type_}: {answer.detail}")
    return answer


limits = SubmissionLimits.from_dict({"pai_gow": [1000, 50_000]})
rules = Submission(regulation="nj-pai-gow", limits=limits)
send(OpenTable(command="open_table", table=TABLE, inventory=1_000_000, submission=rules))

# Nothing can be rolled before bets were taken. What is refused cites its rule.
refused = send_table_commands.sync(TABLE, client=client, body=Roll(command="roll", dice=[4, 5, 6]))
assert isinstance(refused, Problem)
assert refused.type_ == "urn:pitledger:problem:refused"
print(f"refused: {refused.rule}: {refused.reason}")

# Several commands as one: all of them, or none.
send(
    OpenRound(command="open_round"),
    PlaceWager(command="place_wager", seat=1, wager="pai_gow", amount=5000),
    NoMoreBets(command="no_more_bets"),
    Roll(command="roll", dice=[4, 5, 6]),
    Deal(command="deal", stacks=STACKS),
)
played = send(
    SetHand(command="set_hand", seat=1, high=["1-4", "2-3"], low=["3-3", "3-6"]),
    SetHouse(command="set_house"),
    Settle(command="settle"),
)
closed = played.events[-1]
assert isinstance(closed, RoundClosed)
print(f"round: {closed.round_} {closed.wagers[0].outcome} {closed.tray_delta}")

# `seq`: wait until the books have that event.
row = read_round.sync(closed.round_, client=client, seq=closed.seq)
assert isinstance(row, RoundRow)
print(f"phase: {row.phase}")

report = read_report.sync("master_game", client=client, table=TABLE)
assert isinstance(report, WrittenReport)
print(f"report: {report.title}, {len(report.sections[0].rows)} table")

books = read_reconciliation.sync(client=client, table=TABLE)
assert isinstance(books, Reconciliation)
print(f"win: {books.tables[0].win.events}, still missing: {' '.join(books.tables[0].missing)}")
