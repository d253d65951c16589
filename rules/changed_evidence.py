import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator, Sequence, Set as AbstractSet
from hashlib import sha256
from typing import Any

from msgspec import Struct

from doclint import Invalid, Message, Page, RelatedLines, Repository, RepositoryRule, Span, Valid, Violation
from doclint.errors.grouping import by_key
from doclint.errors.wording import counted
from doclint.kit import citations, expression
from doclint.page.citations import length_of
from doclint.repository.configuration import configuration

from ._pages import Start

_PAGE = expression(r"(?P<wiki>(?:.*/)?openwiki)/(?P<name>.+)\.md\Z", re.DOTALL)
_RESOURCE = expression(r"repo://(?P<path>[^#]+)(?:#L(?P<first>\d{1,9})-L(?P<last>\d{1,9}))?\Z")
_VERSION = expression(r"repo-(?:lines|file)-v1:sha256:(?P<digest>[0-9a-f]{64})(?::(?P<anchors>[\w-]{1,2000}))?\Z")
_MOST = 2_000  # claims of a page
_LONGEST = 200  # characters of a claim that a message shows
_MOST_BYTES = 20_000_000  # that are compared for a page
_MOST_PLACES = 100  # where lines that moved may be
_SHOP = "open = 9\nclose = 18\n"
_DIGEST = sha256(b"open = 9\n").hexdigest()
_CLAIMS = (
    '{"claims": [{"statement": "The shop opens at nine.", "evidence": [{"resource": "repo://shop.py#L1-L1", '
    f'"version": "repo-lines-v1:sha256:{_DIGEST}"}}]}}]}}'
)

_ANCHORS = urlsafe_b64encode(b'{"firstSelectedLineHash":"%s"}' % _DIGEST.encode()).decode().rstrip("=")
_MOVED = _CLAIMS.replace(_DIGEST, f"{_DIGEST}:{_ANCHORS}")


def _page(sources: dict[str, str], claims: str = _CLAIMS) -> Start:
    """Return the first arguments of an example: a page with claims, its path, no options, its files."""
    return "# Shop\n", "openwiki/shop.md", {}, {"openwiki/.claims/shop.json": claims, **sources}


class _Evidence(Struct, frozen=True):
    """Lines of a file, or a whole file without them, with the SHA-256 that they had, and the claim that rests on them.

    `anchor` is the SHA-256 of their first line, empty if it is not known.
    """

    statement: str
    path: str
    first: int | None
    last: int | None
    digest: str
    anchor: str

    @property
    def place(self) -> tuple[int, int | None]:
        """The numbers of the first line and of the one after the last, counted from 0."""
        return max(0, (self.first or 1) - 1), self.last


class ChangedEvidence(RepositoryRule):
    """The lines of a source that a claim of the page rests on have changed since the page was written.

    OpenWiki keeps the claims of each page in `openwiki/.claims`, with the lines of the sources that are their evidence
    and the SHA-256 of these lines. If these lines have changed, the claim may no longer be true. Lines that only moved
    within their file, or only have other line endings, count as unchanged.
    """

    family = "citations"
    severity = "warning"
    covers = ("L05",)
    remedy = "Check the claims of a page, and write it again, whenever the lines that they rest on change."
    advice = "Compare the claim with the lines as they are now, and write the page again."
    messages = {
        "changed": Message(
            "`{path}` has changed in lines that are the evidence of {claims} of the page: {statement}",
            key=("path",),
        ),
        "gone": Message(
            "`{path}` does not exist, but is the evidence of {claims} of the page: {statement}", key=("path",)
        ),
    }
    examples = (
        Invalid(*_page({"shop.py": "open = 8\nclose = 18\n"}), lines={1: "changed"}),
        Invalid(*_page({}), lines={1: "gone"}),
        Valid(*_page({"shop.py": _SHOP})),
        Valid(*_page({"shop.py": f"import till\n\n{_SHOP}"}, _MOVED)),
        Valid(*_page({"shop.py": _SHOP.replace("\n", "\r\n")})),
    )

    def check_repository(self, page: Page, repository: Repository) -> Iterator[Violation]:
        match = _PAGE.match(page.path)
        claims = f"{match['wiki']}/.claims/{match['name']}.json" if match else ""
        if not claims or not repository.is_file(claims):
            return
        evidence = by_key((one.path, one) for one in _evidence(configuration(repository, claims) or {}))
        heading = next(iter(page.document.headings), None)
        span = heading.span if heading else Span(0, 0)
        cited = {one.path for one in citations(page)}
        digests = _Digests()
        for path, several in evidence.items():
            is_there = repository.is_file(path)
            if not is_there and path in cited:  # `dead-citation` reports it
                continue
            changed = _changed(repository, path, several, digests)
            if changed:
                statements = [*dict.fromkeys(one.statement for one in changed)]
                yield Violation(
                    span,
                    "changed" if is_there else "gone",
                    reason=path,
                    related=_related(repository, changed) if is_there else [],
                    path=path,
                    claims=counted(len(statements), "claim"),
                    statement=statements[0][:_LONGEST],
                )


