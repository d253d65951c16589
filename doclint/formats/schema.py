"""The schema of a format file, as pydantic models.

A format describes the pages of one generator: the kinds of page, the sections of a kind, and the content of each
section. Texts are patterns (`doclint.formats.pattern`): Markdown with named holes. Some names of holes have a meaning:

* `path` or `folder` in the pattern of a page's path: the file or folder that the page is about;
* `path`, `folder`, `name`, `ext`, `language.type`, `language.fence` and every hole of the page's path, anywhere else:
  doclint knows the correct value, and compares it;
* the parameters of the format: they have one value in all pages;
* `symbol` in a symbol, `module` in an import: the name itself; `value` beside the symbol of a macro: its value;
* `bytes` and `kb` in a field: the size of the file in two units; `lines`: the number of its lines;
* `page.KIND` as a destination: the page of that kind about the subject of this page, or about the folder of the
  subject; `parent.KIND`: the page about the folder that contains that folder;
* `snippet`: a verbatim piece of the source;
* a kind of symbols in the plural (`classes`, `functions`), or `imports`, in a claim: the number of them in the source;
  `entries`: the number of entries in the lists of the page;
* `file`, `subfolder` in a listing that `lists` files or folders, and `subfolder` in any entry or heading: the name of
  one in the folder that the page is about;
* `sibling` in an entry: another file in the folder of the page's subject;
* `files`, `folders` in a claim on a page about a folder: the number of them directly in it; `files` beside `extension`
  in an entry: the number of files with that extension;
* `description` in an entry: its description; `count`: how often it occurs;
* `commit`, `generated` and `version`: the state of the sources, the time, and the generator that the page comes from.

All other names have no meaning of their own.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, Literal, TypeAlias, TypeVar

from pydantic import (
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    GetPydanticSchema,
    Tag,
)
from pydantic_core import core_schema
from typing_extensions import TypeAliasType

from doclint.errors.validation import kebab
from doclint.formats.pattern import Pattern
from doclint.formats.template import Template


def _compiled(compile_text: type[Any]) -> GetPydanticSchema:
    """Return a mark for a string of the file that the model keeps compiled."""

    def schema(_source: Any, _handler: Any) -> core_schema.CoreSchema:
        return core_schema.no_info_after_validator_function(compile_text, core_schema.str_schema())

    return GetPydanticSchema(schema)


class _OneOrMore:
    """A mark for lists whose only item may be written without the list.

    `BeforeValidator(json_schema_input_type=...)` does this too, but builds a schema for the alternative at every start.
    """

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        return core_schema.no_info_before_validator_function(_as_list, handler(source))

    def __get_pydantic_json_schema__(
        self, schema: core_schema.CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        items = handler(schema)
        return {"anyOf": [items["items"], items]}


def _as_list(value: Any) -> Any:
    return value if isinstance(value, list) else [value]


PatternText = Annotated[Pattern, _compiled(Pattern)]
TemplateText = Annotated[Template, _compiled(Template)]

# Alternatives: the first one that matches counts. A single one may be written without the list.
Patterns = Annotated[list[PatternText], _OneOrMore()]
Names = Annotated[list[str], _OneOrMore()]


class Model(BaseModel):
    """The base of all parts of a format."""

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
"""What a page calls a name. A definition is anything that a source defines, an identifier any word of it."""


class When(Model):
    """A condition on the file that a page is about: one of these language families, one of these extensions."""

    family: Names = []
    ext: Names = []


Identifier = Annotated[str, Field(pattern=r"^[A-Za-z_]\w*$")]
DottedName = Annotated[str, Field(pattern=r"^[A-Za-z_]\w*(\.[A-Za-z_]\w*)?$")]
LowerCase = Annotated[str, Field(pattern=r"^[^A-Z]+$")]
Word = Annotated[str, Field(pattern=r"^[a-z]+$")]


class Subjects(Model):
    """Files and folders, by their paths and types: those that meet all given conditions.

    Names consist of words, which end at characters other than letters and where capitals begin: `latest_test.py` has
    the words `latest`, `test` and `py`. A part of a word meets a condition on the words of a name: `test` is in
    `unit-tests`, and also in `runtests`.
    """

    path: list[Word] = Field(
        default=[], description="Parts of the name of a folder that contains it, or of its own name."
    )
    folders: list[Word] = Field(default=[], description="Parts of the name of a folder that contains it.")
    name: list[Word] = Field(default=[], description="Parts of its own name.")
    apart: list[Word] = Field(
        default=[],
        description="Parts of words that contain one of the other parts by chance: `latest` is not a `test`. Words "
        "with such a part do not count.",
    )
    top: Annotated[list[LowerCase], _OneOrMore()] = Field(
        default=[], description="The outermost folder that contains it, or that it is, by its whole name, in any case."
    )
    languages: list[str] = Field(
        default=[], description="The types of file, by the ids of their languages: `markdown`, `python`."
    )
    empty: bool = Field(default=False, description="Whether it must have no content.")

    @property
    def is_empty(self) -> bool:
        """Whether there is no condition."""
        return not any((self.path, self.folders, self.name, self.top, self.languages, self.empty))


# Alternatives, one of which must be met. A single one may be written without the list.
AnySubjects = Annotated[list[Subjects], _OneOrMore()]


class Statement(Model):
    """A text that a generator chooses: its role, and the files and folders that it is true of."""

    role: Literal["", "default", "placeholder"] = Field(
        default="",
        description="`default`: the generator had nothing to say. `placeholder`: it announces text that never comes.",
    )
    true_of: AnySubjects = Field(default=[], description="The text is true only of these files or folders.")
    false_of: AnySubjects = Field(default=[], description="The text is not true of these files or folders.")
    groundless_of: AnySubjects = Field(
        default=[],
        description="The text may be true of these files or folders, but the generator had no ground for it.",
    )
    about: str = Field(
        default="",
        description="The hole that names the file or folder that the text is about, in any case, without path.",
    )


class Content(Model):
    """One element of a section's content."""

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
    """Statements from a closed set: sentences of one paragraph, or items of a list."""

    shape: Literal["claims"]
    of: str = Field(description="A set under `claims` of the format.")
    layout: Literal["sentences", "items"] = "items"


