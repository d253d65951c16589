/**
 * Tools of the shop.
 *
 * @module
 */

/** Rounds a price to cents. */
export function round(price: number, up: boolean): number {
  return up ? Math.ceil(price) : Math.floor(price)
}

/** A tool. */
export interface Tool {
  use(times?: number): Promise<void>
}

export namespace inner {
  /** Deep. */
  export function deep(): void {}
  export const DEPTH = 3
}
