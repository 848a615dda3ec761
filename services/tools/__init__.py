"""Beside the service: the simulator, the benchmark, generated pages, enumerations."""
