"""Evenings: whole games through the Bot API, kept as transcripts to be read; REWRITE_TRANSCRIPTS=1 writes them anew."""
