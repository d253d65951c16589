"""Commands of cobra in sources of Go."""

import sys

import pytest

from doclint import lint_text
from doclint.packages.go_commands import go_command_named, go_commands
from doclint.repository.in_memory import Memory
from doclint.source.answer import Found, Missing, Unknown
from doclint.source.model import OMITTED, Declaration

HEAD = 'package cmd\n\nimport (\n\t"github.com/spf13/cobra"\n\t"github.com/spf13/pflag"\n)\n\n'
ROOT = 'var root = &cobra.Command{Use: "shop"}\n\nvar pay = &cobra.Command{Use: "pay", RunE: run}\n\n'

EMBEDDED = """\
type Outer struct {
\tInner
}

type Inner struct{}

type Other struct{}

func (i *Inner) Add(c *cobra.Command) {
\tc.Flags().Bool("a", false, "")
}

func (i *Other) Add(c *cobra.Command) {
\tc.Flags().Bool("b", false, "")
}
"""


def command(body: str, name: str = "shop pay", more: str = "") -> Declaration:
    source = f"{HEAD}{ROOT}func init() {{\n\troot.AddCommand(pay)\n{body}\n}}\n{more}"
    found = go_command_named(Memory({"go.mod": "module a.b/shop\n", "cmd/a.go": source}), name)
    assert isinstance(found, Found)
    own: Declaration = found.value.declaration
    return own


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ('.Flags().String("a", "x", "b")', ("--a", "string", '"x"', "b")),
        ('.Flags().StringVarP(&a, "a", "b", "", "the `file` of it")', ("-b, --a", "file", '""', "the file of it")),
        ('.PersistentFlags().Int64("a", -3, "b")', ("--a", "int", "-3", "b")),
        ('.Flags().DurationP("a", "c", 90*time.Second, "b")', ("-c, --a", "duration", "1m30s", "b")),
        ('.Flags().Duration("a", 20*time.Millisecond, "b")', ("--a", "duration", "20ms", "b")),
        ('.Flags().Duration("a", 2*time.Hour, "b")', ("--a", "duration", "2h0m0s", "b")),
        ('.Flags().StringSlice("a", []string{"x", "y"}, "b")', ("--a", "strings", "[x,y]", "b")),
        ('.Flags().StringArray("a", nil, "b")', ("--a", "stringArray", "[]", "b")),
        ('.Flags().CountP("a", "c", "b")', ("-c, --a", "count", "0", "b")),
        ('.Flags().VarP(a, "a", "c", "b")', ("-c, --a", "", OMITTED, "b")),
        ('.Flags().Bool("a", DEFAULT, "b "+"c")', ("--a", "bool", OMITTED, "b c")),
        ('.Flags().Float64("a", 0.25, "b")', ("--a", "float", "0.25", "b")),
        ('.Flags().Float64("a", 2000000, "b")', ("--a", "float", OMITTED, "b")),  # `2e+06`
        ('.Flags().Int("a", 010, "b")', ("--a", "int", OMITTED, "b")),
        (f'.Flags().Duration("a", {"9" * 5_000}*time.Hour, "b")', ("--a", "duration", OMITTED, "b")),
        (f'.Flags().Duration("a", {"*".join(["1" + "0" * 18] * 300)}, "b")', ("--a", "duration", OMITTED, "b")),
        ('.Flags().Int("a", 3, "b (default 3)")', ("--a", "int", OMITTED, "b (default 3)")),
        ('.Flags().IP("a", nil, "b")', ("--a", "ip", OMITTED, "b")),
        ('.Flags().IPNetSliceP("a", "c", nil, "b")', ("-c, --a", "ipNetSlice", "[]", "b")),
        ('.Flags().Time("a", t, []string{time.RFC3339}, "b")', ("--a", "time", OMITTED, "b")),
        ('.Flags().FuncP("a", "c", "b", set)', ("-c, --a", "", OMITTED, "")),
        ('.Flags().BoolFunc("a", "b", set)', ("--a", "", OMITTED, "")),
    ],
)
def test_flags(call: str, expected: tuple[str, str, str, str]) -> None:
    found = [one for one in command(f"\tpay{call}").members if one.is_public and one.kind == "flag"]
    assert [(one.name, one.type, one.value, one.docstring) for one in found] == [expected]


