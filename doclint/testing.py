"""Tests for authors of rules: the examples of a rule, its fixes, and whether its declarations are complete."""

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import product
from typing import Literal

from doclint.engine import corpus_rules as corpus, page_result
from doclint.engine.fixes.fix import Fixed, fix
from doclint.engine.page_rules import PageFindings, lint
from doclint.formats.format_set import FormatSet
from doclint.formats.loading import builtins, parse
from doclint.formats.schema.format import Format
from doclint.markdown.source import Source
from doclint.packages.manifests import removed_extras
from doclint.packages.routes import removed_endpoints
from doclint.page.limits import Limits
from doclint.page.page import Page
from doclint.page.removed_names import only_removed, removed_names
from doclint.repository.in_memory import Memory
from doclint.rule import registry
from doclint.rule.finding import Finding
from doclint.rule.manual import description
from doclint.rule.reads import needed, without_reading
from doclint.rule.rule import INPUTS, CorpusRule, Example, Invalid, Rule, Valid, words_of
from doclint.source.language import is_markdown

_COMMIT = "1f0e3dad99"
_FIX_KINDS: tuple[tuple[Literal["safe", "unsafe"], bool], ...] = (("safe", True), ("unsafe", False))


def findings_of(rule: type[Rule], example: Example) -> list[Finding]:
    """Return the findings of a rule on the page of an example, with the options and the files of the example.

    If the rule raises an exception, that is a finding, too: `rule-failed`.
    """
    return _lint_example(rule, example, _page(example, _bytes(example.text)))


def fix_kinds(rule: type[Rule]) -> list[Literal["safe", "unsafe"]]:
    """Return the kinds of fixes of a rule that its examples show; `check_rule` reports other kinds."""
    shown = filter(_is_fixed, rule.examples)
    return _fix_kinds(finding for example in shown for finding in findings_of(rule, example))


def _is_fixed(example: Example) -> bool:
    return isinstance(example, Invalid) and example.fixed is not None


def _fix_kinds(findings: Iterable[Finding]) -> list[Literal["safe", "unsafe"]]:
    kinds = {finding.fix.safe for finding in findings if finding.fix is not None}
    return [name for name, is_safe in _FIX_KINDS if is_safe in kinds]


def fixed(rule: type[Rule], example: Example) -> Fixed:
    """Return the page of an example after all fixes of a rule, safe or not, as bytes, and the findings that they fix.

    If the page would not read as before outside the fixes, `refusal` says why, and nothing is changed.
    """
    return _fixed(rule, example, _bytes(example.text))


def _fixed(rule: type[Rule], example: Example, data: bytes) -> Fixed:
    return fix(data, lambda data: _page(example, data), lambda page: _lint_example(rule, example, page), unsafe=True)


def _lint_example(rule: type[Rule], example: Example, page: Page) -> list[Finding]:
    own = rule(**example.options)
    others = [registry.rules().find(id_)() for id_ in example.beside]
    found = lint(page, [own, *others])
    if isinstance(own, CorpusRule):
        found += _check_corpus(own, example, page)
    return [finding for finding in found if finding.rule not in example.beside]


def _check_corpus(rule: CorpusRule, example: Example, page: Page) -> list[Finding]:
    """Return what a rule about all pages finds on the page of an example; its files are the other pages."""
    assert page.repository is not None, "every example has a repository"
    others = [_page(example, _bytes(text), path) for path, text in example.files.items() if is_markdown(path)]
    pages = sorted([page, *others], key=lambda page: page.path)
    noted = [(each.path, *corpus.take_notes(each, [rule])) for each in pages]
    notes = corpus.merge_notes(_reloaded(path, of_page, rule) for path, of_page, _ in noted)
    findings = [failure for _, _, failures in noted for failure in failures]
    findings += corpus.check([rule], notes, page.repository, page.formats, page.limits)[0]
    return [finding for finding in findings if finding.path in ("", page.path)]


def _reloaded(path: str, notes: corpus.Notes, rule: CorpusRule) -> corpus.Notes:
    """Return the notes of the page at a path as another process or a later run loads them.

    Raises AssertionError if they differ from the original ones.
    """
    encoded = page_result.encode(page_result.PageResult(PageFindings([]), notes)).notes
    try:
        read: object = page_result.decode_notes(encoded, {rule.id: type(rule)}, path)
    except ValueError as error:
        read = error
    if read != notes:
        raise AssertionError(
            f"{rule.id}: the facts about a page change when they are stored and loaded:\n{notes}\n{read}"
        )
    return notes


def formats_of(example: Example) -> FormatSet:
    """Return the formats of an example: its own, if it has one, and the built-in ones."""
    return builtins().with_loaded([_parsed(example.format)] if example.format else [])


@cache
def _parsed(format_: str) -> Format:
    return parse(tomllib.loads(format_), "the format of the example")


def page_of(example: Example) -> Page:
    """Return the page of an example among its files."""
    return _page(example, _bytes(example.text))


def _page(example: Example, data: bytes, path: str = "", without: str = "") -> Page:
    """Return a page of an example, by default its own, without one of `INPUTS` if that is given."""
    path = path or example.path
    repository = Memory({**example.files, example.path: _bytes(example.text), path: data}, deletions=example.deletions)
    if example.before:
        before = Memory(example.before)
        gone = removed_names(before, repository, example.before, _COMMIT, Limits())
        repository.removed = [
            *only_removed(gone, repository, Limits()),
            *removed_extras(before, repository, example.before, _COMMIT),
            *removed_endpoints(before, repository, example.before, _COMMIT),
        ]
    return Page(
        path,
        Source.from_bytes(data),
        formats=formats_of(example),
        repository=None if without == "repository" else repository,
        has_source=without != "source",
    )


