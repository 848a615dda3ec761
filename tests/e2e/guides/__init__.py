"""The guides, typed in as they are written."""
