"""The schema of a format file, as models.

A format describes the pages of one generator: the kinds of page, the sections of a kind, and the content of each
section. Texts are patterns (`doclint.formats.patterns.pattern`): Markdown with named holes. Some names of holes have a
meaning: `doclint.formats.holes` has the table of them.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from posixpath import dirname
from typing import Annotated, Any, Literal, Self, TypeVar

from msgspec import Meta, ValidationError
from msgspec.structs import replace

from doclint.errors.expressions import expression
from doclint.formats.patterns.pattern import Pattern, first_match
from doclint.formats.patterns.template import Template
from doclint.formats.schema.contents import (
    Content,
    Defining,
    FieldSpec,
    ListingContent,
    SourceContent,
    SymbolsContent,
    TableContent,
    flat,
)
from doclint.formats.schema.models import (
    Model,
    OneOrMore,
    OrList,
    OrName,
    Patterns,
    PatternText,
    SourceTemplates,
    TemplateText,
)
from doclint.formats.schema.sections import NamedPlace, SectionPlace, SectionSpec, places
from doclint.formats.schema.sharing import with_shared
from doclint.formats.schema.statements import ClaimSpec, Correction, DescriptionSpec, FillerSpec, Subjects
from doclint.markdown.nodes import Text
from doclint.markdown.source import with_lf
from doclint.repository.paths import folder_around
from doclint.repository.repository import Repository

_Content = TypeVar("_Content", bound=Content)
_FIRST_LEVEL = 2  # the level of sections, below the title


class Kind(Model, Defining, frozen=True, kw_only=True):
    """A kind of page."""

    name: str
    path: TemplateText
    title: Patterns = []
    title_level: Annotated[int, Meta(ge=1, le=6)] = 1
    content: list[Content] = []
    front_matter: dict[str, TemplateText] = {}
    source: SourceTemplates = []
    together: bool = False
    manifest: str = ""
    source_omits: list[str] = []
    open: bool = False
    free: bool = False
    footer: list[PatternText] | None = None
    section: list[Annotated[SectionSpec, OrName()]] = []
    epilogue: list[Content] = []

    @cached_property
    def sections(self) -> tuple[SectionPlace, ...]:
        """The sections of the highest level, in the order of the page."""
        return tuple(places(self.section, [_FIRST_LEVEL], "", is_open=self.open))

    @cached_property
    def all_sections(self) -> tuple[SectionPlace, ...]:
        """The sections of all levels, in the order of the page."""
        return tuple(place for section in self.sections for place in section.walk())

    @cached_property
    def has_conditions(self) -> bool:
        """Whether a section of any level is only on some pages."""
        return any(place.spec.when for place in self.all_sections)

    @cached_property
    def has_blocks_before(self) -> bool:
        """Whether a section of any level has a block in front of its heading."""
        return any(place.spec.before for place in self.all_sections)

    @cached_property
    def by_heading(self) -> dict[str | None, list[NamedPlace]]:
        """The sections of all levels that a heading may name, by its text; under None for other texts."""
        fixed = {place: place.texts for place in self.all_sections}
        first: dict[tuple[object, ...], SectionPlace] = {}
        like = {place: first.setdefault(place.wording, place) for place in self.all_sections}
        unfixed = {like[place] for place in self.all_sections if not fixed[place]}
        found: dict[str | None, list[NamedPlace]] = {}
        for text in {None, *(text for texts in fixed.values() for text in texts)}:
            inlines = [Text(0, len(text), text)] if text is not None else []
            other = {place for place in unfixed if text is None or first_match(place.headings, inlines) is not None}
            found[text] = [
                NamedPlace(place, like[place], text in fixed[place])
                for place in self.all_sections
                if text in fixed[place] or like[place] in other
            ]
        return found

    @cached_property
    def by_opening(self) -> dict[tuple[type[Any], str], list[NamedPlace]]:
        """The sections that a heading may name, by the type and the first character of its first inline.

        `doclint.formats.reading.headings` fills it.
        """
        return {}

    def contents(self, content: type[_Content]) -> "Mapping[SectionPlace | None, list[_Content]]":
        """Return what the sections of all levels have of one type of content, by their places.

        Groups and alternatives are looked into.
        """
        if content not in self._contents:
            every = ((place, flat(place.spec.content)) for place in self.all_sections)
            found = {place: [one for one in contents if isinstance(one, content)] for place, contents in every}
            self._contents[content] = {place: contents for place, contents in found.items() if contents}
        known: Mapping[SectionPlace | None, list[_Content]] = self._contents[content]
        return known

    @cached_property
    def _contents(self) -> dict[type[Content], Any]:
        return {}

    @cached_property
    def is_about_file(self) -> bool:
        """Whether the path of such a page names the file that it is about."""
        return "path" in self.path.names and not self.source

    @cached_property
    def is_about_folder(self) -> bool:
        """Whether the path of such a page names the folder that it is about."""
        return "folder" in self.path.names and not self.source

    @cached_property
    def documents(self) -> bool:
        """Whether such pages define symbols by their title, by sections, by tables or by lists of joint sources."""
        contents = (self.content, *(place.spec.content for place in self.all_sections))
        lists = (TableContent, SymbolsContent) if self.together else TableContent
        tables = (one.defines for each in contents for one in flat(each) if isinstance(one, lists))
        sections = (place.spec.defines for place in self.all_sections)
        return bool(self.defines) or any(sections) or any(tables)

    @cached_property
    def names_source(self) -> bool:
        """Whether the kind says where the source of such a page is, or lets the page say it."""
        has_templates = bool(self.source) or any(place.spec.source for place in self.all_sections)
        return has_templates or any("{source." in text for text in _texts(self))

    @cached_property
    def says_more(self) -> bool:
        """Whether the path of such a page has holes besides its subject, which then does not determine the path."""
        if self.source:
            return True
        holes = len(self.path.names) + self.path.has_unread
        return holes > 1 and (self.is_about_file or self.is_about_folder)

    @property
    def elements(self) -> Iterator[Content]:
        """All elements of contents; groups and alternatives are looked into."""
        for contents in (self.content, *(place.spec.content for place in self.all_sections), self.epilogue):
            yield from flat(contents)

    @property
    def quotes_source(self) -> bool:
        """Whether pages of the kind quote what they are about."""
        return self.quoting_section is not None

    @cached_property
    def quoting_section(self) -> SectionPlace | None:
        """The section with the quoted source; None if pages of the kind quote none."""
        quoting = (place for place in self.all_sections for one in place.spec.content if isinstance(one, SourceContent))
        return next(quoting, None)

    @cached_property
    def after_source(self) -> tuple[SectionPlace, ...]:
        """The other sections that a quoted source can end at: those that are not below the one that quotes it."""
        home = self.quoting_section
        return tuple(place for place in self.all_sections if home and place is not home and place.level <= home.level)

    @cached_property
    def headings_after_source(self) -> dict[str, int]:
        """The index of each section in `after_source`, by the line of its heading."""
        return {f"{'#' * place.level} {place.heading.text}": rank for rank, place in enumerate(self.after_source)}

    @cached_property
    def has_varied_headings_after_source(self) -> bool:
        """Whether a section in `after_source` may have several headings, or one on several levels."""
        return any(
            place.heading.names or place.heading.has_unread or len(place.headings) > 1 or len(place.levels) > 1
            for place in self.after_source
        )

    @cached_property
    def parents(self) -> dict[SectionPlace, SectionPlace]:
        """The section that contains each section of a lower level."""
        return {child: place for place in self.all_sections for child in place.children}


class LanguageSpec(Model, frozen=True):
    """What the pages say about files with an extension or a name."""

    type: TemplateText
    fence: str = ""
    family: str = ""


class Shared(Model, frozen=True):
    """Parts that a format has in several places. A list has the name of such a part in place of its table.

    Shared parts may contain other shared parts. When doclint reads a format, it puts them in their places and leaves
    nothing here.
    """

    sections: dict[str, Annotated[SectionSpec, OrList()]] = {}
    contents: dict[str, OneOrMore[Content]] = {}
    subjects: dict[str, Annotated[Subjects, OrList()]] = {}
    patterns: dict[str, list[str]] = {}


Mark = Annotated[str, Meta(min_length=1)]


class GeneratorSpec(Model, frozen=True):
    """The program that writes the pages of a format."""

    name: str
    link: str = ""
    versions: str = ""
    settings: str = ""


class Format(Model, frozen=True, kw_only=True):
    """A format: the pages of one generator."""

    name: str
    docs_root: str | None = None
    marks: list[Mark] = []
    weak_marks: list[Mark] = []
    sure_marks: list[Mark] = []
    between: list[Annotated[list[Mark], Meta(min_length=2, max_length=2)]] = []
    handwritten: bool = False
    folders: list[Mark] = []
    beside: list[Mark] = []
    generator: GeneratorSpec | None = None
    ignore: list[str] = []
    root_name: str = ""
    parameters: list[str] = []
    values: dict[str, str] = {}
    footer: list[PatternText] = []
    separators: bool = False
    linked_names: bool | Literal["plain"] = False
    types: dict[str, str] = {}
    docstrings: Literal["", "jsdoc", "schema", "sphinx", "text", "tsdoc", "xml"] = ""
    own_members: bool = False
    parts_in: dict[str, list[str]] = {}
    derived: list[str] = []
    alternatives: list[str] = []
    accessor: str = ""
    language: dict[str, LanguageSpec] = {}
    claims: dict[str, dict[str, ClaimSpec]] = {}
    description: list[DescriptionSpec] = []
    filler: list[FillerSpec] = []
    artificial: list[TemplateText] = []
    own_files: list[str] = []
    own_holes: list[str] = []
    terms: list[Annotated[str, Meta(min_length=1)]] = []
    corrections: list[Correction] = []
    shared: Shared | None = None
    kind: Annotated[list[Kind], Meta(min_length=1)]

    @classmethod
    def from_table(cls, table: Mapping[str, Any]) -> Self:
        """Return the format that a table has, with shared parts in their places."""
        use = with_shared(dict(table))
        if use.mistakes:
            raise ValidationError(use.mistakes[0].text)
        return super().from_table(use.data)

    @property
    def docs_folder(self) -> str:
        """The folder that the pages are in, from the root of the repository; empty for the root itself, and for pages
        that may be in any folder.
        """
        return (self.docs_root or "").strip("/")

    @cached_property
    def all_marks(self) -> tuple[str, ...]:
        """The marks, the sure ones first and the weak ones last; none if the text of a page does not matter."""
        return (*self.sure_marks, *(first for first, _ in self.between), *self.marks, *self.weak_marks)

    @property
    def is_known_by_place(self) -> bool:
        """Whether the folder of a page, or a file in it, shows that the page is of the format."""
        return bool(self.folders or self.beside)

    @property
    def is_anywhere(self) -> bool:
        """Whether pages may be in any folder, because something other than a docs root identifies them."""
        return bool(self.all_marks) or self.is_known_by_place

    def is_marked_on(self, text: str) -> bool:
        """Whether a page with a text can be of the format, as far as marks tell."""
        lines = with_lf(text)
        return not self.all_marks or any(mark in lines for mark in self.all_marks)

    def is_at(self, path: str, repository: Repository) -> bool:
        """Whether a page at a path can be of the format, as far as `folders` and the files beside it tell."""
        if self.folders and folder_around(path, self.folders) is None:
            return False
        return len(repository.names_among(self.beside, dirname(path))) == len(self.beside)

    def is_sure(self, text: str) -> bool:
        """Whether a page with a text is certainly of the format, if it can be of it."""
        lines = with_lf(text)
        return self.is_known_by_place or bool(self.between) or any(mark in lines for mark in self.sure_marks)

    def in_folder(self, folder: str) -> Self:
        """Return the format with its pages in a folder, from the root of the repository; always the same object."""
        if folder not in self._in_folders:
            self._in_folders[folder] = self._with(docs_root=folder)
        return self._in_folders[folder]

    def with_values(self, values: Mapping[str, str]) -> Self:
        """Return the format with some more values of parameters."""
        return self._with(values={**self.values, **values}) if values else self

    def _with(self, **changes: Any) -> Self:
        copy = replace(self, **changes)
        copy.__dict__.update((key, value) for key, value in self.__dict__.items() if key != "_in_folders")
        return copy

    @cached_property
    def _in_folders(self) -> dict[str, Self]:
        return {}

    def at(self, below: str) -> str:
        """Return the path of a page from the root of the repository, given its path from the docs folder."""
        return f"{self.docs_folder}/{below}" if self.docs_folder else below

    def below(self, path: str) -> str | None:
        """Return the path of a page from the docs folder, given its path from the root of the repository.

        Return None for a page that is not in the docs folder.
        """
        root = self.docs_folder
        if not root:
            return path
        return path[len(root) + 1 :] if path.startswith(f"{root}/") else None

    @cached_property
    def kinds(self) -> dict[str, Kind]:
        """The kinds by their names."""
        return {kind.name: kind for kind in self.kind}

    def footer_of(self, kind: Kind) -> list[PatternText]:
        """What pages of a kind end with, block by block."""
        return self.footer if kind.footer is None else kind.footer

    @cached_property
    def words(self) -> frozenset[str]:
        """The words of all texts that pages share, such as headings, labels and sentences, in lower case."""
        texts = [*_texts(self.kind), *_texts(self.claims), *_texts(self.footer), *_texts(self.language)]
        texts += [spec.text for spec in self.description]
        return frozenset(_WORD.findall(_HOLE.sub(" ", "\n".join(texts)).casefold()))


_HOLE = expression(r"\{[^{}\n]*\}")
_WORD = expression(r"[^\W\d_]{2,}")


def _texts(value: Any) -> Iterator[str]:
    """Yield the texts of a part of a format that pages have: patterns, and the keys, labels and headers of lists."""
    parts: Iterable[Any] = ()
    match value:
        case Pattern() | Template():
            yield value.text
        case dict() | list():
            parts = value.values() if isinstance(value, dict) else value
        case Model():
            for name in ("key", "label"):
                yield str(getattr(value, name, "")) if isinstance(value, FieldSpec | ListingContent) else ""
            yield from getattr(value, "header", ())
            parts = (getattr(value, name) for name in value.__struct_fields__)
    for part in parts:
        if part and not isinstance(part, str | int):  # most parts
            yield from _texts(part)
