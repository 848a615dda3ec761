"""The soak: honest play goes on while attackers send, parts die, a clock jumps, a disk fills."""
