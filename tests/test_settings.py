"""Settings: what Terraform modules declare, and what pages say of it."""

import tomllib
from itertools import pairwise

import pytest

from doclint import lint_corpus
from doclint.formats.loading import builtin
from doclint.packages.settings import settings_in
from doclint.repository.in_memory import Memory
from doclint.source.model import OMITTED, Declaration
from doclint.source.settings import terraform_settings
from doclint.source.yaml_settings import action_settings, helm_values

FORMAT = """
name = "settings"
docs-root = "docs"

[[kind]]
name = "module"
path = "{_}.md"
title = "Settings of {_}"
source = "main.tf"

[[kind.section]]
heading = "Inputs"
source = "*.tf"
content = [{ shape = "table", defines = "setting", complete = "all", header = ["Name", "Default"], row = [
    "`{symbol}`", ["-", "`{default}`"],
] }]

[[kind.section]]
heading = "Outputs"
required = false
source = "*.tf"
content = [{ shape = "table", defines = "output", complete = "all", header = ["Output"], row = ["`{symbol}`"] }]
"""
INPUTS = "## Inputs\n\n| Name | Default |\n| --- | --- |\n"


def only(text: str) -> Declaration:
    found = terraform_settings(text.encode())
    assert found is not None
    assert not found.is_broken
    [declaration] = found.found
    return declaration


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ('"a"', '"a"'),
        ('""', '""'),
        (r'"a\n\"b\" $${c} \u00e9"', r'"a\n\"b\" ${c} é"'),
        ("-1.5", "-1.5"),
        ("- 2", "-2"),
        ("1.25e2", "125.0"),
        ("true", "true"),
        ("null", "null"),
        ("[]", "[]"),
        ('["a", [1, false], ]', '["a", [1, false]]'),
        ('{ a = 1, "b c" : {}\n c = null # none\n }', '{"a": 1, "b c": {}, "c": null}'),
        ('"${var.a}"', OMITTED),
        ("<<EOT\na\nEOT\n", OMITTED),
        ("[local.a]", OMITTED),
        ("{ (local.a) = 1 }", OMITTED),
        ("{ (" * 40 + "1" + ") = 1 }" * 40, OMITTED),
        ("{ (" * 400 + "1" + ") = 1 }" * 400, OMITTED),
        ("{ 1 = 2 }", '{"1": 2}'),
        ("1 + 2", OMITTED),
        ("!true", OMITTED),
        ("[" * 200 + "]" * 200, OMITTED),
        (f'"{"a" * 2000}"', OMITTED),
    ],
)
def test_defaults_are_literals(written: str, value: str) -> None:
    assert only(f'variable "a" {{\n  default = {written}\n}}\n').value == value


def test_what_variables_and_outputs_say() -> None:
    found = terraform_settings(
        b'variable "a" {\n  type = map( object({ b = string }) )\n}\n'
        b'variable b {\n  type    = "list"\n  default = []\n}\n'
        b'output "c" {\n  value = 1\n}\nlocals {\n  default = 1\n}\nvariable {\n}\nresource "d" "e" {\n  type = 1\n}\n'
    )
    assert found is not None
    assert [(one.kind, one.name, one.type, one.is_optional, one.line, one.end) for one in found.found] == [
        ("setting", "a", "map( object({ b = string }) )", False, 1, 3),
        ("setting", "b", "list", True, 4, 7),
        ("output", "c", "", False, 8, 10),
        ("resource-block", "d_d.e", "", False, 16, 18),
        ("provider", "d", "", False, 16, 18),
    ]


BLOCKS = """\
terraform {
  required_version = ">= 1.3"
  required_providers {
    shop = {
      source                = "fruit/shop"
      version               = "~> 2.0"
      configuration_aliases = [shop.north]
    }
    old   = "> 1"
    plain = { source = "fruit/plain" }
  }
}
provider "shop" {
  version = "< 3"
}
module "door" {
  source = "git::https://fruit.org/door?ref=v1"
}
module "till" {
  source  = "fruit/till"
  version = "1.2"
}
resource "shop_basket" "one" {
  provider = shop.north
}
data "other" "two" {
  provider = "plain"
}
data "old_one" three {}
variable "a" {
  description = <<-EOT
    How many
    at most
  EOT
}
variable "b" {
  description = "As ${a}"
}
"""


