using System;
using System.Collections.Generic;
using System.Threading.Tasks;

namespace Shop;

/// <summary>What a customer wants to buy.</summary>
public class Basket : IPriced
{
    /// <summary>How many things fit into it.</summary>
    public const int Limit = 20;

    /// <summary>Makes an empty basket.</summary>
    /// <param name="owner">Who buys.</param>
    /// <param name="size">How much fits into it.</param>
    public Basket(string owner, int size = 20)
    {
        Owner = owner;
    }

    /// <summary>Who buys.</summary>
    public string Owner { get; }

    /// <inheritdoc />
    public decimal Price { get; private set; }

    /// <summary>What is at a place.</summary>
    public string this[int index] => "";

    /// <summary>Adds a thing.</summary>
    /// <param name="thing">What to add.</param>
    /// <param name="count">How many of it.</param>
    /// <param name="wrapped">Whether it is a gift.</param>
    /// <returns>Whether it fits.</returns>
    /// <exception cref="ArgumentException">There is no such thing.</exception>
    public bool Add(string thing, int count = 1, bool wrapped = false)
    {
        return true;
    }

    /// <summary>Pays for everything.</summary>
    /// <param name="cents">How much the customer gives.</param>
    /// <returns>What is left.</returns>
    [Obsolete("Use the till.")]
    public async Task<int> PayAsync(int cents)
    {
        return await Task.FromResult(cents);
    }

    /// <summary>Finds all things of a type.</summary>
    /// <typeparam name="T">The type.</typeparam>
    /// <param name="where">Where to look.</param>
    /// <returns>The things.</returns>
    public static IEnumerable<T> Find<T>(IEnumerable<Basket> where) where T : class
    {
        yield break;
    }

    /// <summary>Takes everything out.</summary>
    protected virtual void Clear()
    {
    }

    /// <summary>Somebody paid.</summary>
    public event EventHandler? Paid;
}
