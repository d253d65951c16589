// Package shop sells fruit.
package shop

import (
	"context"
	"errors"
)

// MaxFruits is how many fruits fit into a basket.
const MaxFruits = 12

// ErrFull says that a basket is full.
var ErrFull = errors.New("full")

// Fruit is what is sold.
type Fruit struct {
	Name   string
	Weight int
}

// Basket holds fruit until it is sold.
type Basket struct {
	// Owner is who pays.
	Owner  string
	fruits []Fruit
}

// NewBasket weaves a basket of some size.
func NewBasket(owner string, size int) *Basket {
	return &Basket{Owner: owner, fruits: make([]Fruit, 0, size)}
}

// Put puts a fruit into the basket.
func (b *Basket) Put(fruit Fruit, count int) error {
	return nil
}

// Sell sells the fruit and returns what it earned.
func (b *Basket) Sell(ctx context.Context, buyer string) (int, error) {
	return 0, nil
}

// Weight is what all fruits weigh together.
func (b Basket) Weight() int {
	return 0
}
