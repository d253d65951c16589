boats() {
  ls boats
}