class FieldSpec(Model):
    """One field of a list of fields: the item ``- **Key**: value``."""

    key: str
    value: Patterns
    empty: PatternText | None = Field(
        default=None, description="What the generator writes for an empty value: all holes are then empty."
    )
    optional: bool = False


class FieldsContent(Content):
    """A list of fields: metadata."""

    shape: Literal["fields"]
    items: list[FieldSpec]


Children: TypeAlias = Literal["", "files", "folders"]
CHILD = {"files": "file", "folders": "subfolder"}
"""The hole for the name of one item of a listing, by what it lists."""

_LISTS = "On a page about a folder: the items are all files, or all folders, that lie directly in it and have pages."


class ListingContent(Content):
    """A list of named things: the items of a list, or a paragraph with a label such as ``**Label**: `a`, `b` ``."""

    item: Patterns
    label: str = Field(default="", description="The label of a paragraph, without markup; empty for a list.")
    cap: int | None = Field(default=None, description="The generator stops after this many items.")
    order: Literal["text"] | None = Field(
        default=None, description="How the items are sorted: by the text of their first hole."
    )
    choice: bool = Field(
        default=False, description="Whether the page claims that the items are the important ones of their folder."
    )
    lists: Children = Field(default="", description=_LISTS)


class SymbolsContent(ListingContent):
    """Names that the source defines according to the page; the hole `symbol` matches one."""

    shape: Literal["symbols"]
    kind: Annotated[list[SymbolKind], _OneOrMore()] = Field(description="What the page calls the names: one of these.")


class ImportsContent(ListingContent):
    """Names that the source imports or includes according to the page; the hole `module` matches one."""

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
    """The quoted source: a fence that runs to the closing fence that the rest of the page follows.

    A kind has at most one, in the content of a section.
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
    """Free text, up to the next element that matches."""

    shape: Literal["prose"]
    of: Literal["", "docstring"] = Field(
        default="",
        description="What the text is taken from: `docstring` is the docstring of the module that the page is about.",
    )


class Group(Content):
    """Elements that are all present or all absent."""

    group: list["AnyContent"]


class OneOf(Content):
    """Alternatives: the first sequence that matches counts."""

    one_of: list[list["AnyContent"]]


def _content_tag(value: Any) -> str:
    """Return the tag of an element's model: its `shape`, or the key that only that model has."""
    if isinstance(value, dict):
        return next((key for key in ("one-of", "group") if key in value), str(value.get("shape", "")))
    return getattr(value, "shape", "group" if isinstance(value, Group) else "one-of")