@pytest.mark.parametrize(
    ("body", "more"),
    [
        ("\tadd(pay)", 'func add(c *cobra.Command) {\n\tc.Flags().Bool("a", false, "")\n}\n'),
        ("\tadd(pay.Flags())", 'func add(fs *pflag.FlagSet) {\n\tfs.Bool("a", false, "")\n}\n'),
        ('\tadd(pay, "a")', 'func add(c *cobra.Command, name string) {\n\tc.Flags().Bool(name, false, "")\n}\n'),
        ('\tfs := pay.Flags()\n\tname := "a"\n\tfs.Bool(name, false, "")', ""),
        ('\tpay.Flags().Bool(A, false, "")', 'const A = "a"\n'),
        ('\twrap(pay).Flags().Bool("a", false, "")', "func wrap(c *cobra.Command) *cobra.Command {\n\treturn c\n}\n"),
        (
            "\to := Outer{}\n\to.Add(pay)",
            EMBEDDED,
        ),
        ('\troot.PersistentFlags().Bool("a", false, "")', ""),
    ],
)
def test_ways_to_add_a_flag(body: str, more: str) -> None:
    own = command(body, more=more)
    assert [one.name for one in own.members if one.is_public] == ["--a"]
    assert not own.is_open


@pytest.mark.parametrize("call", ["o.Options.Add(pay)", "o.Add(pay)", "lint.Add(pay)"])
def test_methods_of_types_that_are_not_in_the_repository(call: str) -> None:
    """That a type of the repository has the only method of that name says nothing."""
    more = "type Own struct {\n\tlint.Options\n}\n\nfunc (f *Filter) Add(c *cobra.Command) {\n"
    more += '\tc.Flags().Bool("a", false, "")\n}\n'
    own = command(f"\to := &Own{{}}\n\t{call}", more=more)
    assert "--a" not in [one.name for one in own.members if one.is_public]
    assert own.is_open


@pytest.mark.parametrize(
    "body",
    [
        "\tpay.Flags().AddFlagSet(more)",
        "\tother.Add(pay)",
        "\tother.Add(pay.Flags())",
        '\tpay.Flags().Bool(computed(), false, "")',
        "\tother.Add(root)",
        "\tmore.VisitAll(func(f *pflag.Flag) {\n\t\tpay.Flags().AddFlag(f)\n\t})",
        "\tmore.VisitAll(func(f *pflag.Flag) {\n\t\tpay.PersistentFlags().AddGoFlag(f)\n\t})",
    ],
)
def test_open_commands(body: str) -> None:
    assert command(body).is_open


def test_what_keeps_a_command_may_add_flags() -> None:
    keeping = "type flags struct {\n\tcmd *cobra.Command\n}\n\n"
    made = "func newFlags(c *cobra.Command) *flags {\n\treturn &flags{cmd: c}\n}\n"
    assert command("\tnewFlags(pay).AddYes()", more=keeping + made).is_open == "`newFlags` keeps it"
    assert not command("\tnewFlags(pay)", more=f"type flags struct {{}}\n\n{made}").is_open


def test_programs_hand_commands_on() -> None:
    program = 'package main\n\nimport "a.b/shop/cmd"\n\nfunc main() {\n\tapp.Run(cmd.Root)\n}\n'
    source = f"{HEAD}{ROOT.replace('root', 'Root')}func init() {{\n\tRoot.AddCommand(pay)\n}}\n"
    files = {"go.mod": "module a.b/shop\n", "cmd/a.go": source}
    for more, is_open in (({}, False), ({"main.go": program}, True)):
        found = go_command_named(Memory({**files, **more}), "shop")
        assert isinstance(found, Found)
        assert bool(found.value.declaration.is_open) is is_open


def test_commands_below_one_that_is_given_away_are_not_known() -> None:
    source = (
        f"{HEAD}{ROOT}func init() {{\n\troot.AddCommand(pay)\n\tfor _, each := range all {{\n\t\teach(root)\n\t}}\n}}\n"
    )
    repository = Memory({"go.mod": "module a.b/shop\n", "cmd/a.go": source})
    assert isinstance(go_command_named(repository, "shop eat"), Unknown)
    assert isinstance(go_command_named(repository, "shop pay"), Found)


