"""What the operator can put right; nothing here loads the library, for not every process needs it."""


class WrongToken(Exception):
    """Telegram does not know the token; the text is one line for the operator."""

    def __init__(self) -> None:
        super().__init__("PBM_TELEGRAM_TOKEN is wrong: Telegram knows no bot with it. BotFather shows it at /mybots.")


class Unreachable(Exception):
    """The Bot API server does not answer; the text is one line for the operator."""


class PortTaken(Exception):
    """Nothing can listen there; the text is one line for the operator."""
