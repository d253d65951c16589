"""Changes of the pages of OpenAPI Generator for Python, and of their sources, wherever a tree has a place for them."""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from format_trees import FormatTree, Mutation

_CLASS = re.compile(r"(?m)^class (\w+)\(?([^:)]*)")
_SUFFIX = "_s"
# Rules for places that use what changed. Whether a page quotes a template, only its source can tell.
_OF_USES = frozenset(
    "broken-anchor broken-import incomplete-example unexpanded-template unknown-attribute wrong-arguments".split()
)


@dataclass(frozen=True)
class ChangeKind:
    """A kind of change: what a pattern matches on a page or, if it is `of_source`, in its source is replaced.

    `new` is a template of `re.Match.expand`, in which `~` is what makes a name another one; None deletes the file.
    `pages` is the kind of page that it is for. `rules` are those that may report it: one of them has to, once.
    """

    name: str
    pages: str
    pattern: str
    new: str | None
    rules: tuple[str, ...]
    of_source: bool = False

    @property
    def beside(self) -> frozenset[str]:
        """The rules that may report other places, where what changed is used."""
        return _OF_USES - {*self.rules}


def _page(name: str, pages: str, pattern: str, new: str, *rules: str) -> ChangeKind:
    return ChangeKind(name, pages, pattern, new, rules)


def _source(name: str, pages: str, pattern: str, new: str | None, *rules: str) -> ChangeKind:
    return ChangeKind(name, pages, pattern, new, rules, of_source=True)


_ROW = r"\*\*(?P<name>\w+)\*\* \| "
_FIELD = r"^    (?P<name>(?!additional_properties|_|model_config|Contact)\w+): "
_METHOD = r"^    def (?P<name>(?!_)\w+(?<!_http_info)(?<!_preload_content))\(\n        self,\n"
_SECTION = r"^### (?P<name>Return type|Authorization|HTTP request headers|HTTP response details)\n"
_QUOTE = r"^> (?P<head>[^(\n]*)\("

KINDS = (
    _page("rename a property", "model", rf"^{_ROW}", r"**\g<name>~** | ", "unknown-member"),
    _page("remove a property", "model", rf"^{_ROW}.*\n", "", "missing-member"),
    _page(
        "invent a property", "model", rf"^({_ROW}.*\n)", r"\1**one~** | **str** |  | [optional] \n", "unknown-member"
    ),
    _page("retype a property", "model", rf"^({_ROW})\*\*str\*\*", r"\1**int**", "wrong-type"),
    _page("retype a list", "model", rf"^({_ROW}\*\*List\[)str\]", r"\1int]", "wrong-type"),
    _page("link another type", "model", rf"^({_ROW})\[\*\*\w+\*\*\]\(\w+\.md\)", r"\1**str**", "wrong-type"),
    _page("require a property", "model", rf"^({_ROW}.*\| )\[optional\] ?$", r"\1", "wrong-optionality"),
    _page("call a property optional", "model", rf"^({_ROW}.*\|) ?$", r"\1 [optional]", "wrong-optionality"),
    _page("change a default", "model", r"\[default to '(\w+)'\]", r"[default to '\1~']", "wrong-default"),
    _page("change a default number", "model", r"\[default to (\d+)\]", r"[default to \g<1>1]", "wrong-default"),
    _page("rename a section", "model", r"## Properties", "## Fields", "unexpected-section", "missing-section"),
    _page("remove a heading", "model", r"## Properties\n", "", "missing-section", "missing-content"),
    _page("change the title", "model", r"\A# (\w+)", r"# \1~", "unknown-member", "wrong-subject"),
    _page("show another model", "model", r"import ([A-Z]\w+)", r"import \1~", "broken-import"),
    _page("remove the footer", "model", r"\n\[\[Back to Model list\]\].*\n", "\n", "missing-section"),
    _page("rename a value", "enum", r"\* `(\w+)`", r"* `\1~`", "unknown-member"),
    _page("change a value", "enum", r"\(value: `'(.+?)'`\)", r"(value: `'\1~'`)", "wrong-value"),
    _page("remove a value", "enum", r"^\* `(\w+)`.*\n\n", "", "missing-member"),
    _page("rename a parameter", "api", rf"^ {_ROW}", r" **\g<name>~** | ", "unknown-parameter"),
    _page("remove a parameter", "api", rf"^ {_ROW}.*\n", "", "missing-parameter"),
    _page("retype a parameter", "api", rf"^( {_ROW})\*\*str\*\*\|", r"\1**int**|", "wrong-type"),
    _page("require a parameter", "api", rf"^( {_ROW}.*\| )\[optional\] ?$", r"\1", "wrong-optionality"),
    _page("call a parameter optional", "api", rf"^( {_ROW}.*\|) ?$", r"\1 [optional]", "wrong-optionality"),
    _page("swap parameters", "api", rf"{_QUOTE}(\w+), (\w+)(?=[,)])", r"> \g<head>(\3, \2", "misordered-parameters"),
    _page("rename in a signature", "api", rf"{_QUOTE}(\w+)(?=[,)])", r"> \g<head>(\2~", "unknown-parameter"),
    _page("remove from a signature", "api", rf"{_QUOTE}(\w+), (?=\w)", r"> \g<head>(", "missing-parameter"),
    _page("change a result", "api", r"^> ([A-Z]\w+) (?=\w+\()", r"> \1~ ", "wrong-type"),
    _page("rename an operation", "api", r"^# \*\*(\w+)\*\*$", r"# **\1~**", "unknown-member"),
    _page("rename in the index", "api", r"^\[\*\*(\w+)\*\*\](?=\(\w+\.md#)", r"[**\1~**]", "unknown-member"),
    _page(
        "remove from the index",
        "api",
        r"^\[\*\*(\w+)\*\*\]\(\w+\.md#.*\n(?=\[)",
        "",
        "missing-member",
        "incomplete-index",
    ),
    _page("rename a subsection", "api", r"### Parameters", "### Arguments", "missing-section"),
    _page("remove a subsection", "api", rf"{_SECTION}[^#]*?(?=### )", "", "missing-section"),
    _page(
        "swap subsections",
        "api",
        r"^(### Return type\n[^#]*?)(### Authorization\n[^#]*?)(?=### )",
        r"\2\1",
        "misplaced-section",
    ),
    _page("link a page that is not there", "api", r"\]\((\w+)\.md\)", r"](\1~.md)", "broken-link"),
    _source("rename a field", "model", _FIELD, r"    \g<name>~: ", "unknown-member"),
    _source("remove a field", "model", rf"{_FIELD}.*\n", "", "unknown-member"),
    _source("add a field", "model", rf"({_FIELD})", r"    one~: int = 1\n\1", "missing-member"),
    _source("retype a field", "model", rf"({_FIELD}(?:Optional\[)?)StrictStr(?=\W)", r"\1StrictInt", "wrong-type"),
    _source(
        "change the default of a field",
        "model",
        rf"({_FIELD}\S+ = (?:Field\(default=)?)'\w+'",
        r"\1'~'",
        "wrong-default",
    ),
    _source("rename a model", "model", r"^class (\w+)\(BaseModel", r"class \1~(BaseModel", "unknown-member"),
    _source("delete a model", "model", r"\A[\s\S]*", None, "orphan-page"),
    _source("rename a value in the source", "enum", r"^    ([A-Z]\w+) = '", r"    \1~ = '", "unknown-member"),
    _source("change a value in the source", "enum", r"^(    [A-Z]\w+ = )'", r"\1'~", "wrong-value"),
    _source("add a value", "enum", r"^(    [A-Z]\w+ = ')", r"    ONE = '1'\n\1", "missing-member"),
    _source("rename a method", "api", _METHOD, r"    def \g<name>~(\n        self,\n", "unknown-member"),
    _source("add a method", "api", rf"({_METHOD})", r"    def one(self): ...\n\n\1", "missing-member"),
    _source("add a parameter", "api", rf"({_METHOD})", r"\1        one: int,\n", "missing-parameter"),
    _source(
        "rename a parameter in the source",
        "api",
        rf"({_METHOD})        (?!_)(\w+)(?=:)",
        r"\1        \3~",
        "unknown-parameter",
    ),
    _source(
        "remove a parameter from the source", "api", rf"({_METHOD})        (?!_)\w+:.*\n", r"\1", "unknown-parameter"
    ),
    _source(
        "retype a parameter in the source",
        "api",
        rf"({_METHOD}        (?!_)\w+: (?:Annotated\[)?)StrictStr",
        r"\1StrictInt",
        "wrong-type",
    ),
    _source("delete an API", "api", r"\A[\s\S]*", None, "orphan-page"),
)


