//! Pictures of what was found.

use plotters::chart::ChartBuilder;
use plotters::element::{Circle, PathElement, Rectangle, Text};
use plotters::series::LineSeries;
use plotters::style::text_anchor::{HPos, VPos};
use plotters::style::{Color, ShapeStyle};

use super::PageError;
use super::svg::{Area, BAD, FAINT, GOOD, INK, LINE, TEXT, Wrong, draw, series, text};
use crate::arena::Estimate;
use crate::report::number;

/// Names longer than this are cut at their start, where they are all alike.
const NAME: usize = 20;

/// Half of a tick across the end of an error bar, in pixels.
const TICK: i32 = 4;

/// A name short enough to stand in a picture.
pub(super) fn short(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    if letters.len() <= NAME {
        name.to_owned()
    } else {
        let tail = &letters[letters.len() - (NAME - 1)..];
        std::iter::once('…').chain(tail.iter().copied()).collect()
    }
}

pub(super) fn plain(colour: plotters::style::RGBColor) -> ShapeStyle {
    colour.stroke_width(1)
}

/// The gain that gives a cell its colour, and the two lines in it; nothing where an agent would meet itself.
pub(super) type Cell = Option<(f64, [String; 2])>;

/// A square of colours: each agent's gain among copies of each other one, row by row.
pub(super) fn heat_map(names: &[String], cells: &[Vec<Cell>], label: &str) -> Result<String, PageError> {
    const LEFT: i32 = 184;
    const TOP: i32 = 30;
    const WIDTH: i32 = 72;
    const HEIGHT: i32 = 44;
    let agents = names.len() as i32;
    let size = (
        (LEFT + agents * WIDTH + 4) as u32,
        (TOP + agents * HEIGHT + 4) as u32,
    );
    let strongest = cells
        .iter()
        .flatten()
        .flatten()
        .map(|(gain, _)| gain.abs())
        .fold(f64::MIN_POSITIVE, f64::max);
    draw(size, label, |area| {
        for (row, name) in names.iter().enumerate() {
            let (place, middle) = (row as i32, TOP + row as i32 * HEIGHT + HEIGHT / 2);
            let numbered = format!("{} {}", row + 1, short(name));
            let style = text(INK, TEXT, HPos::Left, VPos::Center);
            area.draw(&Text::new(numbered, (0, middle), style))?;
            let head = text(FAINT, TEXT, HPos::Center, VPos::Center);
            let across = LEFT + place * WIDTH + WIDTH / 2;
            area.draw(&Text::new((row + 1).to_string(), (across, TOP / 2), head))?;
            for (column, cell) in cells[row].iter().enumerate() {
                let corner = (LEFT + column as i32 * WIDTH, TOP + place * HEIGHT);
                let end = (corner.0 + WIDTH - 2, corner.1 + HEIGHT - 2);
                let Some((gain, [value, error])) = cell else {
                    area.draw(&Rectangle::new([corner, end], plain(LINE)))?;
                    continue;
                };
                let colour = if *gain > 0.0 { GOOD } else { BAD };
                // At half strength text is readable on it in both schemes.
                let strength = 0.06 + 0.5 * gain.abs() / strongest;
                area.draw(&Rectangle::new([corner, end], colour.mix(strength).filled()))?;
                let middle = corner.0 + (WIDTH - 2) / 2;
                let style = text(INK, TEXT, HPos::Center, VPos::Center);
                area.draw(&Text::new(value.clone(), (middle, corner.1 + 15), style))?;
                let style = text(INK, TEXT - 3, HPos::Center, VPos::Center);
                area.draw(&Text::new(error.clone(), (middle, corner.1 + 31), style))?;
            }
        }
        Ok(())
    })
}

/// From the lowest to the highest end of what is drawn, with some room.
fn span(estimates: impl Iterator<Item = Estimate>) -> (f64, f64) {
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    for estimate in estimates {
        let half = estimate.half_width();
        let half = if half.is_finite() { half } else { 0.0 };
        if estimate.mean.is_finite() {
            low = low.min(estimate.mean - half);
            high = high.max(estimate.mean + half);
        }
    }
    if low > high {
        return (0.0, 1.0);
    }
    let room = ((high - low) * 0.08).max(0.01);
    (low - room, high + room)
}

