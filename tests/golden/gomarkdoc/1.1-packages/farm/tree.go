// Package farm grows fruit.
package farm

// Tree is where fruit grows.
type Tree struct {
	Height int
}

// Plant plants a tree.
func Plant(height int) *Tree {
	return &Tree{Height: height}
}

// Shake shakes the tree and returns how many fruits fell.
func (t *Tree) Shake(times int, gently bool) int {
	return times
}