def test_packages_of_others_are_none_of_the_repository() -> None:
    files = {
        "cmd/a.go": f'{HEAD}import "github.com/other/shop/tools"\n\n{ROOT}func init() {{\n\ttools.Add(root)\n}}\n',
        "tools/a.go": f'{HEAD}func Add(c *cobra.Command) {{\n\tc.Flags().Bool("a", false, "")\n}}\n',
    }
    for module, because in ({"go.mod": "module a.b/shop\n"}, "it is given to `tools.Add`"), ({}, ""):
        found = go_command_named(Memory({**files, **module}), "shop")
        assert isinstance(found, Found)
        assert found.value.declaration.is_open == because


def test_commands_with_many_flags_are_open() -> None:
    flags = "".join(f'\tpay.Flags().Bool("a{number}", false, "")\n' for number in range(400))
    assert command(flags).is_open == "it has many flags"


@pytest.mark.parametrize(
    ("old", "new", "place"), [("\n", "\r\n", (7, 19)), ("\n", "\r", (7, 19)), ("\n```", "\n  ```", (6, 1))]
)
def test_flags_are_found_on_their_line(old: str, new: str, place: tuple[int, int]) -> None:
    """A fence that is indented has other characters than its text, so all of its flags are where it begins."""
    body = '\tpay.Flags().Int("tip", 3, "how much")'
    source = f"{HEAD}{ROOT}func init() {{\n\troot.AddCommand(pay)\n{body}\n}}\n"
    page = "## shop pay\n\n### Options\n\n```\n  -h, --help      help\n      --tip int   how many (default 3)\n```\n\n"
    page += "### SEE ALSO\n\n* [shop](shop.md)\t - \n"
    found = lint_text(page.replace(old, new), path="shop_pay.md", sources={"go.mod": "module a\n", "a.go": source})
    (wrong,) = (one for one in found.findings if one.rule == "wrong-description")
    assert (wrong.start.line, wrong.start.column) == place


def test_flags_that_pages_may_lack() -> None:
    body = """\
\tpay.Flags().Bool("a", false, "")
\tpay.Flags().MarkHidden("a")
\tif x {
\t\tpay.Flags().Bool("b", true, "")
\t}
\tunknown.Bool("c", true, "")
\tpay.Flags().Bool("d", true, "")
\tpay.Flags().Lookup("d").Hidden = true
\tpay.Flags().Bool("e", true, "")
\te := pay.Flags().Lookup("e")
\te.Hidden = true
\tnone := pay.Flags().Lookup()
\tnone.Hidden = true
"""
    found = {one.name: (one.is_public, one.is_conditional) for one in command(body).members}
    assert found["--a"] == (False, False)
    assert found["--b"] == (True, True)
    assert found["--c"] == (False, True)
    assert found["--d"] == found["--e"] == (False, False)


def test_flags_whose_names_are_not_known_may_be_any() -> None:
    flag, hide = '\tpay.Flags().Bool("a", true, "b")\n', "func hide(c *cobra.Command, name string) {\n"
    own = command(f'{flag}\thide(pay, "a")', more=f"{hide}\tc.Flags().MarkHidden(name)\n}}\n")
    assert not any(one.is_public for one in own.members)


def test_flags_that_change_after_their_calls() -> None:
    flag, short = '\tpay.Flags().String("a", "x", "b")\n', '\tpay.Flags().StringP("a", "c", "", "b")\n'
    for change in ('pay.Flags().Lookup("a").Usage = "d"', 'a := pay.Flags().Lookup("a")\n\ta.DefValue = "y"'):
        found = {one.name: (one.value, one.docstring) for one in command(f"{flag}\t{change}").members}
        assert found["--a"] == (OMITTED, "")
    own = command(f'{short}\tpay.Flags().MarkShorthandDeprecated("a", "")')
    assert own.is_open
    assert not any(one.is_public for one in own.members)


def test_a_flag_hides_one_above_it() -> None:
    body = '\troot.PersistentFlags().Bool("a", true, "")\n\tpay.Flags().StringP("a", "b", "", "")'
    assert [one.name for one in command(body).members if one.is_public] == ["-b, --a"]


def test_an_unknown_flag_may_hide_one_above_it() -> None:
    flag = '\troot.PersistentFlags().Bool("a", true, "b")\n'
    found = {one.name: (one.type, one.value, one.docstring) for one in command(flag).members}
    assert found["--a"] == ("bool", "true", "b")
    found = {one.name: (one.type, one.value, one.docstring) for one in command(f"{flag}\tother.Add(pay)").members}
    assert found["--a"] == ("", OMITTED, "")


