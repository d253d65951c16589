"""A client of a small API with its pages, in the shape of OpenAPI Generator's."""

_FOOTER = (
    "[[Back to Model list]](../README.md#documentation-for-models) "
    "[[Back to API list]](../README.md#documentation-for-api-endpoints) [[Back to README]](../README.md)"
)
_FOOTER_OF_API = (
    "[[Back to top]](#) [[Back to API list]](../README.md#documentation-for-api-endpoints) "
    "[[Back to Model list]](../README.md#documentation-for-models) [[Back to README]](../README.md)"
)
_EXAMPLE_OF_MODEL = """\
## Example

```python
from orchard.models.NAME import CLASS

# TODO update the JSON string below
NAME_instance = CLASS.from_json("{}")
print(NAME_instance.to_json())
NAME_dict = NAME_instance.to_dict()
NAME_from_dict = CLASS.from_dict(NAME_dict)
```"""
_METHODS_OF_MODEL = '''\

    def to_json(self) -> str:
        """Returns the JSON representation of the model using alias"""
        return json.dumps(self.to_dict())

    @classmethod
    def from_json(cls, json_str: str) -> Optional[Self]:
        """Create an instance from a JSON string"""
        return cls.from_dict(json.loads(json_str))

    def to_dict(self) -> Dict[str, Any]:
        """Return the dictionary representation of the model using alias."""
        return self.model_dump(by_alias=True)

    @classmethod
    def from_dict(cls, obj: Dict[str, Any]) -> Self:
        """Create an instance from a dict"""
        return cls.model_validate(obj)
'''
_IMPORTS_OF_MODEL = """\
from __future__ import annotations
import json
from datetime import date
from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictFloat, StrictInt, StrictStr
from typing import Any, ClassVar, Dict, List, Optional, Union
from typing_extensions import Annotated, Self
"""
_PRIVATE = """\
        _request_timeout: Union[None, Annotated[StrictFloat, Field(gt=0)]] = None,
        _headers: Optional[Dict[StrictStr, Any]] = None,
        _host_index: Annotated[StrictInt, Field(ge=0, le=0)] = 0,
"""


def _operation(signature: str, description: str, call: str, parameters: list[str], returns: str) -> str:
    """Return the section of an operation."""
    name = call.partition("(")[0]
    table = ["Name | Type | Description  | Notes", "------------- | ------------- | ------------- | -------------"]
    listed = "\n".join([*table, *parameters]) if parameters else "This endpoint does not need any parameter."
    return f"""\
# **{name}**
> {signature}

{description}

### Example

```python
import orchard
from orchard.rest import ApiException

with orchard.ApiClient() as api_client:
    api_instance = orchard.TreesApi(api_client)
    print(api_instance.{call})
```

### Parameters

{listed}

### Return type

{returns}

### Authorization

No authorization required

### HTTP request headers

 - **Content-Type**: Not defined
 - **Accept**: application/json

### HTTP response details

| Status code | Description | Response headers |
|-------------|-------------|------------------|
**200** | ok |  -  |

{_FOOTER_OF_API}
"""


_API = f"""\
# orchard.TreesApi

All URIs are relative to *https://orchard.example.org/v1*

Method | HTTP request | Description
------------- | ------------- | -------------
[**fell_tree**](TreesApi.md#fell_tree) | **DELETE** /trees/{{id}} | Fell a tree
[**find_tree**](TreesApi.md#find_tree) | **GET** /names/{{name}} | Find a tree
[**list_trees**](TreesApi.md#list_trees) | **GET** /trees | List trees
[**move_tree**](TreesApi.md#move_tree) | **POST** /trees/{{id}}/moves | Move a tree


{
    _operation(
        "fell_tree(id)",
        "Fell a tree",
        "fell_tree(56)",
        [" **id** | **int**| The tree&#39;s id | "],
        "void (empty response body)",
    )
}
{
    _operation(
        "Tree find_tree(name)",
        "Find a tree",
        "find_tree('oldest')",
        [" **name** | **str**| The tree&#39;s [name](https://orchard.example.org/names) | "],
        "[**Tree**](Tree.md)",
    )
}
{
    _operation(
        "List[Tree] list_trees(page=page, species=species, labels=labels, sort=sort)",
        "List trees",
        "list_trees(page=1)",
        [
            " **page** | **int**| The page of results | [optional] [default to 1]",
            " **species** | [**Species**](Species.md)|  | [optional] ",
            " **labels** | **List[str]**|  | [optional] ",
            " **sort** | **str**|  | [optional] [default to &#39;age&#39;]",
        ],
        "[**List[Tree]**](Tree.md)",
    )
}
{
    _operation(
        "Tree move_tree(id, row, place=place)",
        "Move a tree",
        "move_tree(56, 3)",
        [
            " **id** | **int**| The tree&#39;s id | ",
            " **row** | **int**| The row | ",
            " **place** | **float**| The metres from its start | [optional] ",
        ],
        "[**Tree**](Tree.md)",
    )
}
"""

