"""Paths that are not there, and what shows that they once were or what they should be."""

import re
from collections.abc import Callable, Mapping, Set as AbstractSet
from functools import partial
from itertools import product
from posixpath import basename, dirname, join, splitext
from typing import NamedTuple, TypeAlias, TypedDict

from doclint import Fix, Message, Page, Repository, Span, Violation
from doclint.kit import expression, language_of
from doclint.kit.tables import names
from doclint.repository.history import Deletion
from doclint.repository.hosting import submodules
from doclint.repository.names import names_of
from doclint.repository.paths import above, shortest

_MADE = names("doclint_rules", "made")
_MADE_SUFFIXES = (
    *(".bin", ".db", ".dll", ".dylib", ".exe", ".gz", ".jar", ".lock", ".log", ".o", ".pid", ".pyc", ".so", ".sqlite"),
    *(".sqlite3", ".tar", ".tmp", ".whl", ".zip"),
)
_TEMPLATES = (".in", ".example", ".sample", ".dist", ".template", ".tmpl", ".tpl", ".j2", ".default")
_PLACEHOLDER = expression(
    r"(?i)(?:\A|[/_.-])(?:path[/_]to|test_(?:case|file|module|something|specific)|foo|bar|baz|qux|my|your|xx+|some|new|"
    r"name|example|yyyy|nnnn?|feature|abc|xyz)(?:[/_.-]|\Z)"
    r"|(?:\A|/)(?:(?:my|your)[A-Z]|\.{3}/|(?:file|script)\.\w+\Z)|\A(?:\./)?path/?\Z"
)
_COMMON = names("doclint_rules", "common-names")
# Folders of files that a tool copies into the projects of its users.
_COPIED = frozenset("boilerplate scaffold scaffolding scaffolds skeleton skeletons template templates".split())
_ELSEWHERE = _COPIED | frozenset("example examples fixture fixtures sample samples test testdata tests".split())
_DIGITS = expression(r"\d+")
_WORDS = expression(r"[a-z]++|\d++", re.IGNORECASE)
_COPIES = frozenset("bak disabled off old orig".split())
_JOINT = expression(r"[a-z0-9][_-][a-z0-9]", re.IGNORECASE)
_LONG = 10
_LEAST_RATIO = 86
_LEAST_OF_WORD = 60
_MOST_SIBLINGS = 2_000
_MOST_PARTS = 20  # of a path whose words are looked for in another order
_MOST_RENAMES = 10  # of one file
_MOST_NAMESAKES = 20

_CODE = expression(r"`[^`\n]*+`")
_END = expression(r"(?<!e\.g)(?<!i\.e)[.!?]\s|。|\n[ \t]*+(?:\n|[-*+|#>]|\d++[.)])\s*+")
_NOT_NOW = expression(
    r"(?i)\b(?:former|previous|earlier|renam|move[ds]?\b|delet|remov|was\b|were\b|used to|creat|generat|"
    r"will (?:be|have)|no longer|still refer|should be updated|misremember|"
    r"deprecat|legacy|obsolete|old\b|e\.g|example|such as|instead of|"
    r"not (?:yet )?(?:exist|implement)|non-?existent|missing|optional|your?\b|output|produc|writ(?:e|es|ing|ten)\b|"
    r"download|clon(?:e[ds]?|ing)\b|new\b|(?:sav|export)(?:e|ed|ing)?\s+(?:\w+\s+)?(?:as|to|under)\b|"
    r"add(?:ing|s|ed)?\b|planned|todo\b|propos|migrat|split|once\b|if (?:present|it exists|there)|imagin|suppos|"
    r"hypothetic|(?:never|not|n['\u2019]t) (?:use|put|place|reintroduce)\b|"
    r"as of\b|at the time of\b|(?:on|in|from)\s+(?:(?:an?|another|its|that|the)\s+)?+"
    r"(?!(?:main|master|default|current|this|same)\b)(?:[\w/.-]+\s+)?branch\b)"
    r"|n['\u2019]t (?:yet )?exist|不存在|存在しな"
    r"|以前は|かつて|廃止"  # formerly, once, abolished
    r"|(?:削除|移動)(?:した|され|済)"  # removed, moved
)
# What tells the reader to make the file after it.
_PUT = expression(r"(?i)\b(?:copy|drop|paste|place|put|save|store)\b.*\b(?:as|at|in|into|to)\s++\Z")
_ITEM = expression(r"[ \t]*+(?:[-*+]|\d++[.)])[ \t]")
_EXAMPLE = expression(r"(?i)\b(?:e\.g|for (?:example|instance)|par exemple|por e[jx]emplo|z\.b\.)|例[えば如]|比如")
_LINES = expression(r":L?\d|` \(lines?[ \t]")
_ENDING = frozenset('`|"')  # what ends a code span, the cell of a table that it is in, or a label
_BEFORE, _AFTER = 300, 200  # characters of a sentence around a path
_LIST = 1_500  # characters of a list above an item


