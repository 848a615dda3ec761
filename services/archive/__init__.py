"""The archive: the log in segments that are compressed, named by their content, and never changed.

`writer` fills it, `checking` reads all of it again, `reader` gives back single segments to the
ledger, `pruning` takes out of the database what lies here, `restoring` makes a database of it.
"""
