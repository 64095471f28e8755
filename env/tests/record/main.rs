//! Game records: those of other programs, and our own.
//!
//! - `given`: records made elsewhere replay, or are refused where they are wrong
//! - `common`: random play, written down

mod given;
