"""Findings: what a report has, and what doclint reports without a rule."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from hashlib import blake2b
from typing import Literal, NamedTuple, TypeAlias

from msgspec import Struct, json
from msgspec.structs import replace

from doclint.markdown.source import Fix, Position, printable
from doclint.page.claims import Assumption, Reading, RelatedLines
from doclint.rule.message import Argument, Severity
from doclint.source.language import is_markdown

SinceKind: TypeAlias = Literal["changed", "known", "written", "older", "uncommitted"]
"""What made a claim false: a later commit, nothing that is known (a commit showed that it is false, and nothing that it
was ever right), nothing (it was wrong when it was written), a commit that is too old to be looked for, or a change that
is not committed.
"""

MOST_COMMITS = 500
"""How many commits before HEAD are looked at."""

FAILURES = {
    "page-failed": "A page on which doclint itself fails.",
    "page-unreadable": "A page that is not a file below the root, or that doclint has no permission to read.",
    "rule-failed": "A rule that fails on a page because of a bug.",
    "worker-died": "A page that doclint could not check, because two workers died on it.",
}
"""Descriptions of the failures of doclint itself, by id. After a failure, doclint may have missed findings."""

LIMITED = {
    "page-too-large": "A page of more bytes than `limits.file-bytes`, which doclint does not read.",
    "limit-reached": "A page that doclint does not read or check completely, because of another limit.",
}
"""Descriptions of what doclint reports because a limit of the configuration kept it from checking a page, by id."""

ENGINE = FAILURES | LIMITED
"""Descriptions of everything that doclint reports without a rule, by id."""


class Since(NamedTuple):
    """Since when a finding is there: the commit, abbreviated, the date of its author (`2026-03-14`) and its subject.

    Without a commit these are empty. `passes_until` is the day from which the finding fails, if it does not fail yet.
    """

    kind: SinceKind
    commit: str = ""
    date: str = ""
    subject: str = ""
    passes_until: str = ""


def since(found: Since) -> str:
    """Return since when a finding is there, as a clause.

    >>> since(Since("changed", "1f0e3dad99", "2026-03-14", "store: rename the file"))
    'wrong since 1f0e3dad99 (2026-03-14): store: rename the file'
    """
    return f"{_clause(found)} (fails from {found.passes_until})" if found.passes_until else _clause(found)


def _clause(found: Since) -> str:
    commit = f"{found.commit} ({found.date}): {found.subject}"
    match found.kind:
        case "changed":
            return f"wrong since {commit}"
        case "known":
            return f"known to be wrong since {commit}"
        case "written":
            return f"wrong since it was written, in {commit}"
        case "older":
            return f"already wrong {MOST_COMMITS:,} commits ago"
        case "uncommitted":
            return "wrong since a change that is not committed"


class Finding(Struct, frozen=True, omit_defaults=True, dict=True):
    """One defect at one place of a page.

    `path` is the path of the page from the root, `start` the position of the first character, `end` the position after
    the last one, and `section` the key or the heading of the section. Lines and columns of positions count from 1,
    columns in code points. If the place is in a quoted page, `embedded` is the path of that page.

    `cause` identifies what makes the generator write the defect; findings with the same cause go away together. It
    consists of the rule, the message and, as far as they are known, the kind of the page (`kind`), the key of the
    section (`part`) and the `reason` that the rule gives. `remedy` says what to change in the generator, or by hand on
    pages of no known format.

    In a report over several roots, `path` begins with `root`, the path of the page's own root with a slash at the end.

    `given` has the arguments of the message as JSON, because they are large and seldom needed. The spans of `fix` count
    characters of the page at `path`. `related` are lines of other files that the finding follows from. `rests_on` is
    the assumption that the finding follows from, if it is one that may be wrong, and `would_hold` are the other
    readings by which the claim would hold; then `key` has the arguments that are part of the fingerprint. `since` says
    since when the finding is there, in a run that asks for it.

    `fingerprint` has 20 hexadecimal digits that stay the same for a defect when the generator writes the page again.
    They do not depend on lines, order, sizes or wording, nor on other roots in the report.
    """

    rule: str
    family: str
    severity: Severity
    message_id: str
    message: str
    given: str
    path: str
    start: Position
    end: Position
    section: str
    embedded: str | None
    cause: str
    fingerprint: str
    kind: str = ""
    part: str = ""
    reason: str = ""
    remedy: str = ""
    key: tuple[str, ...] = ()
    related: tuple[RelatedLines, ...] = ()
    fix: Fix | None = None
    traceback: str = ""
    root: str = ""
    rests_on: Assumption | None = None
    would_hold: tuple[Reading, ...] = ()
    since: Since | None = None

    @cached_property
    def arguments(self) -> dict[str, Argument]:
        """The arguments of the message by name.

        Raises ValueError if `given` is not JSON of such arguments.
        """
        return read([self.given])[0]

    @property
    def sentence(self) -> str:
        """The message, with the path of the quoted page if the finding is in one."""
        return f"{self.message} (in the quoted page {self.embedded})" if self.embedded else self.message

    @property
    def fixable(self) -> Literal["safe", "unsafe"] | None:
        """How safely doclint can fix the finding; None if it cannot, as it writes fixes only to Markdown files."""
        if self.fix is None or not is_markdown(self.path):
            return None
        return "safe" if self.fix.safe else "unsafe"

    @property
    def passes(self) -> bool:
        """Whether the finding makes no run fail yet, because a commit made it true so recently (`--stale-for`)."""
        return self.since is not None and bool(self.since.passes_until)

    @property
    def is_failure(self) -> bool:
        """Whether the finding is a failure of doclint, not a defect of the page."""
        return self.rule in FAILURES

    @property
    def hides_others(self) -> bool:
        """Whether doclint may have missed other findings of the page."""
        return self.rule in ENGINE

    @property
    def has_more(self) -> bool:
        """Whether a rule finds more on the page than the limit of findings, so that the report lacks some."""
        return self.rule == "limit-reached" and self.reason == "findings"

    @property
    def order(self) -> tuple[str, Position, str, str]:
        """The key by which reports sort findings: path, position, rule and message."""
        return self.path, self.start, self.rule, self.message


def fingerprint_of(path: str, rule: str, message_id: str, key: Iterable[str], embedded: str | None = None) -> str:
    """Return the fingerprint of a finding; `key` has the arguments that are part of it."""
    parts = "\0".join([path, embedded or "", rule, message_id, *key])
    return blake2b(parts.encode(errors="surrogatepass"), digest_size=10).hexdigest()


def cause_of(rule: str, message_id: str, kind: str, part: str, reason: str) -> str:
    """Return the identifier of a cause, as `Finding` describes it; what is not known is empty."""
    return "/".join(filter(None, [rule, message_id, kind, part, reason]))


def written(arguments: Mapping[str, Argument]) -> str:
    """Return the arguments of a message as JSON."""
    return json.encode(arguments).decode()


def read(given: Iterable[str]) -> list[dict[str, Argument]]:
    """Return the arguments of messages from JSON. Raises ValueError if a text is not JSON of such arguments."""
    return [_ARGUMENTS.decode(one) for one in given]


_ARGUMENTS = json.Decoder(dict[str, Argument])


FIRST = Position(1, 1)


def too_large(path: str, most: int) -> Finding:
    """Return the finding for a page of more than `most` bytes."""
    message = f"The page has more than {most:,} bytes (`limits.file-bytes`), so doclint does not read it"
    return replace(
        failure("page-too-large", path, message),
        fingerprint=fingerprint_of(path, "page-too-large", "page-too-large", ()),
        remedy="Split the page into smaller ones, or raise `limits.file-bytes`.",
    )


def limit_reached(path: str, limit: str, value: int, lost: str, place: Position = FIRST, *, what: str = "") -> Finding:
    """Return the finding for a page that doclint does not read or check completely because of a limit.

    `limit` is the name of the limit, in kebab-case, `value` its value, and `lost` says what doclint leaves out. `what`
    reaches the limit, if that is not the page as a whole: the path of another file, or the id of a rule.
    """
    message = f"The page reaches `limits.{limit}` ({value:,}): {lost}"
    return replace(
        failure("limit-reached", path, message),
        severity="warning",
        start=place,
        end=place,
        given=written({"limit": limit}),
        cause=f"limit-reached/{limit}",
        reason=limit,
        fingerprint=fingerprint_of(path, "limit-reached", "limit-reached", (limit, what)),
        remedy=f"Write pages that stay below the limit, or raise `limits.{limit}`.",
    )


def too_many(path: str, rule: str, most: int, place: Position, more: int, *, has_more: bool = False) -> Finding:
    """Return the finding for a page on which a rule finds `more` defects than `most`, or even more if it `has_more`.

    The first one that is not reported is at a place.
    """
    number = f"more than {more:,}" if has_more else f"{more:,}"
    lost = f"the rule `{rule}` finds {number} more, which doclint does not report"
    return limit_reached(path, "findings", most, lost, place, what=rule)


def failure(id_: str, path: str, message: str, error: BaseException | None = None) -> Finding:
    """Return a finding that doclint reports without a rule, at the first character of a page, with an error if any."""
    from traceback import format_exception

    return Finding(
        rule=id_,
        family="engine",
        severity="error",
        message_id=id_,
        message=printable(message),
        given="{}",
        path=path,
        start=FIRST,
        end=FIRST,
        section="",
        embedded=None,
        cause=id_,
        fingerprint=fingerprint_of(path, id_, id_, (message,)),
        traceback=printable("".join(format_exception(error))) if error else "",
    )
