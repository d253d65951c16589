namespace Shop;

/// <summary>How ripe a fruit is.</summary>
public enum Ripeness
{
    /// <summary>Not yet.</summary>
    Green = 1,

    /// <summary>Today.</summary>
    Ripe = 2,
}
