import re
import unicodedata
from collections.abc import Iterator
from posixpath import basename

from doclint import Invalid, Message, Page, Rule, Span, Valid, Violation
from doclint.kit import expression
from doclint.kit.nodes import Text

from ._places import line_around
from ._templates import TEMPLATE

# Python takes long to compile these patterns, and few pages need them.
_PAIR = (
    r"(?<![*\\])(?P<open>\*\*|\\\*\\\*)(?!\\?\*)"
    r"(?P<inner>(?:[^*\\\r\n]|\\[^*\r\n])++)"
    r"(?P<close>\*\*|\\\*\\\*)(?!\\?\*)"
)
_WORD = expression(r"[^\W\d_]{2}")
_ABOUT = r"(?i)\b(?:asterisks?|bold\w*|emphasis|format\w*|globs?|italics?|markdown|markup|stars?|syntax)\b"
_ARGUMENTS = expression(r"(?:kw|\w*(?:args|kwds|opts|options|params))\b")
_ENDS = (":", ".", "!", "?")  # of what is set in bold before its explanation
_CJK = r"[\u1100-\u11ff\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef]"
_QUOTES = "/\"'"  # beside the asterisks of globs, and of what a program prints


class UnrenderedEmphasis(Rule):
    r"""The page shows the asterisks around a text that was meant to be bold: `**Note: **`.

    Markdown reads `**` as the end of bold text only if no white space is before it, and as the beginning only if none
    is after it. If punctuation is on the inner side, a letter may not be on the outer side (CommonMark 0.31.2,
    section 6.2). Generators also escape the asterisks of comments that are Markdown already (`\*\*Note:\*\*`).

    The rule reports pairs in one line of text, with a word between them. It leaves alone powers (`2**10`), globs,
    arguments (`**kwargs`), what is in quotes, templates, and escaped pairs in lines about asterisks. Sites with a
    parser of their own read some of these pairs; there, the rule reports the others. Between Chinese, Japanese or
    Korean letters it reports only what hosts show, because many sites have a parser that reads these.
    """

    family = "structure"
    severity = "warning"
    needs = {"rendering"}
    covers = ("J10",)
    consults = {"repository"}
    yields_to = ("unfenced-source",)
    remedy = (
        "Write `**` next to the words, with no blanks between, and escape nothing in text that is Markdown already."
    )
    advice = "Put blanks and punctuation outside of the bold text, and remove backslashes before asterisks."
    messages = {
        "blank": Message("`{text}` shows its asterisks, because there is a blank inside them", key=("text",)),
        "escaped": Message("`{text}` shows its asterisks, because they are escaped", key=("text",)),
        "beside": Message(
            "`{text}` shows its asterisks, because they are between punctuation and a letter; write a space outside",
            key=("text",),
        ),
    }
    examples = (
        Invalid(
            "- **Added: **`a` and b\n- **Small Steps: **many.\n\n# ** Note!**\n",
            lines={1: "blank", 2: "blank", 4: "blank"},
            fixed="- **Added:** `a` and b\n- **Small Steps:** many.\n\n# **Note!**\n",
        ),
        Invalid(
            "\\*\\*Warning:\\*\\* Take care. - \\*\\*Literals\\*\\* are constant.\n",
            lines={1: ("escaped", "escaped")},
            fixed="**Warning:** Take care. - **Literals** are constant.\n",
        ),
        Invalid('The co**"operation"** and **this (too)**x.\n', lines={1: ("beside", "beside")}),
        Invalid("变量**（重要）**字\n", lines={1: "beside"}),
        Valid('**a** b **c**, 2**10 and 2**20, `**A: **`, src/**/test and "**.js or lib/**", a ** b ** c\n'),
        Valid("f(**kwargs, **other), char **argv, char **envp, 2\\*\\*big, 2\\*\\*3, **{{ a }}: **b\n"),
        Valid("It takes (\\*\\*kwargs) and others (\\*\\*). Pass **options, in any order: **more.\n"),
        Valid('It prints "\\*\\* Next \\*\\*" then.\n'),
        Valid("Type \\*\\*text\\*\\* for bold.\n"),
        Invalid("变量**（重要）**字\n", "README.zh.md", files={"mkdocs.yml": "site_name: A\n"}, lines=(1,)),
        Invalid("变量**（重要）**字\n", ".zread/wiki/a.md", files={".zread/wiki/current": "a"}, lines=(1,)),
        Valid("变量**（重要）**字\n", "docs/a.md", files={"mkdocs.yml": "site_name: A\n"}),
        Valid("变量**（重要）**字\n", "pages/a.md", files={"mkdocs.yml": "site_name: A\n"}),
        Valid('**"a b"**c\n', "docs/a.md", files={"mkdocs.yml": "site_name: A\n"}),
        Valid("**Added: **x **b**\n", files={"docs/_config.yml": "title: A\n"}),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        if "**" not in page.document.visible:
            return
        text = page.source.text
        for node in page.document.texts():
            for pair in _pairs(text, node) if "**" in node.text and node.text.count("**") > 1 else ():
                message, new = _judged(pair, is_first=pair.start() <= node.start)
                if message and _is_shown(page, message, pair):
                    fix = page.replace(Span(*pair.span()), new, safe=False) if new else None
                    yield Violation(Span(*pair.span()), message, fix=fix, text=pair[0])


def _pairs(text: str, node: Text) -> Iterator[re.Match[str]]:
    """Yield the pairs of asterisks in a text that may be meant as emphasis."""
    start = node.start - text.startswith("\\", max(0, node.start - 1), node.start)
    for pair in re.compile(_PAIR).finditer(text, start, node.end):
        around = max(0, pair.start() - 1), pair.end() + 1
        beside = text[around[0] : pair.start()] + text[pair.end() : around[1]]
        is_quoted = any(mark in beside for mark in _QUOTES) or _ARGUMENTS.match(pair["inner"]) is not None
        if _WORD.search(pair["inner"]) and not is_quoted and not TEMPLATE.search(pair["inner"]):
            yield pair


def _judged(pair: re.Match[str], *, is_first: bool) -> tuple[str, str]:
    """Return the id of the message about a pair, and the text as it would be bold; both can be empty.

    `is_first` says that the pair begins the text.
    """
    inner, bare = pair["inner"], pair["inner"].strip()
    before, after = pair.string[max(0, pair.start() - 1) : pair.start()], pair.string[pair.end() : pair.end() + 1]
    is_tight, is_begun = bare == inner, not before or before.isspace() or before in "([>"
    if pair["open"] != pair["close"]:
        return "", ""
    if pair["open"] != "**":
        is_apart = not before.isalnum() and not after.isalnum()
        return ("escaped", f"**{inner}**") if is_tight and is_apart else ("", "")
    if is_tight:
        is_beside = (before.isalnum() and _is_punctuation(inner[0])) or (after.isalnum() and _is_punctuation(inner[-1]))
        return ("beside" if is_beside else "", "")
    if inner[0].isspace():
        is_begin = inner[-1] == bare[-1] and is_begun and (is_first or bare[0].isupper())
        return ("blank", f"**{bare}**") if is_begin else ("", "")
    is_end = is_begun and (bare[0].isupper() or bare.endswith(_ENDS))
    return ("blank", f"**{bare}**{'' if after.isspace() else ' '}") if is_end else ("", "")


def _is_punctuation(character: str) -> bool:
    return unicodedata.category(character)[0] in "PS"


def _is_shown(page: Page, message: str, pair: re.Match[str]) -> bool:
    """Whether the parser that reads the page shows asterisks, and a line with escaped ones is not about them."""
    if message == "escaped":
        return re.compile(_ABOUT).search(pair.string, *line_around(page, Span(*pair.span()))) is None
    dialect = page.site.dialect if page.site else "gfm"
    if dialect == "kramdown" or (message == "beside" and dialect != "gfm"):
        return False
    has_cjk = re.compile(_CJK).search(pair.string, max(0, pair.start() - 1), pair.end() + 1) is not None
    return not has_cjk or _is_on_host(page)


def _is_on_host(page: Page) -> bool:
    """Whether hosts show a page: a README, one of a wiki that only lies in the repository, or one with no site around
    it that may show it or a copy of it.
    """
    if page.site is None or page.repository is None or page.site.is_apart:
        return True
    is_readme = basename(page.path).lower().startswith("readme")
    return page.site.is_host and (is_readme or not page.sites.around(page.path, page.repository))