MESSAGES = {
    "misspelled": Message("`{path}` does not exist; did you mean `{suggestion}`?", key=("path",)),
    "moved": Message("`{path}` does not exist; did you mean `{suggestion}`?", key=("path",)),
    "replaced": Message("`{path}` does not exist; `{suggestion}` replaced it", key=("path",)),
    "renamed": Message("`{path}` does not exist; git renamed it to `{suggestion}` on {date} ({commit})", key=("path",)),
    "deleted": Message("`{path}` does not exist; git deleted it on {date} ({commit})", key=("path",)),
}
"""What rules say of the evidence with these ids."""


class Evidence(NamedTuple):
    """What shows that a path which is not there is wrong.

    That is the id of the message, and the path that replaces it, or else the commit that deleted it.
    """

    message: str
    suggestion: str = ""
    deletion: Deletion | None = None


class When(TypedDict):
    """The arguments of messages that tell when git deleted a file."""

    date: str | None
    commit: str | None


_Search: TypeAlias = Callable[[Repository, str], Evidence | None]


def bases_of(page: Page) -> list[str]:
    """Return the folders that paths on a page can be relative to: its own, those above it and the root."""
    return [*above(dirname(page.path)), ""]


def place_of(page: Page, repository: Repository, path: str) -> str | None:
    """Return where a path is that exists from one of the folders that a page can mean, with or without a suffix."""
    places = (existing(repository, shortest(join(base, path))) for base in bases_of(page))
    return next((one for one in places if one is not None), None)


def existing(repository: Repository, path: str) -> str | None:
    """Return a path from the root that exists, with a suffix if it has none; what is outside of the repository may."""
    if path.startswith("../") or repository.exists(path):
        return path
    name = basename(path)
    if "." in name:
        return None
    names = repository.listing(dirname(path)) or ()
    return next((join(dirname(path), one) for one in names if one.startswith(f"{name}.")), None)


def is_made(repository: Repository, path: str, base: str = "") -> bool:
    """Whether a build, a program, the reader or a submodule brings a path, so that a checkout need not have it.

    `base` is the folder that the path is relative to, which is there, whatever its name is.
    """
    if not _MADE.isdisjoint(path.lower().split("/")) or path.lower().endswith(_MADE_SUFFIXES) or "local" in path:
        return True
    place = shortest(join(base, path))
    if any(repository.exists(place + suffix) for suffix in _TEMPLATES):
        return True
    # A pattern such as `.keys/` ignores folders only, and all that is in them.
    if repository.is_ignored(join(place, "any") if path.endswith("/") else place):
        return True
    return not submodules(repository).isdisjoint(above(place.rstrip("/")))


def is_placeholder(path: str) -> bool:
    """Whether a path stands for any other: `path/to/file.py`, `src/foo.py`."""
    return _PLACEHOLDER.search(path) is not None


