"""For authors of rules: check that a rule keeps the promises of its own file."""

import tomllib
from collections import Counter
from collections.abc import Iterator
from itertools import product

from doclint.code.languages import is_markdown
from doclint.engine import corpus_rules as corpus
from doclint.engine import result
from doclint.engine.fixes.fix import Fixed, fix
from doclint.engine.page_rules import lint
from doclint.formats.loading import builtins, parse
from doclint.formats.schema import Format
from doclint.markdown.source import Source
from doclint.page.page import Page
from doclint.repository.memory import Memory
from doclint.rule import registry
from doclint.rule.finding import Finding
from doclint.rule.rule import INPUTS, CorpusRule, Example, Invalid, Rule, Valid


def findings_of(rule: type[Rule], example: Example) -> list[Finding]:
    """What a rule says of an example, with the example's options and files."""
    return _linter(rule, example, _page(example, _bytes(example.text)))


def fixed(rule: type[Rule], example: Example) -> Fixed:
    """An example after all fixes of a rule, also those that are not safe."""
    return _fixed(rule, example, _bytes(example.text))


def _fixed(rule: type[Rule], example: Example, data: bytes) -> Fixed:
    return fix(data, lambda data: _page(example, data), lambda page: _linter(rule, example, page), unsafe=True)


def _linter(rule: type[Rule], example: Example, page: Page) -> list[Finding]:
    own = rule(**example.options)
    others = [registry.rules().find(id_)() for id_ in example.beside]
    found = lint(page, [own, *others])
    if isinstance(own, CorpusRule):
        found += _judge_all(own, example, page)
    return [finding for finding in found if finding.rule not in example.beside]


def _judge_all(rule: CorpusRule, example: Example, page: Page) -> list[Finding]:
    """What a rule about all pages says of the example: the other pages are among its files."""
    assert page.repository is not None, "examples have one"
    others = [_at(path, example, _bytes(text)) for path, text in example.files.items() if is_markdown(path)]
    noted = [corpus.take_notes(one, [rule]) for one in sorted([page, *others], key=lambda one: one.path)]
    notes = corpus.merge_notes(_written_down(of_page, rule) for of_page, _ in noted)
    findings = [failure for _, failures in noted for failure in failures]
    findings += corpus.check([rule], notes, page.repository, page.formats)[0]
    return [finding for finding in findings if finding.path in ("", page.path)]


def _written_down(notes: corpus.Notes, rule: CorpusRule) -> corpus.Notes:
    """Notes as another process has them, or a later run. Raises AssertionError if they are not the same."""
    read = result.decode_notes(result.encode(result.PageResult([], notes=notes)).notes, {rule.id: type(rule)})
    if read != notes:
        raise AssertionError(
            f"{rule.id}: what is noted of a page does not outlast being written down:\n{notes}\n{read}"
        )
    return read


def formats_of(example: Example) -> tuple[Format, ...]:
    """The formats that an example knows: its own, and those that come with doclint."""
    own = [parse(tomllib.loads(example.format), "the format of the example")] if example.format else []
    return (*own, *builtins())


def _page(example: Example, data: bytes, without: str = "") -> Page:
    return _at(example.path, example, data, without)


def _at(path: str, example: Example, data: bytes, without: str = "") -> Page:
    repository = Memory({**example.files, example.path: _bytes(example.text), path: data})
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
    """Raise AssertionError unless the rule finds in the example what the example says, and its fixes mend that."""
    findings = findings_of(rule, example)
    failed = next((finding for finding in findings if finding.is_failure), None)
    if failed:
        raise AssertionError(failed.traceback)
    found = [finding.start.line for finding in findings]
    expected = list(example.lines) if isinstance(example, Invalid) else []
    if found != expected:
        shown = "\n".join(f"  {finding.start.line}: {finding.message}" for finding in findings)
        raise AssertionError(f"{rule.id}: expected findings on the lines {expected}, got {found}\n{shown}")
    if isinstance(example, Invalid) and example.messages:
        ids = {finding.message_id for finding in findings}
        if ids != set(example.messages):
            raise AssertionError(f"{rule.id}: expected the messages {sorted(example.messages)}, got {sorted(ids)}")
    if isinstance(example, Invalid):
        _check_fixes(rule, example, findings)


def _check_fixes(rule: type[Rule], example: Invalid, findings: list[Finding]) -> None:
    """Raise AssertionError unless the fixes mend what they belong to and nothing is left to fix."""
    done = fixed(rule, example)
    if done.refusal:
        raise AssertionError(f"{rule.id}: no fix is made: {done.refusal}")
    if example.fixed is not None and done.data != _bytes(example.fixed):
        raise AssertionError(f"{rule.id}: expected after the fixes\n{example.fixed!r}, got\n{done.data!r}")
    if _fixed(rule, example, done.data).fixes:
        raise AssertionError(f"{rule.id}: the fixes have to be made twice")
    left = Counter(finding.fingerprint for finding in _linter(rule, example, _page(example, done.data)))
    if left != Counter(finding.fingerprint for finding in findings if finding.fix is None):
        raise AssertionError(f"{rule.id}: after the fixes other findings are left than those without a fix")


def check_rule(rule: type[Rule]) -> None:
    """Raise AssertionError unless a rule and its examples are complete and consistent."""
    for finding in _incomplete(rule):
        raise AssertionError(f"{rule.id}: {finding}")


def _incomplete(rule: type[Rule]) -> Iterator[str]:
    module = rule.__module__.rpartition(".")[2]
    words = "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in rule.__name__).lstrip("-")
    if not rule.id == module.replace("_", "-") == words:
        yield f"the id, the file `{module}` and the class `{rule.__name__}` have different names"
    _, _, manual = (rule.__doc__ or "").partition("\n\n")
    if not manual.strip():
        yield "the docstring says nothing beyond its first sentence"
    yield from _incomplete_examples(rule)
    yield from _rash(rule)


def _rash(rule: type[Rule]) -> Iterator[str]:
    """What a rule needs, or consults, and does not say so: without it, it finds more."""
    inputs = [] if issubclass(rule, CorpusRule) else [one for one in INPUTS if one not in rule.needs | rule.consults]
    # Other rules may be silent without it, which have the say first.
    alone = [example for example in rule.examples if not example.beside]
    for input_, example in product(inputs, alone):
        blind = _linter(rule, example, _page(example, _bytes(example.text), without=input_))
        more = {finding.fingerprint for finding in blind} - {one.fingerprint for one in findings_of(rule, example)}
        if more:
            yield f"it has to say that it consults the {input_}, without which it finds more in {example}"


def _incomplete_examples(rule: type[Rule]) -> Iterator[str]:
    for kind in (Valid, Invalid):
        if not any(isinstance(example, kind) for example in rule.examples):
            yield f"there is no {kind.__name__} example"
    if any(example in rule.examples[:index] for index, example in enumerate(rule.examples)):
        yield "an example is there twice"
    findings = [finding for example in rule.examples for finding in findings_of(rule, example)]
    unused = set(rule.messages) - {finding.message_id for finding in findings}
    if unused:
        yield f"no example has the message {sorted(unused)}"