def test_what_modules_use() -> None:
    found = terraform_settings(BLOCKS.encode())
    assert found is not None
    assert [(one.kind, one.name, one.value, one.origin, one.is_public) for one in found.found[:-2]] == [
        ("requirement", "terraform", '[">= 1.3"]', "", True),
        ("requirement", "shop", '["~> 2.0"]', "", True),
        ("requirement", "old", '["> 1"]', "", True),
        ("requirement", "plain", None, "", False),
        ("requirement", "shop", '["< 3"]', "", True),
        ("module-block", "door", '["v1"]', "git::https://fruit.org/door", True),
        ("module-block", "till", '["1.2"]', "fruit/till", True),
        ("resource-block", "shop_basket.one", None, "", True),
        ("provider", "shop.north", None, "", True),
        ("data-block", "plain_other.two", None, "", True),
        ("provider", "plain", None, "", True),
        ("data-block", "old_one.three", None, "", True),
        ("provider", "old", None, "", True),
    ]
    assert [one.docstring.split() for one in found.found[-2:]] == [["How", "many", "at", "most"], []]


def test_versions_are_those_of_all_files_and_of_the_lock_file() -> None:
    files = {"main.tf": BLOCKS.encode(), "more.tf": b'terraform {\n  required_version = "< 2"\n}\n'}
    found = settings_in(Memory(files), ("main.tf", "more.tf")).found
    assert found["requirement", "terraform"].declaration.value == '[">= 1.3", "< 2"]'
    assert found["requirement", "shop"].declaration.value == '["~> 2.0", "< 3"]'
    assert found["provider", "shop.north"].declaration.value == '["~> 2.0 < 3", "~> 2.0", "< 3"]'
    assert found["provider", "plain"].declaration.value is None
    lock = b'provider "registry.terraform.io/fruit/shop" {\n  version = "2.4.1"\n  hashes = []\n}\n'
    found = settings_in(Memory({**files, ".terraform.lock.hcl": lock}), ("main.tf",)).found
    assert found["provider", "shop.north"].declaration.value == '["2.4.1", "~> 2.0 < 3", "~> 2.0", "< 3"]'


@pytest.mark.parametrize("name", ["more.tf.json", "more_override.tf"])
def test_modules_with_files_in_json_or_that_override_are_not_compared(name: str) -> None:
    table = "## Inputs\n\n| Name | Description |\n| --- | --- |\n| a | n/a |\n| b | n/a |\n| c | n/a |\n"
    page = f"<!-- BEGIN_TF_DOCS -->\n{table}<!-- END_TF_DOCS -->\n"
    sources = {"main.tf": 'variable "a" {}\nvariable "b" {}\n', name: ""}
    assert lint_corpus({"README.md": page}, sources=sources).findings == []
    del sources[name]
    assert lint_corpus({"README.md": page}, sources=sources).findings != []


PARTS = """\
<!-- BEGIN_TF_DOCS -->
## Providers

| Name | Version |
| ---- | ------- |
| shop.north | {} |
| plain | n/a |
| old | > 1 |

## Resources

| Name | Type |
| ---- | ---- |
| [shop\\_basket.one](https://fruit.org) | resource |
{}
## Inputs

| Name | Description |
| ---- | ----------- |
| a | {} |
| b | n/a |
<!-- END_TF_DOCS -->
"""


@pytest.mark.parametrize(
    ("version", "rows", "description", "rule"),
    [
        ("~> 2.0", "", "How many<br/>at most", None),
        ("2.4.1", "", "How many at most", None),  # that of a lock file which is not there
        ("~> 3.0", "", "How many at most", "wrong-value"),
        ("~> 2.0", "", "How many", "wrong-description"),
        ("~> 2.0", "| [old\\_one.three](https://fruit.org) | data source |\n", "How many at most", "missing-member"),
    ],
)
def test_parts_of_modules_are_compared(version: str, rows: str, description: str, rule: str | None) -> None:
    page = PARTS.format(version, rows, description)
    found = lint_corpus({"README.md": page}, sources={"main.tf": BLOCKS.encode()}).findings
    assert [one.rule for one in found] == [rule] * (rule is not None)