def is_about_another_time(page: Page, span: Span) -> bool:
    """Whether the sentence around a path speaks of what was, what will be, or what readers make."""
    text = page.source.text
    before = text[max(0, span.start - _BEFORE) : span.start]
    after = text[span.end : span.end + _AFTER]
    start = max((match.end() for match in _END.finditer(before)), default=0)
    end = _END.search(after)
    sentence = f"{before[start:]} {after[: end.start()] if end else after}"
    if _NOT_NOW.search(_CODE.sub(" ", " ".join(sentence.split()))) or _is_example(text, span.start):
        return True
    is_folder = page.text(span).rstrip("`").endswith("/")
    return not is_folder and _PUT.search(_CODE.sub(" ", " ".join(before[start:].split())) + " ") is not None


def _is_example(text: str, offset: int) -> bool:
    """Whether a place is in a list that shows examples: the line above the list says so."""
    *lines, own = text[max(0, offset - _LIST) : offset].split("\n")
    if not _ITEM.match(own):
        return False
    lead = next((one for one in reversed(lines) if one.strip() and not _ITEM.match(one) and one[0] not in " \t"), "")
    return lead.rstrip().endswith(":") and _EXAMPLE.search(lead) is not None


def evidence(page: Page, repository: Repository, path: str) -> Evidence | None:
    """Return what shows that a path which is nowhere is wrong, from the root or from a folder that the page is in."""
    places = {base: shortest(join(base, path)) for base in bases_of(page)}
    top = path.partition("/")[0]
    places = {
        base: place
        for base, place in places.items()
        if not is_made(repository, path, base) and (repository.is_folder(join(base, top)) or not base)
    }
    found = proof(repository, places, page.source.text)
    if found is None and "" in places and "." in basename(path) and dirname(path) == dirname(page.path) != "":
        found = Evidence("beside")
    if found is None:
        return None
    names = names_of(repository)
    return found if names.is_complete and not names.ending_with(path.rstrip("/")) else None


def proof(repository: Repository, places: Mapping[str, str], text: str, *, has_near: bool = True) -> Evidence | None:
    """Return what shows that none of some places is right, which are given by the folder that they are relative to.

    The path that replaces one is relative to the same folder if it is below it. A file that the text of the page names
    as well is not what another name means; with `has_near`, that a file has nearly the same name is evidence.
    """
    near: tuple[_Search, ...] = (partial(_near, text),) if has_near else ()
    searches: tuple[_Search, ...] = (_replaced, _moved, *near, _reordered, _deleted)
    for search, (base, place) in product(searches, places.items()):
        found = search(repository, place)
        if found is not None:
            return found._replace(suggestion=found.suggestion.removeprefix(f"{base}/"))
    return None


def _replaced(repository: Repository, path: str) -> Evidence | None:
    """Return the evidence that a folder has replaced a file, which may be in it now."""
    stem, suffix = splitext(path)
    if suffix and language_of(path) and repository.is_folder(stem):
        inside = join(stem, basename(path))
        return Evidence("moved", inside) if repository.is_file(inside) else Evidence("replaced", f"{stem}/")
    return None


def _near(text: str, repository: Repository, path: str) -> Evidence | None:
    """Return the evidence that a file beside a path, which the text does not name as well, has nearly its name.

    Where several files have the very name, one of them is more likely.
    """
    folder, wanted = dirname(path), basename(path)
    siblings = repository.listing(folder) or {}
    if "." not in wanted or len(siblings) > _MOST_SIBLINGS or len(names_of(repository).paths(wanted)) > 1:
        return None
    found = nearest(wanted, sorted(name for name, is_folder in siblings.items() if not is_folder))
    if found is None or found in text:
        return None
    return Evidence("misspelled", join(folder, found))


def nearest(wanted: str, names: list[str]) -> str | None:
    """Return the first of the names of files that are most like a name, if it is nearly the same; else None."""
    from rapidfuzz import fuzz, process

    if splitext(wanted)[0].lower() in _COMMON:
        return None
    near = process.extract(wanted, names, scorer=fuzz.ratio, score_cutoff=_LEAST_RATIO, limit=None)
    return next((name for name, *_ in near if _may_be(name, wanted)), None)


