//! Seats, sets of seats, and values by seat.

use std::fmt;
use std::ops::{Index, IndexMut};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The most seats any game here has.
pub const MAX_SEATS: usize = 10;

/// A place at the table, numbered from 0. The next seat, "to the left" or "in turn", is one further.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Seat(u8);

impl Seat {
    /// The seat at `index`, or `None` from [`MAX_SEATS`] on.
    pub const fn new(index: usize) -> Option<Self> {
        if index < MAX_SEATS {
            Some(Self(index as u8))
        } else {
            None
        }
    }

    /// The number of this seat, 0 to 9.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Seats 0 to `players − 1` (at most [`MAX_SEATS`]), ascending.
    pub fn all(players: usize) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..players.min(MAX_SEATS) as u8).map(Self)
    }

    /// The seat `steps` further around a table of `players` seats.
    pub fn after(self, steps: usize, players: usize) -> Self {
        Self(((self.index() + steps) % players.max(1)) as u8)
    }

    /// How many steps around a table of `players` seats lead from `observer` to this seat: 0 is the observer.
    pub fn relative_to(self, observer: Self, players: usize) -> usize {
        let distance = self.index() + players - observer.index();
        if distance >= players {
            distance - players
        } else {
            distance
        }
    }
}

impl TryFrom<u8> for Seat {
    type Error = String;

    fn try_from(index: u8) -> Result<Self, String> {
        Self::new(index.into()).ok_or_else(|| format!("seat {index} is outside 0 to {}", MAX_SEATS - 1))
    }
}

impl From<Seat> for u8 {
    fn from(seat: Seat) -> Self {
        seat.0
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seat({})", self.0)
    }
}

/// A set of seats. Written as a list, ascending.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct SeatSet(u16);

impl SeatSet {
    /// No seat.
    pub const EMPTY: Self = Self(0);

    /// Seats 0 to `players − 1`.
    pub const fn all(players: usize) -> Self {
        let players = if players < MAX_SEATS { players } else { MAX_SEATS };
        Self((1 << players) - 1)
    }

    /// One seat.
    pub const fn one(seat: Seat) -> Self {
        Self(1 << seat.0)
    }

    /// Adds a seat; false if it was there already.
    pub const fn insert(&mut self, seat: Seat) -> bool {
        let before = self.0;
        self.0 |= 1 << seat.0;
        before != self.0
    }

    /// Whether `seat` is in the set.
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 == 1
    }

    /// How many seats are in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no seat is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Takes a seat out; false if it was not there.
    pub const fn remove(&mut self, seat: Seat) -> bool {
        let before = self.0;
        self.0 &= !(1 << seat.0);
        before != self.0
    }

    /// The seats in either set.
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The seats of this set that are not in `other`.
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The seats, ascending.
    pub fn iter(self) -> impl Iterator<Item = Seat> + Clone {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            let seat = (bits != 0).then(|| Seat(bits.trailing_zeros() as u8))?;
            bits &= bits - 1;
            Some(seat)
        })
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        let mut set = Self::EMPTY;
        for seat in seats {
            set.insert(seat);
        }
        set
    }
}

impl Serialize for SeatSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for SeatSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Vec::<Seat>::deserialize(deserializer)?.into_iter().collect())
    }
}

impl fmt::Debug for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Seat::index)).finish()
    }
}

/// One value for each seat at the table, without an allocation. Written as a list, seat 0 first.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct SeatMap<T> {
    // Places from `players` on keep the default value, so that equality can compare the whole array.
    values: [T; MAX_SEATS],
    players: u8,
}

impl<T: Copy + Default> SeatMap<T> {
    /// `value` for each of `players` (at most [`MAX_SEATS`]) seats.
    #[inline]
    pub fn new(players: usize, value: T) -> Self {
        let players = players.min(MAX_SEATS);
        let mut values = [T::default(); MAX_SEATS];
        values[..players].fill(value);
        Self {
            values,
            players: players as u8,
        }
    }

