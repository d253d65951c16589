import re
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from doclint import Invalid, Message, Page, Repository, RepositoryRule, Span, Valid, Violation
from doclint.errors.wording import counted
from doclint.kit import citations, expression
from doclint.rule.violation import RelatedLines

_PAGE = expression(r"(?P<wiki>(?:.*/)?openwiki)/(?P<name>.+)\.md\Z", re.DOTALL)
_RESOURCE = expression(r"repo://(?P<path>[^#]+)(?:#L(?P<first>\d{1,9})-L(?P<last>\d{1,9}))?\Z")
_VERSION = expression(r"repo-(?:lines|file)-v1:sha256:(?P<digest>[0-9a-f]{64})(?::(?P<anchors>[\w-]{1,2000}))?\Z")
_MOST = 2_000  # claims of a page
_LONGEST = 200  # characters of a claim that a message shows
_MOST_PLACES = 100  # where lines that moved may be
_SHOP = "open = 9\nclose = 18\n"
_DIGEST = sha256(b"open = 9\n").hexdigest()
_CLAIMS = (
    '{"claims": [{"statement": "The shop opens at nine.", "evidence": [{"resource": "repo://shop.py#L1-L1", '
    f'"version": "repo-lines-v1:sha256:{_DIGEST}"}}]}}]}}'
)


class _Evidence(NamedTuple):
    """Lines of a file, or a whole file without them, with the SHA-256 that they had, and the claim that rests on them.

    `anchor` is the SHA-256 of their first line, empty if it is not known.
    """

    statement: str
    path: str
    first: int | None
    last: int | None
    digest: str
    anchor: str


class ChangedEvidence(RepositoryRule):
    """The lines of a source that a claim of the page rests on have changed since the page was written.

    OpenWiki keeps the claims of each page in `openwiki/.claims`, with the lines of the sources that are their evidence
    and the SHA-256 of these lines. If they are others now, the claim may no longer be true. Lines that only moved
    within their file are the same evidence, and so are lines with other line endings.
    """

    id = "changed-evidence"
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
        Invalid(
            "# Shop\n",
            "openwiki/shop.md",
            files={"openwiki/.claims/shop.json": _CLAIMS, "shop.py": "open = 8\nclose = 18\n"},
            lines=(1,),
            messages=("changed",),
        ),
        Invalid(
            "# Shop\n",
            "openwiki/shop.md",
            files={"openwiki/.claims/shop.json": _CLAIMS},
            lines=(1,),
            messages=("gone",),
        ),
        Valid("# Shop\n", "openwiki/shop.md", files={"openwiki/.claims/shop.json": _CLAIMS, "shop.py": _SHOP}),
        Valid(
            "# Shop\n",
            "openwiki/shop.md",
            files={"openwiki/.claims/shop.json": _CLAIMS, "shop.py": _SHOP.replace("\n", "\r\n")},
        ),
    )

    def check_repository(self, page: Page, repository: Repository) -> Iterator[Violation]:
        match = _PAGE.match(page.path)
        claims = f"{match['wiki']}/.claims/{match['name']}.json" if match else ""
        if not claims or not repository.is_file(claims):
            return
        from doclint.repository.configuration import configuration

        changed: dict[str, list[_Evidence]] = {}
        for one in _evidence(configuration(repository, claims) or {}):
            if not _is_same(repository, one):
                changed.setdefault(one.path, []).append(one)
        heading = next(iter(page.document.headings), None)
        span = heading.span if heading else Span(0, 0)
        cited = {one.path for one in citations(page)}
        for path, several in changed.items():
            is_there = repository.is_file(path)
            if not is_there and path in cited:  # `dead-citation` reports it
                continue
            statements = [*dict.fromkeys(one.statement for one in several)]
            yield Violation(
                span,
                "changed" if is_there else "gone",
                reason=path,
                related=[RelatedLines(path, one.first or 0, one.last or 0) for one in several] if is_there else [],
                path=path,
                claims=counted(len(statements), "claim"),
                statement=statements[0][:_LONGEST],
            )


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
    """Return the SHA-256 of the first line, which the JSON has that is behind a version; empty if it has none."""
    from base64 import urlsafe_b64decode

    try:
        text = urlsafe_b64decode(encoded + "=" * (-len(encoded) % 4)).decode()
    except ValueError:
        return ""
    found = re.search(r'"firstSelectedLineHash":"([0-9a-f]{64})"', text)
    return found[1] if found else ""


def _is_same(repository: Repository, one: _Evidence) -> bool:
    """Whether a file still has the lines that are the evidence of a claim; also if it is too large to be read."""
    data = repository.page(one.path)
    if data is None:
        return repository.is_file(one.path) or repository.is_tracked(one.path)
    lines = _lines(data)
    if one.first is None or one.last is None:
        return _has_digest(lines, one.digest)
    count = one.last - one.first + 1
    if _has_digest(lines[max(0, one.first - 1) : one.last], one.digest):
        return True
    starts = repository.remembered(_starts, one.path).get(one.anchor, [])
    return any(_has_digest(lines[start : start + count], one.digest) for start in starts[:_MOST_PLACES])


def _lines(data: bytes) -> list[bytes]:
    return [line + b"\n" for line in data.replace(b"\r\n", b"\n").split(b"\n")]


def _starts(repository: Repository, path: str) -> dict[str, list[int]]:
    """Return the numbers of the lines of a file with each SHA-256, counted from 0."""
    found: dict[str, list[int]] = {}
    for number, line in enumerate(_lines(repository.page(path) or b"")):
        for form in (line, _of_windows(line)):
            found.setdefault(sha256(form).hexdigest(), []).append(number)
    return found


def _has_digest(lines: Sequence[bytes], digest: str) -> bool:
    text = b"".join(lines)
    # The last line of a file may have no line ending.
    forms = (text, text.removesuffix(b"\n"))
    return any(digest in (sha256(one).hexdigest(), sha256(_of_windows(one)).hexdigest()) for one in forms)


def _of_windows(text: bytes) -> bytes:
    return text.replace(b"\n", b"\r\n")
