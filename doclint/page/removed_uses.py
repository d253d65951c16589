"""Where the code on a page uses names that a change removed."""

import re
from collections.abc import Collection, Iterable, Iterator
from posixpath import basename, dirname
from typing import NamedTuple

from doclint.errors.expressions import expression
from doclint.errors.tables import names
from doclint.markdown.nodes import CodeBlock
from doclint.markdown.source import Places, Span
from doclint.packages.manifests import normal
from doclint.packages.routes import is_same
from doclint.page.endpoints import endpoints, has_endpoints
from doclint.page.page import Page
from doclint.page.wanted_extras import wanted_extras
from doclint.repository.history import RemovedName
from doclint.source.language import ECMASCRIPT, language_of, languages_of_fence

_WORD = expression(r"[A-Za-z_]\w++")
_CALL = r"(?:\([^()\n]{{0,80}}\))?+"
# A use of a name, with what it is of: `client.stream`, `Client::stream`, `shop.Basket().add`.
_QUALIFIED = (
    rf"(?:(?<![\w$])(?P<of>\w++){_CALL}[ \t]*+(?:\.|::|->|\?\.|#)[ \t]*+)?+"
    r"(?P<name>(?<![\w$-]){name}(?![\w-]))"
)
_SPAN = rf"[~!@]?+(?:[\w$]++{_CALL}(?:\.|::|->|#))*?{_QUALIFIED}(?:<[^<>\n]*>)?+(?:\([^\n]*\))?+;?+\Z"
_DIRECTIVE = r"^[ \t]*+(?::::|\.\. auto\w++::)[ \t]++(?P<path>[\w.]*\b{name})[ \t]*+$"
_IMPORT = (
    r"\bfrom[ \t]++(?P<module>[\w.]++)[ \t]++import\b[\w\s,()]{{0,500}}?\b{name}\b"
    r"|\b{name}\b[^\n;]{{0,300}}?\bfrom[ \t]*+['\"](?P<package>[^'\"\n]++)"
)
_DEFINED = (
    r"\b(?:def|class|function|func|fn|fun|const|let|var|val|struct|interface|type)[ \t]++{name}\b"
    r"|^[ \t]*+{name}[ \t]*+=(?!=)"
)
_COMMENT = expression(r"(?:\A|\s)(?:#|//|--)[^\n]*\Z")
_PROMPT = expression(r"(?m)^>>> ")
_HUMP = expression(r"[a-z0-9][A-Z]|[A-Z]{2}[a-z]|[A-Za-z0-9]_[A-Za-z0-9]")
# Names that classes of many libraries have: only with the class or the module in front of them, one is meant.
_COMMON = names("doclint.page", "common-members")
_CODE = frozenset({"pycon", "ipython", "ipython3", "py", "python"})
_LONGEST = 300  # characters of a code span or a heading that uses a name
_LEAST = 6  # letters of a name that is distinctive


class RemovedUse(NamedTuple):
    """A place on a page, and the name that it uses, which a change removed.

    `written` is the whole name, and `of` what the page says has an extra.
    """

    span: Span
    name: RemovedName
    written: str
    of: str = ""


def removed_uses(page: Page) -> list[RemovedUse]:
    """Return where a page uses what a change removed, in document order, and a name once for a fence.

    Names are in code spans, headings, directives of mkdocstrings and Sphinx, and fences in the language of the source.
    A common name counts only with its class or module in front of it, or below a heading about that. Extras are in
    commands that install something; endpoints have a method in front of them.
    """
    removed = page.repository.removed if page.repository else ()
    if not removed:
        return []
    names = [one for one in removed if one.kind == "name"]
    words = set(_WORD.findall(page.own_text)) if any(one.name in page.own_text for one in names) else set()
    known = [one for one in names if one.name in words and not words.isdisjoint(_around(one))]
    found = {
        span: RemovedUse(span, one, f"{one.owner}.{one.name}".lstrip(".")) for one in known for span in _uses(page, one)
    }
    others = [one for one in removed if one.kind != "name"]
    return sorted([*found.values(), *_other_uses(page, others)])


def _other_uses(page: Page, removed: Collection[RemovedName]) -> Iterator[RemovedUse]:
    """Yield where a page uses extras and endpoints that a change removed."""
    extras = {(one.owner, one.name): one for one in removed if one.kind == "extra"}
    for wanted in wanted_extras(page) if extras else ():
        owners = {owner for owner, _ in extras} if wanted.distribution == "." else {normal(wanted.distribution)}
        for name in (extras.get((owner, normal(wanted.name))) for owner in sorted(owners)):
            if name is not None:
                yield RemovedUse(wanted.span, name, f"{name.owner}[{name.name}]", wanted.distribution)
    gone = [(tuple(one.name.split("/")), one) for one in removed if one.kind == "endpoint"]
    for endpoint in endpoints(page) if gone and has_endpoints(page) else ():
        answered = (
            one for path, one in gone if endpoint.method in one.owner and is_same(path, endpoint.segments, one.path)
        )
        name = next(answered, None)
        if name is not None:
            yield RemovedUse(endpoint.span, name, f"{endpoint.method} {endpoint.path}")


def _around(name: RemovedName) -> set[str]:
    """Return the names of the class, the modules and the folders around a name: each page about it has one of them."""
    return {name.owner.rpartition(".")[2] or name.name, *_modules(name.path)}


