"""Pages of jsdoc-to-markdown, compared with sources that declare things in several ways."""

from functools import partial

import pytest
from work import lines_of

import doclint

PAGE = """\
<a name="Basket"></a>

## Basket
**Kind**: global class

<a name="Basket+{0}"></a>

### basket.{0}()
**Kind**: instance method of [<code>Basket</code>](#Basket)
"""
CLASS = "/** Holds fruit. */\nclass Basket{} {{\n  /** Adds fruit. */\n  put() {{}}\n}}\n{}"


def unknown(name: str, **sources: str) -> bool:
    """Return whether a method that a page has is unknown; `sources` have their names without `.js`."""
    files = {f"lib/{path}.js": text for path, text in sources.items()}
    found = doclint.lint_text(PAGE.format(name), path="docs/api.md", sources=files).findings
    return any(one.rule == "unknown-member" for one in found)


@pytest.mark.parametrize(
    ("comment", "is_unknown"),
    [("/** @method fly */\n", False), ("/** @method module:air/wind~fly */\n", False), ("/** Flies: fly. */\n", True)],
)
def test_comments_declare_names(comment: str, is_unknown: bool) -> None:
    assert unknown("fly", basket=CLASS.format("", comment)) is is_unknown


def test_file_that_takes_a_class_from_another_declares_none() -> None:
    index = "const { Basket } = require('./basket');\nmodule.exports = { Basket };\n"
    sources = {"a": index, "basket": CLASS.format("", "module.exports = { Basket };\n")}
    assert (unknown("put", **sources), unknown("fly", **sources)) == (False, True)


def test_base_in_a_variable_may_have_anything() -> None:
    source = CLASS.format(" extends Base", "")
    assert not unknown("fly", basket="const Base = mixed({ fly });\n" + source)
    assert unknown("fly", basket="const Base = mixed();\n" + source), "a comment would have the name"
    assert unknown("fly", basket="class Base {}\n" + CLASS.format(" extends Base", ""))


def found(page: str, **sources: str) -> list[str]:
    """Return the rules of the findings of a page; the names of `sources` are their paths without `.js`."""
    files = {f"{path.replace('__', '/')}.js": text for path, text in sources.items()}
    return [one.rule for one in doclint.lint_text(page, path="docs/api.md", sources=files).findings]


CALL = """\
<a name="{0}"></a>

## {1}({2})
Peels it.

**Kind**: global function

| Param | Type |
| --- | --- |
| fruit | <code>{3}</code> |
"""
PEEL = "/**\n * Peels it.\n *\n * @param {Fruit} fruit\n */\nfunction peel(fruit) {}\n"


@pytest.mark.parametrize("tag", ["callback", "typedef {Function}"])
def test_comment_that_gives_the_name_of_a_function_to_a_type(tag: str) -> None:
    page = CALL.format("peel", "peel", "fruit", "Seed")
    assert found(page, lib__a=PEEL) == ["wrong-type"]
    assert found(page, lib__a=f"{PEEL}/** @{tag} peel */\n") == []


@pytest.mark.parametrize(("opening", "rules"), [("/**", ["wrong-type"]), ("/***", [])])
def test_comment_declares_a_function_that_the_code_lacks(opening: str, rules: list[str]) -> None:
    page = CALL.format("peel", "peel", "fruit", "Seed")
    assert found(page, lib__a=f"{opening}\n * @function peel\n * @param {{Fruit}} fruit\n */\n") == rules


def test_comment_declares_a_member_of_the_class_around_it() -> None:
    page = PAGE.format("put") + "\n| Param | Type |\n| --- | --- |\n| fruit | <code>Seed</code> |\n"
    page = page.replace("put()", "put(fruit)")
    comment = "/**\n   * @method put\n   * @param {Fruit} fruit\n   */"
    assert found(page, lib__a=f"/** Holds fruit. */\nclass Basket {{\n  {comment}\n}}\n") == ["wrong-type"]


def test_what_babel_makes_of_a_source_is_not_a_source() -> None:
    page = CALL.format("peel", "peel", "fruit", "Seed")
    assert found(page, lib__a=PEEL, src__a=PEEL) == ["wrong-type"]
    assert found(page, lib__a=PEEL, src__b=PEEL) == []


