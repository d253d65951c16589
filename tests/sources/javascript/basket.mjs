// class Commented {} and function commented() {}
import fs, { readFile as read } from "node:fs";
import * as path from "node:path";
import "./polyfill.js";
export { weigh as measure } from "./scale.js";
export * from "./fruit.js";

const text = `class Templated { method() {} } ${(() => "function inTemplate() {}")()}`;
const pattern = /function fromPattern() {}/;
export const LIMIT = 3, OTHER = 4;
let counter = 0;

export class Basket extends Base {
  static SIZE = 1;
  static #hidden = 2;
  weight = 0;
  handle = (event) => this.#secret(event);

  constructor(items = [class {}]) {
    super();
    const local = 1;
    this.items = items;
  }

  get size() {
    return this.items.length;
  }

  static async *all() {}

  #secret() {
    function inner() {
      const innermost = () => counter++;
      return innermost;
    }
    return inner;
  }

  _careful() {}
}

export const add = async (first, second) => first + second;
const twice = function named() {};
export function* numbers() {}
function helper() {}
function later() {}
class Quiet {
  speak() {}
}
const Bound = class {
  run() {}
};

const api = { get() {}, post: () => {} };
test("function tested() {}", () => {
  const assertion = () => {};
});

export default function () {
  function nested() {}
}
export { later, Bound as Renamed };
