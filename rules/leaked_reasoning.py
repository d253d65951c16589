import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from doclint import Fix, Invalid, Message, Page, Rule, Span, Valid, Violation
from doclint.kit import Places, elements, expression, shown_text

_TAG = expression(r"[<◁](?P<end>/?)(?P<name>think|thinking|reasoning)[>▷]")
_HINTS = ("think>", "thinking>", "reasoning>", "think▷")  # which are fast to search for
# Pages that write a tag so that readers see it speak of it.
_SHOWN_TAG = expression(r"(?:\\<|&lt;)/?(?:think|thinking|reasoning)\b")
_BEFORE_OPENING = expression(r"(?:^|[\r\n]) {0,3}\Z")
_BEFORE_CLOSING = expression(r"(?:^|[\r\n])[ \t]*\Z|[.!?…。！？:)*][ \t]\Z|[^\s\"'`(“‘]\Z")
_BLANKS = expression(r"\s*+")
_CLOSER = expression(r"</([a-z][a-z0-9_-]*+)")
# Pages about models, and records of what they said.
_ABOUT = expression(
    r"(?i)\b(?:assistant|chain[- ]of[- ]thought|completion|language models?|LLMs?|prompts?|question|reasoning|thinking"
    r"|transcripts?)\b"
)
_LEAST = 40  # characters of reasoning, less may be an example of the tags
_HEAD = 200  # characters that a page can have before its first text
_QUOTED = 400  # characters that the message quotes from
_BEFORE = 4  # characters before a tag that are looked at
_Tag: TypeAlias = re.Match[str]
_THOUGHTS = "Okay, the user wants a page about apples. Let me list what they are first."


