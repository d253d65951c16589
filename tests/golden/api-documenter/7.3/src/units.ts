/** Turns grams into pounds. */
export function pounds(grams: number): number {
  return grams / 453.6;
}
