export { Basket, type Fruit, type Options } from './basket'
export { find, sell, type Table } from './prices'
export { Unit, Flag } from './scales'
