namespace Shop;

/// <summary>Something in paper.</summary>
/// <param name="Color">The color of the paper.</param>
public record Wrapped(string Color);
