"""What sources of Dart declare and define."""

import pytest
from declared_lines import listed

from doclint.source.extract import read
from doclint.source.trees import is_known

pytestmark = pytest.mark.skipif(not is_known("dart"), reason="the grammar is not installed")

SOURCE = """\
import 'package:shop/box.dart' as box;
import 'dart:convert';

/// A basket
/// of fruit.
@Holds(a: 1)
class Basket<T> extends box.Box<T> with Counts<int>, Weighs implements Flat {
  /// Makes one.
  Basket({required this.name, this.id = 3, int? size, super.key});
  Basket.fromJson(Map<String, box.Fruit>? json, [int depth = 2]) : name = '';
  factory Basket.make(int a) => Basket(name: '');
  const factory Basket.red() = RedBasket;
  static const int most = 3, least = 1;
  late final List<String> names = [];
  box.Fruit? fruit;
  void Function(int) done;
  int get size => 1;
  set size(int value) {}
  @override
  Future<void> fill(covariant String a, {required int b, int c = 1}) async {
    void inside() {}
  }
  static (int, String) _hidden() => (1, 'a');
  bool operator ==(Object other) => true;
  external int weigh();
}
mixin Counts<T> on A, B<int> {
  void count();
}
enum Ripe implements Shown {
  green(1), yellow(2);
  const Ripe(this.days);
  final int days;
}
extension Words on String {
  int foo() => 1;
}
typedef Callback = void Function(int a);
int top(int a, [int b = 1]) => 1;
/// A limit.
const limit = 1;
final String topName = 'a';
"""


def test_declarations() -> None:
    assert listed("dart", SOURCE) == [
        "7 class Basket < box.Box<T> | Counts<int> | Weighs | Flat @Holds(a: 1) 'A basket\\nof fruit.'",
        "  9 method Basket(name, id = 3, size: int?, key) 'Makes one.'",
        "  10 method fromJson(json: Map<String, box.Fruit>?, depth: int = 2)",
        "  11 method make(a: int)",
        "  12 method red()",
        "  13 constant most: int = 3 is_static",
        "  13 constant least: int = 1 is_static",
        "  14 field names: List<String> = []",
        "  15 field fruit: box.Fruit?",
        "  16 field done: void Function(int)",
        "  17 property size: int",
        "  20 method fill(a: String, b: int, c: int = 1) -> Future<void> @override is_async",
        "  23 method _hidden() -> (int, String) is_static (private)",
        "  25 method weigh() -> int",
        "27 class Counts < A | B<int>",
        "  28 method count() -> void",
        "30 enum Ripe < Shown",
        "  31 enum-member green is_static",
        "  31 enum-member yellow is_static",
        "  32 method Ripe(days)",
        "  33 field days: int",
        "35 class Words",
        "  36 method foo() -> int",
        "38 type Callback = void Function(int a)",
        "39 function top(a: int, b: int = 1) -> int",
        "41 constant limit = 1 'A limit.'",
        "42 variable topName: String = 'a'",
    ]


def test_symbols() -> None:
    found = read("dart", SOURCE.encode())
    assert found is not None
    named = [f"{one.line} {one.kind} {one.qualified}{'' if one.public else ' -'}" for one in found.found]
    assert named[:4] == [
        "1 import package:shop/box.dart -",
        "2 import dart:convert -",
        "7 class Basket",
        "9 method Basket.Basket",
    ]
    assert "21 function inside -" in named