def test_module_whose_name_has_a_hyphen() -> None:
    assert found(CALL.format("module_fruit-bowl.peel", "fruit-bowl.peel", "fruit", "Seed"), lib__a=PEEL) == [
        "wrong-type"
    ]


def test_comment_that_only_says_parts_of_a_parameter() -> None:
    page = CALL.format("peel", "peel", "", "Fruit").split("\n|")[0]
    assert found(page, lib__a=PEEL.replace("fruit\n", "fruit.skin\n")) == []
    assert found(page, lib__a=PEEL) != []


@pytest.mark.parametrize(
    ("entry", "expected"), [("[.put()](#Basket+fill)", []), ("[.put()](#Basket)", ["incomplete-index"])]
)
def test_entry_of_an_index_with_another_name_than_its_target(entry: str, expected: list[str]) -> None:
    """It does not leave out what it leads to."""
    page = PAGE.format("fill").replace("global class\n", f"global class\n\n* [Basket](#Basket)\n    * {entry}\n")
    source = "/** Holds fruit. */\nclass Basket {\n  /** Adds fruit. */\n  fill() {}\n}\n"
    report = doclint.lint_text(page, path="docs/api.md", sources={"lib/a.js": source}, rules=("incomplete-index",))
    assert [one.rule for one in report.findings] == expected


@pytest.mark.parametrize(("heading", "rules"), [("Basket", []), ("Crate", ["misleading-link"])])
def test_link_may_be_called_like_the_heading_that_it_leads_to(heading: str, rules: list[str]) -> None:
    """The anchor of a module is not its name."""
    module = f'<a name="module_shop"></a>\n\n## {heading}\nIt is [<code>Basket</code>](#module_shop).\n'
    page = f"{PAGE.format('fill')}\n{module}"
    report = doclint.lint_text(page, path="docs/api.md", rules=("misleading-link",))
    assert [one.rule for one in report.findings] == rules


FUNCTION = '<a name="{0}"></a>\n\n## {0}()\nDoes it.\n\n**Kind**: global function\n\n'
FUNCTIONS = "/** Does it. */\nfunction {}() {{}}\n"


@pytest.mark.parametrize(
    ("names", "rules"),
    [
        (("peel", "cut", "eat"), []),
        (("peel", "cut"), ["missing-member"]),
        # A page that has one of three shows a part.
        (("peel",), []),
    ],
)
def test_page_leaves_out_one_of_the_functions_of_a_file(names: tuple[str, ...], rules: list[str]) -> None:
    source = (
        "".join(map(FUNCTIONS.format, ("peel", "cut", "eat"))) + "/** @typedef {Object} Knife */\nfunction grind() {}\n"
    )
    assert found("".join(map(FUNCTION.format, names)), lib__fruit=source) == rules


def test_type_in_a_class_is_declared_in_another_file() -> None:
    page = PAGE.format("put") + (
        '<a name="Basket..{0}"></a>\n\n### Basket~{0} : <code>Object</code>\n'
        "**Kind**: inner typedef of [<code>Basket</code>](#Basket)\n**Properties**\n\n"
        "| Name | Type |\n| --- | --- |\n| {1} | <code>number</code> |\n"
    )
    types = "/**\n * @typedef {{size: {of: number}}} Basket~Lid\n * @prop {number} size\n */\n"
    sources = {"lib__basket": CLASS.format("", ""), "types": types}
    assert found(page.format("Lid", "size"), **sources) == []
    assert found(page.format("Lid", "weight"), **sources) == ["unknown-member"]
    assert found(page.format("Lead", "size"), **sources) == ["unknown-member"]


def test_renamed_method_is_not_missing_beside_others() -> None:
    source = CLASS.format("", "").replace(
        "put() {}", "put() {}\n  /** Eats. */\n  eat() {}\n  /** Cuts. */\n  cut() {}"
    )
    report = doclint.lint_text(PAGE.format("puts"), path="docs/api.md", sources={"lib/a.js": source})
    messages = {one.rule: one.message for one in report.findings}
    assert messages.keys() == {"missing-member", "unknown-member"}
    assert "`put`" not in messages["missing-member"]


