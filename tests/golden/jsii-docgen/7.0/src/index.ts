export * from './basket';
export * from './prices';
export * as units from './units';
