"""A visit to the page: the ways by which a test finds and does things there."""

from __future__ import annotations

from dataclasses import dataclass

from playwright.async_api import Locator, Page


@dataclass(frozen=True)
class Visit:
    """The page with its people by name, and the id of the group in the middle."""

    page: Page
    people: dict[str, int]
    group: int

    def pane(self, kind: str = "group") -> Locator:
        return self.page.locator(f"[data-pane={kind}]")

    def field(self, kind: str = "group") -> Locator:
        return self.pane(kind).locator("[data-compose] textarea")

    def said(self, text: str, kind: str = "group") -> Locator:
        """The messages whose words contain the text."""
        return self.pane(kind).locator("[data-message]", has=self.page.locator("[data-text]", has_text=text))

    def button(self, text: str, kind: str = "group") -> Locator:
        """The newest inline button with this text."""
        return self.pane(kind).locator("[data-button]", has_text=text).last

    def person(self, name: str) -> Locator:
        return self.page.locator(f'[data-person="{self.people[name]}"]:visible')

    async def write(self, text: str, kind: str = "group") -> None:
        await self.field(kind).fill(text)
        await self.field(kind).press("Enter")

    async def become(self, name: str) -> None:
        await self.person(name).click()

    async def board(self) -> Locator:
        """A board in the group, asked for by its command."""
        await self.write("/board")
        board = self.said("board for")
        await board.wait_for()
        return board
