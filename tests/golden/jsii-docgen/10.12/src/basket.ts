import { PriceOptions } from './prices';

/** Something that can be weighed. */
export interface IWeighable {
  /** The weight in grams. */
  readonly weight: number;

  /** Weighs it again. */
  weigh(times?: number): number;
}

/** Options of a basket. */
export interface BasketOptions extends PriceOptions {
  /** Who owns it. */
  readonly owner: string;

  /** Labels, as a | b. */
  readonly labels?: { [key: string]: string };

  readonly things?: string[];
}

/** What all containers have. */
export abstract class Container {
  /** Whether something is a container. */
  public static isContainer(thing: any): boolean {
    return thing instanceof Container;
  }

  /** The largest one. */
  public static readonly LARGEST: number = 100;

  /** How many there are. */
  public count: number = 0;

  /** Takes everything out. */
  public clear(): void {
    this.count = 0;
  }

  /** Fills it. */
  public abstract fill(thing: string): void;
}

/**
 * What a customer wants to buy.
 *
 * @example
 * new Basket('Ann', { owner: 'Ann', amount: 3 });
 */
export class Basket extends Container implements IWeighable {
  public readonly weight: number;
  /** Who owns it. */
  public readonly owner: string;

  /**
   * @param name The name of the basket.
   * @param options All options.
   */
  constructor(name: string, options?: BasketOptions) {
    super();
    this.weight = 0;
    this.owner = options?.owner ?? name;
  }

  public fill(thing: string): void {
    this.add(thing);
  }

  /**
   * Puts a thing into the basket.
   *
   * It is there at once.
   *
   * @param thing What to add.
   * @param count How many of them.
   * @returns how many there are
   */
  public add(thing: string, count?: number): number {
    return thing.length + (count ?? 1);
  }

  public weigh(times?: number): number {
    return times ?? 0;
  }

  /**
   * Sells all things.
   *
   * @deprecated Use a till.
   */
  public sell(...things: string[]): Promise<number> {
    return Promise.resolve(things.length);
  }
}
