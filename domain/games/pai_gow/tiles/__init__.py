"""Pai gow tiles: the set, how two tiles rank, how four are set, how eight stacks are dealt."""
