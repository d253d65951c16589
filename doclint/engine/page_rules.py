"""Running rules on one page. Files are read only through the repository of the page, and nothing is printed."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import NamedTuple

from doclint.markdown.source import Fix, Places, Position, Span, printable
from doclint.markdown.suppressions import Directives, SuppressionIndex, Suppressions
from doclint.page.claims import Assumption, AssumptionKind, CountedOutcome, PageClaims, PlacedClaim, RelatedLines
from doclint.page.compared import Uncompared, uncompared
from doclint.page.page import Page
from doclint.rule import registry
from doclint.rule.finding import (
    ENGINE,
    Finding,
    cause_of,
    failure,
    fingerprint_of,
    limit_reached,
    too_many,
    written,
)
from doclint.rule.head import RuleHead
from doclint.rule.message import Argument
from doclint.rule.rule import Rule, SourceRule, Where
from doclint.rule.schedule import RuleGroup, RuleSchedule, view_of
from doclint.rule.violation import MOST_RELATED, Violation, lines_of

# Defects that a rule finds on a page beyond the limit; each takes the time that the rule needs for it.
_COUNTED = 10_000


class PageFindings(NamedTuple):
    """The findings of a page, sorted by place, the number of findings that its comments suppress, how many of its
    comparisons held or not, by the assumption that they rest on, its claims, if they are asked for, and why it is
    compared with no source, if rules would compare it. Of all pages together, `hints` are sentences on those that
    doclint does not recognize.
    """

    findings: list[Finding]
    suppressed: int = 0
    outcomes: tuple[CountedOutcome, ...] = ()
    claims: PageClaims | None = None
    uncompared: Uncompared | None = None
    hints: tuple[str, ...] = ()


def lint(page: Page, rules: Iterable[Rule]) -> list[Finding]:
    """Return the findings of rules on a page and on the pages that it quotes, sorted by place.

    Findings that comments on the page suppress are left out. A rule that raises an exception is a finding itself, and
    the other rules still run. A page that doclint fails to read is one finding.
    """
    return outcome(page, rules).findings


def outcome(page: Page, rules: Iterable[Rule], known: Iterable[RuleHead] | None = ()) -> PageFindings:
    """Return the findings of rules on a page, as `lint` does, and the number of findings that its comments suppress.

    `known` are the heads of further rules that comments may name; None if the caller does not know all of them, so that
    a name that no rule has is not a mistake.
    """
    try:
        quotes = page.read()
        schedule = RuleSchedule.of(rules)
        limited = _limit_findings(page, quotes, schedule)
    except Exception as error:  # noqa: BLE001 - a page that fails must not keep others from being linted
        return PageFindings([_failure(page, "page-failed", "doclint failed on this page", error)])
    # `ran` leaves out rules about all pages: whether a comment suppresses one of their findings is not known yet.
    findings, ran = _findings(page, schedule.on_page)
    for quote in quotes:
        more, ran_there = _findings(quote, schedule.on_quotes)
        findings += more
        ran -= schedule.on_quotes.ids - ran_there
    left, used = _without_suppressed(findings, page)
    if page.directives != Directives():
        every = {*(known or ()), *schedule.heads}
        page.suppressions = page.around.suppressions = _suppressions(
            page, every, ran, used, is_complete=known is not None
        )
    about_comments, _ = _findings(page, schedule.on_suppressions)
    reported = sorted([*limited, *left, *about_comments], key=lambda finding: finding.order)
    is_silent = schedule.on_sources and not any(finding.is_failure for finding in reported)
    silence = uncompared(page) if is_silent else None
    return PageFindings(reported, len(findings) - len(left), _outcomes(page, *quotes), _claims(page, quotes), silence)


def _outcomes(*pages: Page) -> tuple[CountedOutcome, ...]:
    """Return the outcomes of comparisons on some pages together, in an order that depends on the outcomes only."""
    counted = [page.outcomes for page in pages if page.outcomes]
    if not counted:  # as on most pages
        return ()
    total = sum(map(Counter, counted), Counter())
    return tuple(CountedOutcome(one.printable, what, number) for (one, what), number in sorted(total.items()))


def _claims(page: Page, quotes: Iterable[Page]) -> PageClaims | None:
    """Return the claims that rules have compared on a page and those that it quotes; None if the run has no claims."""
    if page.claims is None:
        return None
    placed = (
        PlacedClaim(
            kind,
            *_place(one, Span(start, end)),
            "unknown" if because else "holds",
            printable(because),
            lines and _printable_lines(lines),
        )
        for one in (page, *quotes)
        for kind, start, end, because, lines in one.claims or ()
    )
    names = (page.format.name if page.format else "", page.kind.name if page.kind else "")
    return PageClaims(printable(page.path), *names, tuple(placed))


def _limit_findings(page: Page, quotes: Iterable[Page], schedule: RuleSchedule) -> list[Finding]:
    """Return a finding for each part of a page, or of a page that it quotes, that a limit leaves unread."""
    found = []
    for one in (page, *quotes):
        needs_source = schedule.on_sources if one is page else schedule.on_quoted_sources
        for limit, span, lost, file in one.breaches(needs_source=needs_source):
            value = getattr(one.limits, limit.replace("-", "_"))
            place, _ = _place(one, span)
            found.append(limit_reached(printable(page.path), limit, value, lost, place, what=printable(file)))
    return found


def _without_suppressed(findings: list[Finding], page: Page) -> tuple[list[Finding], set[tuple[int, str]]]:
    """Return the findings that no comment suppresses, and what suppresses the others: line and name in the comment."""
    if not page.directives.found:
        return findings, set()
    index = SuppressionIndex(page.directives)
    left: list[Finding] = []
    used: set[tuple[int, str]] = set()
    for finding in sorted(findings, key=lambda finding: finding.order):
        allowed = None if finding.hides_others else index.find(finding.start.line, (finding.rule, finding.family))
        if allowed is None:
            left.append(finding)
        else:
            used.add(allowed)
    return left, used


def _suppressions(
    page: Page, known: set[RuleHead], ran: frozenset[str], used: set[tuple[int, str]], *, is_complete: bool
) -> Suppressions:
    members: dict[str, set[str]] = {"engine": set(ENGINE), **{id_: {id_} for id_ in ENGINE}}
    every = {*registry.rules().heads.values(), *known}
    for rule in every:
        members.setdefault(rule.id, set()).add(rule.id)
        members.setdefault(rule.family, set()).add(rule.id)
    return Suppressions(
        directives=page.directives,
        members={name: frozenset(ids) for name, ids in members.items()},
        immune=frozenset(ENGINE) | {rule.id for rule in every if "suppressions" in rule.needs},
        ran=ran,
        used=frozenset(used),
        is_complete=is_complete,
    )


def _findings(page: Page, rules: RuleGroup) -> tuple[list[Finding], frozenset[str]]:
    """Return the findings of rules on the views of one page, and the ids of the rules that read all of it."""
    if page.around is page:
        return _findings_in_view(page, rules, {})
    views = {
        view: RuleGroup(one for one in rules.selected if view_of(page, one.head) is view)
        for view in (page, page.around)
    }
    places: dict[str, Places] = {}
    found, ran = zip(*(_findings_in_view(*one, places) for one in views.items()), strict=True)
    return [*chain(*found)], frozenset(chain(*ran))


def _findings_in_view(page: Page, rules: RuleGroup, places: dict[str, Places]) -> tuple[list[Finding], frozenset[str]]:
    """Return the findings of rules on one page, and the ids of the rules that read all of it.

    A wrong claim gives one finding: a finding is left out if a rule that its own rule yields to has one at the place.
    `places` are those of findings by rule, of earlier views, too.
    """
    running = rules.on(page)
    stopped: set[str] = set()
    found: list[tuple[Rule, Violation, Finding]] = []
    of_engine: list[Finding] = []
    for rule in running.reading(page):
        try:
            violations = _about_template(page, rule) if rule.of_template else iter(rule.check(page))
            first = next(violations, None)
            if first is None:  # as of most rules on most pages
                continue
            # `islice` takes no numbers as large as this limit may be.
            shown = [one for _, one in zip(range(page.limits.findings), chain([first], violations), strict=False)]
            new = [(rule, violation, _finding(page, rule, violation)) for violation in shown]
            beyond = [violation.span for violation in islice(violations, _COUNTED)]
            has_more = next(violations, None) is not None
            if beyond:
                start, _ = _place(page, beyond[0])
                path, most = printable((page.outer or page).path), page.limits.findings
                of_engine.append(too_many(path, rule.id, most, start, len(beyond), has_more=has_more))
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001 - a rule that fails, or exits, must not silence the others
            of_engine.append(_failure(page, "rule-failed", f"The rule `{rule.id}` failed on this page", error))
            stopped.add(rule.id)
            continue
        if beyond:
            stopped.add(rule.id)
        if has_more:  # anywhere in the rest of the page
            beyond.append(Span(beyond[-1].start, len(page.source.text)))
        found += new
        rested = [one.rests_on for one in shown if one.rests_on is not None]
        for assumption in set(rested) if rule.of_template else rested:  # of a template pages count, not places
            page.count(assumption, "refuted")
        places[rule.id] = Places([*(violation.span for violation in shown), *beyond])
    reported = (
        finding
        for rule, violation, finding in found
        if not any(first in places and _is_said(violation, places[first]) for first in rule.yields_to)
    )
    return [*of_engine, *reported], running.ids - stopped if stopped else running.ids


def _about_template(page: Page, rule: Rule) -> Iterator[Violation]:
    """Yield the violations of a rule, which rest on the template of a generator, and count a page without any."""
    template, is_laid_out = _template_of(page, rule), True
    for violation in rule.check(page):
        is_laid_out = False
        yield violation.resting_on(template) if template else violation
    if template and is_laid_out:
        page.count(template, "holds")


def _template_of(page: Page, rule: Rule) -> Assumption | None:
    """Return that pages have the layout of their format; None if that applies only where it is configured."""
    if page.format is None or page.kind is None or not page.format.is_anywhere:
        return None
    name, generator = page.format.name, page.format.generator
    statement = f"the pages are of the format `{name}`, and no template of the project changes their layout"
    subject, setting = f"{name} {page.kind.name}", f'ignore = ["{rule.id}"]'
    # Of a generator whose versions are known, pages have few faults of the layout but for their template.
    kind: AssumptionKind = "templates" if generator and generator.versions else "sections"
    return Assumption(kind, subject, rule.id, statement, setting)


def _is_said(violation: Violation, places: Places) -> bool:
    """Whether a rule that takes precedence reports some places of which a violation has one, or follows from one."""
    cause = violation.follows_from
    return places.meet(violation.span) or (cause is not None and places.meet(cause))


def _finding(page: Page, rule: Rule, violation: Violation) -> Finding:
    fix = _fix(page, violation.fix) if violation.fix else None
    of_source = rule if isinstance(rule, SourceRule) else None
    source = violation.against or (page.source_file if of_source else None)
    copied_in = source.copy if source and (violation.against or (of_source and of_source.names_copy)) else None
    if source and not violation.related:
        violation.related = lines_of(source)
    return finding_of(rule, violation, where(page, violation.span), fix, copied_in=copied_in or "")


def where(page: Page, span: Span) -> Where:
    """Return the place of a finding at a span of a page. Raises ValueError if the span is outside the page."""
    start, end = _place(page, span)
    return Where(
        path=printable((page.outer or page).path),
        start=start,
        end=end,
        section=page.section_at(span.start),
        embedded=printable(page.path) if page.outer else None,
        kind=page.kind.name if page.kind else "",
        key=page.key_at(span.start),
    )


def finding_of(
    rule: Rule, violation: Violation, place: Where, fix: Fix | None = None, *, copied_in: str = ""
) -> Finding:
    """Return the finding that a violation of a rule makes at a place.

    `copied_in` is the path of the page whose copy of the source it follows from, if there is one. Raises KeyError or
    TypeError if the violation has a message or an argument that the rule does not have.
    """
    message = rule.messages[violation.message]
    arguments = _printable(violation.arguments)
    part = place.key if place.kind else ""
    reason = printable(violation.reason)
    key = tuple(str(arguments[name]) for name in message.key)
    origin = ("", "") if rule.gone or message.by_reason else (place.kind, part)
    return Finding(
        rule=rule.id,
        family=rule.family,
        severity=message.severity or rule.severity,
        message_id=violation.message,
        message=message.format(arguments, copied_in=printable(copied_in), page=place.embedded or place.path),
        given=written(arguments),
        path=place.path,
        start=place.start,
        end=place.end,
        section=place.section,
        embedded=place.embedded,
        cause=cause_of(rule.id, violation.message, *origin, reason),
        fingerprint=fingerprint_of(place.path, rule.id, violation.message, key, place.embedded),
        kind=place.kind,
        part=part,
        reason=reason,
        remedy=rule.remedy_of(message, by_hand=not place.kind),
        key=key if violation.would_hold else (),
        related=_related(violation),
        fix=fix,
        rests_on=violation.rests_on and violation.rests_on.printable,
        would_hold=tuple(reading.printable for reading in violation.would_hold),
    )


def _related(violation: Violation) -> tuple[RelatedLines, ...]:
    """Return the first related lines of a violation, each once. A folder, such as a package without code, has none."""
    found = dict.fromkeys([lines for lines in violation.related if not lines.path.endswith("/")])
    return tuple(map(_printable_lines, islice(found, MOST_RELATED)))


def _printable_lines(lines: RelatedLines) -> RelatedLines:
    return lines if lines.path.isascii() else lines._replace(path=printable(lines.path))


def _fix(page: Page, fix: Fix) -> Fix | None:
    """Return the fix as a finding has it; None for a quoted page, because a fix belongs in the original file.

    On instructions for models no fix is safe, so that `--fix` alone never changes what a product sends to its model.
    Raises ValueError if edits overlap, are outside the page or cannot be encoded.
    """
    source, edits, end = page.source, sorted(fix.edits), 0
    for span, text in edits:
        if not end <= span.start <= span.end <= len(source.text):
            raise ValueError(f"the edit of {span} overlaps another edit or is outside the page")
        text.encode()
        end = span.end
    if page.outer:
        return None
    places = ((*source.position(span.start), *source.position(span.end)) for span, _ in edits)
    own = map(source.with_own_endings, edits)
    return Fix(tuple(own), fix.safe and page.convention is None, tuple(places))


def _printable(arguments: dict[str, Argument]) -> dict[str, Argument]:
    """Return the arguments in a form that JSON can hold. Raises TypeError if the type of one is not allowed."""
    found: dict[str, Argument] = {}
    for name, value in arguments.items():
        if isinstance(value, str):
            found[name] = printable(value)
        elif isinstance(value, tuple):
            found[name] = tuple(map(printable, value))
        elif value is None or isinstance(value, int):
            found[name] = value
        else:
            raise TypeError(f"the argument `{name}` is a {type(value).__name__}, not a str, int or tuple")
    return found


def _place(page: Page, span: Span) -> tuple[Position, Position]:
    if not 0 <= span.start <= span.end <= len(page.source.text):
        raise ValueError(f"{span} is outside the page, which has {len(page.source.text)} characters")
    source = (page.outer or page).source
    return source.position(span.start + page.offset), source.position(span.end + page.offset)


def _failure(page: Page, id_: str, what: str, error: BaseException) -> Finding:
    message = f"{what}: {type(error).__name__}: {error}"
    return failure(id_, printable((page.outer or page).path), message, error)
