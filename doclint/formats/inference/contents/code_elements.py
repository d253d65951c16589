"""Elements for fences and quotes: signatures, commands and examples."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from doclint.errors.expressions import expression
from doclint.formats.inference.sequences import merge
from doclint.formats.inference.texts.pattern_parts import written_plain
from doclint.formats.inference.texts.text_patterns import alternatives
from doclint.formats.reading.signatures import take_signature
from doclint.formats.reading.written_code import code_in
from doclint.formats.schema.contents import SYMBOL, SignatureContent
from doclint.markdown.nodes import BlockQuote, CodeBlock, Paragraph, Text
from doclint.source.brackets import CodeText

_MOST_TEMPLATES = 4
_MOST_CHARACTERS = 4_000  # of a signature
_SHELLS = frozenset({"bash", "cmd", "console", "powershell", "sh", "shell", "shell-session", "terminal", "zsh"})
_DECORATOR = expression(r"@[\w.]+(?:\([^()]*\))? ")
_KEYWORDS = expression(r"(?:[a-z]+ )*")
_ASYNC = "async"
_MODIFIERS = frozenset(
    {"abstract", "async", "declare", "export", "final", "optional", "override", "private", "protected", "public",
     "readonly", "static", "virtual"}
)  # fmt: skip
_FEW = 0.03  # the share of signatures from which on their form is worth mentioning
_MOST_OPTIONAL = 4  # parts of a template
_NAMED = expression(r"\{([\w-]+)(?:='[^']*')?\}")


class Fenced(NamedTuple):
    """A block of code on a page, and the known values there."""

    block: CodeBlock | BlockQuote
    known: Mapping[str, str]


def language(block: CodeBlock | BlockQuote) -> str:
    """Return the language of a fence; empty for a quote."""
    return block.language if isinstance(block, CodeBlock) else ""


def signature(blocks: Sequence[Fenced], *, has_scope: bool) -> dict[str, Any] | None:
    """Return the element of a signature that most of some blocks are; None if they are not signatures.

    Only if it `has_scope`, a symbol that the signature is of, something reads what the signature says.
    """
    name = _name(blocks)
    if not name:
        return None
    forms = Counter(form for one in blocks for form in _forms(one, name))
    layout = "fence" if isinstance(blocks[0].block, CodeBlock) else "quote"
    languages = list(dict.fromkeys(filter(None, (language(one.block) for one in blocks))))
    texts = list(_templates(forms, name))[:_MOST_TEMPLATES]
    if not has_scope:
        texts = [_NAMED.sub(lambda hole: hole.group() if hole[1] == name else "{_}", text) for text in texts]
    if not texts:
        return None
    table: dict[str, Any] = {"shape": "signature"}
    if layout != "fence":
        table["layout"] = layout
    if languages:
        table["fence"] = languages if len(languages) > 1 else languages[0]
    left = list(blocks)
    used: list[str] = []
    for text in texts:
        element = SignatureContent.model_validate(table | {"text": text})
        others = [one for one in left if take_signature(element, one.block) is None]
        if len(others) < len(left) and (not used or len(left) - len(others) >= _FEW * len(blocks)):
            used.append(text)
            left = others
    if len(left) > 0.5 * len(blocks) or not used:
        return None
    return table | {"text": used if len(used) > 1 else used[0]}


def _name(blocks: Sequence[Fenced]) -> str:
    """Return the hole whose value most of the blocks have in front of brackets or at their beginning."""
    counts: Counter[str] = Counter()
    for one in blocks:
        text = _text(one)
        counts.update(name for name, value in one.known.items() if _place(text, value) >= 0)
    if counts[SYMBOL] >= 0.5 * len(blocks):
        return SYMBOL
    name, count = next(iter(counts.most_common(1)), ("", 0))
    return name if count >= 0.5 * len(blocks) else ""


def _text(one: Fenced) -> str:
    match one.block:
        case CodeBlock() | BlockQuote(children=[Paragraph() | CodeBlock()]):
            holder = one.block if isinstance(one.block, CodeBlock) else one.block.children[0]
            assert isinstance(holder, CodeBlock | Paragraph)
            return code_in(holder).text[:_MOST_CHARACTERS].strip()
    return ""


def _place(text: str, name: str) -> int:
    """Return where code has a name that it declares; -1 without one."""
    name = name.rpartition(".")[2].removesuffix("()")
    if not name:
        return -1
    found = re.search(rf"(?<![\w.$]){re.escape(name)}(?=[(<:=;\[]| =|\?|\s*\Z)", text)
    # An example calls what it is about further down, behind other statements.
    return found.start() if found and not re.search(r"[;(={]", _DECORATOR.sub("", text[: found.start()])) else -1


class _Form(NamedTuple):
    """How a signature is written: what is in front of the name, the brackets behind it, and what is behind these."""

    before: str
    brackets: str
    returns: str
    end: str
    is_decorated: bool


def _forms(one: Fenced, name: str) -> Iterator[_Form]:
    text = _text(one)
    value = one.known.get(name, "").rpartition(".")[2].removesuffix("()")
    start = _place(text, value) if value else -1
    if start < 0:
        return
    before = _DECORATOR.sub("", text[:start])
    has_decorator = before != text[:start]
    if _KEYWORDS.fullmatch(before) is None:
        before = "[{returns} ]"
        if not re.match(r"[(<]", text[start + len(value) :]):
            return
    rest = text[start + len(value) :]
    brackets = ""
    for opening, closing, hole in (("<", ">", "_"), ("(", ")", "parameters")):
        if rest.startswith(opening):
            end = CodeText(rest).find(closing, 1)
            if end < 0:
                return
            brackets += f"{opening}{{{hole}}}{closing}"
            rest = rest[end + 1 :]
    tail = _tail(rest, brackets, before)
    if tail is not None:
        yield _Form(before, brackets, *tail, is_decorated=has_decorator)


def _tail(rest: str, brackets: str, before: str) -> tuple[str, str] | None:
    """Return what stands for the text behind the brackets of a signature, and for its last character; None for a text
    that no template has.
    """
    end = rest[-1:] if rest[-1:] in (";", ":") else ""
    rest = rest.removesuffix(end) if end else rest
    hole = "{returns}" if "parameters}" in brackets and "returns" not in before else "{type}"
    for mark in (" -> ", " → ", ": ", " => "):
        if rest.startswith(mark):
            type_, _, value = rest.partition(" = ") if hole == "{type}" else (rest, "", "")
            return f"{mark}{hole}" + (" = {value}" if value and type_ else ""), end
    if rest.startswith(" = "):
        return " = {value}", end
    return None if rest.strip() else ("", end)


def _templates(forms: Mapping[_Form, int], name: str) -> Iterator[str]:
    """Yield templates for signatures, those of the most frequent forms first."""
    groups: dict[tuple[str, bool, str], Counter[_Form]] = {}
    for form, count in forms.items():
        # What has words in front of the name in common is of one kind, whatever modifiers it has besides.
        key = _keyword(form), "(" in form.brackets, form.end
        groups.setdefault(key, Counter())[form] += count
    for (_, _, end), group in sorted(groups.items(), key=lambda pair: -pair[1].total()):
        few = max(1, _FEW * group.total())
        several = [form for form, count in group.items() if count >= few] or list(group)
        decorated = "[@{_} ]" if any(form.is_decorated for form in several) else ""
        brackets = _brackets({form.brackets for form in several})
        tails = Counter(tail for form in several for tail in [form.returns] * group[form])
        tail = next((tail for tail, _ in tails.most_common() if tail), "")
        if tail and "" in tails:
            tail = f"[{tail}]"
        for before in _beginnings(
            [_words(form) for form in several], _MOST_OPTIONAL - f"{decorated}{brackets}{tail}".count("[")
        ):
            yield f"{decorated}{before}{{{name}}}{brackets}{tail}{end}"


def _words(form: _Form) -> list[str]:
    """Return the words in front of the name."""
    return re.findall(r"\[.*?\]|\S+", form.before)


def _keyword(form: _Form) -> str:
    """Return the word in front of the name that says what it declares; empty if there is none."""
    word = next(reversed(_words(form)), "")
    return "" if word in _MODIFIERS or word.startswith("[") else word


def _beginnings(several: Sequence[Sequence[str]], most: int) -> list[str]:
    """Return what stands for the words in front of names: one text with at most some optional words, or several."""
    merged: list[str] = []
    for words in sorted(several, key=len, reverse=True):
        merged = merge(merged, words)
    optional = [word for word in merged if not all(word in words for words in several)]
    if len(optional) <= most and len(set(merged)) == len(merged):
        return ["".join(_word(word, is_optional=word in optional) for word in merged)]
    return ["".join(_word(word, is_optional=False) for word in words) for words in several]


def _word(word: str, *, is_optional: bool) -> str:
    if word.startswith("["):
        return word
    if word == _ASYNC and is_optional:
        return "[{async='async '}]"
    return f"[{word} ]" if is_optional else f"{word} "


def _brackets(several: set[str]) -> str:
    """Return the brackets of some signatures, with those as an optional part that some of them lack."""
    longest = max(several, key=len)
    angles, parenthesis, rest = longest.partition("(")
    is_optional = any(one.partition("(")[0] == "" for one in several) and angles
    return f"[{angles}]{parenthesis}{rest}" if is_optional else longest


def command(blocks: Sequence[Fenced]) -> dict[str, Any] | None:
    """Return the element of a command line that all of some fences have; None if they have none."""
    fences = [one for one in blocks if isinstance(one.block, CodeBlock)]
    languages = {language(one.block) for one in fences}
    if len(fences) < 3 or len(languages) > 1 or not languages <= _SHELLS:
        return None
    texts = [one.block.text.strip() for one in fences if isinstance(one.block, CodeBlock)]
    if any("\n" in text or not text for text in texts):
        return None
    # A command is about no symbol: nothing compares the names in it.
    nothing: Mapping[str, str] = {}
    lines = [([Text(0, len(text), text)], nothing) for text in texts]
    found = alternatives(lines, 1)
    if not found or len(found[0].matched) < len(lines) or not re.match(r"[\w$]+ ", found[0].text):
        return None
    return {"shape": "command", "fence": languages.pop(), "text": written_plain(found[0].parts)}


def example(blocks: Sequence[Fenced]) -> dict[str, Any]:
    """Return the element of examples."""
    counts = Counter(language(one.block) for one in blocks)
    languages = [name for name, _ in counts.most_common(6)]
    return {"shape": "example", "fence": languages if len(languages) > 1 else languages[0]}
