//! Small square matrices.

/// A square matrix, row by row.
#[derive(Clone, Debug)]
pub(super) struct Matrix {
    size: usize,
    cells: Vec<f64>,
}

impl Matrix {
    pub fn zero(size: usize) -> Self {
        Self {
            size,
            cells: vec![0.0; size * size],
        }
    }

    /// What takes the mean out of a vector.
    pub fn centred(size: usize) -> Self {
        let mut matrix = Self {
            size,
            cells: vec![-1.0 / size as f64; size * size],
        };
        for place in 0..size {
            matrix.add(place, place, 1.0);
        }
        matrix
    }

    pub fn get(&self, row: usize, column: usize) -> f64 {
        self.cells[row * self.size + column]
    }

    pub fn add(&mut self, row: usize, column: usize, value: f64) {
        self.cells[row * self.size + column] += value;
    }

    /// Adds a vector's product with itself, times `factor`.
    pub fn add_square(&mut self, vector: &[f64], factor: f64) {
        for (row, left) in vector.iter().enumerate() {
            for (column, right) in vector.iter().enumerate() {
                self.add(row, column, left * right * factor);
            }
        }
    }

    pub fn times(&self, other: &Self) -> Self {
        let mut product = Self::zero(self.size);
        for row in 0..self.size {
            for middle in 0..self.size {
                let left = self.get(row, middle);
                for column in 0..self.size {
                    product.add(row, column, left * other.get(middle, column));
                }
            }
        }
        product
    }

    pub fn apply(&self, vector: &[f64]) -> Vec<f64> {
        let rows = self.cells.chunks(self.size);
        rows.map(|row| row.iter().zip(vector).map(|(cell, value)| cell * value).sum())
            .collect()
    }

    /// The inverse of a symmetric matrix with positive eigenvalues, by Gauss and Jordan; such a matrix needs no
    /// exchange of rows.
    pub fn inverse(&self) -> Self {
        let size = self.size;
        let mut left = self.clone();
        let mut right = Self::zero(size);
        for place in 0..size {
            right.add(place, place, 1.0);
        }
        for pivot in 0..size {
            let scale = 1.0 / left.get(pivot, pivot);
            for column in 0..size {
                left.cells[pivot * size + column] *= scale;
                right.cells[pivot * size + column] *= scale;
            }
            for row in (0..size).filter(|&row| row != pivot) {
                let factor = left.get(row, pivot);
                for column in 0..size {
                    left.cells[row * size + column] -= factor * left.cells[pivot * size + column];
                    right.cells[row * size + column] -= factor * right.cells[pivot * size + column];
                }
            }
        }
        right
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_times_its_inverse_is_one() {
        let mut matrix = Matrix::zero(3);
        for vector in [[1.0, 2.0, 0.5], [0.0, 3.0, -1.0], [2.0, 0.0, 1.0]] {
            matrix.add_square(&vector, 1.0);
        }
        let product = matrix.times(&matrix.inverse());
        for row in 0..3 {
            for column in 0..3 {
                let wanted = f64::from(u8::from(row == column));
                assert!((product.get(row, column) - wanted).abs() < 1e-12);
            }
        }
        assert_eq!(Matrix::zero(2).apply(&[1.0, 2.0]), [0.0, 0.0]);
    }
}
