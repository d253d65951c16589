"""Limits: how much doclint reads, so that it takes time and memory in proportion to the size of its input.

This module has only the limits beyond which something is not checked. Other bounds, such as those on suggestions and
messages, do not hide findings.
"""

from typing import Annotated, NamedTuple

from msgspec import Meta

from doclint.errors.settings_table import SettingsTable
from doclint.markdown.nodes import DEFAULT_DEPTH
from doclint.markdown.source import Span


class Limits(SettingsTable, frozen=True):
    """How much doclint reads. It leaves out anything beyond these limits, and reports that as a finding."""

    file_bytes: Annotated[int, Meta(examples=[50_000_000], ge=1)] = 20_000_000
    depth: Annotated[int, Meta(examples=[150], ge=10, le=200)] = DEFAULT_DEPTH
    fences: Annotated[int, Meta(examples=[50], ge=0)] = 20
    source_work: Annotated[int, Meta(examples=[4], ge=1)] = 1
    findings: Annotated[int, Meta(examples=[5000], ge=1)] = 1000


LIMITS = Limits()
"""The default limits."""


class Breach(NamedTuple):
    """A limit that a page exceeds: its name in the configuration, the place where it is exceeded, and what is lost.

    `file` is the path of another file that exceeds it, such as the source file of the page.
    """

    limit: str
    span: Span
    lost: str
    file: str = ""
