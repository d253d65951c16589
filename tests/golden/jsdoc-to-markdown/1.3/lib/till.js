/**
 * Adds prices.
 * @param {Array.<number>} prices - What each fruit costs
 * @param {(string|null)} [currency=EUR] - The currency
 * @returns {string} the sum, for people
 */
function total (prices, currency = 'EUR') {
  return `${prices.length} ${currency}`
}

/**
 * How much regular customers save.
 * @constant
 * @type {number}
 * @default
 */
const DISCOUNT = 0.25

/**
 * Counts money.
 * @param {number} float - What is in it in the morning
 */
class Till {
  constructor (float) {
    /**
     * What is in it.
     * @type {number}
     */
    this.cash = float
  }

  /**
   * Takes money.
   * @param {number} amount - How much
   * @returns {Till} the till
   */
  take (amount) {
    this.cash += amount
    return this
  }

  /**
   * Opens the drawer.
   */
  open () {}
}

/**
 * Prints receipts.
 * @extends Till
 */
class PrintingTill extends Till {
  /**
   * Prints a receipt.
   * @param {string} text - What is on it
   * @param {number} [copies=1] - How many
   */
  print (text, copies = 1) {}
}

module.exports = { total, DISCOUNT, Till, PrintingTill }
