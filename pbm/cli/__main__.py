"""`python -m pbm.cli` is `pbm`."""

from pbm.cli import main

main()