def test_what_follows_the_outputs_of_a_module_is_a_footer() -> None:
    page = PARTS.format("~> 2.0", "", "How many at most").replace(
        "<!-- END", "## Outputs\n\nNo outputs.\n\n## telemetry\n\n<!-- END"
    )
    assert lint_corpus({"README.md": page}, sources={"main.tf": BLOCKS.encode()}).findings == []


@pytest.mark.parametrize(("name", "rules"), [("one", []), ("two", ["unknown-member"])])
def test_templates_of_projects_list_resources_with_their_modes(name: str, rules: list[str]) -> None:
    """As `{{ .GetMode }}.{{ .Spec }} ({{ .Position.Filename }}#L{{ .Position.Line }})` in `content` lists them."""
    head, _, rest = PARTS.format("~> 2.0", "", "How many at most").partition("| Name | Type |")
    items = f"- resource.shop_basket.{name} (main.tf#L5)\n"
    page = f"{head}{items}\n## Inputs{rest.partition('## Inputs')[2]}"
    found = lint_corpus({"README.md": page}, sources={"main.tf": BLOCKS.encode()}).findings
    assert sorted(one.rule for one in found) == rules


def messages(page: str, **sources: str) -> list[str]:
    files = {f"{name}.tf": text.encode() for name, text in sources.items()}
    report = lint_corpus({"docs/a.md": f"# Settings of a\n\n{page}"}, sources=files, format=tomllib.loads(FORMAT))
    return [f"{one.rule}: {one.message}" for one in report.findings]


def test_the_last_of_several_declarations_counts() -> None:
    """As terraform-docs reads parts of a module of which another one takes some; Terraform refuses them together."""
    page = (
        "<!-- BEGIN_TF_DOCS -->\n## Inputs\n\n| Name | Description |\n| - | - |\n| a | Last |\n<!-- END_TF_DOCS -->\n"
    )
    files = {
        f"{name}.tf": f'variable "a" {{\n  description = "{text}"\n}}\n' for name, text in (("b", "Last"), ("a", "One"))
    }
    for text, rules in (("Last", []), ("One", ["wrong-description"])):
        found = lint_corpus(
            {"README.md": page.replace("Last", text)}, sources={k: v.encode() for k, v in files.items()}
        )
        assert [one.rule for one in found.findings] == rules


PLAIN = """\
<!-- BEGIN_TF_DOCS -->
## Providers

The following providers are used by this module:

- {}

- shop.north (~> 2.0)

## Modules

The following Modules are called:

### north-gate

Source: ./gate

Version:

## Optional Inputs

The following input variables are optional (have default values):

### lid

Description: A lid

### rim\\_top

Description: A rim{}

## Outputs

The following outputs are exported:

### how-tall

Description: How tall

### size

Description: How large
<!-- END_TF_DOCS -->
"""
PLAIN_SOURCE = """\
terraform {
  required_providers {
    shop = {
      source  = "acme/shop"
      version = "~> 2.0"
    }
  }
}
resource "old_one" "two" {}
resource "shop_one" "two" {
  provider = shop.north
}
module "north-gate" {
  source = "./gate"
}
variable "lid" {
  description = "A lid"
  default     = "oak"
}
variable "rim_top" {
  description = "A rim"
  default     = "tin"
}
output "size" {
  description = "How large"
  value       = 1
}
output "how-tall" {
  description = "How tall"
  value       = 1
}
"""


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        (PLAIN.format("old", ""), []),
        (PLAIN.format("older", ""), ["unknown-member"]),
        (PLAIN.format("old", '\n\nDefault: `"tin"`'), ["wrong-default"]),
        (PLAIN.format("old", "").replace("A lid", "A hat"), ["wrong-description"]),
        (PLAIN.format("old", "").replace("### size", "### girth"), ["unknown-member"]),
    ],
)
def test_documents_of_modules_without_anchors_and_defaults(text: str, rules: list[str]) -> None:
    found = lint_corpus({"README.md": text}, sources={"main.tf": PLAIN_SOURCE.encode()})
    assert sorted(one.rule for one in found.findings) == rules


