//! Weighs
//! fruit.
use std::fmt;

/// A basket.
// Not of the documentation.
#[derive(Debug, Clone)]
/// It holds fruit.
pub struct Basket<'a, T: Fruit> {
    pub size: usize,
    #[cfg(unix)]
    pub(crate) fruit: Option<&'a T>, /** Its type. */ r#type: u8,
}
struct Pair(pub i32, String);
pub enum Ripe {
    Green,
    /// So so.
    Yellow { days: u8 },
    Brown(u8) = 4,
}
impl<'a, T> Basket<'a, T> {
    pub const MOST: u8 = 3;
    /// Makes one.
    pub fn new() -> Self { struct Inner; Self {} }
    pub async fn fill<K, const N: usize>(&mut self, (a, b): (u8, u8), mut k: Vec<K>) -> Result<K, Error> where K: A {}
    fn take(self: Box<Self>, _by: u8) {}
}
#[cfg(test)]
impl fmt::Display for Basket<'_, i32> {
    type Out = i32;
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {}
}
impl fmt::Display for elsewhere::Other {
    fn fmt(&self) {}
}
/// What has weight.
pub trait Fruit: Clone + Send {
    type Peel: Soft;
    const N: usize = 2;
    fn weigh(&self) -> u32;
}
pub static mut TOTAL: u32 = 1;
type List<T> = Vec<T>;
mod inner {
    //! Inside.
    pub(super) fn f() {}
}
extern "C" {
    pub fn printf(format: *const c_char, ...) -> c_int;
}
union Bits { a: u32, b: f32 }
