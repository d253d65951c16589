"""What doclint reads of the schemas of Terraform providers, and what it leaves unknown."""

import pytest

from doclint.api.lint import lint_corpus
from doclint.api.read import read_page
from doclint.packages.answers import DeclarationAnswer
from doclint.packages.terraform_provider import is_unregistered, provider_declaration, provider_types
from doclint.repository.in_memory import Memory
from doclint.source.answer import Found, Unknown
from doclint.source.examples.terraform import terraform_blocks
from doclint.source.model import Declaration, DeclarationKind

MODULE = {"go.mod": "module example.com/shop\n"}
SDK = 'import "github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"\n'
PROVIDER = f"""package shop

{SDK}
func Provider() *schema.Provider {{
	return &schema.Provider{{
		ResourcesMap: map[string]*schema.Resource{{
			"shop_basket": resourceBasket(),
		}},
		DataSourcesMap: map[string]*schema.Resource{{
			"shop_basket": basketData(),
		}},
	}}
}}
"""
FRAMEWORK = """package shop

import (
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
)

type orderResource struct{{}}

func (r *orderResource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {{
	resp.TypeName = {name}
}}

func (r *orderResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {{
{body}}}
"""


def read(files: dict[str, str], kind: DeclarationKind = "resource", name: str = "shop_basket") -> DeclarationAnswer:
    return provider_declaration(Memory({**MODULE, **files}), kind, name)


def declared(files: dict[str, str], name: str = "shop_basket") -> Declaration | None:
    found = read(files, name=name)
    return found.value.declaration if isinstance(found, Found) else None


def resource(schema: str, more: str = "") -> str:
    body = f"\treturn &schema.Resource{{\n\t\tSchema: map[string]*schema.Schema{{\n{schema}\t\t}},\n\t}}\n"
    return f"package shop\n\n{SDK}\nfunc resourceBasket() *schema.Resource {{\n{body}}}\n{more}"


def shown(member: Declaration) -> str:
    """Return a member on one line: what is certain of it."""
    if member.is_conditional:
        return f"{member.name}?"
    need = "" if member.kind == "attribute" else " optional" if member.is_optional else " required"
    value = "" if member.value is None else f" = {member.value}"
    inner = f" ({', '.join(map(shown, member.members))})" if member.members else ""
    return f"{member.kind} {member.name}{need} {member.type or '?'}{value}{inner}{' ...' if member.is_open else ''}"


def members(schema: str, more: str = "", **files: str) -> list[str]:
    found = declared({"provider.go": PROVIDER, "basket.go": resource(schema, more), **files})
    assert found is not None
    return [shown(one) for one in found.members if one.name not in ("id", "timeouts")]


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ('"a": {Type: schema.TypeString, Required: true},', "argument a required String"),
        ('"a": &schema.Schema{Type: schema.TypeInt, Optional: true},', "argument a optional Number"),
        ('"a": {Type: schema.TypeBool, Optional: true, Computed: true},', "argument a optional Boolean"),
        ('"a": {Type: schema.TypeFloat, Computed: true},', "attribute a Number"),
        ('"a": {Type: schema.TypeMap, Optional: true},', "argument a optional Map of String"),
        (
            '"a": {Type: schema.TypeSet, Optional: true, Elem: &schema.Schema{Type: schema.TypeInt}},',
            "argument a optional Set of Number",
        ),
        ('"a": {Type: schema.TypeString, Optional: true, Default: "b"},', 'argument a optional String = "b"'),
        ('"a": {Type: schema.TypeInt, Optional: true, Default: -1},', "argument a optional Number = -1"),
        ('"a": {Type: schema.TypeString, Optional: true, Default: name()},', "argument a optional String"),
        ('"a": {Type: schema.TypeString, Required: true, DefaultFunc: env},', "a?"),
        ('"a": {Type: schema.TypeString, Required: isRequired},', "a?"),
        ('"a": tags.Schema(),', "a?"),
        (
            (
                '"a": {Type: schema.TypeList, Required: true, Elem: &schema.Resource{\n'
                'Schema: map[string]*schema.Schema{"b": {Type: schema.TypeInt, Required: true}},\n\t}},'
            ),
            "argument a required Block List (argument b required Number, id?)",
        ),
        (
            (
                '"a": {Type: schema.TypeSet, Computed: true, Elem: &schema.Resource{\n'
                'Schema: map[string]*schema.Schema{"b": {Type: schema.TypeInt, Optional: true}},\n\t}},'
            ),
            "attribute a Set of Object (attribute b Number, id?)",
        ),
        ('"a": {Type: schema.TypeList, Optional: true, Elem: fruit()},', "argument a optional ? ..."),
        (
            '"a": {Type: schema.TypeInt, Optional: true, Sensitive: true, Deprecated: "Use `b`."},',
            "argument a optional Number, Sensitive, Deprecated",
        ),
        ('"a": {Type: schema.TypeInt, Optional: true, Sensitive: isSecret()},', "argument a optional ?"),
        (
            '"a": {Type: schema.TypeList, Required: true, Elem: &schema.Resource{SchemaFunc: fruits}},',
            "argument a required Block List ...",
        ),
        (
            '"a": {Type: schema.TypeList, Required: true, Elem: &schema.Resource{Schema: fruits()}},',
            "argument a required Block List (id?) ...",
        ),
    ],
)
def test_members_of_the_sdk(schema: str, expected: str) -> None:
    assert members(f"{schema}\n") == [expected]


