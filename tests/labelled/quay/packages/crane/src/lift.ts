export default function lift(weight: number): void {}
