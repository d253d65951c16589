"""What sources of C# declare and define."""

from declared_lines import declared, listed

from doclint.source.extract import read

SOURCE = """\
using System.Collections.Generic;
using Weights = Shop.Model.Weights;
namespace Shop.Model;

/// <summary>A basket.</summary>
[Holds(1), Obsolete]
public partial class Basket<T> : Box<T>, IEquatable<Basket<T>> where T : class
{
    public const int Most = 3, Least = 1;
    private static readonly string[] names = { "a" };
    public Basket(long id = default(long), params string[] rest) : base(id) { }
    [DataMember]
    public string Name { get; set; } = "x";
    public int this[int i] => 1;
    /** Fills it. */
    public async Task<int> Fill<K>(ref int a, K? b = null) { void Inner() {} return 1; }
    public async Task<int> Fill() { return 1; }
    int IScale.Weigh() => 1;
    protected internal event EventHandler Changed;
    public static Basket<T> operator +(Basket<T> a, Basket<T> b) => a;
    public delegate void Done(int x);
    public enum Ripe : byte { [EnumMember] Green = 1, Yellow }
    struct Inner { public int @class; }
#if DEBUG
    public void Debug() {}
#endif
}
public record Point(int X, int Y = 2) : Shape(X);
public class Scale(int most) { }
interface IScale : IFlat { void Weigh(); int Most { get; } }
"""


def test_declarations() -> None:
    assert listed("csharp", SOURCE) == [
        "7 class Basket < Box<T> | IEquatable<Basket<T>> @Holds(1) @Obsolete '<summary>A basket.</summary>'",
        "  9 constant Most: int = 3 is_static",
        "  9 constant Least: int = 1 is_static",
        '  10 field names: string[] = { "a" } is_static (private)',
        "  11 method Basket(id: long = default(long), *rest: string[])",
        '  13 property Name: string = "x" @DataMember',
        "  16 method Fill[K](a: int, b: K? = null) -> Task<int> () -> Task<int> is_async 'Fills it.'",
        "  18 method Weigh() -> int (private)",
        "  19 field Changed: EventHandler (private)",
        "  21 type Done = void",
        "  22 enum Ripe < byte",
        "    22 enum-member Green = 1 @EnumMember is_static",
        "    22 enum-member Yellow is_static",
        "  23 struct Inner (private)",
        "    23 field class: int",
        "  25 method Debug() -> void is_conditional",
        "28 class Point < Shape",
        "  28 field X: int",
        "  28 field Y: int",
        "  28 method Point(X: int, Y: int = 2)",
        "29 class Scale",
        "  29 method Scale(most: int)",
        "30 interface IScale < IFlat (private)",
        "  30 method Weigh() -> void",
        "  30 property Most: int",
    ]


def test_partial_classes_may_have_more_in_other_files() -> None:
    assert "other files" in declared("csharp", "partial class A {}").found[0].is_open
    assert declared("csharp", "class A {}").found[0].is_open == ""


def test_symbols() -> None:
    found = read("csharp", SOURCE.encode())
    assert found is not None
    assert not found.is_broken
    assert [f"{one.line} {one.kind} {one.qualified}{'' if one.public else ' -'}" for one in found.found] == [
        "1 import System.Collections.Generic -",
        "2 import Shop.Model.Weights -",
        "7 class Basket",
        "9 constant Basket.Least",
        "9 constant Basket.Most",
        "11 method Basket.Basket",
        "16 method Basket.Fill",
        "18 method Basket.Weigh -",
        "21 type Basket.Done",
        "22 enum Basket.Ripe",
        "22 constant Basket.Ripe.Green",
        "22 constant Basket.Ripe.Yellow",
        "23 struct Basket.Inner -",
        "25 method Basket.Debug",
        "28 class Point",
        "28 method Point.Point",
        "29 class Scale",
        "29 method Scale.Scale",
        "30 interface IScale -",
        "30 method IScale.Weigh -",
    ]


def test_a_local_function_is_a_symbol() -> None:
    found = read("csharp", b"class A { void b() { void c() {} } }")
    assert found is not None
    assert [one.qualified for one in found.found] == ["A", "A.b", "c"]
