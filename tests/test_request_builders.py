"""Pages of Java clients whose operations return request builders, or take grouped parameters."""

import re

import pytest
from golden_trees import trees

from doclint import lint_corpus

_CLIENT = """\
package shop;

public class PetsApi {
    private ApiResponse<PetPage> listPetsWithHttpInfo(String owner, Integer limit) { return null; }

    public class APIlistPetsRequest {
        private final String owner;
        private Integer limit;

        private APIlistPetsRequest(String owner) { this.owner = owner; }

        public APIlistPetsRequest limit(@Nullable Integer limit) { this.limit = limit; return this; }

        public Call buildCall(final ApiCallback callback) throws ApiException { return null; }

        public PetPage execute() throws ApiException { return null; }

        public ApiResponse<PetPage> executeWithHttpInfo() throws ApiException { return null; }
    }

    public APIlistPetsRequest listPets(@Nonnull String owner) { return new APIlistPetsRequest(owner); }
}
"""
_GROUPED = """\
package shop;

public class PetsApi {
    public PetPage listPets(APIlistPetsRequest apiRequest) throws ApiException { return null; }

    public PetPage listPets(String owner, Integer limit) throws ApiException { return null; }

    public static final class APIlistPetsRequest {
        private String owner;

        public String owner() { return owner; }
    }
}
"""
_PAGE = """\
# PetsApi

All URIs are relative to *https://shop.example*

| Method | HTTP request | Description |
|------------- | ------------- | -------------|
| [**listPets**](PetsApi.md#listPets) | **GET** /pets | List pets |


<a id="listPets"></a>
# **listPets**
> PetPage listPets(owner).limit(limit).execute();

List pets

### Example
```java
// Import classes:
import shop.PetsApi;
```

### Parameters

| Name | Type | Description  | Notes |
|------------- | ------------- | ------------- | -------------|
| **owner** | **String**| Whose pets | |
| **limit** | **Integer**| How many | [optional] |

### Return type

[**PetPage**](Pet.md)

### Authorization

No authorization required

### HTTP request headers

 - **Content-Type**: Not defined
 - **Accept**: application/json

"""
_LIMIT = "| **limit** | **Integer**| How many | [optional] |\n"
_CALL = "listPets(owner).limit(limit).execute();"


def _found(page: str, source: str = _CLIENT) -> list[str]:
    report = lint_corpus({"docs/PetsApi.md": page}, sources={"src/main/java/shop/PetsApi.java": source})
    return [f"{one.rule}: {one.message}" for one in report.findings if one.family == "members"]


def test_page_has_the_parameters_and_the_result_of_the_whole_request() -> None:
    assert _found(_PAGE) == []


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (_LIMIT, "", "missing-parameter: The page leaves out `limit`"),
        ("| **limit** | **Integer**", "| **size** | **Integer**", "unknown-parameter: `PetsApi.listPets` has no"),
        ("| **limit** | **Integer**", "| **limit** | **Long**", "wrong-type: The page says that parameter `limit`"),
        ("listPets(owner).limit", "listPets(name).limit", "unknown-parameter: `PetsApi.listPets` has no parameter `na"),
        ("[**PetPage**]", "[**CatPage**]", "wrong-type: The page says that `PetsApi.listPets` returns"),
    ],
)
def test_what_is_wrong_there_is_found(old: str, new: str, expected: str) -> None:
    assert old in _PAGE
    [found] = _found(_PAGE.replace(old, new))
    assert found.startswith(expected)


@pytest.mark.parametrize("version", sorted(trees("openapi-go")))
def test_requests_of_go_with_the_names_of_their_services(version: str) -> None:
    """The setting `structPrefix` adds them."""
    tree = trees("openapi-go")[version]
    sources = {path: text for path, text in tree.files.items() if re.match(rb"(?s).*type A[Pp][Ii]\w+Request", text)}
    prefixed = {path: re.sub(rb"\b(A[Pp][Ii]\w+Request)\b", rb"Trees\1", text) for path, text in sources.items()}
    assert sources
    assert tree.new(tree.pages, prefixed) == []


def test_method_of_the_builder_that_is_renamed_is_found() -> None:
    [found] = _found(_PAGE, _CLIENT.replace("APIlistPetsRequest limit(", "APIlistPetsRequest size("))
    assert "`limit`; the one in its place is `size`" in found


def test_grouped_parameters_have_the_name_of_the_request() -> None:
    assert _found(_PAGE.replace(_CALL, "listPets(listPetsRequest)"), _GROUPED) == []
    [found] = _found(_PAGE.replace(_CALL, "listPets(petsRequest)"), _GROUPED)
    assert found.startswith("unknown-parameter")
