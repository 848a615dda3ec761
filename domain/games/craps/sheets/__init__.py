"""What is shown of craps: facts of its regulation, and the odds that a submission files."""
