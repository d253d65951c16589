"""Commands of cobra in sources of Go."""

import pytest

from doclint.packages.go_commands import go_command_named
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
    return found.value.declaration


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
        ('.Flags().Int("a", 3, "b (default 3)")', ("--a", "int", OMITTED, "b (default 3)")),
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


@pytest.mark.parametrize(
    "body",
    [
        "\tpay.Flags().AddFlagSet(more)",
        "\tother.Add(pay)",
        "\tother.Add(pay.Flags())",
        '\tpay.Flags().Bool(computed(), false, "")',
        "\tother.Add(root)",
    ],
)
def test_open_commands(body: str) -> None:
    assert command(body).is_open


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
"""
    found = {one.name: (one.is_public, one.is_conditional) for one in command(body).members}
    assert found["--a"] == (False, False)
    assert found["--b"] == (True, True)
    assert found["--c"] == (False, True)
    assert found["--d"] == (False, False)


def test_a_flag_hides_one_above_it() -> None:
    body = '\troot.PersistentFlags().Bool("a", true, "")\n\tpay.Flags().StringP("a", "b", "", "")'
    assert [one.name for one in command(body).members if one.is_public] == ["-b, --a"]


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


def test_what_leads_to_itself() -> None:
    more = "func a() *cobra.Command {\n\treturn b()\n}\n\nfunc b() *cobra.Command {\n\treturn a()\n}\n"
    assert not command('\troot.AddCommand(a())\n\tc := c\n\tc.Flags().Bool("a", true, "")', more=more).is_open
