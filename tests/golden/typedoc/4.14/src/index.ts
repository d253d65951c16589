/**
 * What a small shop sells.
 *
 * @packageDocumentation
 */
export * from './basket'
export * from './prices'
export { Unit, Flag, weigh as weighFruit } from './scales'
export * as tools from './tools'
export { default as Till } from './till'
