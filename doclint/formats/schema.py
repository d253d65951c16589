"""The schema of a format: what a format file says, as pydantic models.

A format describes pages of one generator: kinds of page, the sections of a kind, and what each section holds. Texts
are patterns (`doclint.formats.pattern`): Markdown with named holes. Some names of holes mean something:

* `path` or `folder` in the pattern of a page's path: the file or folder that the page is about;
* `path`, `folder`, `name`, `ext`, `language.type`, `language.fence` and every hole of the page's path, anywhere else:
  what ought to stand there is known, and compared;
* the parameters of the format: they have one value in all pages;
* `symbol` in a symbol, `module` in an import: the name itself; `value` beside the symbol of a macro: what it stands
  for;
* `bytes` and `kb` in a field: two figures of one size, that of the file; `lines`: how many lines it has;
* `page.KIND` as a destination: the page of that kind about what this page is about, or about the folder of that;
  `parent.KIND`: likewise for the folder around that folder;
* `snippet`: a piece of the source, as it stands there;
* a kind of symbols in the plural (`classes`, `functions`), or `imports`, in a claim: how many of them the source has;
  `entries`: how many the lists of the page have;
* `file`, `subfolder` in a listing that `lists` files or folders, `subfolder` elsewhere in an entry or a heading as
  well: the name of one in the folder that the page is about;
* `sibling` in an entry: another file in the folder of the page's own;
* `files`, `folders` in a claim on a page about a folder: how many of them lie directly in it; `files` beside
  `extension` in an entry: how many with that extension;
* `description` in an entry: what is said of it; `count`: how often it occurs;
* `commit`, `generated` and `version`: from which state of the sources, when and by what the page was made.

All other names only name what they find.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, Literal, TypeAlias, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Discriminator, Field, GetPydanticSchema, Tag
from pydantic_core import core_schema

from doclint.errors.validation import kebab
from doclint.formats.pattern import Pattern
from doclint.formats.template import Template


def _compiled(compile_text: type[Any]) -> GetPydanticSchema:
    """A string in the file that is kept compiled."""

    def schema(_source: Any, _handler: Any) -> core_schema.CoreSchema:
        return core_schema.no_info_after_validator_function(compile_text, core_schema.str_schema())

    return GetPydanticSchema(schema)


def _as_list(value: Any) -> Any:
    return value if isinstance(value, list) else [value]


PatternText = Annotated[Pattern, _compiled(Pattern)]
TemplateText = Annotated[Template, _compiled(Template)]

# Alternatives, of which the first that matches counts; one may be written without the list.
Patterns = Annotated[list[PatternText], BeforeValidator(_as_list, json_schema_input_type=str | list[str])]
Names = Annotated[list[str], BeforeValidator(_as_list, json_schema_input_type=str | list[str])]


class Model(BaseModel):
    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        arbitrary_types_allowed=True,
        defer_build=True,
        alias_generator=kebab,
        populate_by_name=True,
    )


SymbolKind: TypeAlias = Literal[
    "class", "constant", "definition", "enum", "function", "identifier", "macro", "method", "namespace", "struct"
]
"""What a name is said to be; a definition is anything that a source defines, an identifier any word of it."""


class When(Model):
    """A condition on the file that a page is about: one of these language families, one of these extensions."""

    family: Names = []
    ext: Names = []


Identifier = Annotated[str, Field(pattern=r"^[A-Za-z_]\w*$")]
DottedName = Annotated[str, Field(pattern=r"^[A-Za-z_]\w*(\.[A-Za-z_]\w*)?$")]
LowerCase = Annotated[str, Field(pattern=r"^[^A-Z]+$")]
Word = Annotated[str, Field(pattern=r"^[a-z]+$")]


class Subjects(Model):
    """Files and folders, by their paths and types: those that meet each of the conditions that are given.

    Names are read by their words, which end at other characters than letters and where capitals begin: `latest_test.py`
    has the words `latest`, `test` and `py`. A condition on the words of a name is met by a part of one: `test` is in
    `unit-tests`, and also in `runtests`.
    """

    path: list[Word] = Field(default=[], description="In the name of a folder that it lies in, or in its own name.")
    folders: list[Word] = Field(default=[], description="In the name of a folder that it lies in.")
    name: list[Word] = Field(default=[], description="In its own name.")
    apart: list[Word] = Field(
        default=[],
        description="What the words of a name mean that have one of the others in them by chance: `latest` is no "
        "`test`. Words with such a part do not count.",
    )
    top: Annotated[list[LowerCase], BeforeValidator(_as_list, json_schema_input_type=str | list[str])] = Field(
        default=[], description="The highest folder that it lies in, or is, by its whole name, in any case."
    )
    languages: list[str] = Field(
        default=[], description="The types of file, by the ids of their languages: `markdown`, `python`."
    )
    empty: bool = Field(default=False, description="It has no content.")

    @property
    def is_empty(self) -> bool:
        """Whether there is no condition."""
        return not any((self.path, self.folders, self.name, self.top, self.languages, self.empty))


# Alternatives, one of which has to be met; one may be written without the list.
AnySubjects = Annotated[list[Subjects], BeforeValidator(_as_list, json_schema_input_type=Subjects | list[Subjects])]


class Statement(Model):
    """A text that a generator chooses: what it is there for, and what it is true of."""

    role: Literal["", "default", "placeholder"] = Field(
        default="",
        description="`default` stands where there was nothing to say, `placeholder` announces what never comes.",
    )
    true_of: AnySubjects = Field(default=[], description="It is true of no others than these files or folders.")
    false_of: AnySubjects = Field(default=[], description="It is not true of these files or folders.")
    groundless_of: AnySubjects = Field(
        default=[],
        description="It may be true of these files or folders, but nobody has looked, or there is nothing to look at.",
    )
    about: str = Field(
        default="", description="The hole that names the file or folder that it is true of, in any case, without path."
    )


class Content(Model):
    """One element of a section's content, in its place."""

    optional: bool = Field(default=False, description="The element may be absent.")
    when: When | None = Field(default=None, description="Only on pages about such files.")


