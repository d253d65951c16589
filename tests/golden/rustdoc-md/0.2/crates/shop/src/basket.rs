//! What a customer carries.

use std::fmt;

/// The most fruits in a basket.
pub const MOST: usize = 12;

pub const DAY: u64 = 24 * 60 * 60;

pub static CURRENCY: &str = "EUR";

/// Many pieces of fruit.
pub type Fruits = Vec<Fruit>;

/// The basket of one customer.
#[derive(Clone)]
pub struct Basket {
    /// Who carries it.
    pub owner: String,
    /// The most that it holds, in kilograms.
    /// None if it holds any weight.
    pub limit: Option<f64>,
    fruits: Fruits,
    #[doc(hidden)]
    pub seal: u8,
}

impl Basket {
    /// Make an empty basket for an owner.
    pub fn new(owner: impl Into<String>) -> Self {
        Self { owner: owner.into(), limit: None, fruits: Vec::new(), seal: 0 }
    }

    /// Put some pieces of a fruit into the basket.
    pub fn put(&mut self, name: &str, count: u32) -> Result<(), BasketError> {
        let _ = (name, count);
        Ok(())
    }

    /// Count the fruits.
    pub fn len(&self) -> usize {
        self.fruits.len()
    }

    /// Return the fruit that weighs most.
    pub fn heaviest(&self) -> Option<&Fruit> {
        self.fruits.first()
    }

    /// Return the fruits, sorted by a key.
    pub fn sorted_by<K, F>(&self, key: F) -> Vec<Fruit>
    where
        K: Ord,
        F: Fn(&Fruit) -> K,
    {
        let mut sorted = self.fruits.clone();
        sorted.sort_by_key(key);
        sorted
    }

    /// Send the basket to an address, and return the receipt.
    pub async fn send(self, address: &str) -> Result<Receipt, BasketError> {
        let _ = address;
        Ok(Receipt(1, 0))
    }

    pub const fn capacity() -> usize {
        MOST
    }

    /// Take a fruit out without a look at how many there are.
    ///
    /// # Safety
    ///
    /// There must be a fruit at the index.
    pub unsafe fn take_unchecked(&mut self, index: usize) -> Fruit {
        self.fruits.remove(index)
    }

    #[doc(hidden)]
    pub fn of(names: &[&str]) -> Self {
        let _ = names;
        Self::new("nobody")
    }

    #[cfg(feature = "audit")]
    pub fn audit(&self) -> bool {
        true
    }

    fn weigh(&self) -> f64 {
        0.0
    }
}

impl Default for Basket {
    fn default() -> Self {
        Self::new("nobody")
    }
}

/// A piece of fruit.
#[derive(Clone)]
#[non_exhaustive]
pub struct Fruit {
    pub name: String,
    /// In kilograms.
    pub weight: f64,
    pub ripeness: Ripeness,
}

impl Fruit {
    /// Whether it weighs more than a limit.
    pub fn is_heavy(&self, limit: f64) -> bool {
        self.weight > limit
    }
}

impl Priced for Fruit {
    type Money = u64;

    fn price(&self) -> u64 {
        3
    }

    fn name(&self) -> &str {
        &self.name
    }
}

/// What a customer gets for money.
#[derive(Clone)]
pub struct Receipt(
    /// The number of the receipt.
    pub u64,
    u8,
);

/// Why something does not go into a basket.
#[derive(Clone)]
pub enum BasketError {
    /// There is no room for more.
    Full,
    /// Nobody sells such a fruit.
    Unknown(String),
    /// A fruit weighs more than the basket holds.
    TooHeavy {
        /// What the fruit weighs.
        weight: f64,
        limit: f64,
    },
}

impl BasketError {
    pub fn is_final(&self) -> bool {
        matches!(self, Self::Unknown(_))
    }
}

impl fmt::Display for BasketError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "no")
    }
}

/// How ripe a fruit is.
#[derive(Clone)]
#[repr(u8)]
pub enum Ripeness {
    Green = 0,
    /// Sell it today.
    Ripe = 1,
    Brown = 2,
}

/// What has a price.
pub trait Priced: Send {
    /// What prices are in.
    type Money;

    /// Return the price of one piece.
    fn price(&self) -> u64;

    fn name(&self) -> &str;

    /// Return the price of several pieces.
    fn total(&self, count: u32) -> u64 {
        self.price() * u64::from(count)
    }
}

/// Put two baskets into one.
///
/// # Errors
///
/// Fails if both together are too heavy.
pub fn merge(left: Basket, right: Basket) -> Result<Basket, BasketError> {
    let _ = right;
    Ok(left)
}

pub fn heaviest_of<'a>(baskets: &'a [Basket]) -> Option<&'a Basket> {
    baskets.first()
}

/// Sort fruits by a key.
pub fn sort<K, F>(fruits: &mut [Fruit], key: F)
where
    K: Ord,
    F: Fn(&Fruit) -> K,
{
    fruits.sort_by_key(key)
}
