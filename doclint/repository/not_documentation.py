"""Data: which Markdown of a repository is not its documentation, as patterns in the syntax of .gitignore."""

from typing import NamedTuple


class PatternGroup(NamedTuple):
    """Patterns of files and folders with one reason to leave them out. A later pattern decides over an earlier one.

    `noun` names a page that they match, in the summary. Generated pages mirror the tree of the sources, so the patterns
    do not apply below the folder of a format, unless they `apply_to_docs`.
    """

    noun: str
    meaning: str
    patterns: tuple[str, ...]
    apply_to_docs: bool = False


GROUPS = (
    # The names are among those of `lib/linguist/vendor.yml` of GitHub Linguist. Its `external` and `dist` are also what
    # sections of hand-written documentation are called.
    PatternGroup(
        "vendored page",
        "copies of other projects",
        (
            *("vendor/", "vendored/", "_vendor/", "third_party/", "third-party/", "thirdparty/", "3rdparty/"),
            *("extern/", "bower_components/", "Godeps/", "/Carthage/", "/Pods/", "/deps/"),
            *("_bmad/", ".bmad/", ".bmad-*/", ".claude/get-shit-done/"),  # what the installers of workflows write
        ),
    ),
    # Programs join these into the changelog, from whose place their links lead, and whose labels they use. The folders
    # are those of unclog, Changesets, towncrier and scriv.
    PatternGroup(
        "changelog fragment",
        "parts of the next changelog",
        (".changelog/", ".changeset/", "changelog.d/", "newsfragments/"),
    ),
    # What tests read is often broken on purpose. `go help packages` reserves `testdata`, and Jest writes
    # `__snapshots__`. Further down in a folder of tests, only a README is meant for people.
    PatternGroup(
        "test fixture",
        "what tests read",
        (
            *("/test/*/**/*.md*", "/tests/*/**/*.md*", "/benchmark/*/**/*.md*", "/benchmarks/*/**/*.md*"),
            *(
                f"/{packages}/*/{tests}/*/**/*.md*"
                for packages in ("crates", "packages")
                for tests in ("test", "tests")
            ),
            *("!README.md", "!Readme.md", "!readme.md"),
            *("fixtures/", "fixture/", "__fixtures__/", "testdata/", "test_data/", "test-data/", "__snapshots__/"),
            *("**/test/**/data/", "**/tests/**/data/"),
        ),
    ),
    # "About issue and pull request templates" of GitHub Docs and "Description templates" of GitLab Docs name these
    # folders; Cookiecutter, Copier and other programs fill in names with double braces. Proposals start from a page
    # with the number 0, as in the RFCs of Rust. In small letters, `template.md` may well be about a template.
    PatternGroup(
        "template",
        "folders with forms of issues and requests, skeletons of projects and pages",
        (
            *("ISSUE_TEMPLATE/", "issue_template/", "PULL_REQUEST_TEMPLATE/", "pull_request_template/"),
            *("/.gitlab/issue_templates/", "/.gitlab/merge_request_templates/", "/.github/*template*.md"),
            *("*{{*", "*TEMPLATE.md"),
        ),
    ),
    # "assets/" in the specification of Agent Skills (agentskills.io): templates of documents and other files, which a
    # model fills in.
    PatternGroup(
        "template",
        "what skills fill in",
        ("**/skills/*/**/assets/", "**/skills/*/**/templates/", ".claude/**/templates/", ".specify/templates/"),
    ),
    PatternGroup(
        "template",
        "forms of issues, requests and proposals in one file",
        (
            *("ISSUE_TEMPLATE.md", "issue_template.md", "PULL_REQUEST_TEMPLATE.md", "pull_request_template.md"),
            *("000-template.md", "0000-template.md"),
        ),
        apply_to_docs=True,
    ),
)
"""All groups, in the order of their patterns."""
