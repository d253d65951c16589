export * from './basket'
export { Unit, weigh as weighFruit } from './scales'
