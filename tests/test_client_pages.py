"""Pages of API clients that no golden tree has: a sound one has no finding, and one with a change has one."""

import pytest
from format_trees import FormatTree, Mutation

_MOODS = "\n\n## Enum: {}\n\n| Name | Value |\n|---- | -----|\n| HAPPY | &quot;happy&quot; |\n"
_JAVA_SOURCE = """\
package shop;

public class Cat {{
  public enum MoodEnum {{
    HAPPY("happy");
  }}

  private {} moods;
}}
"""
_CAT, _CAT_SOURCE = "docs/Cat.md", "src/main/java/shop/Cat.java"


def java(type_: str) -> FormatTree:
    """Return the page of a model whose only property has values of its own, and its source."""
    written = type_.replace("<", "&lt;").replace(">", "&gt;")
    page = (
        "# Cat\n\n\n## Properties\n\n| Name | Type | Description | Notes |\n"
        "|------------ | ------------- | ------------- | -------------|\n"
        f"|**moods** | **{written}** | Its moods. | |\n{_MOODS.format(written)}"
    )
    return FormatTree({_CAT: page.encode(), _CAT_SOURCE: _JAVA_SOURCE.format(type_).encode()})


_HEAD = "Name | Type | Description  | Notes\n------------- | ------------- | ------------- | -------------\n"
_OPERATION = f"""\
# **{{0}}**
> {{1}}{{0}}(name, optional)


Look for a cat.

### Required Parameters

{_HEAD}\
  **name** | **String**| What it is called. | \n\
 **optional** | **map[string]interface{{{{}}}}** | optional parameters | nil if no parameters

### Optional Parameters
Optional parameters are passed through a map[string]interface{{{{}}}}.

{_HEAD}\
 **name** | **String**| What it is called. | \n\
 **age** | **i32**| How old it is. | \n\

### Return type

 (empty response body)

### Authorization

No authorization required

### HTTP request headers

 - **Content-Type**: application/json
 - **Accept**: application/json

[[Back to API list]](../README.md#api) [[Back to Model list]](../README.md#api) [[Back to README]](../README.md)

"""
_RUST_PAGE = f"""\
# \\CatsApi

All URIs are relative to *https://cats.example*

Method | HTTP request | Description
------------- | ------------- | -------------
[**find_cat**](CatsApi.md#find_cat) | **Get** /cats/{{name}} | Look for a cat.
[**pet_cat**](CatsApi.md#pet_cat) | **Post** /cats/{{name}} | Pet a cat.


{_OPERATION.format("find_cat", "")}{_OPERATION.format("pet_cat", "::models::Cat ")}"""
_CATS, _CATS_SOURCE = "docs/CatsApi.md", "src/apis/cats_api.rs"
_RUST_SOURCE = """\
pub trait CatsApi {
    fn find_cat(&self, name: &str, age: i32) -> Box<Future<Item = (), Error = Error<Value>>>;
    fn pet_cat(&self, name: &str, age: i32) -> Box<Future<Item = ::models::Cat, Error = Error<Value>>>;
}
"""


def rust() -> FormatTree:
    """Return the page of a class of operations by Swagger Codegen, and its source."""
    files = {_CATS: _RUST_PAGE, _CATS_SOURCE: _RUST_SOURCE, "README.md": "# Cats\n\n## API\n\nAll about cats.\n"}
    return FormatTree({path: text.encode() for path, text in files.items()})


@pytest.mark.parametrize(
    "type_",
    ["MoodEnum", "List<MoodEnum>", "Set<List<MoodEnum>>", "Map<String, MoodEnum>", "Map<String, List<MoodEnum>>"],
)
def test_enum_of_a_property_in_java(type_: str) -> None:
    tree = java(type_)
    assert [f"{one.rule}: {one.message}" for one in tree.sound(_CAT).findings] == []
    renamed = Mutation("enum", _CAT_SOURCE, "enum MoodEnum", "enum MoodsEnum", "unknown-member", _CAT)
    assert [one.rule for one in tree.after(renamed)] == ["unknown-member"]


@pytest.mark.parametrize(("body", "rules"), [("private BigDecimal value;", []), ("HAPPY, SAD;", ["missing-member"])])
def test_enum_without_constants_in_java(body: str, rules: list[str]) -> None:
    """Where a schema has none that fit, the generator writes what no compiler reads."""
    change = Mutation("constants", _CAT_SOURCE, 'HAPPY("happy");', body, "missing-member", _CAT)
    assert [one.rule for one in java("MoodEnum").after(change)] == rules


def test_operations_of_swagger_codegen_in_rust() -> None:
    assert [f"{one.rule}: {one.message}" for one in rust().sound(_CATS).findings] == []


@pytest.mark.parametrize(
    "mutation",
    [
        Mutation(
            "index",
            _CATS,
            "[**pet_cat**](CatsApi.md#pet_cat)",
            "[**feed_cat**](CatsApi.md#pet_cat)",
            "unknown-member",
        ),
        Mutation("signature", _CATS, "> find_cat(", "> feed_cat(", "misplaced-signature"),
    ],
    ids=lambda one: one.name,
)
def test_a_change_of_an_operation_is_one_finding(mutation: Mutation) -> None:
    assert [one.rule for one in rust().after(mutation)] == [mutation.rule]


