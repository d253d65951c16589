/* tslint:disable */
/* eslint-disable */
export * from './Apple';
export * from './Fruit';
export * from './OldTree';
export * from './Owner';
export * from './Pear';
export * from './Species';
export * from './Tree';
