//! Tables as plain text.

use std::fmt::{self, Write};

/// Rows under a header; the first column is aligned left, the others right.
#[derive(Clone, Debug, Default)]
pub struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with these columns and no rows.
    pub fn new(header: &[&str]) -> Self {
        Self {
            rows: vec![header.iter().map(|&name| name.to_owned()).collect()],
        }
    }

    /// Adds a row; cells beyond the header's columns are kept, missing ones are blank.
    pub fn push(&mut self, row: Vec<String>) {
        self.rows.push(row);
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or_default();
        let width = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or_default()
        };
        let widths: Vec<_> = (0..columns).map(width).collect();
        for row in &self.rows {
            let mut line = String::new();
            for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
                // Writing to a string does not fail.
                let _ = if column == 0 {
                    write!(line, "{cell:<width$}")
                } else {
                    write!(line, "  {cell:>width$}")
                };
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

/// A number with `decimals` places; a dash where it is not a number.
pub fn number(value: f64, decimals: usize) -> String {
    if value.is_finite() {
        format!("{value:.decimals$}")
    } else {
        "-".to_owned()
    }
}

/// A positive number with three significant digits; a dash where it is not a number.
pub fn three_digits(value: f64) -> String {
    let mut limit = 100.0;
    let mut decimals = 0;
    while value < limit && decimals < 9 {
        limit /= 10.0;
        decimals += 1;
    }
    number(value, decimals)
}

/// A mean and its standard error, as `12.15 ± 0.08`.
pub fn plus_minus(mean: f64, error: f64, decimals: usize) -> String {
    format!("{} ± {}", number(mean, decimals), number(error, decimals))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_numbers_keep_their_digits() {
        let texts = [123.456, 12.3456, 1.0, 0.000_234_56, f64::NAN].map(three_digits);
        assert_eq!(texts, ["123", "12.3", "1.00", "0.000235", "-"]);
    }

    #[test]
    fn columns_are_aligned() {
        let mut table = Table::new(&["against", "score", "diff"]);
        table.push(vec!["random".into(), plus_minus(9.6, 0.051, 2), number(-2.5, 2)]);
        table.push(vec![
            "mcs:100".into(),
            plus_minus(12.0, f64::NAN, 2),
            number(10.0, 2),
        ]);
        let text = table.to_string();
        assert_eq!(
            text,
            "against        score   diff\n\
             random   9.60 ± 0.05  -2.50\n\
             mcs:100    12.00 ± -  10.00\n"
        );
    }
}