/// A line of points from left to right, one an agent, with its interval.
pub(super) fn dots(names: &[String], estimates: &[Estimate], label: &str) -> Result<String, PageError> {
    const LEFT: u32 = 164;
    const HEIGHT: u32 = 30;
    let size = (420, 46 + HEIGHT * names.len() as u32);
    let (low, high) = span(estimates.iter().copied());
    draw(size, label, |area| {
        let mut chart = ChartBuilder::on(area)
            .margin_right(12)
            .margin_left(LEFT)
            .x_label_area_size(36)
            .margin_top(6)
            .build_cartesian_2d(low..high, names.len() as f64..0.0)?;
        chart
            .configure_mesh()
            .disable_y_mesh()
            .disable_y_axis()
            .light_line_style(plain(LINE).stroke_width(0))
            .bold_line_style(plain(LINE))
            .axis_style(plain(FAINT))
            .x_labels(6)
            .x_label_style(text(FAINT, TEXT - 1, HPos::Center, VPos::Top))
            .draw()?;
        for (place, (name, estimate)) in names.iter().zip(estimates).enumerate() {
            let height = place as f64 + 0.5;
            let (x, y) = chart.backend_coord(&(estimate.mean, height));
            let half = estimate.half_width();
            if half.is_finite() {
                let ends = [estimate.mean - half, estimate.mean + half];
                let ends = ends.map(|end| chart.backend_coord(&(end, height)).0);
                area.draw(&PathElement::new(
                    ends.map(|end| (end, y)),
                    series(0).stroke_width(2),
                ))?;
                for end in ends {
                    let tick = [(end, y - TICK), (end, y + TICK)];
                    area.draw(&PathElement::new(tick, series(0).stroke_width(2)))?;
                }
            }
            area.draw(&Circle::new((x, y), 4, series(0).filled()))?;
            let style = text(INK, TEXT, HPos::Left, VPos::Center);
            area.draw(&Text::new(short(name), (0, y), style))?;
        }
        Ok(())
    })
}

/// Several series over the same places.
pub(super) struct Lines<'a> {
    /// What the picture is, to those who do not see it.
    pub label: &'a str,
    /// What is below it.
    pub across: &'a str,
    /// What its height means.
    pub up: &'a str,
    /// What the places are called.
    pub places: Vec<String>,
    /// The series, each in the colour of its place.
    pub series: Vec<Vec<Estimate>>,
}

impl Lines<'_> {
    /// Draws it; series stand a little beside each other, so that their error bars can be told apart.
    pub fn draw(&self) -> Result<String, PageError> {
        let (low, high) = span(self.series.iter().flatten().copied());
        let places = self.places.len() as f64;
        draw((400, 290), self.label, |area| {
            let mut chart = ChartBuilder::on(area)
                .margin(6)
                .margin_right(12)
                .x_label_area_size(46)
                .y_label_area_size(56)
                .build_cartesian_2d(-0.5..places - 0.5, low..high)?;
            // A name below each place where there is room, and none between places.
            let step = self.places.len().div_ceil(10);
            let named = |x: &f64| {
                let whole = (x - x.round()).abs() < 1e-6 && *x > -0.25;
                let place = if whole { x.round() as usize } else { usize::MAX };
                let name = self.places.get(place).filter(|_| place.is_multiple_of(step));
                name.cloned().unwrap_or_default()
            };
            chart
                .configure_mesh()
                .disable_x_mesh()
                .light_line_style(plain(LINE).stroke_width(0))
                .bold_line_style(plain(LINE))
                .axis_style(plain(FAINT))
                .x_labels(self.places.len())
                .x_label_formatter(&named)
                .y_labels(6)
                .x_desc(self.across)
                .y_desc(self.up)
                .axis_desc_style(text(FAINT, TEXT - 1, HPos::Center, VPos::Center))
                .label_style(text(FAINT, TEXT - 1, HPos::Center, VPos::Center))
                .draw()?;
            for (place, estimates) in self.series.iter().enumerate() {
                let beside = beside(place, self.series.len()) * 0.6;
                let points = estimates
                    .iter()
                    .enumerate()
                    .filter(|(_, estimate)| estimate.mean.is_finite())
                    .map(|(at, estimate)| (at as f64 + beside, *estimate));
                let points: Vec<_> = points.collect();
                curve(area, &mut chart, &points, place)?;
            }
            Ok(())
        })
    }
}

/// How far a series stands beside the middle of its place, from −0.5 to 0.5.
fn beside(place: usize, all: usize) -> f64 {
    if all < 2 {
        0.0
    } else {
        place as f64 / (all - 1) as f64 - 0.5
    }
}

