package shop

// Counter counts money.
type Counter interface {
	// Count returns what is there.
	Count() int
}

// Till is where the money is.
type Till struct {
	cash int
}

// Open opens the drawer.
func (t *Till) Open(reason string) {}

// Count returns what is in it.
func (t *Till) Count() int {
	return t.cash
}

// Total adds prices.
func Total(prices []int, currency string) (string, error) {
	return currency, nil
}

// Largest returns the largest of some prices.
func Largest[T int | float64](first T, others ...T) T {
	return first
}

// Close closes the drawer, whatever the reason.
func (*Till) Close(_ string, _ int) {}
