import { Basket, Thing } from "./basket";
import { Price, Pair, Rounding } from "./prices";

/**
 * Sells a basket.
 *
 * @remarks
 * Nothing happens with an empty basket.
 *
 * @param basket - what to sell
 * @param rounding - how to round
 * @param options - an object | nothing
 * @returns the price and `true`
 *
 * @example
 * ```ts
 * sell(new Basket("Ann"));
 * ```
 *
 * @public
 */
export async function sell(
  basket: Basket,
  rounding: Rounding = Rounding.None,
  options?: Pair<string, number | undefined>,
): Promise<[Price, boolean]> {
  return [0, true];
}

/**
 * Looks for the cheapest thing.
 *
 * @typeParam T - the type of the things
 * @param things - where to look
 */
export function cheapest<T extends Thing>(...things: T[]): T | undefined {
  return things[0];
}
