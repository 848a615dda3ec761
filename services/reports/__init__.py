"""The day's reports: rows gathered, now or as they were, and written for programs and people."""