class TextContent(Content, Statement):
    """A fixed text: one paragraph, or a thematic break written `---`."""

    shape: Literal["text"]
    text: Patterns


class ClaimContent(Content, Statement):
    """A statement about the file or folder: one paragraph."""

    shape: Literal["claim"]
    key: str = Field(description="A name for the statement, for rules and reports.")
    text: Patterns


class ClaimsContent(Content):
    """Statements out of a closed set: sentences of one paragraph, or items of a list."""

    shape: Literal["claims"]
    of: str = Field(description="A set under `claims` of the format.")
    layout: Literal["sentences", "items"] = "items"


class FieldSpec(Model):
    """One field of a list of fields: the item ``- **Key**: value``."""

    key: str
    value: Patterns
    empty: PatternText | None = Field(
        default=None, description="What stands there for an empty value: all holes then hold nothing."
    )
    optional: bool = False


class FieldsContent(Content):
    """A list of fields: metadata."""

    shape: Literal["fields"]
    items: list[FieldSpec]


Children: TypeAlias = Literal["", "files", "folders"]
CHILD = {"files": "file", "folders": "subfolder"}
"""By what a listing lists, the hole that holds the name of one."""

_LISTS = "On a page about a folder: the items are all files, or all folders, that lie directly in it and have pages."


class ListingContent(Content):
    """Named things: the items of a list, or in one paragraph behind a label, as in ``**Label**: `a`, `b` ``."""

    item: Patterns
    label: str = Field(default="", description="The label of a paragraph, without markup; empty for a list.")
    cap: int | None = Field(default=None, description="The generator stops after this many items.")
    order: Literal["text"] | None = Field(
        default=None, description="How the items are sorted: by the text of their first hole."
    )
    choice: bool = Field(default=False, description="The items are said to be the important ones of their folder.")
    lists: Children = Field(default="", description=_LISTS)


class SymbolsContent(ListingContent):
    """Names that the page says the source defines; the hole `symbol` holds one."""

    shape: Literal["symbols"]
    kind: Annotated[
        list[SymbolKind], BeforeValidator(_as_list, json_schema_input_type=SymbolKind | list[SymbolKind])
    ] = Field(description="What the names are said to be: one of these.")


class ImportsContent(ListingContent):
    """Names that the page says the source imports or includes; the hole `module` holds one."""

    shape: Literal["imports"]


class LinksContent(ListingContent):
    """A list of links to other pages or files."""

    shape: Literal["links"]


class EntriesContent(ListingContent):
    """A list of other named things: folders, file types, steps."""

    shape: Literal["entries"]
    of: str = Field(description="What the entries are: subfolders, extensions ...")


class TableContent(Content):
    """A table; each row matches `row`, cell by cell."""

    shape: Literal["table"]
    header: list[str]
    row: list[PatternText]
    cap: int | None = None
    lists: Children = Field(default="", description=_LISTS)


class Cut(Model):
    """Where the generator cuts a quoted source."""

    characters: int
    unless_lines: int | None = Field(default=None, description="Files with more lines than this are not cut.")


