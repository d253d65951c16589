import { Hook } from './hook';

export interface CraneOptions {
  reach?: number;
}

export class Crane {
  constructor(readonly options: CraneOptions = {}) {}

  attach(hook: Hook): void {}
}

export const enum Side {
  Land,
  Sea,
}

export function createCrane(options?: CraneOptions): Crane {
  return new Crane(options);
}

function grease(crane: Crane): void {}
