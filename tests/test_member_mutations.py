"""Mutations of real pages about an API, and of their sources: each is found once, and sound pages have no finding."""

import re
from functools import cache

import pytest
from format_trees import WILD, FormatTree, Mutation

from doclint.formats.loading import BUILTIN

TREES = {
    "openapi-python": "openapi-client",
    "lazydocs": "lazydocs",
    "typedoc": "typedoc-form",
    "pydoc-markdown": "haystack",
}

_MODEL, _ENUM = "docs/AcceptOAuth2ConsentRequest.md", "docs/AuthenticatorAssuranceLevel.md"
_API, _TOKEN = "docs/CourierApi.md", "docs/DeriveTokenRequest.md"
_CALL = "list_courier_messages(page_size=page_size, page_token=page_token, status=status, recipient=recipient)\n"
_LIST = "list_courier_messages"
_DEFAULT = "TokenAlgorithm.TOKEN_ALGORITHM_UNSPECIFIED"
OPENAPI = [
    Mutation("field", _MODEL, "**grant_scope**", "**grant_scopes**", "unknown-member"),
    Mutation("field gone", _TOKEN, "**credential** | **str** |  | [optional] \n", "", "missing-member"),
    Mutation("type", _MODEL, "**remember** | **bool**", "**remember** | **int**", "wrong-type"),
    Mutation("generic", _MODEL, "**grant_scope** | **List[str]**", "**grant_scope** | **List[int]**", "wrong-type"),
    Mutation("model", _MODEL, "[**AcceptOAuth2ConsentRequestSession**]", "[**Attribute**]", "wrong-type"),
    Mutation(
        "required",
        _TOKEN,
        "**credential** | **str** |  | [optional]",
        "**credential** | **str** |  | ",
        "wrong-optionality",
    ),
    Mutation("default", _TOKEN, _DEFAULT, "TokenAlgorithm.TOKEN_ALGORITHM_JWT", "wrong-default"),
    Mutation("value", _ENUM, "`'aal1'`", "`'aal9'`", "wrong-value"),
    Mutation("value's name", _ENUM, "`AAL1`", "`AAL9`", "unknown-member"),
    Mutation("value gone", _ENUM, "* `AAL2` (value: `'aal2'`)\n\n", "", "missing-member"),
    Mutation("class", _MODEL, "# AcceptOAuth2ConsentRequest\n", "# AcceptOAuth2Consent\n", "unknown-member"),
    Mutation("parameter", _API, " **recipient** | **str**|", " **recipients** | **str**|", "unknown-parameter"),
    Mutation("parameter's type", _API, " **recipient** | **str**|", " **recipient** | **int**|", "wrong-type"),
    Mutation("call", _API, _CALL, _CALL.replace("recipient", "receiver"), "unknown-parameter"),
    Mutation("shorter call", _API, _CALL, _CALL.replace(", recipient=recipient", ""), "missing-parameter"),
    Mutation(
        "order",
        _API,
        "(page_size=page_size, page_token=page_token,",
        "(page_token=page_token, page_size=page_size,",
        "misordered-parameters",
    ),
    Mutation("result", _API, "> List[Message] list", "> List[str] list", "wrong-type"),
    Mutation(
        "other call",
        _API,
        "> List[Message] list_courier_messages(",
        "> List[Message] get_courier_message(",
        "misplaced-signature",
    ),
    Mutation(
        "index",
        _API,
        f"[**{_LIST}**](CourierApi.md#{_LIST}) | **GET** /admin/courier/messages | List Messages\n",
        "",
        "incomplete-index",
    ),
    Mutation(
        "source",
        "ory_client/api/courier_api.py",
        "def list_courier_messages(",
        "def list_courier_mail(",
        "unknown-member",
        _API,
    ),
    Mutation(
        "source's field",
        "ory_client/models/accept_o_auth2_consent_request.py",
        "    grant_scope:",
        "    scope:",
        "unknown-member",
        _MODEL,
    ),
]

