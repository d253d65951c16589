"""Pages of jsdoc-to-markdown, compared with sources that declare things in several ways."""

import pytest

import doclint

PAGE = """\
<a name="Basket"></a>

## Basket
**Kind**: global class

<a name="Basket+{0}"></a>

### basket.{0}()
**Kind**: instance method of [<code>Basket</code>](#Basket)
"""
CLASS = "/** Holds fruit. */\nclass Basket{} {{\n  /** Adds fruit. */\n  put() {{}}\n}}\n{}"


def unknown(name: str, **sources: str) -> bool:
    """Return whether a method that a page has is unknown; `sources` have their names without `.js`."""
    files = {f"lib/{path}.js": text for path, text in sources.items()}
    found = doclint.lint_text(PAGE.format(name), path="docs/api.md", sources=files).findings
    return any(one.rule == "unknown-member" for one in found)


@pytest.mark.parametrize(("comment", "is_unknown"), [("/** @method fly */\n", False), ("/** Flies: fly. */\n", True)])
def test_comments_declare_names(comment: str, is_unknown: bool) -> None:
    assert unknown("fly", basket=CLASS.format("", comment)) is is_unknown


def test_file_that_takes_a_class_from_another_declares_none() -> None:
    index = "const { Basket } = require('./basket');\nmodule.exports = { Basket };\n"
    sources = {"a": index, "basket": CLASS.format("", "module.exports = { Basket };\n")}
    assert (unknown("put", **sources), unknown("fly", **sources)) == (False, True)


def test_base_in_a_variable_may_have_anything() -> None:
    assert not unknown("fly", basket="const Base = mixed();\n" + CLASS.format(" extends Base", ""))
    assert unknown("fly", basket="class Base {}\n" + CLASS.format(" extends Base", ""))
