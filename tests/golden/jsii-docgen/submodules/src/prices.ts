/** How prices are rounded. */
export enum Rounding {
  /** Never. */
  NONE = 'none',
  /** To the next cent. */
  UP = 'up',
  DOWN = 'down',
}

/** What a thing costs. */
export interface PriceOptions {
  /** In cents. */
  readonly amount: number;

  /**
   * The currency.
   *
   * @default "EUR"
   */
  readonly currency?: string;

  /**
   * How it is rounded.
   *
   * @default Rounding.NONE
   */
  readonly rounding?: Rounding;

  /** @deprecated Use `currency`. */
  readonly unit?: string;
}
