/** Weighs. */
package fruit;

/**
 * A.
 *
 * @param <T> x
 */
@Deprecated
@Holds(fruit = 1)
public abstract class Basket<T extends Fruit> extends Box<T> implements Heavy, Comparable<T> {
  /** How many. */ public static final int MOST = 3, ALL[] = {1};
  @Nullable protected String name;
  public Basket(int size, final String... names) throws IOException { }
  Basket() {}
  @Override public <K> List<K> all(@NonNull K k, int[] xs[]) { class Local {} return null; }
  /** More. */
  public static void all() {}
  static class Handle { void turn() {} public void turn(int far) {} }
  static { int q; }
}
record Point<T>(int x, T... y) implements Place {
  Point { }
}
public record Size(int cm) {}
enum Ripe implements Shown {
  /** Not yet. */ GREEN(1), YELLOW { void x() {} };
  private final int days;
  Ripe(int days) {}
}
interface Scale extends Heavy, Flat {
  int MOST = 1;
  void weigh();
  private void hidden() {}
  class Unit {}
}
@interface Holds { int fruit() default 1; }