@pytest.mark.parametrize(("flag", "expected"), [("Computed", ""), ("Required", "How many.")])
def test_objects_of_the_sdk_describe_nothing_in_them(flag: str, expected: str) -> None:
    """What is only computed is an object for Terraform, and its schema has no place for descriptions."""
    inner = f'"b": {{Type: schema.TypeInt, {flag}: true, Description: "How many."}}'
    elements = f"Elem: &schema.Resource{{Schema: map[string]*schema.Schema{{{inner}}}}}"
    found = declared(
        {
            "provider.go": PROVIDER,
            "basket.go": resource(f'"a": {{Type: schema.TypeList, {flag}: true, Description: "All.", {elements}}},\n'),
        }
    )
    assert found is not None
    assert (found.members[0].docstring, found.members[0].members[0].docstring) == ("All.", expected)


@pytest.mark.parametrize(
    ("schema", "more", "expected"),
    [
        ("KEY: {Type: schema.TypeInt, Required: true},\n", '\nconst KEY = "a"\n', ["argument a required Number"]),
        ('"a": common,\n', "\nvar common = &schema.Schema{Type: schema.TypeInt, Required: true}\n", 1),
        (
            '"a": number(true),\n',
            (
                "\nfunc number(needed bool) *schema.Schema {\n"
                "\treturn &schema.Schema{Type: schema.TypeInt, Required: needed}\n}\n"
            ),
            1,
        ),
        (
            '"a": number(),\n',
            (
                "\nfunc number() *schema.Schema {\n\ts := &schema.Schema{Type: schema.TypeInt, Required: true}\n"
                "\treturn s\n}\n"
            ),
            1,
        ),
        (
            '"a": number(),\n',
            (
                "\nfunc number() *schema.Schema {\n\ts := &schema.Schema{Type: schema.TypeInt, Required: true}\n"
                "\ts.Required = false\n\treturn s\n}\n"
            ),
            ["a?"],
        ),
        (
            '"a": number(),\n',
            (
                "\nfunc number() *schema.Schema {\n\tif old {\n\t\treturn nil\n\t}\n"
                "\treturn &schema.Schema{Type: schema.TypeInt, Required: true}\n}\n"
            ),
            ["a?"],
        ),
        ('"a": number(),\n', "\nfunc number() *schema.Schema {\n\treturn number()\n}\n", ["a?"]),
    ],
)
def test_names_and_calls_are_followed(schema: str, more: str, expected: list[str] | int) -> None:
    assert members(schema, more) == (["argument a required Number"] if expected == 1 else expected)


