export function paint(color: string): void {}
export function sand(): void {}
