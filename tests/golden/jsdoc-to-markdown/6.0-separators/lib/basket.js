/**
 * Baskets of fruit.
 * @module basket
 */

/**
 * What a fruit weighs, in grams, if nobody weighed it.
 * @type {number}
 * @default
 */
export const WEIGHT = 120

/**
 * How ripe a fruit is.
 * @readonly
 * @enum {number}
 */
export const Ripeness = {
  /** Not yet to be eaten */
  GREEN: 0,
  /** Just right */
  RIPE: 1,
  /** For jam */
  SOFT: 2
}

/**
 * @typedef {object} Fruit
 * @property {string} name - What it is called
 * @property {number} weight - Its weight in grams
 * @property {boolean} [peeled=false] - Whether its peel is gone
 */

/**
 * Called for each fruit of a basket.
 * @callback visitFruit
 * @param {Fruit} fruit - The fruit
 * @param {number} index - Its place in the basket
 * @returns {boolean} false to stop
 */

/** Holds fruit until it is sold. */
export class Basket {
  /**
   * Weaves a basket.
   * @param {number} capacity - How many fruits fit
   * @param {object} [options] - How to weave it
   * @param {string} [options.material="willow"] - What it is made of
   * @param {boolean} [options.handles=true] - Whether it has handles
   */
  constructor (capacity, options) {
    /**
     * How many fruits fit.
     * @type {number}
     */
    this.capacity = capacity
    this.options = options
  }

  /**
   * What all fruits weigh together.
   * @type {number}
   * @readonly
   */
  get weight () {
    return 0
  }

  /**
   * Puts a fruit into the basket.
   * @param {Fruit} fruit - What to put in
   * @param {number} [count=1] - How often
   * @returns {boolean} whether there was room
   * @throws {RangeError} if the count is negative
   * @fires module:basket.Basket#full
   * @example
   * basket.put({ name: 'pear', weight: 150 }, 2)
   */
  put (fruit, count = 1) {
    return true
  }

  /**
   * Visits each fruit.
   * @param {visitFruit} visit - What to call
   */
  each (visit) {}

  /**
   * Empties the basket.
   * @deprecated use a new basket
   */
  empty () {}

  /**
   * Sells the fruit.
   * @param {string} buyer - Who takes it
   * @returns {Promise<number>} what it earned
   */
  async sell (buyer) {
    return 0
  }

  /**
   * Makes a basket of fruits.
   * @param {...Fruit} fruits - What is in it
   * @returns {Basket} a full basket
   */
  static of (...fruits) {
    return new Basket(fruits.length)
  }
}

/**
 * The basket is full.
 * @event module:basket.Basket#full
 * @type {object}
 * @property {number} count - How many fruits it holds
 */

/**
 * Compares two fruits by their weight.
 * @param {Fruit} left - One of them
 * @param {Fruit} right - The other
 * @returns {number} which is heavier
 */
export function compare (left, right) {
  return left.weight - right.weight
}