type Chart<'a, 'b> = plotters::chart::ChartContext<
    'a,
    plotters::backend::SVGBackend<'b>,
    plotters::coord::cartesian::Cartesian2d<
        plotters::coord::types::RangedCoordf64,
        plotters::coord::types::RangedCoordf64,
    >,
>;

/// A line through points, with their intervals.
fn curve<'b>(
    area: &Area<'b>,
    chart: &mut Chart<'_, 'b>,
    points: &[(f64, Estimate)],
    colour: usize,
) -> Result<(), Wrong> {
    let line = points.iter().map(|(x, estimate)| (*x, estimate.mean));
    let style = series(colour).stroke_width(2);
    chart.draw_series(LineSeries::new(line, style))?;
    for (x, estimate) in points {
        let (across, up) = chart.backend_coord(&(*x, estimate.mean));
        let half = estimate.half_width();
        if half.is_finite() {
            let ends = [estimate.mean - half, estimate.mean + half];
            let ends = ends.map(|end| (across, chart.backend_coord(&(*x, end)).1));
            area.draw(&PathElement::new(ends, series(colour).stroke_width(1)))?;
        }
        area.draw(&Circle::new((across, up), 3, series(colour).filled()))?;
    }
    Ok(())
}

/// How trainings went: a line a run, over iterations.
pub(super) fn curves(
    runs: &[(usize, &[(u64, Estimate)])],
    label: &str,
    up: &str,
) -> Result<String, PageError> {
    let all = || runs.iter().flat_map(|(_, points)| points.iter());
    let (low, high) = span(all().map(|(_, estimate)| *estimate));
    let last = all().map(|(step, _)| *step).max().unwrap_or(1).max(1) as f64;
    draw((400, 270), label, |area| {
        let mut chart = ChartBuilder::on(area)
            .margin(6)
            .margin_right(16)
            .x_label_area_size(46)
            .y_label_area_size(56)
            .build_cartesian_2d(0.0..last * 1.03, low..high)?;
        chart
            .configure_mesh()
            .light_line_style(plain(LINE).stroke_width(0))
            .bold_line_style(plain(LINE))
            .axis_style(plain(FAINT))
            .x_labels(6)
            .y_labels(6)
            .x_desc("iterations")
            .y_desc(up)
            .axis_desc_style(text(FAINT, TEXT - 1, HPos::Center, VPos::Center))
            .label_style(text(FAINT, TEXT - 1, HPos::Center, VPos::Center))
            .draw()?;
        for (colour, points) in runs {
            let points: Vec<_> = points
                .iter()
                .map(|(step, estimate)| (*step as f64, *estimate))
                .collect();
            curve(area, &mut chart, &points, *colour)?;
        }
        Ok(())
    })
}

/// Bars from left to right, one an agent, each made of parts.
pub(super) fn bars(names: &[String], parts: &[Vec<f64>], label: &str) -> Result<String, PageError> {
    const LEFT: i32 = 164;
    const HEIGHT: i32 = 32;
    const WIDTH: i32 = 420;
    let whole = |parts: &[f64]| parts.iter().sum::<f64>();
    let longest = parts
        .iter()
        .map(|parts| whole(parts))
        .fold(f64::MIN_POSITIVE, f64::max);
    let size = (WIDTH as u32, (HEIGHT * names.len() as i32 + 4) as u32);
    draw(size, label, |area| {
        for (place, (name, parts)) in names.iter().zip(parts).enumerate() {
            let top = place as i32 * HEIGHT + 4;
            let middle = top + HEIGHT / 2 - 2;
            let style = text(INK, TEXT, HPos::Left, VPos::Center);
            area.draw(&Text::new(short(name), (0, middle), style))?;
            let room = f64::from(WIDTH - LEFT - 56);
            let mut sum = 0.0;
            for (colour, part) in parts.iter().enumerate() {
                let ends = [sum, sum + part].map(|sum| LEFT + (sum / longest * room).round() as i32);
                sum += part;
                let corners = [(ends[0], top), (ends[1], top + HEIGHT - 8)];
                area.draw(&Rectangle::new(corners, series(colour).filled()))?;
            }
            let end = LEFT + (sum / longest * room).round() as i32 + 6;
            let style = text(FAINT, TEXT - 1, HPos::Left, VPos::Center);
            area.draw(&Text::new(number(sum, 2), (end, middle), style))?;
        }
        Ok(())
    })
}