def test_name_that_no_source_has_is_unknown_whatever_the_module_exports() -> None:
    source = "".join(map(FUNCTIONS.format, ("peel", "cut"))) + "module.exports = make();\n"
    page = "".join(map(FUNCTION.format, ("peel", "cut", "slice")))
    assert found(page, lib__fruit=source) == ["unknown-member"]
    assert found(page, lib__fruit=source, test__fruit="slice();\n") == []


def test_index_of_functions_lacks_one() -> None:
    names, source = ("peel", "cut"), "".join(map(FUNCTIONS.format, ("peel", "cut")))
    sections = "".join(map(FUNCTION.format, names))
    entries = [f"* [{name}()](#{name})\n" for name in names]
    assert found("## Functions\n\n" + "".join(entries) + "\n" + sections, lib__fruit=source) == []
    assert found("## Functions\n\n" + entries[0] + "\n" + sections, lib__fruit=source) == ["incomplete-index"]


@pytest.mark.parametrize("result", [" ⇒", " ↩︎", " ⇒ <code>Fruit</code>"])
def test_functions_of_which_the_heading_says_little_of_the_result(result: str) -> None:
    page = FUNCTION.format("peel").replace("peel()", "peel(apple)" + result)
    source = "/**\n * Does it.\n * @param {Fruit} pear\n * @returns {Fruit}\n */\nfunction peel(pear) {}\n"
    assert found(page, lib__fruit=source) == ["unknown-parameter"]


def test_names_have_letters_of_all_languages() -> None:
    files = {"basket": CLASS.format(" extends mixed()", ""), "mixed": "mixed.größe = function () {};\n"}
    assert not unknown("größe", **files)
    assert unknown("höhe", **files)


@pytest.mark.parametrize("name", ["put", "fly"])
def test_option_puts_headings_into_code_spans(name: str) -> None:
    page = PAGE.format(name).replace(f"### basket.{name}()", f"### `basket.{name}(size)` ⇒ <code>number</code>")
    source = CLASS.replace("put()", "put(size)").format("", "")
    found = doclint.lint_text(page, path="docs/api.md", sources={"lib/basket.js": source}).findings
    assert ("unknown-member" in {one.rule for one in found}) == (name == "fly")


@pytest.mark.parametrize(("name", "rules"), [("size", []), ("weight", ["unknown-parameter"])])
def test_comment_gives_a_class_another_name(name: str, rules: list[str]) -> None:
    page = f"""\
<a name="Crate"></a>

## Crate
**Kind**: global class
<a name="new_Crate_new"></a>

### new Crate({name})
Holds baskets.


| Param | Type | Description |
| --- | --- | --- |
| {name} | <code>number</code> | How many. |
"""
    comment = "/**\n * Holds baskets.\n * @class Crate\n * @param {number} size - How many.\n */\n"
    code = "class Box extends Base {\n  constructor(size) {\n    super();\n  }\n}\n"
    of_parameters = [one for one in found(page, crate=f"{comment}{code}") if one.endswith("-parameter")]
    assert sorted(set(of_parameters)) == rules


NESTED = """\
<a name="store"></a>

## store : <code>object</code>
**Kind**: global namespace
<a name="store.memory"></a>

### store.memory : <code>object</code>
**Kind**: static namespace of [<code>store</code>](#store)
<a name="store.memory+free"></a>

#### memory.free({})
**Kind**: instance method of [<code>memory</code>](#store.memory)
<a name="store.cache"></a>

### store.cache : <code>object</code>
**Kind**: static namespace of [<code>store</code>](#store)
"""


@pytest.mark.parametrize(("parameters", "rules"), [("at", []), ("to", ["unknown-parameter"])])
def test_objects_within_an_object_are_in_comments(parameters: str, rules: list[str]) -> None:
    source = "/** @namespace store */\nconst store = {};\nload(() => {\n"
    source += (
        "  /** @namespace store.memory */\n  store.memory = made();\n  /** Caches. */\n  store.cache = made();\n});\n"
    )
    free = "/**\n * @memberof store.memory\n * @instance\n * @param {number} at\n */\nconst free = (at) => {};\n"
    assert found(NESTED.format(parameters), lib__store=source, lib__memory=free) == rules