@pytest.mark.parametrize(
    "change", ['all["b"] = two()', 'delete(all, "a")', "maps.Copy(all, others)", 'all["a"].Optional = true']
)
def test_variables_that_a_function_changes_are_unknown(change: str) -> None:
    text = resource("").replace("map[string]*schema.Schema{\n\t\t}", "all")
    schema = 'var all = map[string]*schema.Schema{\n\t"a": {Type: schema.TypeInt, Required: true},\n}\n'
    for more, known in (("", ["a"]), (f"\nfunc init() {{\n\t{change}\n}}\n", [])):
        found = declared({"provider.go": PROVIDER, "basket.go": f"{text}\n{schema}{more}"})
        assert found is not None
        assert [one.name for one in found.members if not one.is_conditional] == known
        assert bool(found.is_open) is not bool(known)


def test_packages_are_followed() -> None:
    files = {
        "provider.go": PROVIDER.replace("resourceBasket()", "baskets.Resource()").replace(
            "import ", 'import "example.com/shop/baskets"\n\nimport '
        ),
        "baskets/resource.go": resource('"a": {Type: schema.TypeInt, Required: true},\n').replace(
            "func resourceBasket", "func Resource"
        ),
    }
    found = read(files)
    assert isinstance(found, Found)
    assert found.value.path == "baskets/resource.go"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("return &schema.Resource{", "r := &schema.Resource{"),
        ('"shop_basket": resourceBasket(),', '"shop_basket": wrap(resourceBasket()),'),
    ],
)
def test_computed_resources_are_unknown(old: str, new: str) -> None:
    text = resource('"a": {Type: schema.TypeInt, Required: true},\n')
    files = {"provider.go": PROVIDER.replace(old, new), "basket.go": text.replace(old, new)}
    assert declared(files) is None


@pytest.mark.parametrize(("entry", "is_open"), [("resourceBasket()", False), ("WithOwner(resourceBasket())", True)])
def test_resources_may_be_in_a_map_of_structs(entry: str, *, is_open: bool) -> None:
    resources = (
        f'var ResourceRegistry = map[string]*Description{{\n\t"shop_basket": {{\n\t\tResource: {entry},\n\t}},\n}}\n'
    )
    provider = f"package shop\n\n{SDK}\n{resources}"
    found = declared({"provider.go": provider, "basket.go": resource("")})
    assert found is not None
    assert bool(found.is_open) is is_open


def test_provider_that_changes_its_types_may_add_arguments() -> None:
    more = "\nfunc init() {\n\tfor _, r := range Provider().ResourcesMap {\n\t\tchange(r)\n\t}\n}\n"
    found = declared({"provider.go": PROVIDER + more, "basket.go": resource("")})
    assert found is not None
    assert found.is_open


@pytest.mark.parametrize(
    ("name", "registered"),
    [
        ('req.ProviderTypeName + "_order"', "_order"),
        ('fmt.Sprintf("%s_order", req.ProviderTypeName)', "_order"),
        ('"shop_order"', "shop_order"),
        ("r.name", None),
        ('req.ProviderTypeName + "_order_" + r.kind', None),
        ('fmt.Sprintf("%s_order_%s", req.ProviderTypeName, r.kind)', None),
    ],
)
def test_names_of_the_framework(name: str, registered: str | None) -> None:
    body = "\tresp.Schema = schema.Schema{Attributes: map[string]schema.Attribute{}}\n"
    types = provider_types(Memory({"order.go": FRAMEWORK.format(name=name, body=body)}))
    assert list(types) == ([("resource", registered)] if registered else [])


def test_parameters_of_a_method_may_be_on_lines_of_their_own() -> None:
    source = FRAMEWORK.format(name='req.ProviderTypeName + "_order"', body="")
    long = source.replace("(_ ", "(\n\t_ ").replace(", resp", ",\n\tresp").replace("Response)", "Response,\n)")
    assert long != source
    assert list(provider_types(Memory({"order.go": long}))) == [("resource", "_order")]


