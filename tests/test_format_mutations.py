"""Whatever happens to a sound page of a format, or to its source, is one finding."""

from functools import cache

import pytest
from format_trees import WILD, FormatTree, Mutation

from doclint.formats.loading import BUILTIN

_EVENTS, _EVENTS_API = "docs/EventsApi.md", "ory_client/api/events_api.py"
_CONFIG = "docs/AdminIdentityImportCredentialsLookupSecretConfig.md"
_THEME, _THEME_MODEL = "docs/ProjectBrandingTheme.md", "ory_client/models/project_branding_theme.py"
_STATUS, _STATUS_MODEL = "docs/KeyStatus.md", "ory_client/models/key_status.py"
_USAGE = "docs/Usage.md"
_FAVICON = "**favicon_type** | **str** | Favicon Type The Favicon mime type. | [optional] \n"

OPENAPI = [
    Mutation("rename a property", _THEME, "**favicon_type**", "**favicon_types**", "unknown-member"),
    Mutation("remove a property", _THEME, _FAVICON, "", "missing-member"),
    Mutation("retype a property", _THEME, "**favicon_type** | **str**", "**favicon_type** | **int**", "wrong-type"),
    Mutation(
        "require a property", _THEME, "Favicon mime type. | [optional]", "Favicon mime type. |", "wrong-optionality"
    ),
    Mutation(
        "rename a field",
        _THEME_MODEL,
        "    favicon_type:",
        "    favicon_kind:",
        "unknown-member",
        _THEME,
        beside=("missing-member", "unbound-method"),
    ),
    Mutation(
        "add a field",
        _THEME_MODEL,
        "    favicon_type:",
        "    one: int\n    favicon_type:",
        "missing-member",
        _THEME,
        beside=("unbound-method",),
    ),
    Mutation("rename a value", _STATUS, "`KEY_STATUS_ACTIVE`", "`KEY_STATUS_ACTIVES`", "unknown-member"),
    Mutation("change a value", _STATUS, "'KEY_STATUS_ACTIVE'", "'KEY_STATUS_PASSIVE'", "wrong-value"),
    Mutation("remove a value", _STATUS, "* `KEY_STATUS_ACTIVE` (value: `'KEY_STATUS_ACTIVE'`)\n", "", "missing-member"),
    Mutation(
        "rename a model",
        _THEME,
        "# ProjectBrandingTheme",
        "# ProjectBrandingThemes",
        "unknown-member",
        beside=("foreign-example",),
    ),
    Mutation("delete a model", _THEME_MODEL, "", None, "orphan-page", _THEME, beside=("broken-import",)),
    Mutation("rename a section", _THEME, "## Properties", "## Fields", "missing-section"),
    Mutation(
        "rename a class",
        _THEME_MODEL,
        "class ProjectBrandingTheme",
        "class BrandingTheme",
        "unknown-member",
        _THEME,
        beside=("broken-import",),
    ),
    Mutation(
        "rename a parameter",
        _EVENTS,
        " **event_stream_id** |",
        " **stream_id** |",
        "unknown-parameter",
        beside=("missing-parameter",),
    ),
    Mutation(
        "swap parameters",
        _EVENTS,
        "(project_id, create_event_stream_body)",
        "(create_event_stream_body, project_id)",
        "misordered-parameters",
    ),
    Mutation(
        "retype a parameter", _EVENTS, "**event_stream_id** | **str**", "**event_stream_id** | **int**", "wrong-type"
    ),
    Mutation(
        "call a parameter optional",
        _EVENTS,
        "The project&#39;s ID. | \n",
        "The project&#39;s ID. | [optional] \n",
        "wrong-optionality",
    ),
    Mutation(
        "remove a parameter",
        _EVENTS,
        " **project_id** | **str**| Project ID  The project&#39;s ID. | \n",
        "",
        "missing-parameter",
    ),
    Mutation(
        "add a parameter",
        _EVENTS_API,
        "        create_event_stream_body: CreateEventStreamBody,\n",
        "        create_event_stream_body: CreateEventStreamBody,\n        more: int,\n",
        "missing-parameter",
        _EVENTS,
        beside=("wrong-arguments",),
    ),
    Mutation(
        "rename a method",
        _EVENTS_API,
        "    def set_event_stream(",
        "    def put_event_stream(",
        "unknown-member",
        _EVENTS,
        beside=("missing-member", "unknown-attribute"),
    ),
    Mutation(
        "rename an operation",
        _EVENTS,
        "# **set_event_stream**",
        "# **put_event_stream**",
        "unknown-member",
        beside=("broken-anchor", "foreign-example"),
    ),
    Mutation(
        "retype a result",
        _EVENTS,
        "> EventStream create_event_stream",
        "> EventStreams create_event_stream",
        "wrong-type",
    ),
    Mutation("change the case of a section", _EVENTS, "### Parameters", "### Arguments", "missing-section"),
]

