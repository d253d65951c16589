namespace Shop;

/// <summary>What has a price.</summary>
public interface IPriced
{
    /// <summary>What it costs.</summary>
    decimal Price { get; }
}
