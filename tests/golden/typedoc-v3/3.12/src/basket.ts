import { Unit } from './scales'

/** What a basket holds. */
export interface Fruit {
  /** What it is called. */
  name: string
  /** How much it weighs, in grams. */
  weight?: number
  readonly unit: Unit
  /** Where it grew, and when. */
  origin?: { country: string; /** The year. */ year?: number }
  /** Called when it is ripe. */
  onRipe?: (days: number, fast?: boolean) => void
  /**
   * Ripens it.
   *
   * @param days How many days it lies.
   * @param fast Whether it lies in the sun.
   * @returns Whether it is ripe.
   * @throws RangeError if `days` is below zero.
   */
  ripen(days: number, fast?: boolean): boolean
  [extra: string]: unknown
}

export interface Apple extends Fruit {
  /** How many pips it has. */
  pips: number
  tags: string[]
  pair: [string, number]
  either: 'red' | 'green' | null
}

/** Something that can be called. */
export interface Sorter<T extends Fruit = Apple> {
  /** Compares two of them. */
  (left: T, right: T): number
  new (seed: number): T
  stable: boolean
}

/** What the constructor takes. */
export interface Options<T> {
  /** How many fit. @defaultValue `12` */
  size?: number
  first?: T
  /** @deprecated Use `size`. */
  room?: number
}

/**
 * A basket of fruit.
 *
 * # Usage
 *
 * Fill it:
 *
 * ```ts
 * new Basket({ size: 3 }).fill(apple, 1)
 * ```
 *
 * | Fruit | Fits |
 * | --- | --- |
 * | Apple | yes |
 *
 * @typeParam T What is in it.
 * @see {@link Trolley}, which has wheels.
 * @example
 * ```ts
 * const basket = new Basket({ size: 3 })
 * ```
 * @since 1.0
 */
export class Basket<T extends Fruit = Fruit> implements Iterable<T> {
  /** How many baskets there are. */
  static count = 0
  /** How many fit. */
  readonly size: number = 12
  owner?: string
  protected fruit: T[] = []
  /** Whether it is shut: `yes` | `no`. */
  shut: boolean | string = false

  /**
   * Makes a basket.
   *
   * @param options What it is like.
   */
  constructor(options: Options<T>) {
    this.size = options.size ?? 12
  }

  /** Makes a basket of some size. */
  static of<U extends Fruit>(size: number, ...fruit: U[]): Basket<U> {
    return new Basket<U>({ size, first: fruit[0] })
  }

  /** How many are in it. */
  get length(): number {
    return this.fruit.length
  }

  set length(value: number) {
    this.fruit.length = value
  }

  /**
   * Puts fruit in, and says whether all of it fits.
   *
   * @param fruit The fruit.
   * @param count How many of it.
   * @param pressed Whether it may be pressed.
   */
  fill(fruit: T, count: number, pressed?: boolean): boolean {
    return this.fruit.length + count < this.size && !pressed && fruit.name !== ''
  }

  /** Takes fruit out. */
  take(name: string): T | undefined
  /** Takes several fruit out. */
  take(names: string[], strict: boolean): T[]
  take(name: string | string[], strict = false): T | T[] | undefined {
    return strict || Array.isArray(name) ? [] : this.fruit.find((one) => one.name === name)
  }

  /**
   * Sends it.
   *
   * @param to.street The street.
   */
  async send(to: { street: string; city?: string }, when: Date = new Date(), ...notes: string[]): Promise<void> {
    await Promise.resolve([to, when, notes])
  }

  /** @deprecated Use {@link Basket.fill}. */
  put({ name, count = 1 }: { name: string; count?: number }): void {
    this.owner = `${name} ${count}`
  }

  /** @private */
  shake(): void {}

  *[Symbol.iterator](): Iterator<T> {
    yield* this.fruit
  }

  private hidden(): void {}
}

/** A basket with wheels. */
export class Trolley extends Basket<Apple> {
  wheels: number = 4

  constructor(public brand: string, readonly speed = 3) {
    super({ size: 100 })
  }

  push(meters: number): string {
    return `${meters}`
  }

  override fill(fruit: Apple, count: number): boolean {
    return super.fill(fruit, count)
  }
}

/** What has no size. */
export abstract class Container {
  abstract readonly label: string
  abstract empty(hard?: boolean): void
}