def test_a_second_program_for_tests() -> None:
    """As helpers make it that test one command."""
    add = 'func {}() {{\n\t{} := &cobra.Command{{Use: "shop"}}\n\tone.PersistentFlags().Bool("a", true, "{}")\n{}}}\n'
    eat = '\tone.AddCommand(&cobra.Command{Use: "eat", Run: run})\n'
    helper = HEAD + add.format("Test", "one", "short", "\tone.AddCommand(pay)\n")
    program = HEAD + ROOT + add.format("Run", "one", "long", f"\tone.AddCommand(pay)\n{eat}")
    found = go_command_named(
        Memory({"go.mod": "module a.b/shop\n", "cmd/a.go": helper, "cmd/b.go": program}), "shop pay"
    )
    assert isinstance(found, Found)
    assert [one.docstring for one in found.value.declaration.members if one.name == "--a"] == ["long"]


def test_commands_below_another_one() -> None:
    body = (
        '\troot.AddCommand(&cobra.Command{Use: "hide", Hidden: true, Run: run}, &cobra.Command{Use: "group"})\n'
        '\tif x {\n\t\troot.AddCommand(&cobra.Command{Use: "rare", Run: run})\n\t}'
    )
    found = [one.name for one in command(body, "shop").members if one.kind == "command" and not one.is_conditional]
    assert found == ["shop pay"]


@pytest.mark.parametrize(
    ("name", "answer", "body"),
    [
        ("shop sell", Missing, ""),
        ("shop sell it", Unknown, ""),
        ("shop completion", Unknown, ""),
        ("shop sell", Unknown, '\tx := "sell"'),
        ("shop sell", Unknown, "\troot.AddCommand(unknown())"),
    ],
)
def test_commands_that_are_not_there(name: str, answer: type, body: str) -> None:
    source = f"{HEAD}{ROOT}func init() {{\n\troot.AddCommand(pay)\n{body}\n}}\n"
    assert isinstance(go_command_named(Memory({"a.go": source}), name), answer)


@pytest.mark.parametrize(
    ("body", "more"),
    [
        ("\tadd(root, a, b)", "func add(c *cobra.Command, each ...*cobra.Command) {\n\tc.AddCommand(each...)\n}\n"),
        ('\tadd("x", a, b)', "func add(x string, each ...*cobra.Command) {\n\troot.AddCommand(each...)\n}\n"),
        (
            "\tadd([]*cobra.Command{a, b})",
            "func add(every []*cobra.Command) {\n\tfor _, c := range every {\n\t\troot.AddCommand(c)\n\t}\n}\n",
        ),
        ("\tvar every []*cobra.Command\n\tevery = append(every, a, b)\n\troot.AddCommand(every...)", ""),
        ("\troot.AddCommand(every...)", "var every = []*cobra.Command{a, b}\n"),
        ("\troot.AddCommand(both()...)", "func both() []*cobra.Command {\n\treturn []*cobra.Command{a, b}\n}\n"),
        ("\troot.AddCommand(same(a, b)...)", "func same(c ...*cobra.Command) []*cobra.Command {\n\treturn c\n}\n"),
    ],
)
def test_lists_of_commands(body: str, more: str) -> None:
    two = 'var a = &cobra.Command{Use: "a", Run: run}\n\nvar b = &cobra.Command{Use: "b", Run: run}\n\n'
    own = command(body, "shop", two + more)
    found = [one.name for one in own.members if one.kind == "command" and not one.is_conditional]
    assert sorted(found) == ["shop a", "shop b", "shop pay"]
    assert not own.is_open


def test_a_list_to_which_a_branch_appends() -> None:
    body = "\tevery := []*cobra.Command{a}\n\tif x {\n\t\tevery = append(every, b)\n\t}\n\troot.AddCommand(every...)"
    two = 'var a = &cobra.Command{Use: "a", Run: run}\n\nvar b = &cobra.Command{Use: "b", Run: run}\n\n'
    found = {one.name: one.is_conditional for one in command(body, "shop", two).members}
    assert (found["shop a"], found["shop b"]) == (False, True)


