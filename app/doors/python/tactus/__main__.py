"""python -m tactus: the command line."""

import os
import sys

from ._places import program


def main() -> None:
    try:
        os.execvp(program(), ["tactus", *sys.argv[1:]])
    except OSError as error:
        sys.exit(f"tactus: {program()}: {error.strerror}; the package tactus has the command line")


main()