class LeakedReasoning(Rule):
    """The page shows what a model wrote for itself before its answer: `<think>Okay, the user wants ...</think>`.

    Models that reason put it between tags that the generator should cut off. Browsers do not show the tags, so the page
    begins with notes and plans that contradict its text. Some models leave out the first tag. If the second one is
    missing, the model ran out of tokens while it was reasoning, and the page has no text at all.

    The rule knows `<think>`, `<thinking>`, `<reasoning>` and `◁think▷`, at the beginning of a line. It reports what is
    at the top of a page, and whole blocks further down on pages that are not about models. It leaves alone code, pages
    that show such tags in code or in the middle of a sentence, and pages with other tags of this kind (`</answer>`),
    which are prompts or records of what models said, unless they begin with `<think>`.
    """

    family = "content"
    severity = "error"
    needs = {"rendering"}
    covers = ("G06",)
    remedy = (
        "Cut the reasoning off the answer of the model before you write the page, up to the last closing tag; reject "
        "an answer that does not close it."
    )
    advice = "Remove the reasoning of the model, up to its last closing tag."
    messages = {
        "reasoning": Message(
            'The page shows the reasoning of a model[ from `{tag}`][ up to `{end}`]: "{words}"', key=("words",)
        ),
        "empty": Message("The page has the tags `{tag}` and `{end}` of a model's reasoning", key=("tag",)),
    }
    examples = (
        Invalid(f"<think>\n{_THOUGHTS}\n\n- Red\n\n</think>\n\n# Apples\n", lines=(1,), fixed="# Apples\n"),
        Invalid(
            f"---\ntitle: Apples\n---\n\n# Apples\n\n◁think▷{_THOUGHTS}◁/think▷Apples are fruit.\n\n## Trees\n\n"
            f"<thinking>{_THOUGHTS}</thinking>\n\nThey are tall.\n",
            lines=(7, 11),
            fixed="---\ntitle: Apples\n---\n\n# Apples\n\nApples are fruit.\n\n## Trees\n\nThey are tall.\n",
        ),
        Invalid("<think>\n\n</think>\n\n# Apples\n", lines={1: "empty"}, fixed="# Apples\n"),
        Invalid(f"{_THOUGHTS}</think>\n\n# Apples\n", lines=(1,), fixed="# Apples\n"),
        Invalid(f"# Apples\n\n<think>\n{_THOUGHTS}\n\nThen I\n", lines=(3,)),
        Valid(f"```\n<think>\n{_THOUGHTS}\n</think>\n```\n"),
        Valid(f"The answer begins with `<think>`:\n\n<think>\n{_THOUGHTS}\n</think>\n"),
        Valid(f"Models write &lt;think&gt;:\n\n<think>\n{_THOUGHTS}\n</think>\n"),
        Valid(f"Models write <think> and </think>:\n\n<think>\n{_THOUGHTS}\n</think>\n"),
        Valid("<think> and\n</think> are tags.\n\nThe parser cuts off all text in front of </think> in an answer.\n"),
        Valid("# Tags\n\nThis parser cuts off all text in front of a tag:\n\n</think>\n"),
        Invalid(f"<think>{_THOUGHTS}\n\n```md\n```sh\nls\n```\n\n```\n</think>\n<answer>A</answer>\n", lines=(1,)),
        Valid(f"<thinking>\n{_THOUGHTS}\n</thinking>\n<answer>Apples are fruit.</answer>\n"),
        Valid(f"## Assistant\n\n<think>\n{_THOUGHTS}\n</think>\n\nApples are fruit.\n"),
        Valid(f"# A log\n\n{'Text. ' * _HEAD}\n\n<think>\n{_THOUGHTS}\n</think>\n\n## Prompt\n\nApples.\n"),
        Valid(f"# A log\n\n{'Text. ' * _HEAD}\n\n<think>\n{_THOUGHTS}\n"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        has_tags = any(hint in page.own_text for hint in _HINTS) and not _SHOWN_TAG.search(page.own_text)
        tags = _tags(page) if has_tags else []
        if not tags:
            return
        text, top = page.source.text, page.document.front_matter.span.end if page.document.front_matter else 0
        is_about = _ABOUT.search(text, top, tags[0].start()) or _ABOUT.search(text, tags[-1].end())
        is_prompt = _has_other_tags(page)
        for opener, closer in _blocks(tags):
            start = opener.start() if opener else top
            is_at_top = start - top <= _HEAD and not _ABOUT.search(text, top, start)
            is_clear = is_at_top and opener and opener["name"] == "think"
            if is_clear or (not is_prompt and (is_at_top or (closer and not is_about))):
                yield from _check(page, opener, closer, top, may_be_empty=is_at_top)


def _tags(page: Page) -> list[_Tag]:
    """Return the tags of reasoning on a page; none if the page shows such a tag in code or within a sentence."""
    text, document = page.source.text, page.document
    code = Places(node.span for node in (*document.code_spans, *document.code_blocks))
    comments = Places(document.comments)
    found: list[_Tag] = []
    for tag in _TAG.finditer(text):
        span = Span(*tag.span())
        if comments.meet(span):
            continue
        # Drafts in the reasoning have fences of their own, which may hide the tag that closes it.
        closes = found and tag["end"] and not found[-1]["end"] and tag["name"] == found[-1]["name"]
        before = _BEFORE_CLOSING if tag["end"] else _BEFORE_OPENING
        if (code.meet(span) and not closes) or not before.search(text[max(0, tag.start() - _BEFORE) : tag.start()]):
            return []
        found.append(tag)
    return found


def _has_other_tags(page: Page) -> bool:
    """Whether a page has other tags that are not HTML, as prompts and answers of models have."""
    names = {name for html in page.document.html for name in _CLOSER.findall(html.text)}
    return bool(names - elements(names) - {"think", "thinking", "reasoning"})


def _blocks(tags: Iterable[_Tag]) -> Iterator[tuple[_Tag | None, _Tag | None]]:
    """Yield the tags before and after each block. Only the first of all blocks can lack the one before it."""
    opener, is_first = None, True
    for tag in tags:
        if not tag["end"]:
            opener = opener or tag
        elif is_first or (opener and opener["name"] == tag["name"]):
            yield opener, tag
            opener = None
        is_first = False
    if opener:
        yield opener, None


def _check(
    page: Page, opener: _Tag | None, closer: _Tag | None, top: int, *, may_be_empty: bool
) -> Iterator[Violation]:
    """Yield that the text between two tags, one of which may be missing, is the reasoning of a model."""
    text, start = page.source.text, opener.end() if opener else top
    headings = () if opener and closer else page.document.headings  # at most two blocks of a page lack a tag
    heading = next((one.start for one in headings if one.start >= start), len(text))
    end = closer.start() if closer else heading
    words = text[start:end].strip()
    is_enough = len(words) >= _LEAST if words else may_be_empty and opener and closer
    if not is_enough or (not opener and heading < end):
        return
    first = text.index(words[0], start) if words else start
    span = Span(opener.start() if opener else first, closer.end() if closer else first + len(words))
    yield Violation(
        span,
        "reasoning" if words else "empty",
        fix=_removal(page, span) if closer else None,
        tag=opener and opener.group(),
        end=closer and closer.group(),
        words=shown_text(page, Span(first, min(end, first + _QUOTED))),
    )


def _removal(page: Page, span: Span) -> Fix | None:
    """Return the fix that removes a block, with the blanks after it; None if a fence in it hides what follows."""
    text, blocks = page.source.text, page.document.code_blocks
    index = bisect_left(blocks, span.end, key=lambda block: block.start) - 1
    if index >= 0 and blocks[index].end > span.end:
        return None
    blanks = _BLANKS.match(text, span.end)
    return page.replace(Span(span.start, blanks.end() if blanks else span.end), "", safe=False)