@pytest.mark.parametrize(("names", "is_right"), [("edabc", True), ("edacb", False)])
def test_inputs_sorted_by_their_types(names: str, *, is_right: bool) -> None:
    types = {"a": "string", "b": "string", "c": "string", "d": "number", "e": "bool"}
    source = "".join(f'variable "{name}" {{\n  type = {type_}\n}}\n' for name, type_ in types.items())
    rows = "".join(f"| {name} | n/a | `{types[name]}` |\n" for name in names)
    table = f"| Name | Description | Type |\n| - | - | - |\n{rows}"
    page = f"<!-- BEGIN_TF_DOCS -->\n## Inputs\n\n{table}<!-- END_TF_DOCS -->\n"
    found = lint_corpus({"README.md": page}, sources={"main.tf": source.encode()})
    assert ([one.rule for one in found.findings] == []) == is_right


def test_all_files_of_a_folder_declare_together() -> None:
    sources = {"main": 'variable "a" {}\n', "more": 'variable "b" {}\noutput "c" {}\n'}
    page = f"{INPUTS}| `a` | - |\n| `b` | - |\n\n## Outputs\n\n| Output |\n| --- |\n| `c` |\n"
    assert messages(page, **sources) == []
    assert messages(page.replace("`b`", "`d`"), **sources) == [
        "unknown-member: The page documents `d` as a setting, but `./` has no such name"
    ]
    assert messages(page.replace("| `b` | - |\n", ""), **sources) == [
        "missing-member: The page leaves out `b` of `more.tf` (more.tf:1)"
    ]
    assert messages(page.replace("`c`", "`a`"), **sources) == [
        "unknown-member: The page documents `a` as an output, but `./` has no such name"
    ]


def test_broken_files_show_nothing() -> None:
    page = f"{INPUTS}| `a` | - |\n| `b` | - |\n"
    assert messages(page, main='variable "a" {}\n', more='variable "c" {\n') == []


@pytest.mark.parametrize(
    ("stated", "default", "is_right"),
    [
        ("null", "null", True),
        ("1", "null", False),
        ("{}", "{ a = 1 }", False),
        ('{"b": 1, "a": "2_"}', '{ a = "2_", b = 1 }', True),
        ('{"b": 1, "a": "2_"}', '{ a = "2", b = 1 }', True),  # what may be markup
        ('["x", true]', '["x", false]', False),
        ('["x", tr', '["x", false]', True),  # cut
    ],
)
def test_defaults_are_compared_as_values(stated: str, default: str, *, is_right: bool) -> None:
    found = messages(f"{INPUTS}| `a` | `{stated}` |\n", main=f'variable "a" {{\n  default = {default}\n}}\n')
    assert [one.partition(":")[0] for one in found] == ([] if is_right else ["wrong-default"])


def test_rows_that_are_not_read_may_name_what_is_missing() -> None:
    format_ = builtin("terraform-docs")
    page = (
        "<!-- BEGIN_TF_DOCS -->\n## Inputs\n\n| Name | Description |\n| --- | --- |\n| a | The first. |\n"
        '| <a name="input_b_c"></a> [b\\_c](#input\\_b\\_c) | This | or that. |\n<!-- END_TF_DOCS -->\n'
    )
    sources = {"main.tf": b'variable "a" {}\nvariable "b_c" {}\n'}
    report = lint_corpus({"README.md": page}, sources=sources, config={"select": ["members"]})
    assert report.findings == []
    assert format_.between


VALUES = """\
# -- How many
size: 0644
hex: 0x1F
large: 1_000
half: .5
text: yes
date: 2031-05-17
empty:
quoted: "1"
list: &fruits [a, {b: 1}]
again: *fruits
"dotted.key":
  inner: true

# -- (int) Another
# -- (float) The last one counts
# @default -- much
other: 1

# list[0] -- An item
# again -- (string) The same

#  -- Not one
plain: 2

# @ignore
hidden: 1
some:
  # -- Not shown
  # @ignore for now
  # at all
  hidden: {a: 1}
  shown: 1

inner:
  one: 1
    # -- Of no value here
  two: 2
"""


