"""Pages made of comments of JSDoc: what the comments say counts, whichever file of the repository has them."""

import pytest

from doclint.api.lint import lint_text
from doclint.source.compare.source_types import JSDOC, SourceTypes
from doclint.source.compare.types import contradicts

_TILL = """\
/** Counts money. */
class Till {
  /**
   * Takes money.
   * @param {number} amount - How much, {@link Till|in it}
   * @param {?string} [currency=EUR] - The currency
   * @param {object} options
   * @param {boolean} options.counted
   * @returns {Till} the till
   */
  take (amount, currency, options) {}
}
"""
_PAGE = """\
<a name="{name}"></a>

## {name}
Counts money.

**Kind**: global class  
<a name="{name}+{method}"></a>

### till.{method}({names}) ⇒ [<code>{name}</code>](#{name})
Takes money.

**Kind**: instance method of [<code>{name}</code>](#{name})  

| Param | Type | Default | Description |
| --- | --- | --- | --- |
{rows}
"""  # noqa: W291
_ROWS = """\
| amount | <code>number</code> |  | How much |
| [currency] | <code>string</code> | <code>&quot;EUR&quot;</code> | The currency |
| options | <code>object</code> |  |  |
| options.counted | <code>boolean</code> |  |  |
"""
_NAMES = "amount, [currency], options"


def _rules(files: dict[str, str], path: str = "docs/api.md", **parts: str) -> list[str]:
    page = _PAGE.format(**{"name": "Till", "method": "take", "names": _NAMES, "rows": _ROWS, **parts})
    return [one.rule for one in lint_text(page, path=path, sources={"a.js": _TILL, **files}).findings]


@pytest.mark.parametrize(
    ("files", "parts", "rules"),
    [
        ({}, {}, []),
        # An anchor that ends the paragraph in front of it begins a section, too.
        ({}, {"method": "give"}, ["unknown-member"]),
        # If no source mentions what the page has, it is about other ones.
        ({}, {"name": "Desk"}, []),
        # A name that another source only has in a comment may be that of what JSDoc makes of it.
        ({"b.js": "/** @typedef {object} Desk */"}, {"name": "Desk"}, []),
        ({"dist/b.js": "class Till {}"}, {"method": "give"}, ["unknown-member"]),
        ({"b.js": "class Desk { take () {} }"}, {"name": "Desk", "rows": "", "names": ""}, []),
        # Two sources may declare a class of a name, but a method that no source mentions is in neither.
        ({"b.js": "class Till {}"}, {"method": "give"}, ["unknown-member"]),
        ({"docs/b.js": "class Till { give () {} }"}, {"method": "give"}, []),
        ({}, {"names": "sum, [currency], options"}, ["unknown-parameter"]),
        ({}, {"rows": _ROWS.replace("| options |", "| [options] |")}, ["wrong-optionality"]),
        ({}, {"rows": _ROWS.replace("number", "string")}, ["wrong-type"]),
        ({}, {"rows": _ROWS.replace("EUR", "USD")}, ["wrong-default"]),
        ({"a.js": _TILL.replace("amount - H", "- H")}, {}, []),
        # Without such tags, the parameters are those of the code.
        ({"a.js": _TILL.replace("@param", "@p")}, {}, []),
        ({"a.js": _TILL.replace("@param", "@p")}, {"rows": _ROWS.replace("amount", "sum")}, ["unknown-parameter"]),
    ],
)
def test_comments_count(files: dict[str, str], parts: dict[str, str], rules: list[str]) -> None:
    assert sorted(_rules(files, **parts)) == rules


@pytest.mark.parametrize(
    ("stated", "source", "differs"),
    [
        ("Array.<string>", "string[]", False),
        ("string | null", "(null|string)", False),
        ("string", "?string", False),
        ("Basket", "module:shop~Basket", False),
        ("Object", "{size: number}", False),
        ("function", "function(string): number", False),
        ("Promise.<number>", "Promise<string>", True),
        ("Array.<string>", "string", True),
    ],
)
def test_types_of_comments(stated: str, source: str, *, differs: bool) -> None:
    assert contradicts(stated, source, SourceTypes(JSDOC)) == differs


@pytest.mark.parametrize(("number", "findings"), [(9, 1), (2_001, 0)])
def test_too_many_names_are_not_looked_for(number: int, findings: int) -> None:
    page = "".join(f'<a name="n{one}"></a>\n\n## n{one}\n**Kind**: global class  \n\n' for one in range(number))
    sources = {"a.js": "".join(f"export class n{one} {{}}\n" for one in range(1, number))}
    found = lint_text(page, path="docs/api.md", sources=sources, rules=["unknown-member"]).findings
    assert len(found) == findings
