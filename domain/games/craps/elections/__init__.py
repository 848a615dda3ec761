"""What is elected for craps alone."""
