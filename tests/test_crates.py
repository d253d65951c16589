"""Crates of Rust: their names, and which names something other than their sources may declare."""

import pytest

from doclint import lint_corpus
from doclint.packages.crates import crate_of, may_declare
from doclint.repository.in_memory import Memory

MANIFESTS = {
    "Cargo.toml": b'[workspace]\nmembers = ["shop"]\n',
    "shop/Cargo.toml": b'[package]\nname = "fruit-shop"\n',
    "till/Cargo.toml": b'[package]\nname = "till"\n[lib]\nname = "money"\n',
}


def test_a_file_is_in_the_crate_of_the_nearest_manifest() -> None:
    repository = Memory({**MANIFESTS, "shop/src/lib.rs": b"", "till/src/lib.rs": b"", "build.rs": b""})
    assert crate_of(repository, "shop/src/lib.rs") == "fruit_shop"
    assert crate_of(repository, "till/src/lib.rs") == "money"
    assert crate_of(repository, "build.rs") == ""


def test_a_macro_may_declare_what_a_source_of_the_crate_names() -> None:
    files = {"shop/src/lib.rs": b"getters!(weight);\npub struct Basket;\n", "till/src/lib.rs": b"fn count() {}\n"}
    repository = Memory({**MANIFESTS, **files})
    assert may_declare(repository, "fruit_shop", "weight")
    assert may_declare(repository, "fruit_shop", "BasketBuilder")
    assert not may_declare(repository, "fruit_shop", "count")


@pytest.mark.parametrize(
    ("included", "is_any"),
    [
        (b'include!(concat!(env!("OUT_DIR"), "/made.rs"));\n', True),
        (b'tonic::include_proto!("made");\n', True),
        (b'wit_bindgen::generate!({ path: "made" });\n', True),
        (b'include_str!("made.txt");\n', False),
    ],
)
def test_a_program_may_declare_any_name_in_a_public_module(included: bytes, is_any: bool) -> None:
    for line, is_public in ((b"mod made;\n", False), (b"pub mod made;\n", True), (b"pub use made::*;\n", True)):
        repository = Memory({**MANIFESTS, "shop/src/lib.rs": line, "shop/src/made.rs": included})
        assert may_declare(repository, "fruit_shop", "count") is (is_public and is_any)


def test_modules_of_a_crate_do_not_lead_back() -> None:
    """A hostile page and source name the root as a module of itself."""
    page = (
        "# Crate Documentation\n\n**Format Version:** 57\n\n# Module `shop`\n\n## Module `lib`\n\n### Struct `Basket`\n"
    )
    sources = {"Cargo.toml": '[package]\nname = "shop"\n', "src/lib.rs": "pub mod lib;\npub struct Basket;\n"}
    lint_corpus({"docs/api.md": page}, sources=sources)
