"""The parts of the service, each able to run as a process of its own."""
