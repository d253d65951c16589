"""Read the charts."""