_MODULE, _SOURCE = "docs/lazydocs.generation.md", "src/lazydocs/generation.py"
LAZYDOCS = [
    Mutation("parameter", _MODULE, "    markdown_str: str,", "    text: str,", "unknown-parameter"),
    Mutation("parameter gone", _MODULE, "    filename: str,\n", "", "missing-parameter"),
    Mutation(
        "order",
        _MODULE,
        "    markdown_str: str,\n    filename: str,",
        "    filename: str,\n    markdown_str: str,",
        "misordered-parameters",
    ),
    Mutation("type", _MODULE, "    filename: str,", "    filename: int,", "wrong-type"),
    Mutation("default", _MODULE, "out_path: str = '.'", "out_path: str = 'docs'", "wrong-default"),
    Mutation("required", _MODULE, "out_path: str = '.'", "out_path: str", "wrong-optionality"),
    Mutation("optional", _MODULE, "    filename: str,", "    filename: str = '',", "wrong-optionality"),
    Mutation("result", _MODULE, ") → None", ") → str", "wrong-type"),
    Mutation("line", _MODULE, "generation.py#L223", "generation.py#L200", "wrong-line"),
    Mutation("signature", _MODULE, "```python\nto_md_file(", "```python\ngenerate_docs(", "misplaced-signature"),
    Mutation("argument", _MODULE, "- <b>`filename`</b>", "- <b>`file`</b>", "unknown-parameter"),
    Mutation(
        "index", _MODULE, "- [`to_md_file`](./lazydocs.generation.md#function-to_md_file)\n", "", "incomplete-index"
    ),
    Mutation("class", _SOURCE, "class MarkdownGenerator", "class Generator", "unknown-member", _MODULE),
    Mutation("source", _SOURCE, "    filename: str,", "    name: str,", "unknown-parameter", _MODULE),
]

_FUNCTION, _CLASS = "docs/reference/functions/mergeForm.md", "docs/reference/classes/FieldApi.md"
_INTERFACE = "docs/reference/interfaces/FieldValidators.md"
TYPEDOC = [
    Mutation("parameter", _FUNCTION, ">(baseForm, state): FormApi", ">(form, state): FormApi", "unknown-parameter"),
    Mutation("parameter gone", _FUNCTION, ">(baseForm, state): FormApi", ">(baseForm): FormApi", "missing-parameter"),
    Mutation("order", _FUNCTION, ">(baseForm, state): FormApi", ">(state, baseForm): FormApi", "misordered-parameters"),
    Mutation("heading", _FUNCTION, "### baseForm", "### form", "unknown-parameter"),
    Mutation(
        "type",
        _FUNCTION,
        "### baseForm\n\n[`FormApi`](../classes/FormApi.md)",
        "### baseForm\n\n[`FieldApi`](../classes/FieldApi.md)",
        "wrong-type",
    ),
    Mutation("title", _FUNCTION, "# Function: mergeForm()", "# Function: mergeForms()", "unknown-member"),
    Mutation("line", _FUNCTION, "mergeForm.ts#L77", "mergeForm.ts#L70", "wrong-line"),
    Mutation("property's type", _CLASS, "options: FieldApiOptions<", "options: FormOptions<", "wrong-type"),
    Mutation("property", _CLASS, "### store\n\n```ts\nstore:", "### stores\n\n```ts\nstores:", "unknown-member"),
    Mutation("property's line", _CLASS, "FieldApi.ts#L672", "FieldApi.ts#L600", "wrong-line"),
    Mutation(
        "optional", _CLASS, "### store\n\n```ts\nstore:", "### store?\n\n```ts\noptional store:", "wrong-optionality"
    ),
    Mutation("required", _INTERFACE, "### onBlur?", "### onBlur", "wrong-optionality"),
    Mutation("method", _CLASS, "### getMeta()", "### getMetas()", "unknown-member"),
    Mutation(
        "source",
        "packages/form-core/src/mergeForm.ts",
        "export function mergeForm",
        "export function mergeForms",
        "unknown-member",
        _FUNCTION,
    ),
]

