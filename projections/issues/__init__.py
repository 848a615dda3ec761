"""Issues that wait for an answer: complaints, owed vigorish; and the answers to exceptions."""

from projections.issues.fold import Issues
from projections.issues.row import IssueRow

__all__ = ["IssueRow", "Issues"]
