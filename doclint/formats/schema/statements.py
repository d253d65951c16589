"""What a generator states: claims, descriptions, and the files and folders that they are true of."""

from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import force_setattr

from doclint.formats.schema.models import (
    AnyCase,
    DottedName,
    Identifier,
    Model,
    Names,
    OneOrMore,
    OrName,
    SomePatterns,
    TemplateText,
    Word,
)


class Subjects(Model, frozen=True):
    """Files and folders, by their paths and types: those that meet all given conditions.

    Names consist of words, which end at characters other than letters and where capitals begin: `latest_test.py` has
    the words `latest`, `test` and `py`. A part of a word meets a condition on the words of a name: `test` is in
    `unit-tests`, and also in `runtests`.
    """

    path: list[Word] = []
    folders: list[Word] = []
    name: list[Word] = []
    apart: list[Word] = []
    top: OneOrMore[AnyCase] = []
    languages: list[str] = []
    empty: bool = False

    def __post_init__(self) -> None:
        force_setattr(self, "top", [one.lower() for one in self.top])

    @property
    def is_empty(self) -> bool:
        """Whether there is no condition."""
        return not any((self.path, self.folders, self.name, self.top, self.languages, self.empty))


# Alternatives, one of which must be met. A single one may be written without the list.
AnySubjects = OneOrMore[Annotated[Subjects, OrName()]]


class Statement:
    """A text that a generator chooses: its role, and the files and folders that it is true of."""

    role: Literal["", "default", "placeholder"] = ""
    true_of: AnySubjects = []
    false_of: AnySubjects = []
    groundless_of: AnySubjects = []
    about: str = ""


class Proof(Model, frozen=True):
    """What makes a statement about a source true; any of these is enough.

    Only code counts, the path of the source and what it imports; comments and strings count only under their own keys.
    In configuration and data (YAML, CMake) all of the text counts except comments, patterns for paths, labels of
    several words and the names of targets; `.gitignore` proves nothing, and neither does prose. If the language is
    unknown, so that doclint cannot separate code from the rest, it does not check the statement.
    """

    names: list[DottedName] = []
    calls: list[Identifier] = []
    words: list[Word] = []
    parts: list[AnyCase] = []
    strings: list[AnyCase] = []
    comments: list[AnyCase] = []
    languages: list[str] = []
    never: list[str] = []
    apart: list[DottedName] = []

    def __post_init__(self) -> None:
        for key in ("parts", "strings", "comments"):
            force_setattr(self, key, [one.lower() for one in getattr(self, key)])

    @property
    def is_empty(self) -> bool:
        """Whether nothing could prove the statement."""
        return not any((self.names, self.calls, self.words, self.parts, self.strings, self.comments, self.languages))


class ClaimSpec(Model, Statement, frozen=True, kw_only=True):
    """A statement of a closed set."""

    text: SomePatterns
    approximate: bool = False
    proof: Proof | None = None
    trigger: list[Annotated[str, Meta(min_length=1)]] = []
    repeats: Names = []


class Correction(Model, frozen=True):
    """Words that the generator combines wrongly in its statements and fixed texts."""

    wrong: Annotated[str, Meta(min_length=1)]
    right: str


class DescriptionSpec(Model, frozen=True):
    """A description of files, and the files that it is true of. For other files, doclint does not check it."""

    text: str
    right: list[str] = []
    wrong: list[str] = []
    right_names: list[str] = []
    wrong_names: list[str] = []


class FillerSpec(Model, frozen=True):
    """A description without information: its holes only repeat the name of the entry."""

    text: TemplateText
    unless: list[str] = []
