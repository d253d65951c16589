using System;

namespace Shop;

/// <summary>Something in paper, with a ribbon; see <see cref="Basket" />.</summary>
/// <param name="Color">The color of the paper.</param>
/// <param name="Length">How long the ribbon is.</param>
public record Gift(string Color, Int32 Length) : Wrapped(Color);
