"""`python -m pitledger`: the command line, by whichever Python it is installed in."""

from pitledger.launch import main

main()
