//! struct Commented;
#![allow(dead_code)]

extern crate alloc;

use std::{
    collections::{self, hash_map::Entry, HashMap as Map},
    fmt::{Display, Formatter},
    io::prelude::*,
};
use crate::scale;
pub use self::inner::Deep as Renamed;
use super::*;

pub const LIMIT: usize = 3;
static mut COUNT: u32 = 0;
pub(crate) type Weight = f64;
pub mod remote;

/// A basket. `fn documented() {}`
#[derive(Debug, Clone)]
pub struct Basket<'a, T: Display> {
    items: Vec<&'a T>,
}

pub enum Fruit {
    Apple,
    Pear { ripe: bool },
}

union Bits {
    word: u32,
}

pub trait Weigh: Sized {
    type Unit;
    const FACTOR: f64 = 1.0;
    fn weigh(&self) -> Self::Unit;
    fn twice(&self) {}
}

impl<'a, T: Display> Basket<'a, T> {
    pub const SIZE: usize = 1;

    pub async fn new() -> Self {
        fn helper() {}
        let closure = || "fn quoted() {}";
        let raw = r#"impl Raw { fn raw() {} }"#;
        todo!()
    }

    pub(super) fn restricted(&self) {}
    fn hidden(&self) {}
}

impl<'a, T: Display> Weigh for Basket<'a, T> {
    type Unit = f64;
    fn weigh(&self) -> f64 {
        0.0
    }
}

impl std::fmt::Display for Fruit {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write!(f, "struct Written;")
    }
}

#[macro_export]
macro_rules! basket {
    ($name:ident) => {
        struct Generated;
        fn $name() {}
    };
}

macro_rules! quiet {
    () => {};
}

extern "C" {
    pub fn weigh_c(grams: i32) -> i32;
}

mod inner {
    pub struct Deep;
    pub fn open() {}

    #[cfg(test)]
    mod tests {
        #[test]
        fn it_works() {}
    }
}
