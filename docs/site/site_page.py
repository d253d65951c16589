"""A page of the site."""

from typing import NamedTuple, Self


class SitePage(NamedTuple):
    """A page: its path on the site, its Markdown, and the path in the repository that its links are relative to."""

    path: str
    text: str
    origin: str

    @classmethod
    def made(cls, path: str, text: str) -> Self:
        """Return a page that only the site has; its links are those of a page in `docs`."""
        return cls(path, text, f"docs/{path}")
