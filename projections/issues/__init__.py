"""Issues that wait for an answer: complaints, owed vigorish; and the answers to exceptions."""

from projections.issues.fold import IssueRow, Issues

__all__ = ["IssueRow", "Issues"]
