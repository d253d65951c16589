// Package fruit weighs.
package fruit

// Basket holds fruit.
//
//   indented
type Basket[T any] struct {
	Size, Depth int `json:"size"` // in cm
	*io.Reader

	// What is in it.
	fruit map[string]T // by name
}

// Not about Handle.

type Handle = string

type (
	// Scale weighs.
	Scale interface {
		fmt.Stringer
		Weigh(b Basket, units ...string) (grams int, err error)
	}
	// Ripe says how ripe.
	Ripe int
)

const (
	Green Ripe = iota
	Yellow
	_
)

var total, _ = sum(1 /* one */, 2), 0
var a, b = both()

//go:noinline
// Fill fills.
func (b *Basket[T]) Fill(ctx context.Context, x, y int, _ string, more ...T) error { return nil }
func (o other) hidden(func(int) bool) {}
func New[T, U any](chan<- int) *Basket[T] { type inner int; return nil }
