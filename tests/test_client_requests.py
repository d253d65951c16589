"""The requests of API clients: which methods a source sends to a path, and whether it has the path at all."""

import pytest

from doclint.kit.client_requests import request_methods
from doclint.repository.in_memory import Memory

GET = frozenset({"GET"})
UNKNOWN: frozenset[str] = frozenset()


@pytest.mark.parametrize(
    ("source", "path", "methods"),
    [
        ('get("/cats", Method.GET)', "/cats", GET),
        ('get("/cats", Method.GET)', "/dogs", None),
        ('get("/v2/cats", Method.GET)', "/cats", UNKNOWN),
        ('get("/cats", Method.GET)', "/v2/cats", UNKNOWN),
        ('get("/cats", base + id, Method.GET)', "/cats/{id}", UNKNOWN),
        ('get("/%s/cats", Method.GET)', "/owners/cats", UNKNOWN),
        ('@GET("cats")\n@POST("/dogs")', "/cats", UNKNOWN),
        ('get("/cats"); Method.GET; Method.PUT; Method.POST', "/dogs", UNKNOWN),
        ('get("/cats", "/dogs", Method.GET)', "/cats", UNKNOWN),
        ("const cats = 1;", "/cats", UNKNOWN),
    ],
)
def test_methods_of_a_path(source: str, path: str, methods: frozenset[str] | None) -> None:
    assert request_methods(Memory({"cats.java": source.encode()}), "cats.java", path) == methods
