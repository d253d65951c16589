int press(void) { return 1; }
