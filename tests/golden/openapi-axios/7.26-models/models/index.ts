export * from './apple';
export * from './fruit';
export * from './old-tree';
export * from './owner';
export * from './pear';
export * from './species';
export * from './tree';
