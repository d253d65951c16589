// Package basket has comments like: func Commented() {}
package basket

import (
	"fmt"
	weights "example.com/fruit/weights"
	. "strings"
	_ `embed`
)

import "errors"

/* type Fake struct{} */

const Limit, lower = 3, 4

const (
	Small Size = iota
	_
	large
)

var ErrFull = errors.New("func Quoted() {}")

type (
	Size     int
	Alias    = map[string]int
	Handler  func(name string) error
	internal struct{ Basket }
)

// Basket holds fruit.
type Basket[T any, K comparable] struct {
	Items  []T
	Inline struct{ Weight int }
	hook   interface{ Hidden() }
}

type Weigher interface {
	fmt.Stringer
	Weigh(unit string) (float64, error)
	secret()
}

func New[T any]() *Basket[T, string] {
	type local struct{}
	const Inner = 1
	text := `
func Raw() {}
`
	f := func() { fmt.Println(text, weights.Kg, ToUpper("")) }
	f()
	return nil
}

func (b *Basket[T, K]) Weigh(unit string) (float64, error) { return 0, nil }

func (Size) String() string { return "size" }

func (s internal) hidden() {}

func init() {}
