"""Stored rounds decided again: commands made of the events that they left, and what rules make of
them: the rules that they were given under, the newest versions of these, or others.

`stream_states`, `newest_versions` and `rules_file` read the store or a file; the rest is pure.
"""
