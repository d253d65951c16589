import { Price } from "./prices";

/**
 * A thing that is for sale.
 *
 * @public
 */
export interface Thing {
  /** The name of the thing. */
  readonly name: string;

  /** What it costs. */
  price: Price;

  /** How heavy it is, in grams. */
  weight?: number;

  /**
   * Compares two things.
   *
   * @param other - the other thing
   * @returns whether they are the same
   */
  equals(other: Thing): boolean;

  /** Called when the thing is sold; may be absent. */
  onSale?(buyer: string): void;
}

/**
 * Something that can be weighed.
 *
 * @public
 */
export interface Weighable {
  /** Returns the weight. */
  weigh(): number;
}

/**
 * What all baskets have.
 *
 * @remarks
 * Do not use it directly; see {@link Basket}.
 *
 * @public
 */
export abstract class Container<T extends Thing = Thing> {
  /** How many containers there are. */
  static count: number = 0;

  /** Who owns it. */
  abstract readonly owner: string;

  /**
   * Puts a thing into the container.
   *
   * @param thing - what to add
   * @param count - how many of them, one by default
   */
  abstract add(thing: T, count?: number): void;

  /** @internal */
  _reset(): void {}
}

/**
 * What a customer wants to buy.
 *
 * @remarks
 * A basket keeps the order of its things:
 *
 * - first come
 * - first served
 *
 * @example
 * Fill a basket:
 * ```ts
 * const basket = new Basket("Ann");
 * basket.add(bread, 2);
 * ```
 *
 * @example
 * An empty one: `new Basket("Bob")`.
 *
 * @public
 */
export class Basket extends Container<Thing> implements Weighable {
  readonly owner: string;

  private secret: string = "";

  private owned: Thing[] = [];

  /** A note for the till, `none` or <nothing> by default. */
  note?: string;

  /**
   * Makes a basket.
   *
   * @param owner - whose basket it is
   */
  constructor(owner: string) {
    super();
    this.owner = owner;
  }

  /** {@inheritDoc Container.add} */
  add(thing: Thing, count: number = 1): void {
    for (let index = 0; index < count; index++) {
      this.owned.push(thing);
    }
  }

  /**
   * The sum of all prices, in cents.
   *
   * @defaultValue 0
   */
  get total(): number {
    return 0;
  }

  set total(value: number) {
    this.secret = String(value);
  }

  weigh(): number {
    return this.owned.length;
  }

  /**
   * Finds things.
   *
   * @param name - the name | a part of it
   * @returns all things of the name
   */
  find(name: string): Thing[];
  /**
   * Finds things by a test.
   *
   * @param test - what must be true of them
   * @typeParam T - the type of the things
   */
  find<T extends Thing>(test: (thing: Thing) => thing is T): T[];
  find(test: unknown): Thing[] {
    return [];
  }

  /**
   * Sells everything.
   *
   * @deprecated Use {@link sell} instead.
   *
   * @throws RangeError
   * If the basket is empty.
   *
   * @param options - how to sell
   * @returns the price
   */
  async sellAll(options: { fast: boolean; discount?: number } = { fast: true }): Promise<number> {
    return 0;
  }

  /**
   * Opens a basket that was kept.
   *
   * @param key - the key of the basket
   */
  static open(key: string | number, ...flags: string[]): Basket {
    return new Basket(String(key));
  }

  /** For tests. @beta */
  inspect(): Record<string, unknown> {
    return { secret: this.secret };
  }
}
