"use strict";
/* exports.fake = function () {} */
const fs = require("fs");
const { join, resolve: absolute } = require("path");

function Basket(items) {
  this.items = items;
}

Basket.prototype.weigh = function () {
  return this.items.length;
};

function helper() {}
class Apple {}
class Pear {}

exports.count = function (basket) {
  return helper(basket);
};

module.exports.later = () => {};
module.exports = { Basket, fruit: Apple };
