//! Learning curves as a picture that needs no page.

use plotters::chart::ChartBuilder;
use plotters::element::{Circle, Text};
use plotters::series::LineSeries;
use plotters::style::Color;
use plotters::style::text_anchor::{HPos, VPos};

use super::PageError;
use super::charts::{plain, short};
use super::svg::{Area, FAINT, INK, LINE, TEXT, Wrong, draw_alone, series, text};

/// One quantity's course in several runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Spread {
    /// What it is called.
    pub name: String,
    /// The runs' mean, from left to right.
    pub mean: Vec<(f64, f64)>,
    /// Each run.
    pub each: Vec<Vec<(f64, f64)>>,
}

/// A picture for itself: panels side by side, of the same height, with the same quantities in the same colours.
#[derive(Clone, Debug)]
pub struct Alone<'a> {
    /// What the picture is, to those who do not see it.
    pub label: &'a str,
    /// What height means.
    pub up: &'a str,
    /// What is below each panel, and what is in it.
    pub panels: Vec<(&'a str, Vec<Spread>)>,
}

/// The size of a panel in pixels, and of a line of the key above all.
const PANEL: (u32, u32) = (420, 290);
const KEY: u32 = 22;

impl Alone<'_> {
    /// Draws it as a file of its own, with colours for a light and a dark ground.
    ///
    /// # Errors
    /// Where it can't be drawn.
    pub fn draw(&self) -> Result<String, PageError> {
        let names = self.panels.first().map_or(0, |(_, spreads)| spreads.len()) as u32;
        let top = KEY * names + 8;
        let size = (PANEL.0 * self.panels.len() as u32, top + PANEL.1);
        draw_alone(size, self.label, |area| {
            let (key, below) = area.split_vertically(top);
            if let Some((_, spreads)) = self.panels.first() {
                for (place, spread) in spreads.iter().enumerate() {
                    let middle = (place as u32 * KEY + KEY / 2 + 4) as i32;
                    key.draw(&Circle::new((68, middle), 4, series(place).filled()))?;
                    let style = text(INK, TEXT, HPos::Left, VPos::Center);
                    key.draw(&Text::new(short(&spread.name), (80, middle), style))?;
                }
            }
            let panels = below.split_evenly((1, self.panels.len()));
            for (area, (across, spreads)) in panels.iter().zip(&self.panels) {
                self.panel(area, across, spreads)?;
            }
            Ok(())
        })
    }

    fn panel(&self, area: &Area<'_>, across: &str, spreads: &[Spread]) -> Result<(), Wrong> {
        let points = || {
            let lines = spreads.iter().flat_map(|spread| spread.each.iter().flatten());
            lines.filter(|(x, y)| x.is_finite() && y.is_finite())
        };
        let last = points().map(|(x, _)| *x).fold(0.0, f64::max);
        let last = if last > 0.0 { last } else { 1.0 };
        let (low, high) = points().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), (_, y)| {
            (low.min(*y), high.max(*y))
        });
        let (low, high) = if low <= high { (low, high) } else { (0.0, 1.0) };
        let room = ((high - low) * 0.08).max(0.01);
        let mut chart = ChartBuilder::on(area)
            .margin(6)
            .margin_right(16)
            .x_label_area_size(46)
            .y_label_area_size(56)
            .build_cartesian_2d(0.0..last * 1.03, low - room..high + room)?;
        chart
            .configure_mesh()
            .light_line_style(plain(LINE).stroke_width(0))
            .bold_line_style(plain(LINE))
            .axis_style(plain(FAINT))
            .x_labels(6)
            .y_labels(6)
            .x_desc(across)
            .y_desc(self.up)
            .axis_desc_style(text(FAINT, TEXT - 1, HPos::Center, VPos::Center))
            .label_style(text(FAINT, TEXT - 1, HPos::Center, VPos::Center))
            .draw()?;
        for (place, spread) in spreads.iter().enumerate() {
            for run in &spread.each {
                chart.draw_series(LineSeries::new(run.iter().copied(), plain(series(place))))?;
            }
            let style = series(place).stroke_width(3);
            chart.draw_series(LineSeries::new(spread.mean.iter().copied(), style))?;
            let dot = |point: &(f64, f64)| Circle::new(*point, 3, series(place).filled());
            chart.draw_series(spread.mean.iter().map(dot))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The places of an element's centres across, in their order.
    fn centres(picture: &str) -> Vec<f64> {
        let circles = picture.split("<circle cx=\"").skip(1);
        circles
            .map(|rest| rest.split('"').next().unwrap().parse().unwrap())
            .collect()
    }

    #[test]
    fn panels_stand_side_by_side_with_the_means_in_them() {
        let panel = || {
            vec![Spread {
                name: "a<b".to_owned(),
                mean: vec![(0.0, 1.0), (2.0, 3.0)],
                each: vec![vec![(0.0, 0.0), (2.0, 4.0)], vec![(0.0, 2.0), (2.0, 2.0)]],
            }]
        };
        let picture = Alone {
            label: "a & b",
            up: "up",
            panels: vec![("one", panel()), ("two", panel())],
        }
        .draw()
        .unwrap();
        assert!(picture.contains("aria-label=\"a &amp; b\"") && picture.contains("a&lt;b"));
        assert!(!picture.contains("\"#"), "a fixed colour");
        // A mean in each panel.
        assert_eq!(picture.matches("stroke-width=\"3\"").count(), 2);
        let [_, first, second, third, fourth] = centres(&picture)[..] else {
            panic!("{picture}");
        };
        assert!(second - first > 250.0 && second < 420.0, "{first} {second}");
        assert!((third - first - 420.0).abs() < 1.0 && (fourth - second - 420.0).abs() < 1.0);
    }
}