def _modules(path: str) -> list[str]:
    """Return the names under which sources import another: of its file and its folders, the outermost first."""
    stem = basename(path).partition(".")[0]
    folders = [one.replace("-", "_") for one in dirname(path).split("/") if one not in ("", "src", "lib")]
    return [*folders, *([] if stem in ("__init__", "index", "mod", "lib") else [stem])]


def _uses(page: Page, name: RemovedName) -> Iterator[Span]:
    word = re.escape(name.name)
    if _is_of_others(page, name, word):
        return
    in_span = re.compile(_SPAN.format(name=word))
    for code in page.document.code_spans:
        match = in_span.match(code.text) if name.name in code.text and len(code.text) < _LONGEST else None
        if match and _is_meant(page, name, match["of"], code.start, is_called=code.text.endswith(")")):
            yield code.span
    for heading in page.document.headings:
        text = heading.text if name.name in heading.text and len(heading.text) < _LONGEST else ""
        match = in_span.match(text) if "`" not in page.text(heading.span) else None
        is_code = match is not None and ("(" in text or "_" in text or match["of"])
        if match and is_code and _is_meant(page, name, match["of"], heading.start, is_called="(" in text):
            yield heading.span
    fences = Places(block.content for block in page.document.code_blocks)
    for match in re.finditer(_DIRECTIVE.format(name=word), page.source.text, re.MULTILINE):
        span = Span(*match.span("path"))
        if _leads_to(name, match["path"].split(".")[:-1]) and not fences.meet(span):
            yield span
    for block in page.document.code_blocks:
        yield from _in_fence(page, block, name, word)


def _is_of_others(page: Page, name: RemovedName, word: str) -> bool:
    """Whether the examples of a page import the name from elsewhere, and never from where it was."""
    found = list(re.finditer(_IMPORT.format(name=word), page.source.text))
    return bool(found) and not any(_is_imported(name, one) for one in found)


def _is_imported(name: RemovedName, match: re.Match[str]) -> bool:
    module = (match["module"] or match["package"]).split("/")[-1]
    return not {*module.replace("-", "_").split(".")}.isdisjoint(_modules(name.path))


def _leads_to(name: RemovedName, parts: list[str]) -> bool:
    """Whether the parts of a dotted name before the last one lead to what was removed."""
    owner = name.owner.split(".") if name.owner else []
    before = parts[: len(parts) - len(owner)]
    return parts[len(before) :] == owner and bool(before or owner) and {*before} <= {*_modules(name.path)}


def _in_fence(page: Page, block: CodeBlock, name: RemovedName, word: str) -> Iterator[Span]:
    if name.name not in block.text or not _is_in_language(block, name):
        return
    text = page.text(block.content)
    if re.search(_DEFINED.format(name=word), text, re.MULTILINE):
        return
    imported = re.search(_IMPORT.format(name=word), text)
    from_here = imported is not None and _is_imported(name, imported)
    if imported is not None and not from_here:
        return
    for match in re.finditer(_QUALIFIED.format(name=word), text):
        line = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
        is_called = text.startswith("(", match.end())
        if _COMMENT.search(line) or line.count('"') % 2 or line.count("'") % 2:
            continue
        if from_here or _is_meant(page, name, match["of"], block.start, is_called=is_called, in_fence=True):
            start = block.content.start + match.start("name")
            yield Span(start, start + len(name.name))
            return


def _is_in_language(block: CodeBlock, name: RemovedName) -> bool:
    language = language_of(name.path)
    id_ = language.id if language else ""
    if id_ == "python" and (block.language in _CODE or _PROMPT.search(block.text)):
        return True
    found = languages_of_fence(block.info)
    return id_ in found or (id_ in ECMASCRIPT and not found.isdisjoint(ECMASCRIPT))


def _is_meant(
    page: Page, name: RemovedName, of: str | None, start: int, *, is_called: bool, in_fence: bool = False
) -> bool:
    """Whether a use at a place means the name that was removed, and nothing else of this name."""
    owner = name.owner.rpartition(".")[2]
    if of is not None and of not in ("self", "this"):
        if owner:
            return _is_instance(of, owner) or (
                _is_distinctive(name.name) and of[:1].islower() and not _is_module(page, of)
            )
        return of in _modules(name.path) and not _is_assigned(page, of)
    if in_fence and (owner or not is_called):
        return False
    if _is_distinctive(name.name):
        return True
    words = {owner} if owner else {*_modules(name.path)[-1:]}
    return any(not words.isdisjoint(_WORD.findall(text)) for text in _headings_above(page, start))


def _is_instance(word: str, owner: str) -> bool:
    """Whether a word is the name of a class, or of an instance that is called after it."""
    return word == owner or (len(owner) > 1 and word.replace("_", "").lower() == owner.lower())


def _is_distinctive(name: str) -> bool:
    return len(name.strip("_")) >= _LEAST and _HUMP.search(name.strip("_")) is not None and name not in _COMMON


def _is_module(page: Page, word: str) -> bool:
    """Whether an example of a page imports a module by some name."""
    return re.search(rf"\bimport[ \t]+(?:[\w.]+[ \t]+as[ \t]+)?{re.escape(word)}\b", page.source.text) is not None


def _is_assigned(page: Page, word: str) -> bool:
    """Whether an example of a page gives a variable some name, which then means no module."""
    return re.search(rf"(?m)^[ \t]*{re.escape(word)}[ \t]*=(?!=)", page.source.text) is not None


def _headings_above(page: Page, start: int) -> Iterable[str]:
    """Yield the headings above a place, up to the title of the page."""
    level = 7
    for heading in reversed([one for one in page.document.headings if one.start < start]):
        if heading.level < level:
            level = heading.level
            yield heading.text