def _may_be(name: str, wanted: str) -> bool:
    """Whether a name may be a wanted one with a slip: other numbers, or a word more or less, make it another file."""
    from rapidfuzz import fuzz

    if _DIGITS.findall(name) != _DIGITS.findall(wanted):
        return False
    own, others = ({word.lower() for word in _WORDS.findall(one)} for one in (name, wanted))
    more, less = own - others - _COPIES, others - own
    return len(more) == len(less) and all(max(fuzz.ratio(word, one) for one in more) >= _LEAST_OF_WORD for word in less)


def _moved(repository: Repository, path: str) -> Evidence | None:
    """Return the evidence that the only file of a name, or the only one below a folder of a path, is elsewhere."""
    name = basename(path)
    if not _is_distinctive(name) or not repository.is_folder(path.partition("/")[0]):
        return None
    found = names_of(repository).paths(name)
    if len(found) > _MOST_NAMESAKES:
        return None
    below = ([one for one in found if one.startswith(f"{folder}/")] for folder in above(dirname(path)))
    found = next(filter(None, below), found)
    if len(found) != 1 or not repository.is_file(found[0]):
        return None
    return None if _is_in(_ELSEWHERE, found[0], path) else Evidence("moved", found[0])


def is_copied(path: str, wanted: str) -> bool:
    """Whether a path is in a folder of files for other projects, which a wanted path is not in."""
    return _is_in(_COPIED, path, wanted)


def _is_in(folders: AbstractSet[str], path: str, wanted: str) -> bool:
    """Whether a path is in one of some folders, which a wanted path does not name."""
    return not folders.isdisjoint(set(path.split("/")[:-1]) - set(wanted.split("/")))


def _reordered(repository: Repository, path: str) -> Evidence | None:
    """Return the evidence that the only file with the words of a path has them in another order."""
    stem, suffix = splitext(path)
    words = stem.split("/")
    if not suffix or len(words) > _MOST_PARTS:
        return None
    names = names_of(repository)
    others = (one for word in set(words[:-1]) for one in names.paths(word + suffix) if repository.is_file(one))
    found = [one for one in others if sorted(one.removesuffix(suffix).split("/")) == sorted(words)]
    return Evidence("moved", found[0]) if len(found) == 1 else None


def _is_distinctive(name: str) -> bool:
    """Whether few projects have a file of some name, so that the only one is the one that is meant."""
    stem, suffix = splitext(name)
    return stem.lower() not in _COMMON and bool(suffix or (len(name) >= _LONG and _JOINT.search(name)))


def _deleted(repository: Repository, path: str) -> Evidence | None:
    deletion = repository.deletion(path.rstrip("/"))
    for _ in range(_MOST_RENAMES):
        if deletion is None or not deletion.new_path or repository.exists(deletion.new_path):
            break
        deletion = repository.deletion(deletion.new_path)
    if deletion is None or is_copied(deletion.new_path, path):
        return None
    # git takes a new file of another type for the old one if most of their lines are the same.
    if deletion.new_path and splitext(deletion.new_path)[1] != splitext(path)[1]:
        return Evidence("deleted", "", deletion._replace(new_path=""))
    return Evidence("renamed" if deletion.new_path else "deleted", deletion.new_path, deletion)


def stale(page: Page, span: Span, path: str, found: Evidence, folder: str | None = None) -> Violation:
    """Return the violation of a path on a page, for which there is evidence; the fix writes what replaces it."""
    return Violation(
        span,
        found.message,
        reason=path,
        fix=_fix(page, span, path, found.suggestion),
        path=path,
        folder=folder,
        suggestion=found.suggestion or None,
        **when(found.deletion),
    )


def when(deletion: Deletion | None) -> When:
    """Return when git deleted a file; nothing if it did not."""
    return When(date=deletion.date, commit=deletion.commit) if deletion else When(date=None, commit=None)


def _fix(page: Page, span: Span, path: str, suggestion: str) -> Fix | None:
    """Return the fix, which is not safe, that writes another path; none before lines, which that may not have."""
    start = page.text(span).find(path)
    if not suggestion or start < 0 or not suggestion.isprintable() or not _ENDING.isdisjoint(suggestion):
        return None
    place = Span(span.start + start, span.start + start + len(path))
    return None if _LINES.match(page.source.text, place.end) else page.replace(place, suggestion, safe=False)
