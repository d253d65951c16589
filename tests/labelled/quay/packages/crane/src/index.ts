export * from './crane';
export * as units from './units';
export { Hook as CraneHook } from './hook';
export { default as lift } from './lift';
export type { Load } from './load';