def test_values_of_charts() -> None:
    found = helm_values(VALUES.encode())
    assert found is not None
    assert {one.name: (one.type, one.value, one.is_public) for one in found.found} == {
        "size": ("int", "420", True),
        "hex": ("int", "31", True),
        "large": ("int", "1000", True),
        "half": ("float", "0.5", True),
        "text": ("string", '"yes"', True),
        "date": ("string", '"2031-05-17"', True),
        "empty": ("", "null", True),
        "quoted": ("string", '"1"', True),
        "list": ("list", '["a", {"b": 1}]', False),
        "list[0]": ("string", '"a"', True),
        "list[1]": ("object", '{"b": 1}', False),
        "list[1].b": ("int", "1", True),
        "again": ("string", '["a", {"b": 1}]', True),
        "again[0]": ("string", '"a"', False),
        "again[1]": ("object", '{"b": 1}', False),
        "again[1].b": ("int", "1", False),
        '"dotted.key"': ("object", '{"inner": true}', False),
        '"dotted.key".inner': ("bool", "true", True),
        "other": ("", OMITTED, True),
        "plain": ("int", "2", True),
        "some": ("object", '{"shown": 1}', False),
        "some.shown": ("int", "1", True),
        "inner": ("object", '{"one": 1, "two": 2}', False),
        "inner.one": ("int", "1", True),
        "inner.two": ("int", "2", True),
    }


def test_descriptions_of_values() -> None:
    found = helm_values(
        b"# Of no value\n# -- (int) How many\n# @default -- 2\n#  at most\na: 1\nb: 2\n# c -- In -- two ways\nc: 3\n"
        b"# -- All of it\n# @section -- Shelf\n# @raw\n# @enum x\nd:\n  e: 4\n  # -- Itself\n  f: {}\n"
    )
    assert found is not None
    assert [(one.name, one.type, one.docstring.split(), one.is_public) for one in found.found] == [
        ("a", "", ["How", "many", "at", "most"], True),
        ("b", "int", [], True),
        ("c", "int", [], True),
        ("d", "object", ["All", "of", "it", "@enum", "x"], True),
        ("d.e", "int", [], False),
        ("d.f", "object", ["Itself"], True),
    ]


def test_descriptions_of_items() -> None:
    """helm-docs gives a comment above an item to all of it, also if it begins where the first key does."""
    found = helm_values(b"all:\n    # -- The first\n  - name: a\n    size: 1\n  - name: b\n")
    assert found is not None
    assert [(one.name, one.docstring.strip(), one.is_public) for one in found.found] == [
        ("all", "", False),
        ("all[0]", "The first", False),
        ("all[0].name", "", False),
        ("all[0].size", "", False),
        ("all[1]", "", False),
        ("all[1].name", "", True),
    ]


CHART = """\
# {}

![Version: {}](https://fruit.org) ![AppVersion: 1.2](https://fruit.org)

## Values

| Key | Type | Default | Description |
|---|---|---|---|
| size | int | `1` | How many |
{}
## Requirements

| Repository | Name | Version |
|---|---|---|
| https://fruit.org | till(ledger) | 1.0 |
|  | old | {} |

Made using [helm-docs](https://fruit.org).
"""
CHARTED = {
    "values.yaml": b"# -- How many\nsize: 1\nbare: 1\nother: {a: 1}\n",
    "Chart.yaml": b"name: shop\nversion: 0.3\nappVersion: '1.2'\ndependencies:\n"
    b"- {name: ledger, alias: till, version: '1.0', repository: 'https://fruit.org'}\n- {name: old, version: '2.0'}\n",
}