def test_inherited_member_is_in_a_comment_of_the_base() -> None:
    base = "class Shelf {\n  /** @member {number} fly */\n}\n"
    assert unknown("fly", basket="class Shelf {}\n" + CLASS.format(" extends Shelf", ""))
    assert not unknown("fly", basket="const { Shelf } = require('./shelf');\n" + CLASS.format("", ""), shelf=base)


def test_class_of_a_module_without_a_name() -> None:
    page = (
        '<a name="module_shop"></a>\n\n# shop\n<a name="exp_module_shop--module.exports"></a>\n\n## module.exports ⏏\n'
    )
    page += PAGE.replace("\n##", "\n###").replace('"Basket', '"module_shop--module.exports.Basket')
    page = page.replace("#Basket", "#module_shop--module.exports.Basket")
    assert found(page.format("put"), lib__basket=CLASS.format("", "")) == []
    assert found(page.format("fly"), lib__basket=CLASS.format("", "")) == ["unknown-member"]


def test_index_in_html_lacks_a_function() -> None:
    names, source = ("peel", "cut"), "".join(map(FUNCTIONS.format, ("peel", "cut")))
    sections = "".join(map(FUNCTION.format, names))
    terms = [f'<dt><a href="#{name}">{name}()</a> ⇒ <code>x</code></dt>\n<dd><p>So.</p>\n</dd>\n' for name in names]
    page = "## Functions\n\n<dl>\n{}</dl>\n\n" + sections
    assert found(page.format("".join(terms)), lib__fruit=source) == []
    assert found(page.format("".join(terms)).replace("<dl>\n", ""), lib__fruit=source) == []
    assert found(page.format(terms[0]), lib__fruit=source) == ["incomplete-index"]
    assert found(page.format(terms[0].replace("</p>", "\n\n<p>") + terms[1]), lib__fruit=source) == []
    assert found(page.format(terms[0]).replace("</dl>", ""), lib__fruit=source) == []


@pytest.mark.parametrize(("kind", "rules"), [("enum", []), ("constant", ["incomplete-index"])])
def test_index_of_what_is_global_has_no_enums(kind: str, rules: list[str]) -> None:
    page = '## Classes\n\n<dl>\n<dt><a href="#Box">Box</a></dt>\n<dd><p>So.</p>\n</dd>\n</dl>\n\n'
    for name, type_, own in (("Box", "", "class"), ("Size", " : <code>number</code>", kind)):
        page += f'<a name="{name}"></a>\n\n## {name}{type_}\nIt.\n\n**Kind**: global {own}  \n'
    source = "/** It. */\nclass Box {}\n\n/** It.\n * @enum {number}\n */\nconst Size = { A: 1 };\n"
    assert [one for one in found(page, lib__fruit=source) if one == "incomplete-index"] == rules


def test_index_of_a_module_without_a_heading_is_only_of_that_module() -> None:
    names = {"a.peel": "peel", "a.cut": "cut", "b.eat": "eat"}
    source = "".join(map(FUNCTIONS.format, names.values()))
    sections = [FUNCTION.format(one).replace(f'"{one}', f'"module_{name}') for name, one in names.items()]
    entries = ["* [.peel()](#module_a.peel)\n", "* [.cut()](#module_a.cut)\n"]
    assert found("".join(entries) + "\n" + "".join(sections), lib__fruit=source) == []
    assert found(entries[0] + "\n" + "".join(sections), lib__fruit=source) == ["incomplete-index"]


@pytest.mark.parametrize(("said", "rules"), [("", ["wrong-modifier"]), ("\n**Read only**: true\n", [])])
def test_page_leaves_out_that_a_member_is_read_only(said: str, rules: list[str]) -> None:
    page = PAGE.replace("()", " : <code>number</code>").replace("method", "property").format("size") + said
    source = CLASS.format("", "").replace("Adds fruit. */\n  put", "\n * @type {number}\n * @readonly\n */\n  get size")
    assert found(page, lib__basket=source) == rules


@pytest.mark.parametrize(("type_", "rules"), [("function", []), ("RegExp", ["wrong-type"])])
def test_parameter_is_a_function(type_: str, rules: list[str]) -> None:
    page = CALL.format("peel", "peel", "fruit", type_)
    assert found(page, lib__a=PEEL.replace("Fruit", "Function")) == rules
    assert found(page, lib__a=PEEL.replace("Fruit", "function(number): string")) == []


