/** Where people pay. */
export default class Till {
  /** Pays. */
  pay(amount: number): void {
    void amount
  }
}
