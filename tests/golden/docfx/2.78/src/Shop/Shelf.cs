namespace Shop;

/// <summary>Where things are kept.</summary>
/// <typeparam name="T">What they are.</typeparam>
public struct Shelf<T>
{
    /// <summary>How wide it is.</summary>
    public double Width;

    /// <summary>Puts a thing on the shelf.</summary>
    /// <param name="thing">The thing.</param>
    /// <param name="place">Its place.</param>
    public void Put(T thing, int place)
    {
    }
}
