"""What a wager can be expected to pay: exact chances, kept as fractions."""
