/** A unit of weight. */
export class Unit {
  /** Makes a unit of grams. */
  public static grams(): Unit {
    return new Unit('g');
  }

  /** @param name What it is called. */
  constructor(public readonly name: string) {}
}