@pytest.mark.parametrize(("heading", "rules"), [("Enum values", []), ("Values", ["missing-section"])])
def test_values_of_an_enum_in_rust_may_be_those_of_the_api(heading: str, rules: list[str]) -> None:
    back = "[[Back to Model list]](../README.md#api) [[Back to API list]](../README.md#api)"
    page = f"# Mood\n\n## {heading}\n\n* happy\n* sad\n\n{back} [[Back to README]](../README.md)\n"
    source = 'pub enum Mood {\n    #[serde(rename = "happy")]\n    Happy,\n    #[serde(rename = "sad")]\n    Sad,\n}\n'
    files = {"docs/Mood.md": page, "src/models/mood.rs": source, "README.md": "# Moods\n\n## API\n\nAll about moods.\n"}
    tree = FormatTree({path: text.encode() for path, text in files.items()})
    assert [one.rule for one in tree.sound("docs/Mood.md").findings] == rules


_CSHARP_MODEL = """\
# Cats.Model.Cat
## Properties

Name | Type | Description | Notes
------------ | ------------- | ------------- | -------------
**Mood** | **string** | Its mood. |

[[Back to Model list]](../README.md#models) [[Back to API list]](../README.md#api) [[Back to README]](../README.md)
"""
_CSHARP_CAT = """\
namespace Cats.Model {{
    public partial class Cat {{
        [DataMember({}, EmitDefaultValue{}false)]
        public string Mood {{ get; set; }}
    }}
}}
"""


@pytest.mark.parametrize(
    ("name", "equals", "rules"),
    [('Name = "mood"', " = ", ["wrong-optionality"]), ('Name="mood"', "=", [])],
)
def test_attributes_of_swagger_codegen_in_csharp_say_nothing_of_need(name: str, equals: str, rules: list[str]) -> None:
    files = {"docs/Cat.md": _CSHARP_MODEL, "src/Cats/Model/Cat.cs": _CSHARP_CAT.format(name, equals)}
    tree = FormatTree({path: text.encode() for path, text in files.items()})
    assert [one.rule for one in tree.sound("docs/Cat.md").findings if one.rule == "wrong-optionality"] == rules


_CSHARP_API = """\
# Cats.Api.CatsApi

All URIs are relative to *https://cats.example*

| Method | HTTP request | Description |
|--------|--------------|-------------|
| [**FindCat**](CatsApi.md#findcat) | **GET** /cats | Look for a cat. |

<a id="findcat"></a>
# **FindCat**
> Cat FindCat (string name)

Look for a cat.
"""
_CSHARP_CATS = """\
namespace Cats.Api {{
    public sealed partial class CatsApi {{
        public Task<Cat> {}(string name) => null;
        public Task<Cat> PetCatOrDefaultAsync(string name) => null;
    }}
}}
"""


@pytest.mark.parametrize(("name", "rules"), [("FindCatAsync", []), ("PetCatAsync", ["unknown-member"])])
def test_clients_in_csharp_whose_methods_are_all_asynchronous(name: str, rules: list[str]) -> None:
    files = {"docs/CatsApi.md": _CSHARP_API, "src/Cats/Api/CatsApi.cs": _CSHARP_CATS.format(name)}
    tree = FormatTree({path: text.encode() for path, text in files.items()})
    assert [one.rule for one in tree.sound("docs/CatsApi.md").findings if "-member" in one.rule] == rules


_GO_ENUM = '# Mood\n\n## Enum\n\n\n* `HAPPY` (value: `"happy"`)\n\n\n[[Back to Model list]](../README.md)\n\n\n'
_GO_MOOD = 'package cats\n\ntype Mood string\n\nconst (\n\t{} Mood = "happy"\n)\n'


@pytest.mark.parametrize(("name", "rules"), [("HAPPY", []), ("MOOD_HAPPY", []), ("MOOD_SAD", ["unknown-member"])])
def test_constants_in_go_may_begin_with_the_type(name: str, rules: list[str]) -> None:
    """The option `enumClassPrefix` adds it in the source alone."""
    files = {"docs/Mood.md": _GO_ENUM, "model_mood.go": _GO_MOOD.format(name)}
    tree = FormatTree({path: text.encode() for path, text in files.items()})
    assert [one.rule for one in tree.sound("docs/Mood.md").findings if "-member" in one.rule] == rules


_PYTHON_PAGE = (
    f"# Mood\n\n## Properties\n{_HEAD}{{}}\n[[Back to Model list]](../README.md#documentation-for-models)\n\n"
)
_PYTHON_MOOD = (
    "class Mood(object):\n    HAPPY = 'happy'\n    swagger_types = {}\n\n    @property\n    def size(self): ...\n"
)


@pytest.mark.parametrize(("row", "rules"), [("**size** | **int** |  | \n", []), ("", ["missing-member"])])
def test_values_of_an_enumeration_are_no_properties_in_python(row: str, rules: list[str]) -> None:
    """The pages of Swagger Codegen have none of them."""
    files = {"docs/Mood.md": _PYTHON_PAGE.format(row), "cats/models/mood.py": _PYTHON_MOOD, "cats/__init__.py": ""}
    tree = FormatTree({path: text.encode() for path, text in files.items()})
    found = [one for one in tree.sound("docs/Mood.md").findings if "-member" in one.rule]
    assert [one.rule for one in found] == rules
    assert not any("HAPPY" in one.message for one in found)