@pytest.mark.parametrize(
    ("title", "version", "rows", "dependency", "messages"),
    [
        ("shop", "0.3", "", "2.0", []),  # without descriptions, values may be left out together
        ("The Shop", "0.3", "| bare | int | `1` | |\n| other | object | `{}` | |\n", "2.0", []),
        ("ship", "0.4", "| bare | int | `1` | |\n", "2.1", ["`ship`", "`0.4`", "`other.a`", "is `2.1`"]),
    ],
)
def test_charts_are_compared(title: str, version: str, rows: str, dependency: str, messages: list[str]) -> None:
    page = CHART.format(title, version, rows, dependency).replace("`{}`", '`{"a":1}`')
    found = lint_corpus({"README.md": page}, sources=CHARTED).findings
    assert len(found) == len(messages)
    assert [text for text in messages if not any(text in one.message for one in found)] == []


@pytest.mark.parametrize("rest", ["", " Or: | none |"])
def test_keys_may_break_within_cells(rest: str) -> None:
    row = f"| other.&ZeroWidthSpace;a | int | `1` |{rest}\n| bare | int | `1` | |\n"
    found = lint_corpus({"README.md": CHART.format("shop", "0.3", row, "2.0")}, sources=CHARTED).findings
    assert [one.rule for one in found if "member" in one.rule] == []


@pytest.mark.parametrize(
    ("comment", "rules"),
    [
        ("# -- A lid\n# lid: 1\n", []),
        ("# -- A lid\n# @ignored\n# For now.\nlid: 1\n", []),
        ("# lid\n", ["unknown-member"]),
    ],
)
def test_value_may_be_commented_out(comment: str, rules: list[str]) -> None:
    page = CHART.format("shop", "0.3", "| box.lid | int | `nil` | |\n", "2.0")
    files = {**CHARTED, "values.yaml": CHARTED["values.yaml"] + comment.encode()}
    found = lint_corpus({"README.md": page}, sources=files).findings
    assert [one.rule for one in found if one.rule == "unknown-member"] == rules


@pytest.mark.parametrize(
    ("description", "rules"),
    [
        ("of them", []),
        ("How many -- really -- of them", []),  # of helm-docs 1.5
        ("How many -- of them", ["wrong-description"]),
        ("of it", ["wrong-description"]),
    ],
)
def test_descriptions_of_several_groups(description: str, rules: list[str]) -> None:
    page = CHART.format("shop", "0.3", "", "2.0").replace("How many", description)
    values = CHARTED["values.yaml"].replace(b"How many\n", b"How many\n# -- really\n# -- of\n# them\n")
    found = lint_corpus({"README.md": page}, sources={**CHARTED, "values.yaml": values}).findings
    assert [one.rule for one in found] == rules


def test_chart_needs_no_title() -> None:
    page = CHART.format("x", "0.4", "", "2.0").replace("# x\n", "<img>\n", 1)
    [finding] = lint_corpus({"README.md": page}, sources=CHARTED).findings
    assert finding.rule == "wrong-metadata"


@pytest.mark.parametrize(
    "text",
    [
        "a: [",
        "a: 1\n---\nb: 2\n",
        "a: &a {<<: *b}\n",
        "x: &x {a: 1}\ny:\n  <<: *x\n",
        "? [a]\n: 1\n",
        "a: " + "[" * 200 + "]" * 200,
        "a: " + "[" * 20_000,
        "a: &a [1]\n"
        + "".join(f"{one}: &{one} [{', '.join([f'*{before}'] * 9)}]\n" for before, one in pairwise("abcdefgh")),
        "a: &a [*a]\n",
        "# -- a\n" * 60_000,
    ],
)
def test_values_that_are_not_read(text: str) -> None:
    assert helm_values(text.encode()) is None


def test_inputs_and_outputs_of_actions() -> None:
    found = action_settings(
        b"name: a\ninputs:\n  size:\n    required: True\n  till:\n    default: 20\n    required: false\n"
        b"  list: [a]\n  [b]: {}\noutputs:\n  sum:\n    description: all\nruns: {inputs: {c: {}}}\n"
    )
    assert found is not None
    assert [(one.kind, one.name, one.value, one.is_optional, one.line) for one in found.found] == [
        ("setting", "size", None, False, 3),
        ("setting", "till", '"20"', True, 5),
        ("setting", "list", None, True, 8),
        ("output", "sum", None, True, 11),
    ]
    for text in (b"", b"a: [", b"- a\n", b"inputs: a\n", b"inputs:\n"):
        assert not getattr(action_settings(text), "found", ())