PROVIDER_OF_FRAMEWORK = """package shop

import "github.com/hashicorp/terraform-plugin-framework/provider"

func (p *shop) Metadata(_ context.Context, _ provider.MetadataRequest, resp *provider.MetadataResponse) {
	resp.TypeName = "NAME"
}
"""


@pytest.mark.parametrize(
    ("files", "own"),
    [
        ({"p.go": PROVIDER_OF_FRAMEWORK.replace("NAME", "shop")}, "shop"),
        ({"p.go": PROVIDER_OF_FRAMEWORK.replace('"NAME"', "name")}, None),
        ({"provider.go": PROVIDER}, "shop"),
        ({"go.mod": "module example.com/terraform-provider-shop/v2\n\ngo 1.25\n"}, "shop"),
        ({"a/p.go": PROVIDER_OF_FRAMEWORK, "b/p.go": PROVIDER_OF_FRAMEWORK.replace("NAME", "shop")}, None),
    ],
)
def test_types_of_another_provider_are_unknown(files: dict[str, str], own: str | None) -> None:
    """Whatever the name of the provider is, if nothing states that of this one."""
    body = "\tresp.Schema = schema.Schema{Attributes: map[string]schema.Attribute{}}\n"
    order = {"order.go": FRAMEWORK.format(name='req.ProviderTypeName + "_order"', body=body)}
    assert declared({**order, **files}, name="shop_order") is not None
    assert (declared({**order, **files}, name="other_order") is None) is (own is not None)


@pytest.mark.parametrize(
    ("attribute", "expected"),
    [
        ('"a": schema.StringAttribute{Required: true},', "argument a required String"),
        ('"a": schema.Int64Attribute{Computed: true},', "attribute a Number"),
        (
            '"a": schema.MapAttribute{ElementType: types.BoolType, Optional: true},',
            "argument a optional Map of Boolean",
        ),
        ('"a": schema.ListAttribute{ElementType: own{}, Optional: true},', "argument a optional ? ..."),
        (
            '"a": schema.ObjectAttribute{AttributeTypes: own(), Optional: true},',
            "argument a optional Object ...",
        ),
        ('"a": own.Attribute(ctx),', "a?"),
        (
            '"a": schema.StringAttribute{Optional: true, Default: stringdefault.StaticString("true")},',
            "argument a optional String",
        ),
        (
            '"a": schema.StringAttribute{Optional: true, Default: stringdefault.StaticString("b")},',
            'argument a optional String = "b"',
        ),
        (
            (
                '"a": schema.SetNestedAttribute{Required: true, NestedObject: schema.NestedAttributeObject{\n'
                'Attributes: map[string]schema.Attribute{"b": schema.BoolAttribute{Optional: true}},\n\t}},'
            ),
            "argument a required Attributes Set (argument b optional Boolean)",
        ),
        (
            (
                '"a": schema.SingleNestedAttribute{Computed: true, '
                'Attributes: map[string]schema.Attribute{"b": schema.BoolAttribute{Computed: true}}},'
            ),
            "attribute a Attributes (attribute b Boolean)",
        ),
        (
            (
                '"a": schema.SingleNestedAttribute{Computed: true, '
                'Attributes: map[string]schema.Attribute{"b": schema.BoolAttribute{Optional: true}}},'
            ),
            "attribute a Attributes (argument b optional Boolean)",
        ),
    ],
)
def test_members_of_the_framework(attribute: str, expected: str) -> None:
    body = f"\tresp.Schema = schema.Schema{{Attributes: map[string]schema.Attribute{{\n{attribute}\n\t}}}}\n"
    text = FRAMEWORK.format(name='req.ProviderTypeName + "_order"', body=body)
    found = declared({"order.go": text}, name="shop_order")
    assert found is not None
    assert [shown(one) for one in found.members] == [expected]


def test_block_with_validators_may_be_required() -> None:
    block = "schema.ListNestedBlock{%sNestedObject: schema.NestedBlockObject{}}"
    for validators, expected in (("", "argument a optional Block List ..."), ("Validators: all(), ", "a?")):
        body = f'\tresp.Schema = schema.Schema{{Blocks: map[string]schema.Block{{"a": {block % validators}}}}}\n'
        found = declared({"order.go": FRAMEWORK.format(name='"shop_order"', body=body)}, name="shop_order")
        assert found is not None
        assert [shown(one) for one in found.members] == [expected]


