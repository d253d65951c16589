/* tslint:disable */
/* eslint-disable */
export * from './HarvestLogApi';
export * from './TreesApi';
