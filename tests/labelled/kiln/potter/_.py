WORDS = {"pot": "Topf"}
