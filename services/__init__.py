"""What touches a socket, a disk or a clock: the desk, the store, the API, the command line."""
