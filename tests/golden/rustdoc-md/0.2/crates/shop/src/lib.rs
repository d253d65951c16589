//! A shop that weighs fruit and sells it.

pub mod basket;

pub use basket::Basket;

/// Make a basket with fruit in it.
#[macro_export]
macro_rules! basket {
    ($($fruit:expr),*) => { $crate::Basket::of(&[$($fruit),*]) };
}
