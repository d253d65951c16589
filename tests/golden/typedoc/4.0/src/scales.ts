/** The unit of a weight. */
export enum Unit {
  /** A thousandth of a kilogram. */
  Gram = 'g',
  Kilogram = 'kg',
}

/** Flags. */
export enum Flag {
  None,
  Heavy = 1 << 1,
  /** @deprecated Use `Heavy`. */
  Light,
}

/**
 * Weighs something.
 *
 * @param what The thing.
 * @param unit The unit of the result.
 */
export function weigh(what: object, unit: Unit = Unit.Gram): number {
  return unit === Unit.Gram ? 1000 : Object.keys(what).length
}