def test_flags_of_each_command_of_a_list() -> None:
    loop = '\tfor _, c := range every {\n%s\t\tc.Flags().Bool("x", false, "")\n\t}\n'
    found = {}
    for more in ("", *(f"\t\tif c == root {{\n\t\t\t{one}\n\t\t}}\n" for one in ("continue", "return", "return err"))):
        body = f"\tevery := []*cobra.Command{{root, pay}}\n{loop % more}"
        found[more] = [one.is_conditional for one in command(body).members if one.name == "--x"]
    assert list(found.values()) == [[False], [True], [True], [False]]


def test_a_library_may_return_the_commands_it_gets() -> None:
    own = command("\troot.AddCommand(flags.Add(eat)...)", "shop eat", 'var eat = &cobra.Command{Use: "eat"}\n')
    assert own.is_open == "it is given to `flags.Add`"
    found = command("\troot.AddCommand(lib.New(root))", "shop").members
    assert [one.name for one in found if one.kind == "command"] == ["shop pay"]


def test_commands_that_are_added_in_an_unknown_way() -> None:
    group = 'var group = &cobra.Command{Use: "group"}\n\nvar eat = &cobra.Command{Use: "eat"}\n'
    given = f"{HEAD}{ROOT}{group}func init() {{\n\tgroup.AddCommand(eat)\n\tregister(pay, root)\n}}\n"
    repository = Memory({"a.go": given})
    for name in ("shop pay", "shop group eat", "shop sub group eat"):
        found = go_command_named(repository, name)
        assert isinstance(found, Found)
        assert found.value.declaration.is_open == "what it is added to is not known"
    for name in ("shop sub pay", "other pay", "other group eat"):
        assert isinstance(go_command_named(repository, name), Unknown)
    for folder, answer in (("shop", Found), ("pay", Unknown)):  # the second one is a program of its own
        root = 'var root = &cobra.Command{Use: "shop"}\n\nfunc init() {\n\tregister(root)\n}\n'
        main = {"shop/a.go": HEAD.replace("cmd", "main") + root}
        main[f"{folder}/b.go"] = HEAD.replace("cmd", "main") + 'var pay = &cobra.Command{Use: "pay"}\n'
        assert isinstance(go_command_named(Memory(main), "shop pay"), answer)
    twice = Memory({"a.go": given, "b.go": f'{HEAD}var other = &cobra.Command{{Use: "pay"}}\n'})
    assert isinstance(go_command_named(twice, "shop pay"), Unknown)


def test_packages_of_another_module_of_the_repository() -> None:
    files = {
        "cli/go.mod": "module a.b/shop/cli\n",
        "cli/cmd/a.go": f'{HEAD}import "a.b/shop/tools"\n\n{ROOT}func init() {{\n\ttools.Add(root)\n}}\n',
        "go.mod": "module a.b/shop\n",
        "tools/a.go": f'{HEAD}func Add(c *cobra.Command) {{\n\tc.Flags().Bool("a", false, "")\n}}\n',
    }
    found = go_command_named(Memory(files), "shop")
    assert isinstance(found, Found)
    assert "--a" in [one.name for one in found.value.declaration.members]
    assert not found.value.declaration.is_open


def test_a_constant_that_others_are_made_of() -> None:
    more = 'const (\n\tname = "eat"\n\tkey = name\n)\n\nvar eat = &cobra.Command{Use: name}\n'
    assert command("\troot.AddCommand(eat)", "shop eat", more).name == "shop eat"


_CALLS = ('IntP("coins", "c", 0, "how many")', 'Int("tip", 0, "how much")', 'String("name", "", "who")')
_PAY = """\
## shop pay

Pay

```
shop pay [flags]
```

### Options

```
  -c, --coins int     how many
  -h, --help          help for pay
      --name string   who
      --tip int       how much
```

### SEE ALSO

* [shop](shop.md)\t - Sell
"""


