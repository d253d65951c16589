import type { Fruit } from './basket'

/**
 * Sells fruit at a price.
 *
 * @param fruit What is sold.
 * @param price The price | in cents.
 * @param discount How much it is reduced.
 * @returns The receipt.
 * @example
 * ```ts
 * sell(apple, 20)
 * ```
 */
export function sell(fruit: Fruit, price: number, discount: number = 0.1): string {
  return `${fruit.name}: ${price - discount}`
}

/** Finds a price. */
export function find(name: string): number
export function find(name: string, day: Date): number | undefined
export function find(name: string, day?: Date): number | undefined {
  return day ? undefined : name.length
}

/** Fetches prices. */
export async function fetchPrices<T extends string, K = T>(
  names: readonly T[],
  { retries = 3, signal }: { retries?: number; signal?: AbortSignal } = {},
): Promise<Map<T, number>> {
  return new Map(names.map((name) => [name, retries + (signal ? 1 : 0)]))
}

/** Doubles it. */
export const double = (price: number, times = 2): number => price * times

export const later = async (callback: (price: number) => void | Promise<void>): Promise<void> => callback(1)

/**
 * A price.
 */
export type Price = number | string

export type Table<K extends string = string> = {
  /** The head. */
  head: K
  /** The rows. */
  rows?: Price[]
  /** Sorts it. */
  sort(column: K, down?: boolean): void
}

/** Turns a price into text. */
export type Formatter = (price: Price, digits?: number) => string

export type Keys = keyof Table | `${string}-price`

export type Readable<T> = { readonly [K in keyof T]: T[K] extends Fruit ? string : T[K] }

/** The tax. */
export const TAX = 0.19

export const names: string[] = ['apple', 'pear']

/** Limits. */
export const limits = {
  /** The least. */
  least: 1,
  most: 100,
  inner: { deep: true },
}

/** @deprecated Use {@link TAX}. */
export let oldTax: number | undefined

/** Whether it is a fruit. */
export function isFruit(value: unknown): value is Fruit {
  return typeof value === 'object'
}

/**
 * Undocumented parameters with __special__ names.
 *
 * @internal
 */
export function _private_name(some_value: string, $dollar: number): asserts some_value is 'x' {
  if ($dollar) throw new Error(some_value)
}

/** @group Special */
export function many(...values: Array<Record<string, Price>>): void {
  values.pop()
}