@pytest.mark.parametrize(
    ("head", "kind"),
    [
        ("ResourcesMap: map[string]*schema.Resource{", "resource"),
        ("var generatedResources = map[string]*schema.Resource{", "resource"),
        ("func (r Registration) SupportedDataSources() map[string]*schema.Resource {", "data-source"),
        ("var handwrittenDatasources = map[string]*schema.Resource{", "data-source"),
        ("var others = map[string]int{", None),
        ("// All resources\nvar shared = map[string]schema.Attribute{", None),
        ("// Other resources have these, too.\nvar shared = map[string]*schema.Schema{", None),
        ("// Some resources have these.\nvar values = map[string]attr.Value{", None),
    ],
)
def test_maps_of_types(head: str, kind: str | None) -> None:
    types = provider_types(Memory({"a.go": f'package shop\n{SDK}\n{head}\n\t"shop_basket": basket(),\n}}\n'}))
    assert list(types) == ([(kind, "shop_basket")] if kind else [])


def test_types_of_comments() -> None:
    text = resource('"a": {Type: schema.TypeInt, Required: true},\n').replace(
        "func resourceBasket", '// @SDKResource("shop_basket", name="Basket")\n// @Tags\nfunc resourceBasket'
    )
    found = declared({"basket.go": text})
    assert found is not None
    assert found.is_open, "a provider that finds its types by comments adds arguments to them"


def test_two_types_of_one_name_are_unknown() -> None:
    files = {"provider.go": PROVIDER, "basket.go": resource(""), "old/provider.go": PROVIDER}
    assert read(files) == Unknown("several sources register `shop_basket`")


def test_type_without_a_schema_is_unknown() -> None:
    text = FRAMEWORK.format(name='req.ProviderTypeName + "_order"', body="").replace(") Schema(", ") Other(")
    assert read({"order.go": text}, name="shop_order") == Unknown(
        "`orderResource` has no method `Schema` that doclint reads"
    )


def test_tests_and_vendored_sources_do_not_count() -> None:
    files = {"vendor/x/provider.go": PROVIDER, "provider_test.go": PROVIDER, "internal/testdata/p.go": PROVIDER}
    assert not provider_types(Memory(files))


def test_blocks_of_an_example() -> None:
    inner = '  dynamic "fruit" {\n    content {\n      name = 1\n    }\n  }\n'
    text = f'resource "shop_bäsket" "a" {{\n  é = 1\n  size = 2\n{inner}}}\n'
    [block] = terraform_blocks(text)
    assert [text[one.start : one.end] for one in (block.type, *block.labels)] == ["resource", "shop_bäsket", "a"]
    assert [one.name for one in block.arguments] == ["é", "size"]
    assert [(one.type.name, one.arguments[0].name) for one in block.blocks] == [("fruit", "name")]


@pytest.mark.parametrize(
    "text", ['resource "a" "b" {', 'resource "a" "b" {\n  c = \n}\n', "{" * 50_000, 'a "' * 10_000]
)
def test_broken_examples_have_no_blocks(text: str) -> None:
    assert terraform_blocks(text) == []


@pytest.mark.parametrize(
    "text",
    ["func resourceBasket() *schema.Resource {", "var (" * 5_000, "{" * 100_000, "\t" * 100_000, "func (" * 50_000],
)
def test_broken_sources_are_unknown(text: str) -> None:
    assert declared({"provider.go": PROVIDER, "basket.go": f"package shop\n{SDK}\n{text}"}) is None


def test_schemas_that_multiply_are_unknown() -> None:
    functions = "".join(
        f"\nfunc f{number}() *schema.Resource {{\n\treturn &schema.Resource{{Schema: map[string]*schema.Schema{{\n"
        + "".join(
            f'\t\t"{name}": {{Type: schema.TypeList, Optional: true, Elem: f{number + 1}()}},\n' for name in "abcdefgh"
        )
        + "\t}}\n}\n"
        for number in range(20)
    )
    files = {"provider.go": PROVIDER.replace("resourceBasket", "f0"), "f.go": f"package shop\n{SDK}{functions}"}
    found = declared(files)
    assert found is not None


