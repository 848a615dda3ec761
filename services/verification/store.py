"""The stored history verified, part by part."""

from msgspec.structs import replace

from services.runtime.by_stream import Store
from services.storage import Storage
from services.store.ledger import Ledger
from services.verification.asked import Asked
from services.verification.day_reports import check_reports
from services.verification.findings import (
    OF_THE_LOG,
    PARTS,
    REMEDIES,
    Finding,
    PartResult,
    Result,
)
from services.verification.progress import Progress
from services.verification.read_models import check_read_models
from services.verification.walk import Walk


def verify_store(storage: Storage, store: Store, asked: Asked, progress: Progress) -> Result:
    """Nothing is written; tables may play on meanwhile, what they add is left for the next time."""
    found: dict[str, PartResult] = {}
    unsealed: int | None = None
    if asked.parts & OF_THE_LOG:
        walk = Walk(storage.ledger, store, asked)
        with progress("verifying the log", max(0, asked.last - asked.first + 1)) as count:
            walk.run(count)
        unsealed = walk.unsealed
        found |= {part: book.result() for part, book in walk.books.items()}
    if "read_models" in asked.parts:
        found["read_models"] = check_read_models(storage, store, asked, progress)
    if "reports" in asked.parts:
        found["reports"] = check_reports(storage, asked, progress)
    parts = [_told(storage.ledger, found[part]) for part in PARTS if part in found]
    return Result(
        head=asked.head, first=asked.first, last=asked.last, parts=parts, unsealed=unsealed
    )


def _told(ledger: Ledger, result: PartResult) -> PartResult:
    """Every finding with the event that it is about, and what to do."""
    findings = [_placed(ledger, one) for one in result.findings]
    return replace(result, findings=findings)


def _placed(ledger: Ledger, finding: Finding) -> Finding:
    if not finding.todo:
        finding = replace(finding, todo=REMEDIES[finding.part])
    if finding.position is None or finding.key is not None:
        return finding
    for row in ledger.rows_after(finding.position - 1, 1):
        if row.position == finding.position:
            name = row.topic.split(".")[1] if row.topic.count(".") > 1 else row.topic
            return replace(finding, key=row.key, seq=row.seq, event=name, round=row.round)
    return finding