FILES = {
    "README.md": "# orchard\n\n## Documentation for API Endpoints\n\n## Documentation For Models\n",
    "docs/TreesApi.md": _API,
    "docs/Tree.md": f"""\
# Tree

A tree of the orchard.

## Properties

Name | Type | Description | Notes
------------ | ------------- | ------------- | -------------
**id** | **int** |  | [readonly]
**species** | [**Species**](Species.md) | The species |
**planted** | **date** | When somebody planted it | [optional]
**height** | **float** | The height in metres | [optional]
**labels** | **List[str]** |  | [optional]
**owner** | [**Owner**](Owner.md) |  | [optional]
**wet** | **bool** | Whether it stands in water | [optional] [default to False]
**rows** | **int** |  | [optional] [default to 3]
**mood** | **str** |  | [optional] [default to 'calm']

{_EXAMPLE_OF_MODEL.replace("NAME", "tree").replace("CLASS", "Tree")}
{_FOOTER}

""",
    "docs/Owner.md": f"""\
# Owner


## Properties

Name | Type | Description | Notes
------------ | ------------- | ------------- | -------------
**name** | **str** | The full name |
**address** | **Dict[str, str]** |  | [optional]

{_EXAMPLE_OF_MODEL.replace("NAME", "owner").replace("CLASS", "Owner")}
{_FOOTER}

""",
    "docs/Species.md": f"""\
# Species

The species of a tree.

## Enum

* `APPLE` (value: `'apple'`)

* `PEAR` (value: `'pear'`)

* `SOUR_CHERRY` (value: `'sour cherry'`)

{_FOOTER}

""",
    "orchard/__init__.py": """\
from orchard.api.trees_api import TreesApi
from orchard.api_client import ApiClient
from orchard.models.owner import Owner
from orchard.models.species import Species
from orchard.models.tree import Tree
""",
    "orchard/rest.py": "class ApiException(Exception): ...\n",
    "orchard/api_client.py": """\
class ApiClient:
    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_value, traceback):
        pass
""",
    "orchard/api/__init__.py": "",
    "orchard/models/__init__.py": "",
    "orchard/models/species.py": '''\
from enum import Enum


class Species(str, Enum):
    """
    The species of a tree.
    """

    APPLE = 'apple'
    PEAR = 'pear'
    SOUR_CHERRY = 'sour cherry'
''',
    "orchard/models/owner.py": f"""\
{_IMPORTS_OF_MODEL}
class Owner(BaseModel):
    name: StrictStr = Field(description="The full name")
    address: Optional[Dict[str, StrictStr]] = None
    __properties: ClassVar[List[str]] = ["name", "address"]

    model_config = ConfigDict(populate_by_name=True)
{_METHODS_OF_MODEL}""",
    "orchard/models/tree.py": f'''\
{_IMPORTS_OF_MODEL}from orchard.models.owner import Owner
from orchard.models.species import Species

class Tree(BaseModel):
    """
    A tree of the orchard.
    """ # noqa: E501
    id: StrictInt
    species: Species = Field(description="The species")
    planted: Optional[date] = Field(default=None, description="When somebody planted it")
    height: Optional[Union[StrictFloat, StrictInt]] = Field(default=None, description="The height in metres")
    labels: Optional[List[StrictStr]] = None
    owner: Optional[Owner] = None
    wet: Optional[StrictBool] = Field(default=False, description="Whether it stands in water")
    rows: Optional[Annotated[int, Field(le=40, strict=True)]] = 3
    mood: Optional[StrictStr] = 'calm'
    __properties: ClassVar[List[str]] = ["id", "species", "planted", "height", "labels", "owner", "wet", "rows", "mood"]

    model_config = ConfigDict(populate_by_name=True)
{_METHODS_OF_MODEL}''',
    "orchard/api/trees_api.py": f'''\
from pydantic import Field, StrictFloat, StrictInt, StrictStr, validate_call
from typing import Any, Dict, List, Optional, Union
from typing_extensions import Annotated

from orchard.api_client import ApiClient
from orchard.models.species import Species
from orchard.models.tree import Tree


class TreesApi:
    """NOTE: Do not edit the class manually."""

    def __init__(self, api_client=None) -> None:
        self.api_client = api_client or ApiClient()

    @validate_call
    def fell_tree(
        self,
        id: Annotated[StrictInt, Field(description="The tree's id")],
{_PRIVATE}    ) -> None:
        """Fell a tree"""

    @validate_call
    def find_tree(
        self,
        name: Annotated[StrictStr, Field(description="The tree's name")],
{_PRIVATE}    ) -> Tree:
        """Find a tree"""

    @validate_call
    def list_trees(
        self,
        page: Annotated[Optional[StrictInt], Field(description="The page of results")] = None,
        species: Optional[Species] = None,
        labels: Optional[List[StrictStr]] = None,
        sort: Optional[StrictStr] = None,
{_PRIVATE}    ) -> List[Tree]:
        """List trees"""

    @validate_call
    def move_tree(
        self,
        id: Annotated[StrictInt, Field(description="The tree's id")],
        row: Annotated[StrictInt, Field(description="The row")],
        place: Annotated[Optional[Union[StrictFloat, StrictInt]], Field(description="The metres")] = None,
{_PRIVATE}    ) -> Tree:
        """Move a tree"""

    def _move_tree_serialize(self, id, row, place):
        return {{"id": id, "row": row, "place": place}}
''',
}
