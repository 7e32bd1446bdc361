"""Reads `decks/`: one YAML file a series, taken strictly, every fault named with its place."""

from pbm.decks.deck import Deck, folder, load, misnamed, paths_in, read_file, read_files
from pbm.decks.faults import DeckFault, Fault

__all__ = ["Deck", "DeckFault", "Fault", "folder", "load", "misnamed", "paths_in", "read_file", "read_files"]
