import re
from collections.abc import Iterator

from doclint.anchors import slug
from doclint.page import Page
from doclint.rule import Finding, Invalid, Message, Rule, Valid
from doclint.suggest import similar_word

from ._targets import places, target_of

# Fragments that renderers make themselves: the top of a page, lines of a source, text to highlight, routes of an
# application.
_MADE_BY_RENDERER = re.compile(r"(?:top|L\d+(?:C\d+)?(?:-L?\d+(?:C\d+)?)?|:~:.*|[/!].*)?\Z", re.DOTALL)
_PAGES = (".md", ".markdown")
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
    messages = {
        "missing": Message("No heading of `{path}` has the slug `#{fragment}`{hint}", key=("path", "fragment")),
        "here": Message("No heading of this page has the slug `#{fragment}`{hint}", key=("fragment",)),
    }
    examples = (
        Invalid("# One\n\n[two](#two)\n", lines=(3,), messages=("here",)),
        Invalid("[x](other.md#three)\n", files={"docs/other.md": "# Two\n"}, lines=(1,), messages=("missing",)),
        Invalid("# Use\n\n# Use\n\n[third](#use-2)\n", lines=(5,)),
        Valid("# A `b` & c\n\n[a](#a-b--c), [top](#), [t](#top)\n\n# A\n# A\n\n[n](#a-1)\n"),
        Valid("<a id='x'></a>\n\n[x](#x), [o](other.md#y)\n", files={"docs/other.md": "<p id=y>\n"}),
        Valid("[line](app.py#L10-L12), [gone](gone.md#x)\n", files={"docs/app.py": ""}),
        Valid("# Foo & Bar\n\n[mkdocs](#foo-bar)\n"),
    )

    def check(self, page: Page) -> Iterator[Finding]:
        for place in places(page):
            if "#" not in place.destination:
                continue
            target = target_of(page, place.destination)
            if target is None or _MADE_BY_RENDERER.match(target.fragment) or not target.path.endswith(_PAGES):
                continue
            anchors = page.anchors_of(target.path)
            if anchors is None or target.fragment in anchors:
                continue
            if page.kind is None and _letters(target.fragment) in {_letters(anchor) for anchor in anchors}:
                continue
            near = slug(target.fragment)
            near = near if near in anchors else similar_word(target.fragment, sorted(anchors)) or ""
            hint = f"; did you mean `#{near}`?" if near else ""
            if target.path == page.path:
                yield Finding(place.span, "here", fragment=target.fragment, hint=hint)
            else:
                yield Finding(place.span, "missing", path=target.path, fragment=target.fragment, hint=hint)


def _letters(fragment: str) -> str:
    return _NOT_LETTER_OR_DIGIT.sub("", fragment).casefold()
