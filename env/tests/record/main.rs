//! Game records: those of other programs, and our own.
//!
//! - `common`: random play, written down
//! - `given`: records made elsewhere replay, or are refused where they are wrong
//! - `own`: our own records replay and come back
//! - `schema`: the JSON Schema has the fields that there are
//! - `wrong`: wrong and damaged records are refused, and say where

mod common;
mod given;
mod own;
mod schema;
mod wrong;