AnyContent = TypeAliasType(
    "AnyContent",
    Annotated[
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
    ],
)


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
        description="What the generator writes instead: it matches as well, and a rule reports it.",
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
        default=False,
        description="Whether the section and those below it are an index, which is useless without entries.",
    )
    content: list[AnyContent] = []
    child: list["SectionSpec"] = []


@dataclass(frozen=True, slots=True, eq=False)
class SectionPlace:
    """A section in its place: the level of its heading, a key that is unique in its kind, and the sections below it."""

    spec: SectionSpec
    level: int
    key: str
    children: tuple["SectionPlace", ...]

    @property
    def texts(self) -> frozenset[str]:
        """All texts that its heading can have; empty if the format does not determine them."""
        patterns = (self.spec.heading, self.spec.emits or self.spec.heading)
        texts = [pattern.fixed for pattern in patterns]
        return frozenset(text for text in texts if text is not None and None not in texts)

    def walk(self) -> Iterator["SectionPlace"]:
        """Yield the place and all places below it, in the order of the page."""
        yield self
        for child in self.children:
            yield from child.walk()


def _places(specs: Sequence[SectionSpec], level: int, prefix: str) -> Iterator[SectionPlace]:
    for spec in specs:
        own = spec.level or level
        key = spec.key or prefix + _key(spec.heading)
        yield SectionPlace(spec, own, key, tuple(_places(spec.child, own + 1, f"{key}.")))


def _key(heading: Pattern) -> str:
    """Return the words of a heading in lower case, joined by hyphens."""
    return "-".join(re.findall(r"[^\W_]+", heading.text.casefold()))


_Content = TypeVar("_Content", bound=Content)