_DOCS, _SOURCE = "docs/lazydocs.generation.md", "src/lazydocs/generation.py"
LAZYDOCS = [
    Mutation(
        "rename a function",
        _DOCS,
        "`to_md_file`\n\n```",
        "`to_md_files`\n\n```",
        "unknown-member",
        beside=("broken-anchor", "missing-member"),
    ),
    Mutation(
        "rename a method",
        _DOCS,
        "<kbd>method</kbd> `class2md`",
        "<kbd>method</kbd> `class2mds`",
        "unknown-member",
        beside=("broken-anchor",),
    ),
    Mutation(
        "rename a class",
        _DOCS,
        "<kbd>class</kbd> `MarkdownGenerator`",
        "<kbd>class</kbd> `Generator`",
        "unknown-member",
        beside=("broken-anchor", "missing-member"),
    ),
    Mutation(
        "rename a function of the source",
        _SOURCE,
        "def to_md_file(",
        "def to_md_page(",
        "unknown-member",
        _DOCS,
        beside=("missing-member",),
    ),
    Mutation("rename a parameter", _DOCS, "    out_path: str = '.'", "    path: str = '.'", "unknown-parameter"),
    Mutation("remove a parameter", _DOCS, "    out_path: str = '.',\n", "", "missing-parameter"),
    Mutation("retype a parameter", _DOCS, "    out_path: str", "    out_path: int", "wrong-type"),
    Mutation("change a default", _DOCS, "watermark: bool = True", "watermark: bool = False", "wrong-default"),
    Mutation("remove a default", _DOCS, "watermark: bool = True", "watermark: bool", "wrong-optionality"),
    Mutation("retype a result", _DOCS, ") → None", ") → str", "wrong-type"),
    Mutation(
        "swap parameters",
        _DOCS,
        "    markdown_str: str,\n    filename: str,",
        "    filename: str,\n    markdown_str: str,",
        "misordered-parameters",
    ),
    Mutation(
        "change a default of the source",
        _SOURCE,
        "watermark: bool = True",
        "watermark: bool = False",
        "wrong-default",
        _DOCS,
    ),
    Mutation(
        "add a parameter to the source",
        _SOURCE,
        "    markdown_str: str,",
        "    markdown_str: str,\n    more: int,",
        "missing-parameter",
        _DOCS,
        beside=("wrong-line", "missing-member"),
    ),
    Mutation("change a line", _DOCS, "generation.py#L223", "generation.py#L230", "wrong-line"),
    Mutation("delete the source", _SOURCE, "", None, "orphan-page", _DOCS, beside=("broken-link",)),
    Mutation(
        "rename the module", _DOCS, "`lazydocs.generation`\nMain", "`lazydocs.generations`\nMain", "wrong-subject"
    ),
    Mutation("rename a signature", _DOCS, "to_md_file(\n", "generate_docs(\n", "misplaced-signature"),
]


@cache
def tree(name: str, format_: str) -> FormatTree:
    return FormatTree.at(WILD / name, "" if format_ in BUILTIN else format_)


@pytest.mark.parametrize(
    ("name", "format_", "mutation"),
    [
        *(pytest.param("openapi-client", "openapi-python", one, id=one.name) for one in OPENAPI),
        *(pytest.param("lazydocs", "lazydocs", one, id=one.name) for one in LAZYDOCS),
    ],
)
def test_a_change_is_one_finding(name: str, format_: str, mutation: Mutation) -> None:
    if not (WILD / name).is_dir():
        pytest.skip("the corpus is not there")
    found = tree(name, format_).after(mutation)
    reported = [finding.rule for finding in found if finding.rule not in mutation.beside]
    assert reported == [mutation.rule], [finding.message for finding in found]
