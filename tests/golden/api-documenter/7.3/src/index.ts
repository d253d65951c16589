/**
 * What a shop needs: baskets, prices and tills.
 *
 * @packageDocumentation
 */

export * from "./basket";
export * from "./prices";
export * from "./till";
import * as units from "./units";
export { units };
