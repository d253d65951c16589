"""What templates of Liquid, as Jekyll has them, bring to a page."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from doclint.errors.expressions import expression

_TAG = expression(r"\{%-?\s*+(?P<name>\w++)(?P<rest>(?:[^%{]|%(?!\})|\{(?!%)){0,500})%\}")
_RAW = expression(
    r"\{%-?\s*raw\s*-?%\}(?:[^{]|\{(?!%-?\s*endraw))*+|\{%-?\s*comment\s*-?%\}(?:[^{]|\{(?!%-?\s*endc))*+"
)
_FILE = expression(r"\s*+(?P<file>[\w./()+~#@-]++)")
# Tags of Liquid and Jekyll, and of plug-ins of GitHub Pages, that bring no text with ids.
_PLAIN_TAGS = frozenset(
    "assign break capture case comment continue cycle decrement else elsif endcapture endcase endcomment endfor "
    "endhighlight endif endraw endtablerow endunless for highlight if increment link post_url raw tablerow unless when "
    "feed_meta gist seo octicon avatar github_edit_link".split()
)
_INCLUDING = ("include", "include_cached", "include_relative")
_OUTPUT_ALONE = expression(r"^[ \t]*\{\{[^{}\n]*\}\}[ \t]*$", re.MULTILINE)


class Inclusion(NamedTuple):
    """A tag that brings text to a page: the file that it names, or None if only a build shows what it brings.

    A relative file is looked up from the folder of the page, another one among the includes of the site.
    """

    file: str | None
    is_relative: bool


def inclusions(text: str) -> Iterator[Inclusion]:
    """Yield what tags bring to a page.

    >>> list(inclusions("{% include a.md %} {% include_relative b.md %} {% toc %} {% raw %}{% include c.md %}"))
    [Inclusion(file='a.md', is_relative=False), Inclusion(file='b.md', is_relative=True), \
Inclusion(file=None, is_relative=False)]
    """
    for tag in _TAG.finditer(_RAW.sub("", text)) if "{%" in text else ():
        if tag["name"] not in _PLAIN_TAGS:
            file = _FILE.match(tag["rest"]) if tag["name"] in _INCLUDING and "{{" not in tag["rest"] else None
            yield Inclusion(file["file"] if file else None, tag["name"] == "include_relative")


def has_output_alone(text: str) -> bool:
    """Whether a line has nothing but the value of an expression, which may be text with headings."""
    return _OUTPUT_ALONE.search(text) is not None


def is_filled(text: str) -> bool:
    """Whether Liquid fills in parts of a text."""
    return "{{" in text or "{%" in text