@pytest.mark.parametrize(
    ("version", "item", "rules"),
    [
        ("*.*.*", "All", []),  # as helm-docs writes it, though it is emphasis
        ("1.2", "All", ["wrong-value"]),
        ("*.*.*", "None", ["wrong-description"]),
    ],
)
def test_rows_of_charts_with_descriptions_alone(version: str, item: str, rules: list[str]) -> None:
    """With `--ignore-non-descriptions`, helm-docs leaves the others out, and what it takes for a description of another
    key.
    """
    page = (
        f"# shop\n\n| Repository | Name | Version |\n|---|---|---|\n|  | ledger | {version} |\n\n"
        "| Key | Type | Default | Description |\n|-----|------|---------|-------------|\n"
        f'| doors[0] | object | `{{"a":{{}}}}` | {item} |\n| size | int | `1` | How many |\n\n'
        "Made using [helm-docs](https://fruit.org).\n"
    )
    values = b"doors:\n  # -- All\n  - a: {}\n# -- How many\nsize: 1\n# -- Opens (with --lid)\nlid: 1\nrim: 1\n"
    chart = b"name: shop\ndependencies:\n- name: ledger\n  version: '*.*.*'\n"
    found = lint_corpus({"README.md": page}, sources={"values.yaml": values, "Chart.yaml": chart})
    assert [one.rule for one in found.findings] == rules


@pytest.mark.parametrize(("version", "is_right"), [("~> 2.0 ~> 2.0", True), ("~> 2.0", True), ("~> 2.0 ~> 3.0", False)])
def test_versions_that_several_files_ask_for(version: str, *, is_right: bool) -> None:
    """terraform-docs joins them, with a blank between."""
    table = f"| Name | Version |\n| - | - |\n| shop | {version} |\n"
    page = f"<!-- BEGIN_TF_DOCS -->\n## Providers\n\n{table}<!-- END_TF_DOCS -->\n"
    source = b'terraform {\n  required_providers {\n    shop = {\n      version = "~> 2.0"\n    }\n  }\n}\n'
    sources = {"a.tf": source, "b.tf": source, "c.tf": b'resource "shop_one" "two" {}\n'}
    found = lint_corpus({"README.md": page}, sources=sources, config={"select": ["wrong-value"]}).findings
    assert (found == []) == is_right


def test_many_comments_take_linear_time() -> None:
    found = helm_values(b"# -- a -- b\n" * 20_000 + b"size: 1\n")
    assert found is not None
    assert [one.is_public for one in found.found] == [True]


def test_chart_that_depends_on_others_has_their_values() -> None:
    page = (
        "# shop\n\nMade using [helm-docs](x).\n\n| Key | Type | Default | Description |\n|---|---|---|---|\n"
        "| size | int | `1` | |\n| ledger.size | int | `1` | |\n| items[].size | int | `1` | |\n"
        "| rest.\\<key>.size | int | `1` | |\n"
        "| items | list | `[]` | |\n| rest | old | `1` | |\n"
        "| global | object | `{}` | |\n| global.till | int | `1` | |\n"
    )
    sources = {
        "values.yaml": b"size: 1\nitems: []\nrest: 1\nglobal: {a: 1}\n",
        "Chart.yaml": b"dependencies:\n- name: ledger\n",
    }
    config = {"select": ["members"]}
    assert lint_corpus({"README.md": page}, sources=sources, config=config).findings == []
    sources["Chart.yaml"] = b"name: shop\n"
    found = lint_corpus({"README.md": page}, sources=sources, config=config).findings
    names = ("ledger.size", "global", "global.till")
    assert [name for one in found for name in names if f"`{name}`" in one.message] == list(names)


def test_sources_that_lack_most_of_a_page_are_others() -> None:
    rows = "".join(f"| `{name}` | - |\n" for name in "abc")
    assert messages(INPUTS + rows, main='variable "a" {}\nvariable "d" {}\n') == []
    assert len(messages(INPUTS + rows, main='variable "a" {}\nvariable "b" {}\n')) == 1