def _bytes(text: str | bytes) -> bytes:
    return text.encode() if isinstance(text, str) else text


def check_example(rule: type[Rule], example: Example) -> None:
    """Raise AssertionError if a rule does not report what an example declares, or if its fixes do not fix that.

    The error shows the lines that were expected and the findings, or the traceback of a rule that fails.
    """
    findings = findings_of(rule, example)
    failed = next((finding for finding in findings if finding.is_failure), None)
    if failed:
        raise AssertionError(failed.traceback)
    found = [finding.start.line for finding in findings]
    stated = _stated(example.lines) if isinstance(example, Invalid) else []
    expected = [line for line, _ in stated]
    if found != expected:
        shown = "\n".join(f"  {finding.start.line}: {finding.message}" for finding in findings)
        raise AssertionError(f"{rule.id}: expected findings on lines {expected}, got {found}\n{shown}")
    if isinstance(example, Invalid):
        ids = [finding.message_id for finding in findings]
        if any(id_ not in ("", own) for (_, id_), own in zip(stated, ids, strict=True)):
            raise AssertionError(f"{rule.id}: expected the messages {[id_ for _, id_ in stated]}, got {ids}")
        _check_fixes(rule, example, findings)


def _stated(lines: tuple[int, ...] | Mapping[int, str | tuple[str, ...]]) -> list[tuple[int, str]]:
    """Return the lines of an example, each with the id of its message, which is empty if it is not stated."""
    if not isinstance(lines, Mapping):
        return [(line, "") for line in lines]
    return [(line, id_) for line, ids in lines.items() for id_ in ([ids] if isinstance(ids, str) else ids)]


def _check_fixes(rule: type[Rule], example: Invalid, findings: list[Finding]) -> None:
    """Raise AssertionError unless the fixes remove the findings that they belong to, and nothing is left to fix."""
    done = fixed(rule, example)
    if done.refusal:
        raise AssertionError(f"{rule.id}: the fixes were refused: {done.refusal}")
    if example.fixed is not None and done.data != _bytes(example.fixed):
        raise AssertionError(f"{rule.id}: expected after the fixes\n{example.fixed!r}, got\n{done.data!r}")
    if _fixed(rule, example, done.data).fixes:
        raise AssertionError(f"{rule.id}: the fixes leave something to fix")
    left = Counter(finding.fingerprint for finding in _lint_example(rule, example, _page(example, done.data)))
    if left != Counter(finding.fingerprint for finding in findings if finding.fix is None):
        raise AssertionError(f"{rule.id}: after the fixes, the findings are not those that had no fix")


def check_rule(rule: type[Rule]) -> None:
    """Raise AssertionError unless a rule and its examples are complete and consistent."""
    for defect in _defects(rule):
        raise AssertionError(f"{rule.id}: {defect}")


def _defects(rule: type[Rule]) -> Iterator[str]:
    """Yield what is wrong with the declarations and the examples of a rule."""
    module = rule.__module__.rpartition(".")[2]
    if not rule.id == module.replace("_", "-") == words_of(rule):
        yield f"the id, the file `{module}` and the class `{rule.__name__}` have different names"
    _, _, manual = description(rule).partition("\n\n")
    if not manual.strip():
        yield "the docstring has only one sentence; say why it matters, where it comes from and what is left alone"
    yield from _wrong_reads(rule)
    yield from _example_defects(rule)
    yield from _undeclared_inputs(rule)


def _wrong_reads(rule: type[Rule]) -> Iterator[str]:
    """Yield what is wrong with the parts of a format that a rule says it reads."""
    try:
        for read in sorted(rule.reads):
            needed(read)
    except (TypeError, ValueError) as error:
        yield f"`reads`: {error}"
        return
    for example in rule.examples:
        page = _page(example, _bytes(example.text))
        reason = without_reading(page, [rule]).get(rule.id)
        # The engine does not run such a rule on a page of no format.
        if reason and (any(rule(**example.options).check(page)) or findings_of(rule, example)):
            yield f"it reports where it has nothing to read by its `reads`: {reason}. The example is {example}"


def _undeclared_inputs(rule: type[Rule]) -> Iterator[str]:
    """Yield the inputs without which a rule finds more, although it does not declare that it needs or consults them."""
    inputs = [] if issubclass(rule, CorpusRule) else [name for name in INPUTS if name not in rule.needs | rule.consults]
    # Without the input, a rule that this one yields to may report nothing.
    alone = [example for example in rule.examples if not example.beside]
    for input_, example in product(inputs, alone):
        blind = _lint_example(rule, example, _page(example, _bytes(example.text), without=input_))
        known = {finding.fingerprint for finding in findings_of(rule, example)} if blind else set()
        if any(finding.fingerprint not in known for finding in blind):
            yield f"it finds more without the {input_}; add that to `consults`. The example is {example}"


def _example_defects(rule: type[Rule]) -> Iterator[str]:
    for kind in (Valid, Invalid):
        if not any(isinstance(example, kind) for example in rule.examples):
            yield f"it has no {kind.__name__} example"
    if any(example in rule.examples[:index] for index, example in enumerate(rule.examples)):
        yield "two of its examples are equal"
    of_examples = [(example, findings_of(rule, example)) for example in rule.examples]
    findings = [finding for _, found in of_examples for finding in found]
    shown = _fix_kinds(finding for example, found in of_examples if _is_fixed(example) for finding in found)
    hidden = set(_fix_kinds(findings)) - set(shown)
    if hidden:
        yield f"no example shows what a page looks like `fixed`, but there are {' and '.join(sorted(hidden))} fixes"
    unused = set(rule.messages) - {finding.message_id for finding in findings}
    if unused:
        yield f"its examples do not cover the messages {sorted(unused)}"
