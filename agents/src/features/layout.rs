//! Named places of the numbers that describe decisions.

use hornox_env::observe::{Layout, SpanBuilder};

/// A part of an encoding: its name, how many numbers it has, and what they mean.
pub(super) type Place = (&'static str, usize, &'static str);

/// Names places one behind the other, and lists the same names for a [`Layout`].
macro_rules! places {
    ($($name:ident $text:literal [$width:literal] $meaning:literal;)*) => {
        pub(crate) const SPANS: &[$crate::features::layout::Place] = &[$(($text, $width, $meaning)),*];
        $crate::features::layout::places!(@ 0; $($name $width)*);
    };
    (@ $at:expr;) => { pub(crate) const LEN: usize = $at; };
    (@ $at:expr; $name:ident $width:literal $($rest:tt)*) => {
        pub(crate) const $name: usize = $at;
        $crate::features::layout::places!(@ $at + $width; $($rest)*);
    };
}

pub(super) use places;

/// The layout of an encoding's places.
pub(super) fn layout(name: &'static str, version: u32, places: &[Place]) -> Layout {
    let builder = SpanBuilder::new(name, version);
    let spans = places.iter().fold(builder, |builder, &(name, width, meaning)| {
        builder.span(name, &[width], meaning)
    });
    spans.build()
}

/// 1 for a truth, 0 for none.
pub(super) fn flag(is: bool) -> f32 {
    f32::from(u8::from(is))
}
