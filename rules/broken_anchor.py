import re
from collections.abc import Iterator

from doclint.code.languages import is_markdown
from doclint.errors.suggestions import misspelled_word
from doclint.markdown.nodes import Definition, Link, plain_text
from doclint.markdown.slugs import slug
from doclint.page.links import link_targets, target_of
from doclint.page.page import Page
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._destinations import new_fragment

# Fragments that renderers make themselves: the top of a page, lines of a source, text to highlight, routes of an
# application.
_MADE_BY_RENDERER = re.compile(r"(?:top|L\d+(?:C\d+)?(?:-L?\d+(?:C\d+)?)?|:~:.*|[/!].*)?\Z", re.DOTALL)
_PREFIX = "user-content-"  # which GitHub puts before every name, and removes from what the address bar shows
_TEXT_OF_TAG = re.compile(r"[^<>]*>([^<>]*)<")
_NOT_LETTER_OR_DIGIT = re.compile(r"[\W_]+")


class BrokenAnchor(Rule):
    """The fragment of a link is no heading of the page it leads to.

    The reader lands at the top of the page and has to search. Fragments are compared with the slugs that GitHub makes
    of the headings, with the numbers it gives to repeated ones, and with `id` and `name` of raw HTML, on the same page
    and on others.

    Other renderers make other slugs. On pages of no known format a fragment counts as right if its letters and digits
    are those of a heading's.
    """

    id = "broken-anchor"
    family = "links"
    severity = "error"
    covers = ("D04",)
    yields_to = ("unfenced-source",)
    remedy = (
        "Make each fragment with the function that makes the slugs of headings, and write none for a heading "
        "that the other page does not have."
    )
    messages = {
        "missing": Message(
            "No heading of `{path}` has the slug `#{fragment}`[; did you mean `#{suggestion}`?]",
            key=("path", "fragment"),
        ),
        "here": Message(
            "No heading of this page has the slug `#{fragment}`[; did you mean `#{suggestion}`?]", key=("fragment",)
        ),
    }
    examples = (
        Invalid("# One\n\n[two](#two)\n", lines=(3,), messages=("here",)),
        Invalid("[x](other.md#three)\n", files={"docs/other.md": "# Two\n"}, lines=(1,), messages=("missing",)),
        Invalid("# Use\n\n# Use\n\n[third](#use-2)\n", lines=(5,), fixed="# Use\n\n# Use\n\n[third](#use-1)\n"),
        Invalid(
            "[x](other.md#Instalation 'X')\n",
            files={"docs/other.md": "# Installation\n"},
            lines=(1,),
            fixed="[x](other.md#installation 'X')\n",
        ),
        Valid("# A `b` & c\n\n[a](#a-b--c), [top](#), [t](#top)\n\n# A\n# A\n\n[n](#a-1)\n"),
        Valid("<h2 align=center>What <i>is</i> it</h2>\n\n# Own {#name}\n\n[a](#what-is-it), [b](#name), [c](#own)\n"),
        Valid("<a id='x'></a>\n\n[x](#x), [o](other.md#y)\n", files={"docs/other.md": "<p id=y>\n"}),
        Valid("[line](app.py#L10-L12), [gone](gone.md#x)\n", files={"docs/app.py": ""}),
        Valid("# Foo & Bar\n\n[mkdocs](#foo-bar), [🚇](#infra-me), <a href='#infra-me'>🚇</a>, [](#nothing)\n"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        linted: dict[str, Violation | None] = {}
        letters: dict[str, frozenset[str]] = {}
        for place in link_targets(page):
            destination = place.destination
            if "#" not in destination or (page.kind is None and _is_decoration(page, place)):
                continue
            if destination not in linted:
                linted[destination] = _linter(page, place, letters)
            found = linted[destination]
            if found is not None:
                suggestion = found.arguments["suggestion"]
                fix = new_fragment(page, place, suggestion) if isinstance(suggestion, str) else None
                yield found.at(place.span, fix)


def _linter(page: Page, place: Link | Definition, letters: dict[str, frozenset[str]]) -> Violation | None:
    target = target_of(page, place.destination)
    if target is None or _MADE_BY_RENDERER.match(target.fragment) or not is_markdown(target.path):
        return None
    anchors = page.anchors_of(target.path)
    if anchors is None or target.fragment.removeprefix(_PREFIX) in anchors:
        return None
    if page.kind is None:
        if target.path not in letters:
            letters[target.path] = frozenset(map(_letters, anchors))
        if _letters(target.fragment) in letters[target.path]:
            return None
    near = slug(target.fragment)
    suggestion = near if near in anchors else misspelled_word(target.fragment, anchors)
    if target.path == page.path:
        return Violation(place.span, "here", fragment=target.fragment, suggestion=suggestion)
    return Violation(place.span, "missing", path=target.path, fragment=target.fragment, suggestion=suggestion)


def _is_decoration(page: Page, place: Link | Definition) -> bool:
    """Whether a link shows no letter and no digit: an emoji with a hint, or nothing at all."""
    if isinstance(place, Definition):
        return False
    if place.kind == "html":
        match = _TEXT_OF_TAG.match(page.source.text, place.end)
        return match is not None and not _letters(match[1])
    holds_image = any(isinstance(child, Link) for child in place.children)
    return not holds_image and not _letters(plain_text(place.children))


def _letters(fragment: str) -> str:
    return _NOT_LETTER_OR_DIGIT.sub("", fragment).casefold()
