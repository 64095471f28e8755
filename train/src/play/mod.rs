//! A person at the keyboard plays a seat against agents.
//!
//! - [`Session`]: one game from the first deal to the last table
//! - [`Tabletop`]: what a game tells a person and how it reads an answer; `nimmt` and `sixes` do so
//! - [`Console`]: lines out, lines in
//! - [`Names`]: how seats are called
//! - [`Standing`]: who is ahead
//! - `layout`: cards and tables that fit 80 columns
//!
//! All text is plain ASCII without colours or cursor movements, so that it reads alike on any terminal, through
//! a pipe, and aloud.

mod console;
mod error;
mod layout;
mod names;
mod nimmt;
mod session;
mod sixes;
mod standing;
mod tabletop;

pub use console::Console;
pub use error::SessionError;
pub use names::Names;
pub use session::{Ending, Session, farewell};
pub use standing::Standing;
pub use tabletop::Tabletop;
