"""Refusals: everything the Bot API says no to here, in Telegram's words, with the page each rule comes from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

API = "https://core.telegram.org/bots/api"
FAQ = "https://core.telegram.org/bots/faq"


@dataclass(frozen=True)
class Refusal:
    """One no: its code, its words (`{…}` is a fact filled in), when it comes, and the page that states the rule.

    `confirmed` is false where the rule is known but its exact words were found in no source and no report.
    """

    code: int
    description: str
    when: str
    page: str
    confirmed: bool = True


class Refused(Exception):
    """A method ends with a refusal; whoever speaks HTTP turns it into the answer."""

    def __init__(self, refusal: Refusal, parameters: dict[str, int] | None = None, **facts: Any) -> None:
        super().__init__(refusal.description.format(**facts))
        self.refusal = refusal
        self.parameters = parameters

    @property
    def description(self) -> str:
        """Telegram's words, with the facts filled in."""
        return str(self)


UNAUTHORIZED = Refusal(401, "Unauthorized", "the token is not the bot's", f"{API}#authorizing-your-bot")
NOT_FOUND = Refusal(404, "Not Found", "there is no such method", f"{API}#making-requests")
OTHER_POLLER = Refusal(
    409,
    "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running",
    "a second getUpdates came while this one waited",
    f"{API}#getupdates",
)
WEBHOOK_IS_SET = Refusal(
    409,
    "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
    "getUpdates while a webhook is set",
    f"{API}#getupdates",
)
SET_WEBHOOK_CAME = Refusal(
    409,
    "Conflict: terminated by setWebhook request",
    "setWebhook came while getUpdates waited",
    f"{API}#setwebhook",
)
TOO_MANY_REQUESTS = Refusal(
    429,
    "Too Many Requests: retry after {retry_after}",
    "more than about 30 messages a second, 20 a minute to one group, or 1 a second to one person after a short burst",
    f"{FAQ}#my-bot-is-hitting-limits-how-do-i-avoid-this",
)

CANT_INITIATE = Refusal(
    403,
    "Forbidden: bot can't initiate conversation with a user",
    "the person never pressed Start",
    "https://core.telegram.org/bots#how-are-bots-different-from-users",
)
BLOCKED = Refusal(403, "Forbidden: bot was blocked by the user", "the person blocked the bot", f"{API}#sendmessage")
DEACTIVATED = Refusal(403, "Forbidden: user is deactivated", "the account is gone", f"{API}#sendmessage")
TO_A_BOT = Refusal(
    403,
    "Forbidden: bot can't send messages to bots",
    "the chat is another bot's",
    f"{FAQ}#why-doesn-39t-my-bot-see-messages-from-other-bots",
)
KICKED_FROM_GROUP = Refusal(
    403,
    "Forbidden: bot was kicked from the group chat",
    "the bot was removed from the group",
    f"{API}#chatmemberbanned",
)
KICKED_FROM_SUPERGROUP = Refusal(
    403,
    "Forbidden: bot was kicked from the supergroup chat",
    "the bot was removed from the supergroup",
    f"{API}#chatmemberbanned",
)
DELETED_GROUP = Refusal(403, "Forbidden: the group chat was deleted", "the group was deleted", f"{API}#sendmessage")
LEFT_GROUP = Refusal(
    403, "Forbidden: bot is not a member of the group chat", "the bot left the group", f"{API}#chatmemberleft"
)
LEFT_SUPERGROUP = Refusal(
    403,
    "Forbidden: bot is not a member of the supergroup chat",
    "the bot left the supergroup",
    f"{API}#chatmemberleft",
)

