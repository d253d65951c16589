"""Documentation that Docusaurus 1 builds."""

from site_faults import faults

FILES = {
    "website/siteConfig.js": "module.exports = {baseUrl: '/base/', headerLinks: [{doc: 'one'}]};",
    "website/static/img/x.png": "",
    "website/versioned_docs/version-1.0/One.md": "---\nid: version-1.0-one\noriginal_id: one\n---\n# One\n\n## Old\n",
    "docs/One.md": "---\nid: one\n---\n# One\n\n## Part\n",
    "docs/assets/y.png": "",
}


def test_links_that_work() -> None:
    links = "[a](one) [b](one.html) [c](/base/docs/one#part) [d](One.md) ![e](/img/x.png) ![f](assets/y.png) [g](gone)"
    assert faults({**FILES, "docs/sub/a.md": f"{links.replace('One.md', '../One.md')}\n"}) == []


def test_links_that_do_not_work() -> None:
    links = "[a](one#no) [b](Two.md) ![c](/img/y.png)"
    assert faults({**FILES, "docs/a.md": f"{links}\n"}) == [
        "docs/a.md: docs/One.md#no",
        "docs/a.md: Two.md",
        "docs/a.md: /img/y.png",
    ]


def test_documents_of_a_version() -> None:
    page = "website/versioned_docs/version-1.0/a.md"
    assert faults({**FILES, page: "[a](one#old) [b](one#part)\n"}) == [
        f"{page}: website/versioned_docs/version-1.0/One.md#part"
    ]


def test_settings_of_another_tool() -> None:
    assert faults({"website/siteConfig.js": "module.exports = {}", "docs/a.md": "[a](one)\n"}) == ["docs/a.md: one"]
