/**
 * A price, in cents or as a text.
 *
 * @public
 */
export type Price = number | `${number} cents`;

/** A pair of a key and a value. @public */
export type Pair<K, V = string> = { key: K; value: V };

/**
 * How prices are rounded.
 *
 * @public
 */
export enum Rounding {
  /** Never. */
  None = 0,
  /** To the next cent. */
  Up = 1,
  Down = 2,
}

/** The names of currencies. @public */
export enum Currency {
  Euro = "EUR",
  /** Pounds. */
  Pound = "GBP",
}

/**
 * The tax on everything.
 *
 * @public
 */
export const TAX = 0.19;

/** The default currency. @public */
export let currency: Currency = Currency.Euro;