    /// The default value for each of `players` (at most [`MAX_SEATS`]) seats.
    #[inline]
    pub(crate) fn defaults(players: usize) -> Self {
        Self {
            values: [T::default(); MAX_SEATS],
            players: players.min(MAX_SEATS) as u8,
        }
    }

    /// What `value` gives for each of `players` (at most [`MAX_SEATS`]) seats.
    #[inline]
    pub fn from_fn(players: usize, mut value: impl FnMut(Seat) -> T) -> Self {
        let players = players.min(MAX_SEATS);
        let mut values = [T::default(); MAX_SEATS];
        for (place, index) in values[..players].iter_mut().zip(0..) {
            *place = value(Seat(index));
        }
        Self {
            values,
            players: players as u8,
        }
    }

    /// The values of a list, seat 0 first; `None` if it is longer than [`MAX_SEATS`].
    pub fn from_slice(values: &[T]) -> Option<Self> {
        (values.len() <= MAX_SEATS).then(|| Self::from_fn(values.len(), |seat| values[seat.index()]))
    }

    /// The same seats with other values.
    #[inline]
    pub fn map<U: Copy + Default>(&self, mut value: impl FnMut(T) -> U) -> SeatMap<U> {
        SeatMap::from_fn(self.players(), |seat| value(self[seat]))
    }
}

impl<T> SeatMap<T> {
    /// How many seats there are.
    pub const fn players(&self) -> usize {
        self.players as usize
    }

    /// The values, seat 0 first.
    pub fn values(&self) -> &[T] {
        &self.values[..self.players()]
    }

    /// Seats with their values, ascending.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Seat, &T)> + ExactSizeIterator {
        Seat::all(self.players()).zip(self.values())
    }

    /// Seats with their values to change, ascending.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (Seat, &mut T)> {
        Seat::all(self.players.into()).zip(&mut self.values)
    }
}

impl<T: Copy + Default> Default for SeatMap<T> {
    /// No seats.
    fn default() -> Self {
        Self::defaults(0)
    }
}

impl<T> Index<Seat> for SeatMap<T> {
    type Output = T;

    /// The value of `seat`; a seat that is not at the table has the default value.
    fn index(&self, seat: Seat) -> &T {
        &self.values[seat.index()]
    }
}

impl<T> IndexMut<Seat> for SeatMap<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        debug_assert!(seat.index() < self.players(), "{seat:?} is not at this table");
        &mut self.values[seat.index()]
    }
}

impl<T: fmt::Debug> fmt::Debug for SeatMap<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.values().fmt(f)
    }
}

impl<T: Serialize> Serialize for SeatMap<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.values().serialize(serializer)
    }
}

impl<'de, T: Copy + Default + Deserialize<'de>> Deserialize<'de> for SeatMap<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let values = Vec::<T>::deserialize(deserializer)?;
        Self::from_slice(&values)
            .ok_or_else(|| serde::de::Error::invalid_length(values.len(), &"at most 10 seats"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_wrap_around_the_table() {
        let seat = |index| Seat::new(index).unwrap();
        assert_eq!(Seat::new(10), None);
        assert_eq!(seat(3).after(1, 4), seat(0));
        assert_eq!(seat(1).relative_to(seat(3), 4), 2);
        assert_eq!(seat(3).relative_to(seat(3), 4), 0);
    }

    #[test]
    fn a_seat_map_is_a_list_in_json() {
        let map = SeatMap::from_fn(3, |seat| seat.index() as i32 * 5);
        let text = serde_json::to_string(&map).unwrap();
        assert_eq!(text, "[0,5,10]");
        assert_eq!(serde_json::from_str::<SeatMap<i32>>(&text).unwrap(), map);
        assert!(serde_json::from_str::<SeatMap<i32>>("[0,0,0,0,0,0,0,0,0,0,0]").is_err());
    }
}
