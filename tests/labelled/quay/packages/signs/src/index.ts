export * from '@quayside/crane';
export { paint } from './paint';
