"""Games as those who play, supervise and check them meet them."""