class Kind(Model):
    """A kind of page."""

    name: str
    page: TemplateText = Field(description="The path of such a page below the docs root.")
    title: PatternText
    content: list[AnyContent] = Field(default=[], description="The content between the title and the first section.")
    section: list[SectionSpec]
    epilogue: list[AnyContent] = Field(default=[], description="The content behind the footer.")

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
        """The sections of all levels that a heading may name, by the text of the heading; under None for other texts.

        Each section comes with whether the text alone makes it certain.
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
        """Whether the path of such a page has holes besides its subject, which then does not determine the path."""
        return len(self.page.names) > 1 and (self.is_about_file or self.is_about_folder)

    @cached_property
    def quotes_source(self) -> bool:
        """Whether pages of the kind quote what they are about."""
        return any(isinstance(content, SourceContent) for place in self.all_sections for content in place.spec.content)

    @cached_property
    def parents(self) -> dict[SectionPlace, SectionPlace]:
        """The section that contains each section of a lower level."""
        return {child: place for place in self.all_sections for child in place.children}


class LanguageSpec(Model):
    """What the pages say about files with an extension, or of a name."""

    type: TemplateText
    fence: str = Field(default="", description="The info string of a fence around such a file.")
    family: str = Field(default="", description="A name that conditions can ask for.")


class Proof(Model):
    """What makes a statement about a source true; any of these is enough.

    Only code counts, the path of the source and what it imports; comments and strings count only under their own keys.
    In configuration and data (YAML, CMake) all of the text counts except comments, patterns for paths, labels of
    several words and the names of targets; `.gitignore` proves nothing, and neither does prose. If the language is
    unknown, so that doclint cannot separate code from the rest, it does not check the statement.
    """

    names: list[DottedName] = Field(
        default=[],
        description="Names and keywords, as whole words: `try`. With a dot, one behind another: `torch.compile`, "
        "which is also found in `torch::compile`, but not in `compile`.",
    )
    calls: list[Identifier] = Field(
        default=[],
        description="Functions that are called or passed on by their own name: `eval` as in `eval(x)` and "
        "`map(eval, all)`, but not as in `model.eval()`, `def eval(x)` or `run(eval=True)`.",
    )
    words: list[Word] = Field(
        default=[],
        description="Words of names, in any case: `jit` is in `nb_jit` and `JITCache`, not in `jitter`.",
    )
    parts: list[LowerCase] = Field(
        default=[], description="Parts of names, in any case: `cache` is in `lru_cache`, `CacheKey` and `kvcached`."
    )
    strings: list[LowerCase] = Field(
        default=[],
        description="Parts of strings, in any case, where a string is as good as code: `cuda` in "
        '`move("cuda:0")`. Docstrings do not count.',
    )
    comments: list[LowerCase] = Field(
        default=[],
        description="Parts of comments and docstrings, in any case, where they describe what the code does not name: "
        "`cache` in `# Cache the result.`",
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
        "counts without `re`.",
    )

    @property
    def is_empty(self) -> bool:
        """Whether nothing could prove the statement."""
        return not any((self.names, self.calls, self.words, self.parts, self.strings, self.comments, self.languages))


class ClaimSpec(Statement):
    """A statement of a closed set."""

    text: Patterns
    approximate: bool = Field(default=False, description="Whether its figures are approximate.")
    proof: Proof | None = Field(
        default=None, description="What makes the statement true; without it, doclint does not check the statement."
    )
    trigger: list[Annotated[str, Field(min_length=1)]] = Field(
        default=[],
        description="Texts that make the generator choose the statement if they occur in a source, or in its path, in "
        "any case. With these, a message can show where the text occurs instead.",
    )
    repeats: Names = Field(default=[], description="Statements that mean the same, by set and name: `purpose.testing`.")


class Correction(Model):
    """Words that the generator combines wrongly in its statements and fixed texts."""

    wrong: str = Field(min_length=1)
    right: str


class DescriptionSpec(Model):
    """A description of files, and the files that it is true of. For other files, doclint does not check it."""

    text: str
    right: list[str] = Field(default=[], description="The languages, by their ids, whose files it describes.")
    wrong: list[str] = Field(default=[], description="The languages whose files it does not describe.")
    right_names: list[str] = Field(default=[], description="Names of files that it describes, whatever their language.")
    wrong_names: list[str] = Field(
        default=[], description="Names of files that it does not describe, with `*` for any characters."
    )


class FillerSpec(Model):
    """A description without information: its holes only repeat the name of the entry."""

    text: TemplateText
    unless: list[str] = Field(
        default=[], description="Files; doclint accepts the description for folders that have one of them."
    )


class Format(Model):
    """A format: the pages of one generator."""

    name: str
    docs_root: str = Field(description="The folder of the pages, from the repository root.")
    root_name: str = Field(default="", description="How the pages call the root folder.")
    parameters: list[str] = Field(
        default=[], description="Holes with one value in all pages, such as the project's name."
    )
    values: dict[str, str] = Field(default={}, description="Values of parameters that are known.")
    footer: list[PatternText] = []
    language: dict[str, LanguageSpec] = Field(
        default={}, description="By extension, or by the name of a file; `*` for all others."
    )
    claims: dict[str, dict[str, ClaimSpec]] = {}
    description: list[DescriptionSpec] = []
    filler: list[FillerSpec] = []
    artificial: list[TemplateText] = Field(
        default=[], description="Keywords that the generator makes up and readers do not look up."
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
        default=[], description="Words that the generator combines wrongly, and the right ones."
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
        """The words of all texts that pages share, such as headings, labels and sentences, in lower case."""
        texts = [*_texts(self.kind), *_texts(self.claims), *_texts(self.footer), *_texts(self.language)]
        texts += [spec.text for spec in self.description]
        return frozenset(word for text in texts for word in _WORD.findall(_HOLE.sub(" ", text).casefold()))


_HOLE = re.compile(r"\{[^{}]*\}")
_WORD = re.compile(r"[^\W\d_]{2,}")


def _texts(value: Any) -> Iterator[str]:
    """Yield the texts of a part of a format that pages have: patterns, and the keys, labels and headers of lists."""
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
