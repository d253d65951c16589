"""Templates of plain texts that are alike: what all of them begin and end with stays, and the rest is a hole."""

from collections.abc import Mapping, Sequence
from itertools import takewhile

from doclint.errors.expressions import expression
from doclint.formats.patterns.template import Template, TemplateError, escaped

_TOKEN = expression(r"\w+|\W")
_HOLE = "\0"  # in place of a known value


def draft_template(texts: Sequence[str], knowns: Sequence[Mapping[str, str]] = ()) -> str:
    """Return a template that matches all texts, with a hole where the known value of a name is in all of them.

    What else varies is `{_}`. The template is empty if there is none: a text is empty, or has several lines that vary.

    >>> texts = ['<a id="shop.Basket"></a>', '<a id="tree.Leaf"></a>']
    >>> draft_template(texts, [{"symbol": "Basket"}, {"symbol": "Leaf"}])
    '<a id="{_}.{symbol}"></a>'
    """
    knowns = knowns or [{}] * len(texts)
    for name in (*_names_in_all(texts, knowns), ""):
        marked = [_marked(text, known.get(name, "")) for text, known in zip(texts, knowns, strict=True)]
        text = _generalized(marked, name)
        if text and _matches(text, texts):
            return text
    return ""


def _names_in_all(texts: Sequence[str], knowns: Sequence[Mapping[str, str]]) -> list[str]:
    """Return the names whose values are in all texts, the longest value first."""
    pairs = list(zip(texts, knowns, strict=True))
    names = {name for _, known in pairs[:1] for name in known}
    found = [name for name in names if all(_place(text, known.get(name, "")) >= 0 for text, known in pairs)]
    return sorted(found, key=lambda name: (-len(pairs[0][1][name]), name))


def _place(text: str, value: str) -> int:
    """Return where a value is in a text as whole words, the last time; -1 if it does not."""
    place = text.rfind(value) if value else -1
    if place < 0:
        return -1
    around = text[place - 1 : place] + text[place + len(value) : place + len(value) + 1]
    return -1 if any(character.isalnum() or character == "_" for character in around) else place


def _marked(text: str, value: str) -> str:
    place = _place(text, value)
    return text if place < 0 else f"{text[:place]}{_HOLE}{text[place + len(value) :]}"


def _generalized(texts: Sequence[str], name: str) -> str:
    """Return the template of texts in which a mark replaces the value of a name."""
    if not name:
        return _between(texts)
    befores, afters = zip(*(text.partition(_HOLE)[::2] for text in texts), strict=True)
    return f"{_between(befores)}{{{name}}}{_between(afters)}"


def _between(texts: Sequence[str]) -> str:
    """Return the template of texts that begin and end with the same words, with a hole for what is between them."""
    if len(set(texts)) == 1:
        return escaped(texts[0])
    rows = [_TOKEN.findall(text) for text in texts]
    begin = _common(rows)
    end = _common([row[len(begin) :][::-1] for row in rows])[::-1]
    is_empty = any(len(row) == len(begin) + len(end) for row in rows)
    return f"{escaped(''.join(begin))}{'{_:any}' if is_empty else '{_}'}{escaped(''.join(end))}"


def _common(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the words that all rows begin with."""
    return [words[0] for words in takewhile(lambda words: len(set(words)) == 1, zip(*rows, strict=False))]


def _matches(text: str, texts: Sequence[str]) -> bool:
    try:
        template = Template(text)
    except TemplateError:
        return False
    return all(template.match(one) is not None for one in texts)