class SourceContent(Content):
    """The quoted source: a fence that runs to the last closing fence which the rest of the page follows.

    A kind has one at the most, among the content of a section.
    """

    shape: Literal["source"]
    fence: TemplateText = Field(description="The info string of the fence.")
    cut: Cut | None = None
    placeholder: list[TemplateText] = Field(
        default=[],
        description="What the generator puts in place of a source that it does not quote: `[[Binary file: {size}]]`.",
    )


class CommandContent(Content):
    """A fenced command line."""

    shape: Literal["command"]
    fence: str
    text: TemplateText


class ProseContent(Content):
    """Free text, up to what the next element matches."""

    shape: Literal["prose"]
    of: Literal["", "docstring"] = Field(
        default="",
        description="What the text is taken from: `docstring` is that of the module which the page is about.",
    )


class Group(Content):
    """Elements that are there together or not at all."""

    group: list["AnyContent"]


class OneOf(Content):
    """Alternatives: the first sequence that matches counts."""

    one_of: list[list["AnyContent"]]


def _content_tag(value: Any) -> str:
    """Which model an element of a content is: named by `shape`, or told by its key."""
    if isinstance(value, dict):
        return next((key for key in ("one-of", "group") if key in value), str(value.get("shape", "")))
    return getattr(value, "shape", "group" if isinstance(value, Group) else "one-of")


AnyContent: TypeAlias = Annotated[
    Annotated[TextContent, Tag("text")]
    | Annotated[ClaimContent, Tag("claim")]
    | Annotated[ClaimsContent, Tag("claims")]
    | Annotated[FieldsContent, Tag("fields")]
    | Annotated[SymbolsContent, Tag("symbols")]
    | Annotated[ImportsContent, Tag("imports")]
    | Annotated[LinksContent, Tag("links")]
    | Annotated[EntriesContent, Tag("entries")]
    | Annotated[TableContent, Tag("table")]
    | Annotated[SourceContent, Tag("source")]
    | Annotated[CommandContent, Tag("command")]
    | Annotated[ProseContent, Tag("prose")]
    | Annotated[Group, Tag("group")]
    | Annotated[OneOf, Tag("one-of")],
    Discriminator(_content_tag),
]


def flat(contents: Sequence[Content]) -> Iterator[Content]:
    """Yield the elements of a content, with those of groups and of all alternatives in place of these."""
    for content in contents:
        match content:
            case Group(group=group):
                yield from flat(group)
            case OneOf(one_of=alternatives):
                for alternative in alternatives:
                    yield from flat(alternative)
            case _:
                yield content


class SectionSpec(Model):
    """A section of a kind."""

    heading: PatternText = Field(description="What the heading should say.")
    emits: PatternText | None = Field(
        default=None,
        description="What the generator says instead: tolerated in matching, reported by a rule of its own.",
    )
    key: str = Field(default="", description="The section's name in rules and reports; by default from its heading.")
    level: int | None = Field(default=None, ge=1, le=6, description="By default one more than the parent's.")
    required: bool = True
    repeats: bool = Field(default=False, description="Any number of sections with such headings may follow each other.")
    order: Literal["text", "number"] | None = Field(
        default=None,
        description="How sections that repeat are sorted: by the text of the first hole of their heading, in the order "
        "of code points, or by the number that it begins with, in Arabic or Roman numerals.",
    )
    index: bool = Field(
        default=False, description="What stands in it and below it is an index: it is of no use without entries."
    )
    content: list[AnyContent] = []
    child: list["SectionSpec"] = []


@dataclass(frozen=True, slots=True, eq=False)
class SectionPlace:
    """A section in its place: the level of its heading, and a key that no other section of the kind has."""

    spec: SectionSpec
    level: int
    key: str
    children: tuple["SectionPlace", ...]

    @property
    def texts(self) -> frozenset[str]:
        """All that its heading can say; nothing where that is not known beforehand."""
        patterns = (self.spec.heading, self.spec.emits or self.spec.heading)
        texts = [pattern.fixed for pattern in patterns]
        return frozenset(text for text in texts if text is not None and None not in texts)

    def walk(self) -> Iterator["SectionPlace"]:
        """The place and all below it, in the order of the page."""
        yield self
        for child in self.children:
            yield from child.walk()


def _places(specs: Sequence[SectionSpec], level: int, prefix: str) -> Iterator[SectionPlace]:
    for spec in specs:
        own = spec.level or level
        key = spec.key or prefix + _key(spec.heading)
        yield SectionPlace(spec, own, key, tuple(_places(spec.child, own + 1, f"{key}.")))


