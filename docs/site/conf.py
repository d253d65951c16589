"""The configuration of Sphinx for the documentation of doclint."""

from typing import Any

from pydantic import BaseModel
from sphinx.application import Sphinx

from doclint import __version__
from doclint.engine.report import report
from doclint.engine.shard_results import ShardDocument
from doclint.formats.reading import outline
from doclint.formats.schema.sections import SectionPlace
from doclint.rule import violation
from doclint.source.model import Declaration

project = "doclint"
author = "the authors of doclint"
release = __version__
html_title = f"doclint {__version__}"

extensions = ["myst_parser", "sphinx.ext.autodoc"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_static"]

# An example may be wrong on purpose; it is then highlighted as far as it is right.
suppress_warnings = ["misc.highlighting_failure"]

myst_heading_anchors = 6
myst_enable_extensions = ["deflist"]

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
autodoc_default_options = {"exclude-members": "model_config"}
default_role = "code"  # docstrings have code in single backticks
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 80
# Signatures also name types of Python, of libraries and of the inside of doclint, which have no place here.
nitpick_ignore_regex = [("py:.*", ".*")]

smartquotes = False  # `--fix` would lose a hyphen

html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_js_files = [("site.js", {"defer": "defer"})]
html_show_copyright = False
html_show_sphinx = False
html_copy_source = False
html_use_index = False
html_domain_indices = False


def _collapse(app: Sphinx, name: str, template: str, context: dict[str, Any], doctree: object) -> None:  # noqa: ARG001
    """Leave out of the navigation what is below other pages than this one, and say the level of its headings.

    It makes a build three times as fast.
    """
    whole = context["toctree"]
    context["toctree"] = lambda **options: whole(**(options | {"collapse": True})).replace(
        'role="heading"', 'role="heading" aria-level="2"'
    )


def _without_fields(app: Sphinx, what: str, name: str, value: object, *_: object) -> tuple[str, str] | None:  # noqa: ARG001
    """Leave out how models are constructed: their signatures show how values are validated."""
    return ("", "") if isinstance(value, type) and issubclass(value, BaseModel) else None


def setup(app: Sphinx) -> None:
    """Change what the theme gets, before it makes the navigation of it, and what is shown of models."""
    # The signature of a struct evaluates its annotations, also these, whose imports are for type checkers only.
    vars(report)["ShardDocument"] = ShardDocument
    vars(outline)["SectionPlace"] = SectionPlace
    vars(violation)["Declaration"] = Declaration
    app.connect("html-page-context", _collapse, priority=400)
    app.connect("autodoc-process-signature", _without_fields)
