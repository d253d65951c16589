"""Limits: how much doclint looks at, so that no input takes it more time or memory than its size is worth.

Only those stand here beyond which something goes unread. Whatever else is bounded, such as suggestions and messages,
hides nothing from anyone.
"""

from typing import NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from doclint.errors.validation import kebab
from doclint.markdown.nodes import DEFAULT_DEPTH
from doclint.markdown.source import Span


class Limits(BaseModel):
    """How much is looked at. What lies beyond is left out, and a finding says so."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        strict=True,
        defer_build=True,
        alias_generator=kebab,
        validate_by_name=True,
        validate_by_alias=True,
    )

    file_bytes: int = Field(
        default=20_000_000, ge=1, description="Bytes of a page, or of a file that a page is held against."
    )
    depth: int = Field(
        default=DEFAULT_DEPTH,
        ge=10,
        le=200,
        description="Nodes of Markdown that lie in each other: a list in a list is four of them. "
        "Beyond, they are read as if they lay side by side.",
    )
    fences: int = Field(
        default=20,
        ge=0,
        description="Fences of a page that hold sections of its format, and are read as ended before those.",
    )
    source_work: int = Field(
        default=1,
        ge=1,
        description="Work on a source that its grammar is slow to read, in multiples of what real ones take at most.",
    )


LIMITS = Limits.model_construct()  # all are right, and the schema that checks them takes time to make
"""Those of a configuration that says nothing of them."""


class Breach(NamedTuple):
    """A limit that a page is beyond: its name in the configuration, where that begins to matter, and what is lost."""

    limit: str
    span: Span
    lost: str