@dataclass(frozen=True)
class _PagePair:
    page: str
    source: str


@dataclass
class OpenApiTree:
    """A client with its pages. Wrappers of other models are left out: their pages are wrong as they are."""

    tree: FormatTree

    @cached_property
    def pairs(self) -> dict[str, list[_PagePair]]:
        """The pages by their kind, each with its source."""
        classes = {}
        for path in self.tree.files:
            if path.endswith(".py") and ("/api/" in path or "/models/" in path):
                for name, bases in _CLASS.findall(self._text(path)):
                    classes[name] = path, "enum" if "Enum" in bases else "api" if "/api/" in path else "model"
        found: dict[str, list[_PagePair]] = {"api": [], "enum": [], "model": []}
        for page in self.tree.pages:
            name = page.rpartition("/")[2].removesuffix(".md")
            if name in classes and "actual_instance" not in self._text(classes[name][0]):
                source, kind = classes[name]
                found[kind].append(_PagePair(page, source))
        return found

    def draw(self, kind: ChangeKind, most: int) -> list[Mutation]:
        """Return some changes of a kind, each on another page: always the same ones."""
        chance = random.Random(kind.name)  # noqa: S311
        pairs = chance.sample(self.pairs[kind.pages], len(self.pairs[kind.pages]))
        drawn: list[Mutation] = []
        for pair in pairs:
            if len(drawn) < most and (places := list(self._places(kind, pair))):
                drawn.append(chance.choice(places))
        return drawn

    def _places(self, kind: ChangeKind, pair: _PagePair) -> Iterator[Mutation]:
        file = pair.source if kind.of_source else pair.page
        text = self._text(file)
        for match in re.finditer(kind.pattern, text, re.MULTILINE):
            if text.find(match[0]) == match.start():
                new = None if kind.new is None else match.expand(kind.new).replace("~", _SUFFIX)
                yield Mutation(kind.name, file, match[0], new, kind.rules[0], pair.page)

    def _text(self, path: str) -> str:
        return self.tree.files[path].decode()
