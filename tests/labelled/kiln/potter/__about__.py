NAME = "Kiln"
