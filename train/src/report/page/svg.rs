//! Drawings whose colours follow the page's.

use plotters::backend::SVGBackend;
use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind, IntoDrawingArea};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{FontFamily, IntoFont, RGBColor, TextStyle};

use super::PageError;
use super::html::{COLOURS, colours, escape};

/// Where charts are drawn.
pub(super) type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// What can go wrong while they are.
pub(super) type Wrong = DrawingAreaErrorKind<std::io::Error>;

/// Colours that stand for the page's own: plotters writes fixed ones, and these are replaced afterwards.
const MARK: u8 = 0xA7;
/// Text.
pub(super) const INK: RGBColor = RGBColor(MARK, MARK, 1);
/// Text that stands back.
pub(super) const FAINT: RGBColor = RGBColor(MARK, MARK, 2);
/// Lines.
pub(super) const LINE: RGBColor = RGBColor(MARK, MARK, 3);
/// What is good.
pub(super) const GOOD: RGBColor = RGBColor(MARK, MARK, 4);
/// What is bad.
pub(super) const BAD: RGBColor = RGBColor(MARK, MARK, 5);

const NAMED: [(RGBColor, &str); 5] = [
    (INK, "ink"),
    (FAINT, "faint"),
    (LINE, "line"),
    (GOOD, "good"),
    (BAD, "bad"),
];

/// The colour of a series.
pub(super) const fn series(place: usize) -> RGBColor {
    RGBColor(MARK, 0, (place % COLOURS) as u8)
}

/// The size of text in pictures, in their own pixels.
pub(super) const TEXT: i32 = 16;

/// A style of text, with the point that it is placed by.
pub(super) fn text(colour: RGBColor, size: i32, across: HPos, down: VPos) -> TextStyle<'static> {
    (FontFamily::SansSerif, size)
        .into_font()
        .color(&colour)
        .pos(Pos::new(across, down))
}

/// Draws a picture of so many pixels and gives it as a part of a page. `label` says what it is to those who do not
/// see it.
pub(super) fn draw(
    (width, height): (u32, u32),
    label: &str,
    paint: impl FnOnce(&Area<'_>) -> Result<(), Wrong>,
) -> Result<String, PageError> {
    let drawn = painted((width, height), paint)?;
    // Drawn for a phone; on a desk it may be a third larger.
    Ok(adapted(&drawn, width * 4 / 3, label))
}

/// Draws a picture of so many pixels as a file of its own, which brings the colours of both schemes.
pub(super) fn draw_alone(
    size: (u32, u32),
    label: &str,
    paint: impl FnOnce(&Area<'_>) -> Result<(), Wrong>,
) -> Result<String, PageError> {
    let drawn = in_named_colours(painted(size, paint)?);
    let label = escape(label);
    let frame = format!("<svg role=\"img\" aria-label=\"{label}\" ");
    let style = format!("<style>{}svg{{background:var(--ground)}}</style>\n", colours());
    Ok(match drawn.split_once('>') {
        Some((opening, rest)) => {
            format!(
                "{}>\n{style}{}",
                opening.replacen("<svg ", &frame, 1),
                rest.trim_start()
            )
        }
        None => drawn,
    })
}

fn painted(
    size: (u32, u32),
    paint: impl FnOnce(&Area<'_>) -> Result<(), Wrong>,
) -> Result<String, PageError> {
    let mut drawn = String::new();
    let area = SVGBackend::with_string(&mut drawn, size).into_drawing_area();
    paint(&area)
        .and_then(|()| area.present())
        .map_err(|error| PageError::Drawing(error.to_string()))?;
    drop(area);
    Ok(drawn)
}

/// The picture with the page's colours, by name.
fn in_named_colours(mut drawn: String) -> String {
    let hex = |RGBColor(red, green, blue): RGBColor| format!("\"#{red:02X}{green:02X}{blue:02X}\"");
    for (colour, name) in NAMED {
        drawn = drawn.replace(&hex(colour), &format!("\"var(--{name})\""));
    }
    for place in 0..COLOURS {
        drawn = drawn.replace(&hex(series(place)), &format!("\"var(--s{place})\""));
    }
    drawn
}

/// The picture with the page's colours, as wide as there is room, and with no address in it.
fn adapted(drawn: &str, most: u32, label: &str) -> String {
    let drawn = in_named_colours(drawn.to_owned());
    let start = drawn.find("viewBox").unwrap_or_default();
    let rest = drawn[start..].replacen(" xmlns=\"http://www.w3.org/2000/svg\"", "", 1);
    let label = escape(label);
    format!(
        "<svg class=\"chart\" role=\"img\" aria-label=\"{label}\" style=\"max-width:{most}px\" {}\n",
        rest.trim()
    )
}
