package com.example.fruit;

import static java.lang.Math.max;

import java.util.*;
import java.util.function.Function;

/**
 * <pre>class Documented { void documented() {} }</pre>
 */
@Deprecated(since = "public class Quoted {}")
public abstract class Basket<T extends Comparable<T>> implements Weighable {
    public static final int LIMIT = 3, OTHER = 4;
    static final public String NAME = "void quoted() {}";
    private static final int SECRET = 5;
    private final List<T> items;
    public static int counter;

    public Basket(List<T> items) {
        this.items = items;
    }

    @Override
    public <K> Map<K, T> by(Function<? super T, K> key) {
        Runnable task = new Runnable() {
            @Override
            public void run() {}
        };
        class Local {
            void work() {}
        }
        Runnable other = () -> counter++;
        return null;
    }

    protected abstract void careful();

    void shared() {}

    // private void commented() {}
    private static class Node {
        public Node next() {
            return this;
        }
    }

    public record Price(long cents) {
        public Price {
            max(cents, 0);
        }

        static Price free() {
            return new Price(0);
        }
    }
}

interface Weighable {
    double FACTOR = 1.5;

    double weigh();

    default void twice() {}

    private void helper() {}

    enum Unit {
        GRAM,
        POUND("class Fake {}") {
            @Override
            String label() {
                return "lb";
            }
        };

        Unit(String... names) {}

        String label() {
            return "";
        }
    }
}

@interface Fresh {
    int days() default 1;
}