CHAT_ID_EMPTY = Refusal(400, "Bad Request: chat_id is empty", "no chat_id", f"{API}#sendmessage")
CHAT_NOT_FOUND = Refusal(400, "Bad Request: chat not found", "a chat the bot never met", f"{API}#sendmessage")
UPGRADED = Refusal(
    400,
    "Bad Request: group chat was upgraded to a supergroup chat",
    "the group has a new id, told as migrate_to_chat_id",
    f"{API}#responseparameters",
)
NO_RIGHT_TO_WRITE = Refusal(
    400,
    "Bad Request: not enough rights to send text messages to the chat",
    "the bot is restricted in the supergroup",
    f"{API}#chatmemberrestricted",
)
TEXT_EMPTY = Refusal(400, "Bad Request: message text is empty", "no text", f"{API}#sendmessage")
TEXT_BLANK = Refusal(400, "Bad Request: text must be non-empty", "nothing but blanks", f"{API}#sendmessage")
TEXT_TOO_LONG = Refusal(
    400, "Bad Request: message is too long", "more than 4,096 UTF-16 units after trimming", f"{API}#sendmessage"
)
PARSE_MODE = Refusal(
    400,
    "Bad Request: unsupported parse_mode",
    "any parse_mode: this sandbox takes entities alone",
    f"{API}#formatting-options",
)
ENTITY_TYPE = Refusal(
    400,
    "Bad Request: can't parse MessageEntity: Unsupported type specified",
    "an entity of an unknown type",
    f"{API}#messageentity",
)
ENTITY_FIELD = Refusal(
    400,
    "Bad Request: can't parse MessageEntity: Can't find field \"{field}\"",
    "an entity without what its type needs",
    f"{API}#messageentity",
)
ENTITY_OFFSET = Refusal(
    400,
    "Bad Request: receive an entity with incorrect offset {offset}",
    "an entity with a negative offset",
    f"{API}#messageentity",
)
ENTITY_BEGINS_LATE = Refusal(
    400,
    "Bad Request: entity begins after the end of the text at UTF-16 offset {offset}",
    "an entity that begins behind the text",
    f"{API}#messageentity",
)
ENTITY_ENDS_LATE = Refusal(
    400,
    "Bad Request: entity beginning at UTF-16 offset {offset} ends after the end of the text at UTF-16 offset {end}",
    "an entity longer than the text",
    f"{API}#messageentity",
)
ENTITY_SPLITS = Refusal(
    400,
    "Bad Request: entity begins in a middle of a UTF-16 symbol at byte offset {byte}",
    "an entity that begins inside a surrogate pair",
    f"{API}#messageentity",
)
ENTITY_URL = Refusal(
    400,
    "Bad Request: entity URL '{url}' is invalid: Wrong HTTP URL",
    "a text_link to something that is no address",
    f"{API}#messageentity",
)
USER_NOT_FOUND = Refusal(
    400, "Bad Request: user not found", "a text_mention of somebody the bot never met", f"{API}#messageentity"
)
MARKUP_NO_JSON = Refusal(
    400,
    "Bad Request: can't parse reply keyboard markup JSON object",
    "reply_markup that is no JSON",
    f"{API}#inlinekeyboardmarkup",
)
MARKUP_NO_OBJECT = Refusal(
    400,
    "Bad Request: object expected as reply markup",
    "reply_markup that is no object",
    f"{API}#inlinekeyboardmarkup",
)
KEYBOARD_NO_ROWS = Refusal(
    400,
    'Bad Request: field "inline_keyboard" of the InlineKeyboardMarkup must be an Array of Arrays',
    "inline_keyboard that is no list of rows",
    f"{API}#inlinekeyboardmarkup",
)
KEYBOARD_TOO_LONG = Refusal(
    400,
    "Bad Request: reply markup is too long",
    "more than 100 buttons, or more than 8 in a row",
    f"{API}#inlinekeyboardmarkup",
    confirmed=False,
)
BUTTON_WITHOUT_TEXT = Refusal(
    400,
    "Bad Request: can't parse inline keyboard button: Can't find field \"text\"",
    "a button without a label",
    f"{API}#inlinekeyboardbutton",
)
BUTTON_DOES_NOTHING = Refusal(
    400,
    "Bad Request: can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard",
    "a button with neither data nor address",
    f"{API}#inlinekeyboardbutton",
)
BUTTON_DATA = Refusal(
    400, "Bad Request: BUTTON_DATA_INVALID", "callback_data of more than 64 bytes", f"{API}#inlinekeyboardbutton"
)
BUTTON_URL = Refusal(
    400,
    "Bad Request: inline keyboard button URL '{url}' is invalid: Wrong HTTP URL",
    "a url that is no address",
    f"{API}#inlinekeyboardbutton",
)
BUTTON_STYLE = Refusal(
    400,
    "Bad Request: can't parse inline keyboard button: Invalid button style specified",
    "a style other than danger, success or primary",
    f"{API}#inlinekeyboardbutton",
    confirmed=False,
)
REPLY_FIELD = Refusal(
    400,
    'Bad Request: can\'t find field "message_id"',
    "reply_parameters without a message",
    f"{API}#replyparameters",
)
REPLY_NOT_FOUND = Refusal(
    400,
    "Bad Request: message to be replied not found",
    "the message replied to is gone, and allow_sending_without_reply is not set",
    f"{API}#replyparameters",
)
THREAD_NOT_FOUND = Refusal(
    400,
    "Bad Request: message thread not found",
    "a thread that is no topic here, the General topic's id 1 sent back too",
    f"{API}#sendmessage",
)
MESSAGE_ID_MISSING = Refusal(
    400, "Bad Request: message identifier is not specified", "no message_id", f"{API}#editmessagetext"
)
EDIT_NOT_FOUND = Refusal(
    400, "Bad Request: message to edit not found", "the message is gone or never was", f"{API}#editmessagetext"
)
EDIT_NOT_OWN = Refusal(
    400, "Bad Request: message can't be edited", "the message is somebody else's", f"{API}#updating-messages"
)
NOT_MODIFIED = Refusal(
    400,
    "Bad Request: message is not modified: specified new message content and reply markup are exactly the same as a "
    "current content and reply markup of the message",
    "an edit that changes nothing",
    f"{API}#updating-messages",
)
DELETE_NOT_FOUND = Refusal(
    400, "Bad Request: message to delete not found", "the message is gone or never was", f"{API}#deletemessage"
)
DELETE_TOO_OLD = Refusal(
    400,
    "Bad Request: message can't be deleted for everyone",
    "the message is older than 48 hours",
    f"{API}#deletemessage",
)
DELETE_NO_RIGHT = Refusal(
    400,
    "Bad Request: message can't be deleted",
    "somebody else's message in a group, without the right to delete",
    f"{API}#deletemessage",
)
QUERY_TOO_OLD = Refusal(
    400,
    "Bad Request: query is too old and response timeout expired or query ID is invalid",
    "a press answered after 15 seconds, answered already, or unknown",
    f"{API}#answercallbackquery",
)
ANSWER_TOO_LONG = Refusal(
    400, "Bad Request: MESSAGE_TOO_LONG", "an answer of more than 200 characters", f"{API}#answercallbackquery"
)
ANSWER_URL = Refusal(
    400,
    "Bad Request: URL_INVALID",
    "an answer's url that is no start link of this bot",
    f"{API}#answercallbackquery",
)
PIN_NO_RIGHT = Refusal(
    400,
    "Bad Request: not enough rights to manage pinned messages in the chat",
    "the bot is not an administrator who may pin",
    f"{API}#pinchatmessage",
)
PIN_NOT_FOUND = Refusal(
    400, "Bad Request: message to pin not found", "the message is gone or never was", f"{API}#pinchatmessage"
)
UNPIN_NOT_FOUND = Refusal(
    400, "Bad Request: message to unpin not found", "nothing is pinned there", f"{API}#unpinchatmessage"
)
REACT_NOT_FOUND = Refusal(
    400, "Bad Request: message to react not found", "the message is gone or never was", f"{API}#setmessagereaction"
)
REACTION = Refusal(400, "Bad Request: REACTION_INVALID", "an emoji that is no reaction", f"{API}#reactiontypeemoji")
MEMBER_NOT_FOUND = Refusal(
    400, "Bad Request: user not found", "getChatMember of somebody the bot never met", f"{API}#getchatmember"
)
USER_ID = Refusal(400, "Bad Request: invalid user_id specified", "no user_id, or no number", f"{API}#getchatmember")
NO_ADMINS = Refusal(
    400,
    "Bad Request: there are no administrators in the private chat",
    "getChatAdministrators of a private chat",
    f"{API}#getchatadministrators",
)
CANT_LEAVE = Refusal(
    400,
    "Bad Request: chat member status can't be changed in private chats",
    "leaveChat in a private chat",
    f"{API}#leavechat",
)
WRONG_ACTION = Refusal(
    400, "Bad Request: wrong parameter action in request", "an unknown chat action", f"{API}#sendchataction"
)
COMMAND = Refusal(
    400,
    "Bad Request: BOT_COMMAND_INVALID",
    "a command that is not 1 to 32 of a-z, 0-9 and _",
    f"{API}#botcommand",
)
COMMAND_DESCRIPTION = Refusal(
    400,
    "Bad Request: BOT_COMMAND_DESCRIPTION_INVALID",
    "a description that is not 1 to 256 characters",
    f"{API}#botcommand",
)
TOO_MANY_COMMANDS = Refusal(
    400, "Bad Request: BOT_COMMANDS_TOO_MUCH", "more than 100 commands", f"{API}#setmycommands", confirmed=False
)
COMMAND_SCOPE = Refusal(
    400,
    "Bad Request: can't parse BotCommandScope: Unsupported type specified",
    "a scope of an unknown type",
    f"{API}#botcommandscope",
)
LANGUAGE_CODE = Refusal(
    400,
    "Bad Request: invalid language code specified",
    "a language_code that is not two letters",
    f"{API}#setmycommands",
)
DESCRIPTION_TOO_LONG = Refusal(
    400,
    "Bad Request: description is too long",
    "a description of more than 512, or a short one of more than 120 characters",
    f"{API}#setmydescription",
    confirmed=False,
)
WEBHOOK_URL = Refusal(
    400,
    "Bad Request: bad webhook: An HTTPS URL must be provided for webhook",
    "a webhook without https, unless it is on this machine (as a local Bot API server allows)",
    f"{API}#setwebhook",
)
SECRET_TOO_LONG = Refusal(
    400, "Bad Request: secret token is too long", "a secret of more than 256 characters", f"{API}#setwebhook"
)
SECRET_CHARACTERS = Refusal(
    400,
    "Bad Request: secret token contains unallowed characters",
    "a secret with other characters than A-Z, a-z, 0-9, _ and -",
    f"{API}#setwebhook",
)
INTERNAL = Refusal(500, "Internal Server Error", "on request only", f"{API}#making-requests")
BAD_GATEWAY = Refusal(502, "Bad Gateway", "on request only", f"{API}#making-requests")

REFUSALS: dict[str, Refusal] = {name: value for name, value in globals().items() if isinstance(value, Refusal)}


def table() -> str:
    """The refusals as a table for readers, one line each, in the order above."""
    lines = ["| code | words | when | page |", "| --- | --- | --- | --- |"]
    for refusal in REFUSALS.values():
        words = refusal.description if refusal.confirmed else f"{refusal.description} (*words not confirmed*)"
        lines.append(f"| {refusal.code} | {words} | {refusal.when} | {refusal.page} |")
    return "\n".join(lines)
