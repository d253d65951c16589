import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from doclint import Invalid, Message, Page, RelatedLines, Repository, RepositoryRule, Span, Valid, Violation, kit
from doclint.kit import expression, is_about_history
from doclint.kit.examples import in_example_of_symbol
from doclint.kit.format_assumptions import export_assumption
from doclint.packages.mentions import mentioned_javascript, names_taken

if TYPE_CHECKING:
    from doclint.packages.answers import MissingName
    from doclint.packages.javascript_packages import JavascriptPackages
    from doclint.source.examples.javascript import NamedImport

# Comments of twoslash, and marks of fences, that say that code fails or goes away.
_FAILS = expression(r"//\s*+@(?:errors|noErrors)\b")
_DIFFERENCE = expression(r"\bdiff\b|\bdel=|\b(?:bad|wrong|incorrect)\b", re.IGNORECASE)
_INDEX = "export * from './tree';\nexport * as tools from './tools';\nexport { pick as harvest } from './tree';\n"
_FILES = {
    "package.json": '{"name": "orchard", "main": "lib/index.js", "types": "lib/index.d.ts"}',
    "src/index.ts": _INDEX,
    "src/tree.ts": "export class Tree {}\nexport function pick(tree: Tree): void {}\n",
    "src/tools.ts": "export const ladder = 1;\n",
}
_BUSH = "```ts\nimport { Bush } from 'orchard';\n```\n"
_SHADE = {**_FILES, "src/shade.ts": "declare module 'orchard' {\n  interface Shade {}\n}\nexport {};\n"}


class MissingExport(RepositoryRule):
    """An example imports a name that the repository's own package does not export.

    Whoever copies the example gets an error, or `undefined`. Most often the name was renamed or moved, or it was always
    part of another entry point or namespace of the package.

    The rule reads examples in TypeScript and JavaScript, and the scripts of those in Vue, Svelte, Astro and HTML:
    `import`, `export ... from`, `require()` and destructured `import()`. The packages are those of the
    workspaces of the repository. The rule follows their entry points under all conditions to the sources, and
    `export *` through the modules and through the other packages of the repository. It says nothing where the chain
    leaves the repository, where a build writes the sources or their types, where exports are computed, and about paths
    inside a package that it does not know: `package.json` has no `exports`, or names the path for a tool that writes
    them, or there is a file. A name that any TypeScript of the repository adds to a module counts as there.

    It also ignores pages and sections about old versions and plans (changelogs, guides for upgrades, proposals),
    examples that say that they fail, placeholder names (`MyTree`), and names that an example on
    the page adds with `declare module`.
    """

    family = "examples"
    severity = "error"
    claims = "import"
    covers = ("J06",)
    yields_to = ("unknown-member",)
    remedy = (
        "Take the names in examples from the entry point of the package, and check the examples against it in each run."
    )
    advice = "Find out whether the name was renamed or moved, and import what the package exports."
    messages = {
        "missing": Message(
            "`{package}` exports no `{name}` ({place})[; `{elsewhere}` exports it][; did you mean `{suggestion}`?]",
            key=("package", "name"),
        ),
        "no-subpath": Message(
            "`exports` in `{place}` does not have `{package}`[; `{elsewhere}` exports `{name}`]"
            "[; did you mean `{suggestion}`?]",
            key=("package",),
        ),
        "no-default": Message("`{package}` has no default export ({place})", key=("package",)),
    }
    examples = (
        Invalid(
            "```ts\nimport { Tree, ladder } from 'orchard';\nimport type { Root } from \"orchard\";\n```\n",
            files=_FILES,
            lines={2: "missing", 3: "missing"},
        ),
        Invalid(
            "```js\nconst { prune, pick: p } = require('orchard');\nconst { harvst } = await import('orchard');\n```\n",
            files=_FILES,
            lines=(2, 3),
        ),
        Invalid("```vue\n<script setup>\nimport { Bush } from 'orchard'\n</script>\n```\n", files=_FILES, lines=(3,)),
        Invalid(
            "```js\nimport orchard from 'orchard'\n```\n",
            files={
                "package.json": '{"name": "orchard", "type": "module", "exports": "./index.js"}',
                "index.js": "export const tree = 1\n",
            },
            lines={2: "no-default"},
        ),
        Invalid(
            "```ts\nimport { saw, axe } from 'orchard/tool';\nimport { ladder } from 'orchard/climbing/high';\n"
            "import { Root } from 'orchard/src/tree';\nimport { Bark } from 'orchard/written';\n```\n",
            files={
                **_FILES,
                "package.json": '{"name": "orchard", "exports": {".": "./src/index.ts", "./tools": "./src/tools.ts"}, '
                '"tool": {"exports": {"./written": "./src/tree.ts"}}}',
            },
            lines={2: "no-subpath", 3: "no-subpath"},
        ),
        Valid("```ts\nimport { Tree, pick, tools, harvest } from 'orchard';\n```\n", files=_FILES),
        Valid("```ts\nimport { Bush } from 'orchard/lib/bush';\nimport { Hedge } from 'garden';\n```\n", files=_FILES),
        Valid(_BUSH, files={**_FILES, "src/tree.ts": "export * from 'garden';"}),
        Valid(_BUSH, files={**_FILES, "src/tree.ts": "for (const one of kinds) exports[one] = make(one);\n"}),
        Valid(
            "```ts\nimport { $$Tree } from 'orchard';\n// error: no such name\nimport { Bush } from 'orchard';\n```\n",
            files=_FILES,
        ),
        Valid("```ts\nimport { Shade } from 'orchard';\n```\n", files=_SHADE),
        Valid(
            "```ts\nimport { Options } from 'orchard';\n```\n",
            files={
                "package.json": '{"name": "orchard", "main": "src/index.js", "types": "dist/index.d.ts"}',
                "src/index.js": "export const tree = 1;\n",
            },
        ),
        Invalid("```ts\nimport { Shade, Bark } from 'orchard';\n```\n", files=_SHADE, lines=(2,)),
        Valid(f"# Upgrading\n\n{_BUSH}", files=_FILES),
        Valid(_BUSH, "website/versioned_docs/version-1/page.md", files=_FILES),
        Valid(_BUSH, "CHANGELOG.md", files=_FILES),
        Valid(_BUSH.replace("import", "declare module 'orchard' {\n  interface Bush {}\n}\nimport", 1), files=_FILES),
        Valid(
            "```ts\nimport { Tree } from 'orchard/types';\n```\n",
            files={
                "package.json": '{"name": "orchard", "exports": {".": "./index.js", "./types": "./types/index.js"}}',
                "src/index.ts": "export * as types from './types';\n",
                "src/types/index.ts": "export interface Tree {}\n",
            },
        ),
    )

    def check_repository(self, page: Page, repository: Repository) -> Iterator[Violation]:
        text = page.own_text
        named = mentioned_javascript(text, repository)
        if not named:
            return
        from doclint.packages.javascript_packages import javascript_packages

        packages = javascript_packages(repository)
        if not _may_lack(page, packages, text, named):
            return

        examples = [one for one in page.remembered(kit.examples_of) if any(name in one.text for name in named)]
        added = _added(examples) if "declare module" in text else {}
        for example in examples:
            if not _shows_failure(page, example):
                yield from _violations(page, example, packages, added)


