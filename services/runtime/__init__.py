"""What every process of the service needs to run: workers, leases, the roster, health, logs."""
