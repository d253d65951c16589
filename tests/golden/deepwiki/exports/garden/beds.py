class Bed:
    def __init__(self, rows):
        self.rows = rows

    def sow(self, plant):
        self.rows.append(plant)
