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
