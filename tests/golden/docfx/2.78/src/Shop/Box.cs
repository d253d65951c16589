using System;

namespace Shop;

/// <summary>What holds something, as <see cref="Shelf{T}" /> does.</summary>
public class Box
{
    /// <summary>How heavy it is.</summary>
    public Int32 Weight { get; set; }
}

/// <summary>What holds things of a type.</summary>
/// <typeparam name="T">The type.</typeparam>
public class Box<T> : Box
{
    /// <summary>What is in it.</summary>
    public T Content { get; set; }
}