def test_comment_of_a_function_whose_type_has_the_parameters() -> None:
    sources = {"lib/a.ts": PEEL.replace("function peel(fruit) {}", "const peel: Peel = (fruit) => {};")}
    pages = [CALL.format("peel", "peel", "fruit", type_) for type_ in ("Fruit", "Seed")]
    reports = [doclint.lint_text(page, path="docs/api.md", sources=sources).findings for page in pages]
    assert [[one.rule for one in report] for report in reports] == [[], ["wrong-type"]]


@pytest.mark.parametrize(("members", "rules"), [(3, ["unknown-member"]), (1, [])])
def test_page_of_one_class_that_has_another_name(members: int, rules: list[str]) -> None:
    names = ["put", "take", "count"][:members]
    source = "class Basket {\n" + "".join(f"  /** Does it. */\n  {name}() {{}}\n" for name in names) + "}\n"
    head, _, method = PAGE.replace("Basket", "Crate").partition('<a name="Crate+')
    page = head + "".join(f'<a name="Crate+{method}'.format(name) for name in names)
    assert found(page, lib__basket=source) == rules


@pytest.mark.parametrize(("rows", "rules"), [("| size |", []), ("| [lid] |", ["wrong-optionality"])])
def test_old_tables_of_fields_have_no_brackets(rows: str, rules: list[str]) -> None:
    page = '<a name="Box"></a>\n\n## Box : <code>Object</code>\n**Kind**: global typedef\n**Properties**\n\n'
    page += f"| Name | Type |\n| --- | --- |\n| width | <code>number</code> |\n{rows} <code>number</code> |\n"
    names = ("[width]", "[size]", "[lid]") if "lid" in rows else ("[width]", "[size]")
    tags = "".join(f" * @prop {{number}} {name}\n" for name in names)
    assert [one for one in found(page, lib__a=f"/**\n * @typedef {{Object}} Box\n{tags} */\n") if "opt" in one] == rules


@pytest.mark.parametrize(
    ("tag", "rules"),
    [
        ("{number} [size=1]", []),
        ("{number} [size=2]", ["wrong-default"]),
        ("{string} [size=1]", ["wrong-type"]),
        ("{number} size", ["wrong-optionality"]),
    ],
)
def test_comment_of_a_class_describes_its_fields(tag: str, rules: list[str]) -> None:
    page = '<a name="Box"></a>\n\n## Box\n**Kind**: global class\n**Properties**\n\n'
    page += "| Name | Type | Default |\n| --- | --- | --- |\n| [size] | <code>number</code> | <code>1</code> |\n"
    source = f"/**\n * Holds fruit.\n *\n * @property {tag} - How big.\n */\nclass Box {{\n  constructor(of) {{\n"
    assert found(page, lib__box=f"{source}    this.size = of.size || 3;\n  }}\n}}\n") == rules


@pytest.mark.parametrize("tag", ["{number} size=2", "{number} [size=2]"])
def test_default_makes_a_parameter_optional(tag: str) -> None:
    source = (
        f"class Basket {{\n  /**\n   * @class Basket\n   * @arg {tag} - How big.\n   */\n  constructor(_of) {{}}\n}}\n"
    )
    page = '<a name="Basket"></a>\n\n## Basket\n**Kind**: global class\n\n<a name="new_Basket_new"></a>\n\n'
    page += "### new Basket([size])\n\n| Param | Type |\n| --- | --- |\n| [size] | <code>number</code> |\n"
    assert found(page, lib__basket=source) == []
    assert found(page.replace("size]", "weight]"), lib__basket=source) == ["unknown-parameter"]


@pytest.mark.parametrize(("path", "rules"), [("lib/more.jsdoc", []), ("lib/more.txt", ["unknown-member"])])
def test_comments_are_in_files_of_their_own(path: str, rules: list[str]) -> None:
    files = {"lib/basket.js": CLASS.format("", ""), path: "/** @method Basket#fly */\n"}
    findings = doclint.lint_text(PAGE.format("fly"), path="docs/api.md", sources=files).findings
    assert [one.rule for one in findings if one.rule == "unknown-member"] == rules


