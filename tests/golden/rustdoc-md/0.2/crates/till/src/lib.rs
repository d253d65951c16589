//! Takes the money.

/// The basket of the till, which has nothing to do with that of a customer.
pub struct Basket {
    pub coins: u64,
}

pub struct Scale;
