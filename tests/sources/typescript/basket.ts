/** interface Commented { method(): void } */
import type { Fruit, Weight as W } from "./fruit";
import Scale, * as scales from "./scale";
import fs = require("fs");

export interface Weighable<T extends object = {}> {
  readonly label: string;
  weigh(unit: string): number;
  (call: T): void;
}

export type Handler = { kind: "class Literal {}"; handle(): void };
type Hidden = keyof Fruit;

export enum Size {
  Small,
  Large = "enum Fake { A }",
}

const enum Inner {
  One,
}

@component({ selector: "class Decorated {}" })
export abstract class Basket<T> implements Weighable<T> {
  static readonly LIMIT = 3;
  private static readonly SECRET = 4;
  #count = 0;

  constructor(private readonly items: T[]) {}

  abstract describe(): string;
  weigh(unit: "kg"): number;
  @logged()
  weigh(unit: string): number {
    return <number>this.#count;
  }
  protected careful = (): void => {};
  private hidden<K>(key: K): void {}
  onChange = async () => {
    const step = <K,>(key: K) => key;
  };
}

export namespace Shop.Tools {
  export const NAME = "namespace Fake {}";
  export function open(): void {}
  function close() {}
}

declare module "colors" {
  export function paint(): void;
}
declare const VERSION: string;
export declare function parse(text: string): Fruit;
function first(): void {}
export { first, type Hidden as Shown };
export default Inner;
