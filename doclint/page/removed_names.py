"""Names that a change removed: sources defined them at a commit, and none defines them now."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.page.limits import Limits
from doclint.page.page_source import declarations_of
from doclint.repository.history import RemovedName
from doclint.repository.names import names_of
from doclint.repository.repository import Repository
from doclint.source.language import ECMASCRIPT, language_of
from doclint.source.model import Declaration, DeclarationKind
from doclint.source.read import reads

# What pages name as it is called: not what a class stores, and no variable.
_NAMED: frozenset[DeclarationKind] = frozenset(
    ("class", "struct", "union", "enum", "interface", "trait", "type", "function", "method", "property", "constant")
)
# Their members have no names that they do not declare.
_PLAIN_BASES = frozenset("ABC Enum Exception Generic Protocol RuntimeError ValueError object Object".split())
_HARMLESS = ("`dataclass`", "`final`", "`total_ordering`")  # decorators that add no methods with names of their own
_WORD = expression(rb"[A-Za-z_]\w*+")
_NAME = expression(r"[A-Za-z_]\w{2,99}\Z")
# What makes a name without declaring it: a string, another name for something, an attribute that is set, a macro.
_MADE = expression(
    rb"""["'`](\w+)["'`]|\bas[ \t]+(\w+)|\.(\w+)[ \t]*=(?!=)|\bdefine[ \t]+(\w+)|\bdef[ \t]+(?:self\.)?(\w+)"""
)
_IMPORTED = expression(
    rb"(?m)^[ \t]*+(?:from[ \t]++[\w.]++[ \t]++)?import\b(?:[ \t]*+\([^()]{0,2000}|[^\n;]++)"
    rb"|\b(?:use|export)\b[^\n;]{0,300}"
)
_MEMBER = expression(rb"(?m)^[ \t]*+(?:(?:async|static|get|set|export|default)[ \t]++)*+(\w++)[ \t]*+[:=(]")
_BASE = expression(r"[\w.]*?(\w+)(?:[\[<(].*)?\Z")
_CLASS = r"\b(?:class|struct|interface|trait)\s+(%s)\b"
_MOST_CHANGED = 500  # sources that are compared
_MOST_FILES, _MOST_BYTES = 20_000, 200_000_000  # of all sources
_MOST_ROUNDS = 5  # bases of bases
_LEAST_LIKENESS = 60  # per cent, of a name that may have replaced another


class _Known(Struct, frozen=True):
    """The names that the sources define now, and the bases of each class that was looked for."""

    defined: set[str]
    bases: dict[str, set[str]]


def removed_names(
    before: Repository, now: Repository, paths: Iterable[str], commit: str, limits: Limits
) -> list[RemovedName]:
    """Return the names that changed sources defined before, at a commit, and that no source defines now.

    A name counts as defined where any source declares it, sets it or has it in a string, and where a class may inherit
    it from outside of the repository. If there is too much to read, nothing counts as removed. The names may be used on
    pages: see `only_removed`.
    """
    sources = sorted(path for path in paths if _is_read(path))[:_MOST_CHANGED]
    return [one for path in sources for one in _gone_from(path, before, now, commit, limits)]


def _is_read(path: str) -> bool:
    language = language_of(path)
    return language is not None and reads(language.id)


def _gone_from(path: str, before: Repository, now: Repository, commit: str, limits: Limits) -> Iterator[RemovedName]:
    """Yield what one source defined before and does not define now."""
    old, new = (declarations_of(repository, path, limits) for repository in (before, now))
    if old is None or old.is_broken or (now.is_file(path) and (new is None or new.is_broken or new.is_open)):
        return
    had, has = (dict(_all(one.found if one else ())) for one in (old, new))
    for (owner, name), declaration in had.items():
        around = has.get((owner.rpartition(".")[0], owner.rpartition(".")[2]))
        is_inside_gone = owner and around is None
        if (owner, name) in has or declaration.kind not in _NAMED or not _NAME.match(name) or is_inside_gone:
            continue
        if around is not None and _may_have_more(around):
            continue
        kind = declaration.kind
        added = [one for (of, one), new in has.items() if of == owner and new.kind == kind and (of, one) not in had]
        yield RemovedName(name, owner, path, declaration.line, commit, _likely(name, added))