def test_property_of_a_module_that_names_a_class_has_no_members() -> None:
    module = '<a name="module_shop"></a>\n\n## shop\n<a name="module_shop.Basket"></a>\n\n### shop.Basket\n'
    module += "**Kind**: static property of [<code>shop</code>](#module_shop)\n"
    source = CLASS.format("", "/** @module shop */\nmodule.exports = {\n  /** @see `Basket` */\n  Basket,\n};\n")
    rules = found(module + PAGE.format("put"), lib__shop=source)
    assert [one for one in rules if one.endswith("-member")] == []


def test_comments_of_one_name_take_work_in_proportion() -> None:
    def work(size: int) -> int:
        page = "\n".join(PAGE.replace("Basket", f"Basket{one}").format("put") for one in range(size))
        comments = "".join(f"/** @function Basket{one}#put */\n" for one in range(size))
        return lines_of(partial(doclint.lint_text, page, sources={"a.js": comments}, rules=["missing-parameter"]))

    few, some, many = map(work, (40, 80, 160))
    assert many - some <= 2.05 * (some - few)


ENUM = """\
<a name="Mode"></a>

## Mode : <code>enum</code>
**Kind**: global enum\\
**Properties**

| Name | Type | Default |
| --- | --- | --- |
| {} | <code>number</code> | <code>1</code> |
"""


@pytest.mark.parametrize(
    ("name", "comment", "rules"),
    [("End", "", []), ("Far", "", ["unknown-member"]), ("Far", "/** @property {number} Far */\n", [])],
)
def test_members_of_an_enum_have_values(name: str, comment: str, rules: list[str]) -> None:
    source = "/** @enum {number} */\nconst Mode = { End: 1 };\nmodule.exports = { Mode };\n"
    assert found(ENUM.format(name), mode=comment + source) == rules


def test_renamed_member_is_not_missing_beside_others() -> None:
    methods = "  /** Takes fruit. */\n  takeFruit() {}\n  /** Pays. */\n  pay() {}\n"
    source = "const Base = mixed();\n" + CLASS.format(" extends Base", "").replace("{\n", "{\n" + methods, 1)
    page = PAGE.format("put") + PAGE.format("takeFuit").partition("</a>\n\n## Basket")[2].partition("\n\n")[2]
    found = doclint.lint_text(page, path="docs/api.md", sources={"a.js": source}).findings
    assert [one.message.partition(" (")[0] for one in found if one.rule.endswith("-member")] == [
        "The page leaves out `pay` of `Basket`",
        "The page documents `takeFuit` as a method of `Basket`, which has no such member",
    ]


@pytest.mark.parametrize(("type_", "rules"), [("promise.&lt;FRUIT&gt;", []), ("Promise.&lt;Seed&gt;", ["wrong-type"])])
def test_types_that_differ_in_case_are_one(type_: str, rules: list[str]) -> None:
    source = PEEL.replace("{Fruit}", "{Promise<Fruit>}")
    assert found(CALL.format("peel", "peel", "fruit", type_), lib__a=source) == rules


@pytest.mark.parametrize(
    ("tags", "parameters", "rules"),
    [
        ("", "", []),
        (" * @param {string} size\n", "", ["missing-parameter"]),
        (" * @param {string} size\n * @param ...lids\n", "size, ...lids", []),
        (" * @param {string} size\n", "size, ...rims", ["unknown-parameter"]),
    ],
)
def test_parameters_are_those_of_tags(tags: str, parameters: str, rules: list[str]) -> None:
    page = f'<a name="fill"></a>\n\n## fill({parameters})\nFills.\n\n**Kind**: global function\n'
    source = f"/**\n * Fills.\n{tags} */\nexport function fill(size, ...lids) {{}}\n"
    assert found(page, lib__fill=source) == rules


@pytest.mark.parametrize(("tags", "rules"), [("", []), (" * @param {string} size\n", ["missing-parameter"])])
def test_parameters_of_a_class_are_those_of_tags(tags: str, rules: list[str]) -> None:
    page = (
        '<a name="Basket"></a>\n\n## Basket\nHolds fruit.\n\n**Kind**: global class\n<a name="new_Basket_new"></a>\n\n'
    )
    source = f"/**\n * Holds fruit.\n{tags} */\nexport class Basket {{\n  constructor(size) {{}}\n}}\n"
    assert found(f"{page}### new Basket()\nFills.\n", lib__basket=source) == rules