def _key(heading: Pattern) -> str:
    """The words of a heading in lower case, joined by hyphens."""
    return "-".join(re.findall(r"[^\W_]+", heading.text.casefold()))


_Content = TypeVar("_Content", bound=Content)


class Kind(Model):
    """A kind of page."""

    name: str
    page: TemplateText = Field(description="The path of such a page below the docs root.")
    title: PatternText
    content: list[AnyContent] = Field(default=[], description="What stands between the title and the first section.")
    section: list[SectionSpec]
    epilogue: list[AnyContent] = Field(default=[], description="What stands behind the footer.")

    @cached_property
    def sections(self) -> tuple[SectionPlace, ...]:
        """The sections of the highest level, in the order of the page."""
        return tuple(_places(self.section, 2, ""))

    @cached_property
    def all_sections(self) -> tuple[SectionPlace, ...]:
        """The sections of all levels, in the order of the page."""
        return tuple(place for section in self.sections for place in section.walk())

    @cached_property
    def by_heading(self) -> dict[str | None, list[tuple[SectionPlace, bool]]]:
        """The sections of all levels that a heading may be of, each with whether it is certain, by the text of the
        heading; under None for any other text.
        """
        fixed = {place: place.texts for place in self.all_sections}
        return {
            text: [
                (place, text in fixed[place]) for place in self.all_sections if not fixed[place] or text in fixed[place]
            ]
            for text in {None, *(text for texts in fixed.values() for text in texts)}
        }

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
        return "path" in self.page.names

    @cached_property
    def is_about_folder(self) -> bool:
        """Whether the path of such a page names the folder that it is about."""
        return "folder" in self.page.names

    @cached_property
    def says_more(self) -> bool:
        """Whether the path of such a page says more than what it is about, which then does not tell the path."""
        return len(self.page.names) > 1 and (self.is_about_file or self.is_about_folder)

    @cached_property
    def quotes_source(self) -> bool:
        """Whether pages of the kind quote what they are about."""
        return any(isinstance(content, SourceContent) for place in self.all_sections for content in place.spec.content)

    @cached_property
    def parents(self) -> dict[SectionPlace, SectionPlace]:
        """The section that each section of a lower level lies in."""
        return {child: place for place in self.all_sections for child in place.children}


class LanguageSpec(Model):
    """What the pages say about files with an extension, or of a name."""

    type: TemplateText
    fence: str = Field(default="", description="The info string of a fence around such a file.")
    family: str = Field(default="", description="A name that conditions can ask for.")


class Proof(Model):
    """What in a source makes a statement about it true; any of these is enough.

    Only code counts, without comments and strings unless these are asked for, and beside it the path of the source and
    what it imports. Of configuration and data (YAML, CMake) everything counts. Prose proves nothing. Where it cannot be
    told what is code, because the language is not known, the statement is not judged.
    """

    names: list[DottedName] = Field(
        default=[],
        description="Names and keywords, as whole words: `try`. With a dot, one behind another: `torch.compile`, "
        "which is also found in `torch::compile`, but not in `compile`.",
    )
    calls: list[Identifier] = Field(
        default=[],
        description="Functions that are called, or handed on, by their own name: `eval` as in `eval(x)` and "
        "`map(eval, all)`, but not as in `model.eval()`, `def eval(x)` or `run(eval=True)`.",
    )
    words: list[Word] = Field(
        default=[],
        description="Words that names are made of, in any case: `jit` is in `nb_jit` and `JITCache`, not in `jitter`.",
    )
    parts: list[LowerCase] = Field(
        default=[], description="Parts of names, in any case: `cache` is in `lru_cache`, `CacheKey` and `kvcached`."
    )
    strings: list[LowerCase] = Field(
        default=[],
        description="Parts of what stands in strings, in any case, where that is as good as code: `cuda` in "
        '`move("cuda:0")`. Docstrings do not count.',
    )
    comments: list[LowerCase] = Field(
        default=[],
        description="Parts of what stands in comments and docstrings, in any case, where that tells what the code does "
        "without saying so: `cache` in `# Cache the result.`",
    )
    languages: list[str] = Field(
        default=[], description="Languages, by their ids, of which the statement is always true: `shell`, `cuda`."
    )
    never: list[str] = Field(
        default=[], description="Languages of which it is never true, whatever words a file has: `toml`, `csv`."
    )
    apart: list[DottedName] = Field(
        default=[],
        description="Dotted names that prove nothing, although a part of them would: with `re.compile`, `compile` only "
        "counts where it stands without `re`.",
    )

    @property
    def is_empty(self) -> bool:
        """Whether nothing could prove the statement."""
        return not any((self.names, self.calls, self.words, self.parts, self.strings, self.comments, self.languages))