def _may_lack(page: Page, packages: "JavascriptPackages", text: str, named: list[str]) -> bool:
    """Whether packages may lack a name that the text of a page takes from them, as far as a search can tell.

    The names that they have are counted. In a run that asks for claims, each of them matters.
    """
    answers = [(module, name and packages.imported(module, name)) for module, name in set(names_taken(text, named))]
    for module, answer in answers:
        if isinstance(answer, kit.Found):
            page.count(export_assumption(module), "holds")
    return page.claims is not None or any(answer is None or isinstance(answer, kit.Missing) for _, answer in answers)


def _added(examples: "list[kit.CodeExample]") -> Mapping[str, frozenset[str]]:
    from doclint.source.examples.javascript import declared_names, scripts

    found: dict[str, frozenset[str]] = {}
    for example in examples:
        for script in scripts(example.text, example.language):
            for module, names in declared_names(script.text, script.grammar).items():
                found[module] = found.get(module, frozenset()) | names
    return found


def _shows_failure(page: Page, example: "kit.CodeExample") -> bool:
    """Whether all of an example is meant to fail, or shows what changes."""
    info = page.text(page.rest_of_line(example.block.start))
    return _DIFFERENCE.search(info) is not None or _FAILS.search(example.text) is not None


def _violations(
    page: Page, example: "kit.CodeExample", packages: "JavascriptPackages", added: Mapping[str, frozenset[str]]
) -> Iterator[Violation]:
    from doclint.page.examples.intent import is_on_purpose, is_placeholder
    from doclint.source.examples.javascript import named_imports, scripts

    lacking: set[str] = set()
    for script in scripts(example.text, example.language):
        for one in named_imports(script.text, script.grammar):
            if one.module in lacking or is_placeholder(one.name) or one.name in added.get(one.module, ()):
                continue
            answer = packages.imported(one.module, one.name)
            span = example.place(Span(script.start + one.start, script.start + one.end))
            if isinstance(answer, kit.Missing):
                lacking |= set() if answer.what.name else {one.module}
                if not is_about_history(page, span.start) and not is_on_purpose(page, example, span):
                    violation = _violation(span, one, answer.what, in_template=in_example_of_symbol(page, span))
                    violation.following_from(kit.documented.place_of_symbol(page, one.name))
                    yield violation.resting_on(export_assumption(one.module))
            elif isinstance(answer, kit.Found):
                lines = RelatedLines(answer.value.path, answer.value.line, answer.value.line)
                page.claim("import", span, related=(lines,))
            elif packages.has(one.module):
                page.claim("import", span, answer.because)


def _violation(span: Span, one: "NamedImport", answer: "MissingName", *, in_template: bool) -> Violation:
    reason = "" if in_template else f"{one.module} {one.name}"
    module = RelatedLines(answer.where.path)
    message = "missing" if answer.name else "no-subpath"
    if answer.name and one.name == "default":
        return Violation(span, "no-default", reason=reason, related=[module], package=one.module, place=str(module))
    return Violation(
        span,
        message,
        reason=reason if answer.name or in_template else one.module,
        related=[module],
        package=one.module,
        name=one.name,
        place=str(module),
        elsewhere=answer.elsewhere[0] if answer.elsewhere else "",
        suggestion=answer.suggestion,
    )