def _all(found: "Iterable[Declaration]", owner: str = "") -> "Iterator[tuple[tuple[str, str], Declaration]]":
    for one in found:
        yield (owner, one.name), one
        yield from _all(one.members, f"{owner}.{one.name}".lstrip("."))


def _may_have_more(owner: Declaration) -> bool:
    """Whether a class may have members that neither it nor any other source declares."""
    return bool(owner.is_open) and not owner.has_all_fields and not owner.is_open.endswith(_HARMLESS)


def _likely(name: str, added: list[str]) -> str:
    """Return the new name that is most like one that is gone; empty if none is like it."""
    from rapidfuzz import fuzz, process

    found = process.extractOne(name, added, scorer=fuzz.ratio, score_cutoff=_LEAST_LIKENESS)
    return found[0] if found else ""


def only_removed(names: Iterable[RemovedName], now: Repository, limits: Limits) -> list[RemovedName]:
    """Return those of some names, gone from where they were, that no source of the repository defines now."""
    several = list(names)
    owners = {one.owner.rpartition(".")[2] for one in several if one.owner}
    known = _known({one.name for one in several}, owners, now, limits) if several else None
    if known is None:
        return []
    return [one for one in several if one.name not in known.defined and not _may_inherit(one.owner, known)]


def _may_inherit(owner: str, known: _Known) -> bool:
    waiting, seen = [owner.rpartition(".")[2]] if owner else [], set()
    while waiting:
        one = waiting.pop()
        if one in seen or one in _PLAIN_BASES:
            continue
        seen.add(one)
        if one not in known.bases:
            return True
        waiting += known.bases[one]
    return False


def _known(names: set[str], owners: set[str], now: Repository, limits: Limits) -> _Known | None:
    """Return what the sources of a repository say of some names and classes; None if there is too much to read."""
    known = _Known(set(), {})
    everything = names_of(now)
    sources = [
        path
        for name in everything.holders
        if (language := language_of(name)) is not None and language.code and not language.prose
        for path in everything.paths(name)
    ]
    if not everything.is_complete or len(sources) > _MOST_FILES:
        return None
    wanted, classes = names, owners
    for _ in range(_MOST_ROUNDS):
        if not _read_all(sources, wanted, classes, known, now, limits):
            return None
        wanted = set()
        classes = set().union(*known.bases.values()) - known.bases.keys() - _PLAIN_BASES if known.bases else set()
        if not classes:
            break
    return known


def _read_all(
    sources: list[str], names: set[str], classes: set[str], known: _Known, now: Repository, limits: Limits
) -> bool:
    """Add to what is known what the sources say of some names and classes; whether they are few enough."""
    words, size = {one.encode() for one in names | classes}, 0
    for path in sources:
        data = now.page(path) or b""
        size += len(data)
        if size > _MOST_BYTES:
            return False
        found = {one.decode() for one in words.intersection(_WORD.findall(data))}
        if found & names - known.defined or found & classes:
            known.defined.update(names.intersection(_made(path, data)) if found & names else ())
            _read_declared(path, found, known, classes, now, limits)
    return True


def _made(path: str, data: bytes) -> set[str]:
    """Return the names that a source makes or imports, without declaring them; all its words if nothing reads its
    language.
    """
    language = language_of(path)
    if language is None or not reads(language.id):
        return {one.decode() for one in _WORD.findall(data)}
    found = {one.decode() for match in _MADE.finditer(data) for one in match.groups() if one}
    found.update(one.decode() for match in _IMPORTED.finditer(data) for one in _WORD.findall(match[0]))
    return found | ({one.decode() for one in _MEMBER.findall(data)} if language.id in ECMASCRIPT else set())


def _read_declared(
    path: str, found: set[str], known: _Known, classes: set[str], now: Repository, limits: Limits
) -> None:
    declared = declarations_of(now, path, limits) if _is_read(path) else None
    if declared is None:
        return
    if declared.is_broken:
        known.defined.update(found)
    known.defined.update(one.name for one in declared.further)
    for (_, name), one in _all(declared.found):
        known.defined.add(name)
        known.defined.update(further.name for further in one.further)
        if name in classes:
            known.bases.setdefault(name, set()).update(map(_base_name, (*one.bases, *one.implements)))


def _base_name(written: str) -> str:
    match = _BASE.match(written)
    return match[1] if match else written