@pytest.mark.parametrize(
    ("old", "new", "more", "rules"),
    [
        ("", "", "", []),
        (" [flags]\n", "\n", "", ["wrong-description"]),
        (" [flags]\n", "\n", "\tpay.DisableFlagsInUseLine = true\n", []),
        (" [flags]\n", "\n", "\tother.DisableFlagsInUseLine = true\n", []),
        (" [flags]\n", "\n", '\troot.PersistentFlags().MarkHidden("help")\n', []),
        (" [flags]\n", "\n", "\tpay.Flags().VisitAll(func(flag *pflag.Flag) { flag.Hidden = true })\n", []),
        (
            "      --name string   who\n      --tip int       how much\n",
            "      --tip int       how much\n      --name string   who\n",
            "",
            ["misordered-parameters"],
        ),
        (
            "      --name string   who\n      --tip int       how much\n",
            "      --tip int       how much\n      --name string   who\n",
            "\tpay.Flags().SortFlags = false\n",
            [],
        ),
        (_PAY[_PAY.index("### Options") : _PAY.index("### SEE")], "", "", ["missing-member"]),
        ("  -c,", "      --all         each\n  -c,", "", ["unknown-member"]),
        ("  -c,", "      --all         each\n  -c,", '\tbind("all", other)\n', []),
        ("[shop]", "[shops]", "\trun(root)\n", ["unknown-member"]),
        ("### Options", "### Synopsis\n\nPay\n\n## Money Needed\n\n### Options", "\trun(root)\n", []),
    ],
)
def test_pages_of_commands(old: str, new: str, more: str, rules: list[str]) -> None:
    flags = "".join(f"\tpay.Flags().{call}\n" for call in _CALLS)
    source = HEAD + ROOT.replace('"shop"', '"shop", Short: "Sell"').replace('"pay"', '"pay", Short: "Pay"')
    sources = {"a.go": f"{source}func init() {{\n\troot.AddCommand(pay)\n{flags}{more}}}\n", "shop.md": "# shop\n"}
    found = lint_text(_PAY.replace(old, new), path="shop_pay.md", sources=sources).findings
    assert [one.rule for one in found] == rules


_DASHED = """
func dashed(f *pflag.FlagSet, name string) pflag.NormalizedName {
\tif strings.Contains(name, "_") {
\t\tname = strings.ReplaceAll(name, "_", "-")
\t}
\treturn pflag.NormalizedName(name)
}

func f() {
"""
_FLAG = "func(flag *pflag.Flag) { flag.Usage = strings.ToUpper(flag.Usage) }"


@pytest.mark.parametrize(
    ("old", "new", "more", "is_known"),
    [
        ("--name string ", "--the-name string", "", True),
        ("--name string ", "--the-name string", "\troot.SetGlobalNormalizationFunc(named)\n", False),
        ("--name string ", "--the-name string", "\tpay.Flags().SetNormalizeFunc(named)\n", False),
        (
            "--name string ",
            "--the-name string",
            "\troot.SetGlobalNormalizationFunc(cliflag.WordSepNormalizeFunc)\n",
            True,
        ),
        ("--name string ", "--the-name string", f"\tpay.Flags().SetNormalizeFunc(dashed)\n}}\n{_DASHED}", False),
        ("who", "WHO", "\tpay.Flags().VisitAll(func(flag *pflag.Flag) { use(flag.Usage) })\n", True),
        ("who", "WHO", f"\tpay.Flags().VisitAll({_FLAG})\n", False),
        (
            "who",
            "WHO",
            f"\tpay.Flags().VisitAll(big)\n}}\n\n{_FLAG.replace('func(', 'func big(')}\n\nfunc f() {{\n",
            False,
        ),
        ("\nPay\n", "\nPay it\n", '\tother = "Pay it"\n', True),
        ("\nPay\n", "\n请在此处付款 (pay)\n", "", False),  # a translation
        ("\nPay\n", "\nPay in ¥ (元)\n", "", True),
        ("\nPay\n", "\nPay it\n", '\tshort = "Pay it"\n', False),
        ("\nPay\n", "\nPay it\n", '\tshort += " it"\n', False),
    ],
)
def test_functions_may_change_flags_and_texts(old: str, new: str, more: str, *, is_known: bool) -> None:
    flags = "".join(f"\tpay.Flags().{call}\n" for call in _CALLS)
    source = HEAD + ROOT.replace('"shop"', '"shop", Short: "Sell"').replace('"pay"', '"pay", Short: short')
    source += f'\nvar short = "Pay"\n\nfunc init() {{\n\troot.AddCommand(pay)\n{flags}{more}}}\n'
    found = lint_text(_PAY.replace(old, new), path="shop_pay.md", sources={"a.go": source, "shop.md": "# shop\n"})
    assert bool(found.findings) == is_known


