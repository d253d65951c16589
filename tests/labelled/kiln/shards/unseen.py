SEEN = False