class ClaimSpec(Statement):
    """A statement of a closed set."""

    text: Patterns
    approximate: bool = Field(default=False, description="Its figures are meant to be rough.")
    proof: Proof | None = Field(default=None, description="What makes it true; without it, it is not judged.")
    trigger: list[Annotated[str, Field(min_length=1)]] = Field(
        default=[],
        description="What makes the generator say so: texts that it looks for in a source, or in its path if that is "
        "what the statement is judged by, in any case. With these it can be told where they stand instead.",
    )
    repeats: Names = Field(
        default=[], description="Statements of which it says nothing else, by set and name: `purpose.testing`."
    )


class Correction(Model):
    """Words that the generator puts together wrongly, as they stand in its statements and fixed texts."""

    wrong: str = Field(min_length=1)
    right: str


class DescriptionSpec(Model):
    """A description that the pages have of files, with what it is true of. Of other files it is not judged."""

    text: str
    right: list[str] = Field(default=[], description="The languages (by their ids) for whose files it is the word.")
    wrong: list[str] = Field(default=[], description="The languages whose files are something else.")
    right_names: list[str] = Field(
        default=[], description="Names of files that it is true of, whatever their language is."
    )
    wrong_names: list[str] = Field(
        default=[], description="Names of files that are something else, with `*` for any characters."
    )


class FillerSpec(Model):
    """A description that says nothing: it only repeats the name, which its holes hold as the entry does."""

    text: TemplateText
    unless: list[str] = Field(default=[], description="It is let be of folders with one of these files.")


class Format(Model):
    """A format: the pages of one generator."""

    name: str
    docs_root: str = Field(description="The folder that the pages lie in, from the repository root.")
    root_name: str = Field(default="", description="How the pages call the root folder.")
    parameters: list[str] = Field(
        default=[], description="Holes with one value in all pages, such as the project's name."
    )
    values: dict[str, str] = Field(default={}, description="Values of parameters, where they are known beforehand.")
    footer: list[PatternText] = []
    language: dict[str, LanguageSpec] = Field(
        default={}, description="By extension, or by the name of a file; `*` for all others."
    )
    claims: dict[str, dict[str, ClaimSpec]] = {}
    description: list[DescriptionSpec] = []
    filler: list[FillerSpec] = []
    artificial: list[TemplateText] = Field(
        default=[], description="Keywords that the generator makes up, and nobody looks up."
    )
    own_files: list[str] = Field(
        default=[],
        description="Files of the generator itself, its script and its logs: names, or paths from the root with a `/` "
        "in them, with `*` for any characters.",
    )
    terms: list[Annotated[str, Field(min_length=1)]] = Field(
        default=[],
        description="Proper names that the generator writes in other capitals in its statements and fixed texts: "
        "`CMake`. Names in code are left alone.",
    )
    corrections: list[Correction] = Field(
        default=[], description="Words that the generator puts together wrongly, and what they should be."
    )
    kind: list[Kind]

    @property
    def docs_folder(self) -> str:
        """The folder that the pages are in, from the root of the repository; empty for the root itself."""
        return self.docs_root.strip("/")

    def at(self, below: str) -> str:
        """Return the path from the root of the repository of a page whose path is given from the docs folder."""
        return f"{self.docs_folder}/{below}" if self.docs_folder else below

    def below(self, path: str) -> str | None:
        """Return the path from the docs folder of a page whose path is given from the root of the repository.

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

    @cached_property
    def words(self) -> frozenset[str]:
        """The words of all that is the same on the pages: headings, labels and sentences; in lower case."""
        texts = [*_texts(self.kind), *_texts(self.claims), *_texts(self.footer), *_texts(self.language)]
        texts += [spec.text for spec in self.description]
        return frozenset(word for text in texts for word in _WORD.findall(_HOLE.sub(" ", text).casefold()))


_HOLE = re.compile(r"\{[^{}]*\}")
_WORD = re.compile(r"[^\W\d_]{2,}")


def _texts(value: Any) -> Iterator[str]:
    """The texts of a part of a format that stand on pages: patterns, and the keys, labels and headers of lists."""
    match value:
        case Pattern() | Template():
            yield value.text
        case dict() | list():
            for one in value.values() if isinstance(value, dict) else value:
                yield from _texts(one)
        case BaseModel():
            for name in ("key", "label"):
                yield str(getattr(value, name, "")) if isinstance(value, FieldSpec | ListingContent) else ""
            yield from getattr(value, "header", ())
            for name in type(value).model_fields:
                yield from _texts(getattr(value, name))
