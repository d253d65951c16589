export * from '@quayside/crane';
export * from 'chartkit';
export function draw(): void {}
