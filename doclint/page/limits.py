"""Limits: how much doclint reads, so that it takes time and memory in proportion to the size of its input.

This module has only the limits beyond which something is not checked. Other bounds, such as those on suggestions and
messages, do not hide findings.
"""

from typing import TYPE_CHECKING, NamedTuple

from pydantic import Field

from doclint.errors.validation import SettingsTable
from doclint.markdown.nodes import DEFAULT_DEPTH
from doclint.markdown.source import Span

if TYPE_CHECKING:
    from pydantic import GetJsonSchemaHandler
    from pydantic.json_schema import JsonSchemaValue
    from pydantic_core import CoreSchema


class Limits(SettingsTable):
    """How much doclint reads. It leaves out anything beyond these limits, and reports that as a finding."""

    file_bytes: int = Field(
        default=20_000_000,
        examples=[50_000_000],
        ge=1,
        description="The largest size in bytes of a page, or of a file to compare it with.",
    )
    depth: int = Field(
        default=DEFAULT_DEPTH,
        examples=[150],
        ge=10,
        le=200,
        description="The deepest nesting of Markdown nodes; a list in a list has depth four. "
        "doclint reads deeper nodes as if they were side by side.",
    )
    fences: int = Field(
        default=20,
        examples=[50],
        ge=0,
        description="How many fences doclint ends early on a page, where they swallow sections of the format.",
    )
    source_work: int = Field(
        default=1,
        examples=[4],
        ge=1,
        description="Work to parse a source, as a multiple of what the slowest real sources take.",
    )
    findings: int = Field(
        default=1000, examples=[5000], ge=1, description="How many findings of each rule doclint reports on a page."
    )

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: "CoreSchema", handler: "GetJsonSchemaHandler") -> "JsonSchemaValue":
        cls.model_rebuild()  # before 2.14, pydantic can write a default value only if its model is built
        return handler(schema)


LIMITS = Limits.model_construct()  # without validation: the defaults are valid, and building the schema takes time
"""The default limits."""


class Breach(NamedTuple):
    """A limit that a page exceeds: its name in the configuration, the place where it is exceeded, and what is lost.

    `file` is the path of another file that exceeds it, such as the source file of the page.
    """

    limit: str
    span: Span
    lost: str
    file: str = ""