@pytest.mark.parametrize(
    ("call", "is_sure"),
    [
        ("root.SetGlobalNormalizationFunc(cliflag.WarnWordSepNormalizeFunc)", True),
        ("other.SetNormalizeFunc(cliflag.WordSepNormalizeFunc)", False),  # of some set of flags
    ],
)
def test_functions_may_write_dashes_in_names_of_flags(call: str, *, is_sure: bool) -> None:
    own = command(f'\tpay.Flags().StringP("a_b", "a", "", "")\n\tpay.Flags().Bool("c", false, "")\n\t{call}')
    shown = {"-a, --a-b", "--c"} if is_sure else {"--c"}
    assert {one.name for one in own.members if one.is_public} == shown
    assert {"-a, --a_b", "-a, --a-b"} <= {one.name for one in own.members}


def test_texts_in_one_script_are_no_translations() -> None:
    source = HEAD + ROOT.replace('"pay"', '"pay", Short: "请在此处付款"') + "func init() {\n\troot.AddCommand(pay)\n}\n"
    page = _PAY.replace("\nPay\n", "\n出售所有的水果\n")
    found = lint_text(page, path="shop_pay.md", sources={"a.go": source}, rules=["wrong-description"]).findings
    assert "请在此处付款" in "".join(one.message for one in found)


_BIND = """
func bind(flags *pflag.FlagSet) {
\tadd("all", flags.Bool)
}

func add(name string, define func(string, bool, string) *bool) {
\tdefine(name, false, "each")
}
"""


@pytest.mark.parametrize(
    ("call", "more"),
    [
        ('add("all", pay.Flags().Bool)', _BIND),
        ("bind(pay.Flags())", _BIND),
        ('library.Add("all", pay.Flags().Bool)', ""),
    ],
)
def test_what_gets_methods_that_define_flags_may_define_any(call: str, more: str) -> None:
    assert command(f"\t{call}", more=more).is_open


@pytest.mark.parametrize(("call", "is_open"), [('Bool(name, false, "")', True), ("GetBool(name)", False)])
def test_functions_in_functions_may_define_flags(call: str, *, is_open: bool) -> None:
    more = (
        f"\nfunc bind(flags *pflag.FlagSet) {{\n\tadd := func(name string) {{\n\t\tflags.{call}\n\t}}\n\tadd(all)\n}}\n"
    )
    assert bool(command("\tbind(pay.Flags())", more=more).is_open) == is_open


@pytest.mark.parametrize(("head", "is_read"), [("## shop", True), ("# Shop\n\n## Use", False), ("# Shop", False)])
def test_a_program_without_commands(head: str, *, is_read: bool) -> None:
    """People quote the help of a program, too."""
    page = f"{head}\n\nSell\n\n```\nshop [flags]\n```\n\n### Options\n\n```\n  -h, --help       help for shop\n"
    page += "      --size int   how much\n```\n"
    body = 'Run: run}\n\nfunc init() {\n\troot.Flags().Int("tip", 0, "how much")\n}\n'
    source = f'{HEAD}var root = &cobra.Command{{Use: "shop", Short: "Sell", {body}'
    found = lint_text(page, path="docs/shop.md", sources={"a.go": source}).findings
    assert [one.rule for one in found] == ["unknown-member"] * is_read


def test_what_leads_to_itself() -> None:
    more = "func a() *cobra.Command {\n\treturn b()\n}\n\nfunc b() *cobra.Command {\n\treturn a()\n}\n"
    assert not command('\troot.AddCommand(a())\n\tc := c\n\tc.Flags().Bool("a", true, "")', more=more).is_open


def test_parameters_in_an_operation() -> None:
    more = 'func add(c *cobra.Command, name string) {\n\tc.Flags().Bool(name+"-a", false, "")\n}\n'
    assert command('\tname := "x"\n\tadd(pay, "y")', more=more).is_open


def test_a_condition_around_a_function_that_adds_a_command() -> None:
    more = 'func add(c *cobra.Command) {\n\tc.AddCommand(&cobra.Command{Use: "rare", Run: run})\n}\n'
    found = command("\tif x {\n\t\tadd(root)\n\t}", "shop", more).members
    assert [one.is_conditional for one in found if one.name == "shop rare"] == [True]


def _repeated(text: str, times: int) -> str:
    """Return a text as often as that, each time with another number in place of `#`."""
    return "".join(text.replace("#", str(number)) for number in range(times))


