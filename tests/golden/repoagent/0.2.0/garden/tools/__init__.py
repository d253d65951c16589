"""What gardeners use."""
