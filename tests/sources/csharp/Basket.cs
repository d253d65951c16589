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
