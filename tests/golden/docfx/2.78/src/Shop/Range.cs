namespace Shop;

/// <summary>What a price is between.</summary>
public struct Range
{
    /// <summary>The least of it.</summary>
    public double Least;
}