def test_sections_of_settings_take_linear_work(monkeypatch: pytest.MonkeyPatch) -> None:
    from doclint import Page, kit
    from doclint.formats.documented.symbols import Members
    from doclint.kit import documented

    calls: list[object] = []
    unread, compared = documented.unread, kit.compared

    def counted_unread(page: Page, members: Members) -> frozenset[str]:
        calls.append(members)
        return unread(page, members)

    def counted_compared(page: Page) -> "list[kit.Compared]":
        calls.append(page)
        return compared(page)

    monkeypatch.setattr(documented, "unread", counted_unread)
    monkeypatch.setattr(kit, "compared", counted_compared)
    table = (
        "| Key | Type | Default | Description |\n|-----|------|---------|-------------|\n| size{} | int | `3` |  |\n"
    )
    page = "# shop\n\n" + "".join(f"## Part {number}\n\n{table.format(number)}\n" for number in range(40))
    values = "".join(f"size{number}: 3\n" for number in range(41))
    files = {"Chart.yaml": "name: shop\nversion: 1.0.0\n", "values.yaml": values}
    report = lint_corpus({"README.md": page}, sources=files, config={"select": ["missing-member", "unsorted-list"]})
    assert [one.rule for one in report.findings] == ["missing-member"]
    assert len(calls) < 60


_VALUES_TABLE = "# shop\n\n| Key | Type | Default | Description |\n|-----|------|---------|-------------|\n"


@pytest.mark.parametrize(("order", "is_right"), [("abced", True), ("ecabd", False)])
def test_rows_in_the_order_of_the_source_are_sorted(order: str, *, is_right: bool) -> None:
    page = _VALUES_TABLE + "".join(f"| {name} | int | `3` |  |\n" for name in "abced")
    files = {"Chart.yaml": "name: shop\n", "values.yaml": "".join(f"{name}: 3\n" for name in order)}
    report = lint_corpus({"README.md": page}, sources=files, config={"select": ["unsorted-list"]})
    assert (report.findings == []) == is_right


@pytest.mark.parametrize(("described", "is_right"), [("a", True), ("abc", False)])
def test_templates_may_leave_out_most_descriptions(described: str, *, is_right: bool) -> None:
    page = _VALUES_TABLE + "".join(f"| {one} | int | `3` | {'How many' * (one in described)} |\n" for one in "abcd")
    files = {"Chart.yaml": "name: shop\n", "values.yaml": "".join(f"# -- How many\n{one}: 3\n" for one in "abcd")}
    report = lint_corpus({"README.md": page}, sources=files, config={"select": ["wrong-description"]})
    assert (report.findings == []) == is_right


@pytest.mark.parametrize(
    ("text", "picture", "found"),
    [
        ("1.0.0-beta_1", "1.0.0--beta__1", []),
        ("1.0.0-beta_1", "1.0.0--beta.1", []),  # marks in pictures may be those of the badge
        ("1.0.0-beta_1", "1.0.0--beta__2", ["1.0.0-beta__2"]),
        ("1.0.0-beta.1", "1.0.0--beta__1", ["1.0.0-beta.1"]),
    ],
)
def test_badges_show_versions_as_text_and_as_a_picture(text: str, picture: str, found: list[str]) -> None:
    badge = f"![Version: {text}](https://img.shields.io/badge/Version-{picture}-informational?style=flat-square)"
    table = "| Key | Type | Default | Description |\n|-----|------|---------|-------------|\n| size | int | `3` |  |\n"
    note = "Autogenerated from chart metadata using [helm-docs](https://github.com/norwoodj/helm-docs)\n"
    files = {"Chart.yaml": "name: shop\nversion: 1.0.0-beta_1\n", "values.yaml": "size: 3\n"}
    page = f"# shop\n\n{badge}\n\n## Values\n\n{table}\n{note}"
    findings = lint_corpus({"README.md": page}, sources=files, rules=["wrong-metadata"]).findings
    assert [one.message.split("`")[1] for one in findings] == found
