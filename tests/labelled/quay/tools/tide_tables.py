"""Write the tables of the tides."""
