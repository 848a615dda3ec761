"""What is elected for stones alone."""
