namespace Shop;

/// <summary>Something was sold.</summary>
/// <param name="thing">What it was.</param>
public delegate void Sold(string thing);