_BUILDERS = "docs-website/reference_versioned_docs/version-2.18/haystack-api/builders_api.md"
_BUILDER = "haystack/components/builders/answer_builder.py"
PYDOC = [
    Mutation("parameter", _BUILDERS, "def run(query: str,", "def run(question: str,", "unknown-parameter"),
    Mutation(
        "parameter gone", _BUILDERS, "        meta: Optional[list[dict[str, Any]]] = None,\n", "", "missing-parameter"
    ),
    Mutation(
        "order",
        _BUILDERS,
        "def run(query: str,\n        replies: Union[list[str], list[ChatMessage]],",
        "def run(replies: Union[list[str], list[ChatMessage]],\n        query: str,",
        "misordered-parameters",
    ),
    Mutation("type", _BUILDERS, "def run(query: str,", "def run(query: int,", "wrong-type"),
    Mutation(
        "default", _BUILDERS, "last_message_only: bool = False", "last_message_only: bool = True", "wrong-default"
    ),
    Mutation("optional", _BUILDERS, "def run(query: str,", 'def run(query: str = "",', "wrong-optionality"),
    Mutation(
        "required", _BUILDERS, "(pattern: Optional[str] = None,\n", "(pattern: Optional[str],\n", "wrong-optionality"
    ),
    Mutation("async", _BUILDERS, "def run(query: str,", "async def run(query: str,", "wrong-async"),
    Mutation("signature", _BUILDERS, "def run(query: str,", "def to_dict(query: str,", "misplaced-signature"),
    Mutation("argument", _BUILDERS, "- `reference_pattern`:", "- `reference_patterns`:", "unknown-parameter"),
    Mutation(
        "class",
        _BUILDERS,
        '<a id="answer_builder.AnswerBuilder"></a>\n\n## AnswerBuilder\n',
        '<a id="answer_builder.AnswersBuilder"></a>\n\n## AnswersBuilder\n',
        "unknown-member",
    ),
    Mutation(
        "source's parameter", _BUILDER, "        query: str,", "        question: str,", "unknown-parameter", _BUILDERS
    ),
    Mutation("source's type", _BUILDER, "        query: str,", "        query: int,", "wrong-type", _BUILDERS),
    Mutation("source's class", _BUILDER, "class AnswerBuilder", "class AnswersBuilder", "unknown-member", _BUILDERS),
    Mutation(
        "source's default",
        _BUILDER,
        "last_message_only: bool = False",
        "last_message_only: bool = True",
        "wrong-default",
        _BUILDERS,
    ),
]
MUTATIONS = {"openapi-python": OPENAPI, "lazydocs": LAZYDOCS, "typedoc": TYPEDOC, "pydoc-markdown": PYDOC}
CASES = [
    pytest.param(format_, one, id=re.sub(r"\W+", "-", f"{format_}-{one.name}"))
    for format_, several in MUTATIONS.items()
    for one in several
]
pytestmark = pytest.mark.skipif(not WILD.is_dir(), reason="needs the corpus")


@cache
def tree(format_: str) -> FormatTree:
    is_builtin = format_ in BUILTIN
    return FormatTree.at(WILD / TREES[format_], "" if is_builtin else format_)


@pytest.mark.parametrize(("format_", "mutation"), CASES)
def test_mutation_is_found_once(format_: str, mutation: Mutation) -> None:
    found = [one for one in tree(format_).after(mutation) if one.rule != "missing-description"]
    assert [finding.rule for finding in found] == [mutation.rule], [finding.message for finding in found]


@pytest.mark.parametrize(
    ("format_", "pages"),
    [("openapi-python", (_MODEL, _ENUM, _API, _TOKEN)), ("typedoc", (_FUNCTION, _CLASS, _INTERFACE))],
)
def test_sound_pages_have_no_finding(format_: str, pages: tuple[str, ...]) -> None:
    assert [one.message for one in tree(format_).sound(*pages).findings if one.section and "member" in one.rule] == []