class _Digests:
    """Compares texts with SHA-256 digests. After many bytes, any text counts as the same: sizes can be made up."""

    def __init__(self) -> None:
        self._left = _MOST_BYTES

    def are_of(self, lines: Sequence[bytes], first: int, last: int | None, digest: str) -> bool:
        """Whether lines have a digest, from `first` to before `last`, counted from 0, with any system's line endings.

        The last line of a file may have none.
        """
        if self._left < 0:
            return True
        text = b"".join(lines[first:last])
        self._left -= len(text) + 1
        forms = (text, text.removesuffix(b"\n"))
        return any(digest in (sha256(one).hexdigest(), sha256(_of_windows(one)).hexdigest()) for one in forms)


def _changed(repository: Repository, path: str, several: list[_Evidence], digests: _Digests) -> list[_Evidence]:
    """Return the evidence in a file that is no longer there; none if the file is too large to be read."""
    data = repository.page(path)
    if data is None:
        is_there = repository.is_file(path) or path.startswith(("../", "/")) or repository.is_tracked(path)
        return [] if is_there else several
    lines = [line + b"\n" for line in data.replace(b"\r\n", b"\n").split(b"\n")]
    others = [one for one in several if not digests.are_of(lines, *one.place, one.digest)]
    starts = _starts(lines, {one.anchor for one in others})
    return [one for one in others if not _has_moved(lines, one, starts.get(one.anchor, ()), digests)]


def _has_moved(lines: Sequence[bytes], one: _Evidence, starts: Sequence[int], digests: _Digests) -> bool:
    """Whether evidence is elsewhere in its file, from one of some lines on, counted from 0."""
    first, last = one.place
    count = (last or 0) - first
    return count > 0 and any(digests.are_of(lines, start, start + count, one.digest) for start in starts)


def _starts(lines: Sequence[bytes], anchors: AbstractSet[str]) -> dict[str, list[int]]:
    """Return the numbers of the lines that have one of some digests, counted from 0; not all if they are many."""
    found: dict[str, list[int]] = {}
    for number, line in enumerate(lines if anchors - {""} else ()):
        for form in (line, _of_windows(line)):
            digest = sha256(form).hexdigest()
            if digest in anchors and len(places := found.setdefault(digest, [])) < _MOST_PLACES:
                places.append(number)
    return found


def _of_windows(text: bytes) -> bytes:
    return text.replace(b"\n", b"\r\n")


def _related(repository: Repository, several: Sequence[_Evidence]) -> list[RelatedLines]:
    """Return where evidence was; the file as a whole if it no longer has such lines."""
    found = []
    for one in several:
        length = length_of(repository, one.path)
        is_inside = length is not None and 0 < (one.first or 0) <= (one.last or 0) <= length.lines
        found.append(RelatedLines(one.path, one.first or 0, one.last or 0) if is_inside else RelatedLines(one.path))
    return [*dict.fromkeys(found)]


def _evidence(claims: Any) -> Iterator[_Evidence]:
    """Yield the evidence that a file of claims states, as far as its form is known."""
    listed = claims.get("claims")
    for claim in listed[:_MOST] if isinstance(listed, list) else ():
        several = claim.get("evidence") if isinstance(claim, dict) else None
        for one in several[:_MOST] if isinstance(several, list) else ():
            if not isinstance(one, dict):
                continue
            resource = _RESOURCE.match(str(one.get("resource")))
            version = _VERSION.match(str(one.get("version")))
            if resource and version:
                first, last = (int(resource[name]) if resource[name] else None for name in ("first", "last"))
                anchor = _anchor(version["anchors"] or "")
                yield _Evidence(str(claim.get("statement")), resource["path"], first, last, version["digest"], anchor)


def _anchor(encoded: str) -> str:
    """Return the SHA-256 of the first line that the encoded JSON after a version states; empty if it states none."""
    try:
        text = urlsafe_b64decode(encoded + "=" * (-len(encoded) % 4)).decode()
    except ValueError:
        return ""
    found = re.search(r'"firstSelectedLineHash":"([0-9a-f]{64})"', text)
    return found[1] if found else ""
