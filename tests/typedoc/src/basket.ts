import { Unit } from './scales'

/** What a basket holds. */
export interface Fruit {
  /** What it is called. */
  name: string
  weight?: number
  readonly unit: Unit
  ripen(days: number, fast?: boolean): void
}

export interface Apple extends Fruit {
  pips: number
}

/** A basket of fruit. */
export class Basket {
  /** How many fit. */
  readonly size: number = 12
  owner?: string
  protected fruit: Fruit[] = []

  constructor(size: number) {
    this.size = size
  }

  /** Puts fruit in, and says whether all of it fits. */
  fill(fruit: Fruit, count: number, pressed?: boolean): boolean {
    return this.fruit.length + count < this.size && !pressed && fruit.name !== ''
  }

  /** @private */
  shake(): void {}
}

/** A basket with wheels. */
export class Trolley extends Basket {
  wheels: number = 4

  push(meters: number): string {
    return `${meters}`
  }
}

/** Sells fruit at a price. */
export function sell(fruit: Fruit, price: number, discount: number = 0.1): string {
  return `${fruit.name}: ${price - discount}`
}

export type Price = number | string

export namespace cents {
  /** Rounds a price to cents. */
  export function round(price: number, up: boolean): number {
    return up ? Math.ceil(price) : Math.floor(price)
  }
}

/** What is written on a basket. */
export interface Label {
  text: string
}

export const Label = {
  of: (text: string): Label => ({ text }),
}

/** A bag, which has no fixed size. */
export class Bag {
  constructor(owner: string)
  constructor(owner: string, count: number)
  constructor(
    public owner: string,
    public count?: number,
  ) {}

  *[Symbol.iterator](): Iterator<string> {
    yield this.owner
  }
}
