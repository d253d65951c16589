"""Citations: places in sources that a page names as its evidence, in whatever form it writes them."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from posixpath import basename, dirname, join
from typing import Literal, NamedTuple, TypeAlias
from urllib.parse import unquote

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.markdown.nodes import Definition, Link
from doclint.markdown.source import Places, Span
from doclint.page.links import destination_span, links_and_definitions, target_of
from doclint.page.page import Page
from doclint.repository.hosting import HostLink, glued, host_link, project_of
from doclint.repository.names import names_of
from doclint.repository.paths import above, shortest
from doclint.repository.repository import Repository, remembered
from doclint.source.language import language_of

Base: TypeAlias = Literal["root", "page", "host", "text"]
"""What the path of a citation is relative to: the root, what the links of the page are relative to, or the repository
on its host. In texts, it is whichever of the folders that the page is in has the file.
"""

_LINES_IN_BRACKETS = expression(r":L?\d[\d, \tL\u2013-]*+\]")
_NUMBER = r"(?:\d++|NaN|undefined|null|None)"
_RANGE = rf"L?{_NUMBER}(?:C\d++)?(?:[ \t]*+[-\u2013][ \t]*+L?{_NUMBER}(?:C\d++)?)?"
_RANGES = rf"{_RANGE}(?:[ \t]*+,[ \t]*+{_RANGE})*+"
_PARTS_OF_RANGE = expression(rf"L?(?P<first>{_NUMBER})(?:C\d++)?(?:[ \t]*+[-\u2013][ \t]*+L?(?P<last>{_NUMBER}))?")
# A `#` that ends a folder's name is part of the path: `C#/shop.cs#L3`.
_CITED = expression(
    rf"(?P<path>(?:[^#:]|#(?=/)|:(?!\d))++)(?:#(?=L)(?P<fragment>{_RANGES})|:(?P<suffix>{_RANGES})|[#:].*+)?\Z",
    re.DOTALL,
)
_FRAGMENT = expression(rf"(?=L){_RANGES}\Z")
_LABEL = expression(
    r"[\[` ]*+(?P<path>[^\s`\[\]():#|]++(?: [^\s`\[\]():#|]++)*?)"
    rf"(?:(?::|\#|[ \t]+\(?(?:lines?[ \t]+)?)(?=L?\d)(?P<lines>{_RANGES})\)?)?[\]` ]*+\Z"
)
_BRACKETED = expression(
    rf"(?<![\]!\w\\])\[(?P<path>[^\s`\[\]():#|]++):(?=L?\d)(?P<lines>{_RANGES})\](?![\[(:])"
    r"|\[[^\[\]\n]*+\]\((?P<file>file://[^()\n]*+(?:\([^()\n]*+\)[^()\n]*+)*+)\)"
)
_WINDOWS = expression(r"file://(?:[^\s()]|\([^\s()]*+\))*+(?=\))")
_IN_CODE = expression(r"(?P<path>[\w./@+~\\-]++):(?P<lines>L?\d++(?:-L?\d++)?)(?::\d++)?\Z")
_BEHIND_CODE = expression(rf" \((?:lines?[ \t]+)(?P<lines>{_RANGES})\)")
_SOURCE_FILE = expression(
    r"(?:^|(?<=\r))(?:[-*][ \t]+)?\*\*Source File\*\*:[ \t]*+`?(?P<paths>[^\s`,]++(?:`?,[ \t]*+`?[^\s`,]++)*+)",
    re.MULTILINE,
)
_LISTED = expression(r"(?P<path>[^\s`,]++)")
_REPOSITORY = expression(rf"repo://(?P<path>[^\s\"'#,\]]++)(?:#(?P<lines>{_RANGES}))?")
_GROUND = expression(rf"<!--[ \t]*+ground:[ \t]*+(?P<path>[^\s:]++)(?::(?P<lines>{_RANGES}))?[ \t]*+-->")
_SUFFIX = expression(r"(?<=\w)\.\w{1,10}\Z")
_SYMBOL = expression(r"`?(?P<name>[A-Za-z_]\w*+(?:(?:::|\.|\#)[A-Za-z_~]\w*+)*+)(?:\(\))?`?(?: \(\d++:\d++\))?\Z")
_SYMBOL_BEFORE = expression(r"`(?P<name>[A-Za-z_][\w.:]*+)(?:\([^`\n]{0,200}\))?`[ \t]\(\Z")
_ANCHOR_TEXT = expression(r"[^<>]*+>[ \t]*+(?:<code>)?(?P<name>[^<>\n]++)(?:</code>)?[ \t]*+</a>")
_LONGEST_SYMBOL = 250  # characters
_LONGEST_NUMBER = 12  # digits
_HOME = expression(r"(?P<home>(?:[^/.][^/]*+/)*[^/.][^/]*+)/\.[^/]++/")  # of a page
_COMMIT = expression(r"[0-9a-f]{7,40}\Z")
_LFS_POINTER = b"version https://git-lfs"
_LEAST = 2  # files of the repository that links to a project must lead to before it counts as this one


class LineRange(Struct, frozen=True):
    """A range of lines as a page writes it, from `first` to `last`, both included and counted from 1.

    What is not a number is None. `span` is its place on the page.
    """

    text: str
    first: int | None
    last: int | None
    span: Span

    def __str__(self) -> str:
        """Return the range as messages name it: `line 3`, `lines 1-9`."""
        text = self.text.replace("L", "")
        return f"line {text.partition('-')[0]}" if self.first == self.last else f"lines {text}"

    def fits(self, length: "Length | None") -> bool:
        """Whether a file of some length, which may not be known, can have these lines."""
        if not self.first or not self.last or self.last < self.first:
            return False
        return length is None or self.last <= length.last


class Citation(NamedTuple):
    """A file that a page cites: its path from the root, the ranges of lines, and the symbol that is said to be there.

    A path that begins with `../` or `/`, or with the letter of a drive, leads out of the repository. `ref` is the
    branch, tag or commit of an address on a host. `path_span` is the path as it is written on the page; None if that
    is not the path itself, because of escapes for instance.
    """

    path: str
    lines: tuple[LineRange, ...]
    symbol: str
    base: Base
    span: Span
    path_span: Span | None
    ref: str = ""

    @property
    def is_permanent(self) -> bool:
        """Whether an address names a commit, whose files never change."""
        return _COMMIT.match(self.ref) is not None


@remembered
def citations(page: Page) -> list[Citation]:
    """Return the citations of a page in a repository, in document order."""
    repository, document = page.repository, page.document
    if repository is None:
        return []
    # Most pages cite nothing, and searches of the whole text take longer than a look at some nodes.
    found: list[Citation] = []
    if _may_cite(page):
        found += _in_links(page, repository)
    if ("]" in document.visible and _LINES_IN_BRACKETS.search(document.visible)) or _has_unread_link(page):
        found += _in_brackets(page, repository)
    if "Source File" in document.visible:
        found += _in_fields(page)
    found += _in_code(page, repository)
    found += _in_metadata(page)
    return sorted(found, key=lambda one: one.span)


def _may_cite(page: Page) -> bool:
    """Whether a link can be a citation: it leads to lines, from the root or nowhere, or its label ends with a digit."""
    text = page.source.text
    for link in page.document.links:
        destination = link.destination
        if not destination or "#L" in destination or destination.startswith("file://"):
            return True
        if link.children and text[link.children[-1].end - 1].isdigit():
            return True
    return False


def _has_unread_link(page: Page) -> bool:
    """Whether a page has links to `file://` that Markdown does not read."""
    document = page.document
    return "(file://" in document.visible or any("(file://" in html.text for html in document.html)


def _in_links(page: Page, repository: Repository) -> Iterator[Citation]:
    links = [*links_and_definitions(page), *(one for one in page.document.links if one.kind == "autolink")]
    yield from _on_host(page, repository, [link for link in links if link.destination.startswith("http")])
    for link in links:
        destination = link.destination
        if destination.startswith("file://") and not destination.startswith("file:///"):
            yield from _from_root(page, link)
        elif not destination and isinstance(link, Link) and not link.image:
            yield from _named(page, repository, link)
        elif ":" not in destination and ("#L" in destination or _lines_of_label(page, link, link.path)):
            yield from _relative(page, link)


def _on_host(page: Page, repository: Repository, links: list[Link | Definition]) -> Iterator[Citation]:
    """Yield the citations among links to the repository on its host: those with lines, and others that name a file."""
    addresses = [(link, address) for link in links if (address := host_link(link.destination)) is not None]
    own = _own_projects(repository, [address for _, address in addresses])
    with_lines = Counter(address[:2] for link, address in addresses if "#L" in link.destination)
    for link, address in addresses:
        cites = with_lines[address[:2]] >= _LEAST and _is_named(page, link, address.path)
        if address[:2] in own and (cites or "#L" in link.destination):
            yield from _linked(page, link, address.path, "host", address.branch)


def _relative(page: Page, link: Link | Definition) -> Iterator[Citation]:
    """Yield the citation of a link that is relative to the page, or to the root on some sites.

    Where only the generator of a site knows where links to pages lead, sources are relative to the page.
    """
    target = target_of(page, link.destination, is_html=link.is_html)
    if target is None:
        path = shortest(join(dirname(page.path), unquote(link.path, errors="surrogateescape")))
        yield from _linked(page, link, path, "root")
    else:
        yield from _linked(page, link, target.path, "root" if page.site and page.site.cites_from_root else "page")


def _own_projects(repository: Repository, addresses: list[HostLink]) -> set[tuple[str, str]]:
    """Return the projects, each with a branch, that the repository is: its own, and those most of whose files it has.

    A fork, an address from before a project was renamed, and a commit count by the files.
    """
    own = project_of(repository) if addresses else None
    found = {(own.name, branch) for branch in own.branches} if own else set()
    paths: dict[tuple[str, str], set[str]] = {}
    for project, branch, path in addresses:
        paths.setdefault((project, branch), set()).add(path)
    for key in paths.keys() - found:
        several = paths[key]
        there = sum(repository.exists(one) or glued(repository, one) is not None for one in several)
        if there >= _LEAST and 2 * there > len(several):
            found.add(key)
    return found


def _linked(page: Page, link: Link | Definition, path: str, base: Base, ref: str = "") -> Iterator[Citation]:
    """Yield the citation of a link with lines in its fragment."""
    place = destination_span(page, link)
    if link.fragment and _FRAGMENT.match(link.fragment) is None:
        return
    lines = list(_ranges(link.fragment, place and place.end - len(link.fragment), link.span))
    written = unquote(link.path, errors="surrogateescape")
    end = place and place.start + len(link.path)
    path_span = (
        Span(end - len(path), end) if place and end and written == link.path and written.endswith(path) else None
    )
    yield Citation(
        path, _with_label(page, link, path, lines), _symbol(page, link, path), base, link.span, path_span, ref
    )


def _is_named(page: Page, link: Link | Definition, path: str) -> bool:
    """Whether the label of a link is the path or the name of the file that it leads to."""
    if not isinstance(link, Link) or not link.children:
        return False
    label = page.source.text[link.children[0].start : link.children[-1].end].strip("`")
    return label in (path, basename(path)) or (path.endswith(label) and "/" in label)


def _lines_of_label(page: Page, link: Link | Definition, path: str) -> list[LineRange]:
    """Return the ranges that the label of a link has behind the name of the file: `[a.py:1-9](../src/a.py)`."""
    if not isinstance(link, Link) or not link.children:
        return []
    start, end = link.children[0].start, link.children[-1].end
    match = _LABEL.match(page.source.text, start, end) if page.source.text.find(":", start, end) > 0 else None
    if match is None or not match["lines"] or basename(match["path"]) != basename(path):
        return []
    return list(_ranges(match["lines"], match.start("lines"), link.span))


def _from_root(page: Page, link: Link | Definition) -> Iterator[Citation]:
    """Yield the citation of a link such as `file://src/a.py#L1-L9`."""
    raw = _raw(page, link)
    if raw is None:
        yield from _in_address(page, link.destination, None, link.span, link)
    else:
        yield from _in_address(page, page.text(raw), raw.start, link.span, link)


def _raw(page: Page, link: Link | Definition) -> Span | None:
    r"""Return the destination of a link as it is written; a back slash is not an escape in a path of Windows.

    Markdown ends `file://app\(main)\page.tsx` at its parenthesis.
    """
    span = destination_span(page, link)
    text = page.source.text
    is_cut = text.startswith("\\", link.end)
    if not isinstance(link, Link) or link.kind != "inline" or (span is not None and not is_cut):
        return span
    start = text.find("](file://", link.start, link.end) + 2
    if start < 2:
        return span
    whole = _WINDOWS.match(text, start) if is_cut else None
    return Span(start, whole.end() if whole else link.end - 1)


def _in_address(
    page: Page, address: str, start: int | None, span: Span, link: Link | Definition | None = None
) -> Iterator[Citation]:
    """Yield the citation of an address that begins with `file://`, at an offset of the page."""
    match = _CITED.match(address, len("file://"))
    if match is None:
        return
    group = "fragment" if match["fragment"] else "suffix"
    lines = list(_ranges(match[group] or "", start and start + match.start(group), span))
    written = match["path"]
    path_span = Span(start + match.start("path"), start + match.end("path")) if start is not None else None
    path = _place(page, written)
    symbol = _symbol(page, link, path) if link else ""
    yield Citation(path, _with_label(page, link, path, lines), symbol, "root", span, path_span)


def _place(page: Page, written: str) -> str:
    """Return the path from the root that a path means which is written from the root, or from that of the wiki.

    A wiki in a hidden folder, such as `app/.qoder/`, is about the folder around it.
    """
    path = _path(written)
    repository = page.repository
    if repository is None or repository.exists(path):
        return path
    if path.startswith("/") and repository.exists(path.lstrip("/")):
        return path.lstrip("/")
    home = _HOME.match(page.path)
    if home is None or path.startswith("/"):
        return path
    below = shortest(f"{home['home']}/{path}")
    top, _, rest = path.partition("/")
    return path if rest and repository.is_folder(top) and not repository.exists(below) else below


def _path(written: str) -> str:
    """Return a path as it is written in its shortest form, with slashes."""
    path = unquote(written, errors="surrogateescape") if "%" in written else written
    return shortest(path.replace("\\", "/"))


def _named(page: Page, repository: Repository, link: Link) -> Iterator[Citation]:
    """Yield the citation that is the label of a link which leads nowhere: `[src/a.py:1-9]()`."""
    start = link.start + 1
    match = _LABEL.match(page.source.text, start, link.end - len("]()"))
    if match is None or not (match["lines"] or "/" in match["path"]) or not _is_file_name(match["path"]):
        return
    path_span = Span(*match.span("path"))
    lines = tuple(_ranges(match["lines"] or "", match.start("lines"), link.span))
    path = _whole(repository, _place(page, match["path"]))
    if path is not None:
        yield Citation(path, lines, "", "root", link.span, path_span)


def _is_file_name(path: str) -> bool:
    return _SUFFIX.search(path) is not None or "/" in path.strip("/")


def _whole(repository: Repository, path: str) -> str | None:
    """Return the path of a file whose folder may have been left out; None if several files may be meant."""
    if "/" in path or repository.exists(path):
        return path
    found = names_of(repository).paths(path)
    return (found or [path])[0] if len(found) <= 1 else None


def _in_brackets(page: Page, repository: Repository) -> Iterator[Citation]:
    """Yield the citations in texts: `[src/a.py:1-9]`, and links that Markdown does not read, for a blank in them."""
    matches = [*_BRACKETED.finditer(page.source.text)]
    if not matches:
        return
    document = page.document
    html = [one for one in document.html if not one.text.lstrip().startswith("<cite")]
    others = Places(one.span for one in (*document.links, *document.code_blocks, *document.code_spans, *html))
    for match in matches:
        span = Span(*match.span())
        if others.meet(span):
            continue
        if match["file"]:
            yield from _in_address(page, match["file"], match.start("file"), span)
        elif _is_file_name(match["path"]) and (path := _whole(repository, _place(page, match["path"]))) is not None:
            yield _matched(match, path, span)


def _in_fields(page: Page) -> Iterator[Citation]:
    """Yield the citations in fields: `**Source File**: src/a.py`."""
    code = Places(block.span for block in page.document.code_blocks)
    text = page.source.text
    fields = [match for match in _SOURCE_FILE.finditer(text) if not code.meet(Span(*match.span()))]
    for match in (match for field in fields for match in _LISTED.finditer(text, *field.span("paths"))):
        if _is_file_name(match["path"]):
            yield _matched(match, _place(page, match["path"]), Span(*match.span()))


def _matched(match: re.Match[str], path: str, span: Span) -> Citation:
    """Return the citation of a match in the text of the page, with the groups `path` and perhaps `lines`."""
    stated = match.groupdict().get("lines")
    lines = tuple(_ranges(stated, match.start("lines"), span)) if stated else ()
    return Citation(path, lines, "", "root", span, Span(*match.span("path")))


def _in_code(page: Page, repository: Repository) -> Iterator[Citation]:
    """Yield the citations in code spans whose file is there: `src/a.py:3`, or `src/a.py` with `(lines 3-9)` behind."""
    text, spans = page.source.text, page.document.code_spans
    has_lines_behind = "(line" in page.document.visible
    for code in spans if has_lines_behind else [code for code in spans if ":" in code.text]:
        match = _IN_CODE.match(code.text)
        behind = None if match else _BEHIND_CODE.match(text, code.end)
        lines = match or behind
        written = match["path"] if match else code.text
        if lines is None or not _is_file_name(written):
            continue
        found, start = _found(page, repository, _path(written)), text.find(code.text, code.start, code.end)
        if found is not None and start >= 0:
            place = lines.start("lines") + (start if match else 0)
            span = Span(code.start, behind.end() if behind else code.end)
            ranges = tuple(_ranges(lines["lines"], place, span))
            yield Citation(found, ranges, "", "text", span, Span(start, start + len(written)))


def _found(page: Page, repository: Repository, path: str) -> str | None:
    """Return the only file that a path in a text can mean, from a folder that the page is in or from the root."""
    places = dict.fromkeys(shortest(f"{folder}/{path}".lstrip("/")) for folder in [*above(page.path)][1:] + [""])
    found = [place for place in places if repository.is_file(place)]
    return found[0] if len(found) == 1 else None


def _in_metadata(page: Page) -> Iterator[Citation]:
    """Yield those in front matter (`repo://src/a.py#L1-L9`) and in comments (`<!-- ground: src/a.py:1-9 -->`)."""
    head, text = page.document.front_matter, page.source.text
    if head is not None and "repo://" in head.text:
        matches: Iterable[re.Match[str]] = _REPOSITORY.finditer(text, head.span.start, head.span.end)
        yield from (_matched(match, _place(page, match["path"]), Span(*match.span())) for match in matches)
    for html in page.document.html:
        if "<!--" in html.text:
            for match in _GROUND.finditer(text, html.start, html.end):
                yield _matched(match, _place(page, match["path"]), Span(*match.span()))


def _ranges(text: str, start: int | None, span: Span) -> Iterator[LineRange]:
    """Yield the ranges of a list of lines that begins at an offset of the page, or else is somewhere in a span."""
    for match in _PARTS_OF_RANGE.finditer(text):
        place = span if start is None else Span(start + match.start(), start + match.end())
        first = _number(match["first"])
        yield LineRange(match[0], first, _number(match["last"]) if match["last"] else first, place)


def _number(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) <= _LONGEST_NUMBER else None


def _with_label(page: Page, link: Link | Definition | None, path: str, lines: list[LineRange]) -> tuple[LineRange, ...]:
    """Return the ranges of a link, and those that only its label has: `[a.py:1-9, 20-29](src/a.py#L1-L9)`."""
    others = _lines_of_label(page, link, path) if link else []
    if lines and len(others) == 1:
        return tuple(lines)
    stated = {(one.first, one.last) for one in lines}
    return (*lines, *(one for one in others if (one.first, one.last) not in stated))


def _symbol(page: Page, link: Link | Definition, path: str) -> str:
    """Return the symbol that a link says is at its lines, by its label or by what is before it; empty if none."""
    text = page.source.text
    if link.is_html:
        match = _ANCHOR_TEXT.match(text, link.end, link.end + _LONGEST_SYMBOL)
        label = match["name"] if match else ""
    elif isinstance(link, Link) and link.children:
        label = text[link.children[0].start : link.children[-1].end]
    else:
        return ""
    match = _SYMBOL.match(label.strip())
    if match is not None and not _is_file(match["name"], path) and not _PARTS_OF_RANGE.fullmatch(label):
        return match["name"]
    before = _SYMBOL_BEFORE.search(text, max(0, link.start - _LONGEST_SYMBOL), link.start)
    return before["name"] if before and not _is_file(before["name"], path) else ""


def _is_file(name: str, path: str) -> bool:
    """Whether a name is that of a file rather than that of a symbol in it."""
    file = basename(path)
    return name == file or name == file.partition(".")[0] or name.rpartition(".")[2] == file.rpartition(".")[2]


def cited_in(repository: Repository, citation: Citation) -> Repository | None:
    """Return the repository that a citation is about: as it is, or as the commit has it that an address names.

    Without git that is what is there now; None if git does not know the commit.
    """
    is_then = citation.is_permanent and repository.checked_out.commit
    return repository.at(citation.ref) if is_then else repository


def is_there(repository: Repository, citation: Citation) -> bool | None:
    """Whether the repository has what a citation is about; None if git does not know the commit of an address.

    What git's index has is there, even if a sparse checkout left it out.
    """
    there = cited_in(repository, citation)
    return None if there is None else there.exists(citation.path) or there.is_tracked(citation.path)


class Length(Struct, frozen=True):
    """The number of lines of a file, and the last line that may be cited.

    Many generators count what follows the last line ending as a line.
    """

    lines: int
    last: int


@remembered
def length_of(repository: Repository, path: str) -> Length | None:
    """Return how many lines a file has; None if it does not exist, is binary, too large or kept elsewhere by LFS."""
    data, language = repository.page(path), language_of(path)
    if not data and not (language and language.code):  # it may stand for an image
        return None
    if data is None or b"\0" in data or data.startswith(_LFS_POINTER) or (b"\r" in data and b"\n" not in data):
        return None
    count = data.count(b"\n")
    return Length(count, count + 1) if not data or data.endswith(b"\n") else Length(count + 1, count + 1)