def _declared(name: str, body: str, parameters: str = "", result: str = "") -> str:
    return f"func {name}({parameters}) {result} {{\n{body}}}\n"


MOST_WORK = 4_000_000
HOSTILE = {
    "many commands": _declared(
        "a", _repeated('\tc# := &cobra.Command{Use: "c#"}\n\tc#.F().Bool("f", false, "")\n', 2_000)
    ),
    "functions that double": _declared("f0", '\tc.Flags().Bool("a", false, "")\n', "c *cobra.Command")
    + "".join(_declared(f"f{i}", f"\tf{i - 1}(c)\n" * 9, "c *cobra.Command") for i in range(1, 40)),
    "functions that call each other": "".join(
        _declared(f"f{i}", f"\tf{i + 1}(c)\n\tf{i + 7}(c)\n", "c *cobra.Command") for i in range(1_000)
    ),
    "types in each other": "".join(
        f"type T{i} struct {{\n{''.join(f'T{(i * k + k) % 99};' for k in range(1, 40))}}}\n" for i in range(99)
    )
    + "func (t *X) Add(c *cobra.Command) {}\nfunc (t *Y) Add(c *cobra.Command) {}\n"
    + _declared("a", _repeated("\tt# := T#{}\n\tt#.Add(root)\n", 99)),
    "methods of a name": _repeated("func (t *T#) Add(c *cobra.Command) {}\n", 2_000)
    + _declared("a", _repeated("\tt# := T#{}\n\tt#.Add(root)\n", 2_000)),
    "a field of many": _repeated(
        'func f#() {\n\tx.cmd = &cobra.Command{Use: "c#"}\n\ty.cmd.Flags().Bool("a", false, "")\n}\n', 2_000
    ),
    "many results": _declared("g", "\tif x {\n\t\treturn root\n\t}\n" * 2_000, result="*cobra.Command")
    + _declared("a", '\tg().Flags().Bool("a", false, "")\n' * 2_000),
    "calls in each other": _declared("a", ("\t" + "f(" * 90 + "1" + ")" * 90 + "\n") * 200),
    "variables in each other": "var a = b\nvar b = a\n" * 2_000
    + _declared("x", '\ta.Flags().Bool("a", false, "")\n' * 2_000),
    "a helper with many flags": _declared(
        "g", _repeated('\tc.Flags().Bool("a#", false, "")\n', 1_000), "c *cobra.Command"
    )
    + _declared("a", _repeated('\tg(&cobra.Command{Use: "c#"})\n', 1_000)),
    "flags of a list": _declared(
        "a",
        "\tevery := []*cobra.Command{}\n"
        + _repeated('\tevery = append(every, &cobra.Command{Use: "c#"})\n', 600)
        + "\tfor _, c := range every {\n"
        + _repeated('\t\tc.Flags().Bool("a#", false, "")\n', 600)
        + "\t}\n",
    ),
    "a long name": _declared("a", "\t" + "execute" * 40_000 + ".x(root)\n"),
    "flags of unknown commands": _declared(
        "a", _repeated('\tx.Bool("a#", false, "")\n\troot.AddCommand(&cobra.Command{Use: "c#"})\n', 2_000)
    ),
    "a long use": f'var a = &cobra.Command{{Use: "{"a" * 500_000} b"}}\n'
    + _declared("x", _repeated('\ta.AddCommand(&cobra.Command{Use: "c#"})\n', 2_000)),
}


def work(more: str) -> int:
    """Return how many functions are called for the commands of a source, and how much is found; it fails early."""
    count = 0

    def note(*_: object) -> None:
        nonlocal count
        count += 1
        assert count < MOST_WORK

    repository, before = Memory({"a.go": HEAD + ROOT + more}), sys.getprofile()
    sys.setprofile(note)
    try:
        commands = go_commands(repository)
        assert commands is not None
        found = [commands.declared(chain) for chains in commands.chains.values() for chain in chains[:1]]
    finally:
        sys.setprofile(before)
    return count + sum(len(one.members) + len(one.name) for one in found)


@pytest.mark.parametrize("more", [pytest.param(more, id=name) for name, more in HOSTILE.items()])
def test_hostile_sources_take_linear_work(more: str) -> None:
    assert work(more) < MOST_WORK