def test_generated_pages_may_be_in_the_folders_of_the_older_website() -> None:
    text = "# Resource: shop_basket\n\n<!-- schema generated by tfplugindocs -->\n## Schema\n"
    page = read_page(text, path="website/docs/r/basket.html.markdown", sources={})
    assert (page.format, page.kind) == ("tfplugindocs", "website-resource")


@pytest.mark.parametrize(
    ("source", "is_missing"),
    [
        ("", True),
        ('const name = "shop_chair"\n', False),
        ('const name = "_chair"\n', False),
        ('const beginning = "shop_cha_"\n', True),
        ('const beginning = "shop_garden_"\n', False),
        ('var name = own + "_garden_" + kind\n', False),
        ('var name = fmt.Sprintf("%s_garden_%s", own, kind)\n', False),
    ],
)
def test_type_is_missing_if_no_source_has_its_name(source: str, *, is_missing: bool) -> None:
    entries = "".join(f'"shop_{name}": resource{name.title()}(), ' for name in ("basket", "order", "till"))
    types = (
        f"package shop\n\n{SDK}\nvar p = schema.Provider{{ResourcesMap: map[string]*schema.Resource{{{entries}}}}}\n"
    )
    repository = Memory({"shop/provider.go": types, "shop/more.go": f"package shop\n\n{source}"})
    name = "shop_garden_chair" if "garden" in source else "shop_chair"
    assert is_unregistered(repository, "resource", name) == is_missing


def _attribute(name: str) -> str:
    attribute = f'"{name}": schema.StringAttribute{{Required: true, Description: "It."}}'
    return f"\tresp.Schema = schema.Schema{{Attributes: map[string]schema.Attribute{{{attribute}}}}}\n"


@pytest.mark.parametrize(("imports", "rules"), [(("own",), []), (("copy",), ["unknown-member"]), (("own", "copy"), [])])
def test_the_provider_says_which_of_two_types_it_has(imports: tuple[str, ...], rules: list[str]) -> None:
    page = "---\npage_title: shop_order\n# generated by tfplugindocs\n---\n\n# shop_order (Resource)\n\n"
    page += "<!-- schema generated by tfplugindocs -->\n## Schema\n\n### Required\n\n- `size` (String) It.\n"
    name = 'req.ProviderTypeName + "_order"'
    provider = PROVIDER_OF_FRAMEWORK.replace("NAME", "shop")
    sources = {
        "own/order.go": FRAMEWORK.format(name=name, body=_attribute("size")),
        "copy/order.go": FRAMEWORK.format(name=name, body=_attribute("weight")),
        "provider.go": provider + "".join(f'import "example.com/shop/{one}"\n' for one in imports),
    }
    findings = lint_corpus({"docs/resources/order.md": page}, sources=MODULE | sources).findings
    assert sorted(one.rule for one in findings) == rules


def test_list_resources_have_names_of_resources() -> None:
    page = "---\n# generated by tfplugindocs\n---\n\n# shop_order (List Resource)\n\n"
    page += "<!-- schema generated by tfplugindocs -->\n## Schema\n\n### Required\n\n- `sise` (String) It.\n"
    own = FRAMEWORK.format(name='req.ProviderTypeName + "_order"', body=_attribute("size"))
    listed = own.replace("orderResource", "orderList").replace(") Schema(", ") ListResourceConfigSchema(")
    sources = {"order.go": own, "list.go": listed, "provider.go": PROVIDER_OF_FRAMEWORK.replace("NAME", "shop")}
    assert read(sources, name="shop_order") != Unknown("several sources register `shop_order`")
    findings = lint_corpus({"docs/list-resources/order.md": page}, sources=MODULE | sources).findings
    assert [one.rule for one in findings if one.family == "members"] == ["unknown-member"]
