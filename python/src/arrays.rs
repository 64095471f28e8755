//! Observations, masks and actions between Rust and Python.

use hornox_env::gym::{Element, IllegalAction};
use hornox_env::observe::Observe;
use hornox_env::{Action, ActionSet, Seat, SeatSet};
use numpy::{Element as NumpyElement, PyArray1};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::IllegalAction as IllegalError;
use crate::rules::Form;

/// The longest mask.
const MAX_ACTIONS: usize = 128;

/// The id that no action has: what stands for an action that is none.
pub const NO_ACTION: u8 = u8::MAX;

/// A mask as Python's libraries want it: `int8[A]`.
pub fn mask_array<A: Action>(py: Python<'_>, legal: ActionSet<A>) -> Bound<'_, PyArray1<i8>> {
    let mut bytes = [0; MAX_ACTIONS];
    legal.write_mask(&mut bytes[..A::COUNT]);
    let mask = bytes.map(|byte| byte as i8);
    PyArray1::from_slice(py, &mask[..A::COUNT])
}

/// What a seat knows, in the form asked for: `uint8[L]` or `float32[L]`.
pub fn observation_array<'py, G: Observe>(
    py: Python<'py>,
    game: &G,
    seat: Seat,
    form: Form,
) -> Bound<'py, PyAny> {
    match form {
        Form::Raw => array_of::<u8, G>(py, game, seat),
        Form::Planes => array_of::<f32, G>(py, game, seat),
    }
}

fn array_of<'py, E: Element + NumpyElement, G: Observe>(
    py: Python<'py>,
    game: &G,
    seat: Seat,
) -> Bound<'py, PyAny> {
    let mut row = vec![E::default(); E::layout::<G>().len()];
    E::write(game, seat, &mut row);
    PyArray1::from_slice(py, &row).into_any()
}

/// What every seat knows, an array for each, in the form asked for.
pub fn observation_arrays<'py, G: Observe>(py: Python<'py>, game: &G, form: Form) -> Vec<Bound<'py, PyAny>> {
    match form {
        Form::Raw => arrays_of::<u8, G>(py, game),
        Form::Planes => arrays_of::<f32, G>(py, game),
    }
}

fn arrays_of<'py, E: Element + NumpyElement, G: Observe>(
    py: Python<'py>,
    game: &G,
) -> Vec<Bound<'py, PyAny>> {
    let len = E::layout::<G>().len();
    let mut rows = vec![E::default(); game.players() * len];
    // Written together, since a game has work in common there.
    E::write_each(game, SeatSet::all(game.players()), &mut rows);
    rows.chunks_exact(len)
        .map(|row| PyArray1::from_slice(py, row).into_any())
        .collect()
}

/// `{"observation": …, "action_mask": …}`
pub fn observation_dict<'py>(
    py: Python<'py>,
    observation: &Bound<'py, PyAny>,
    mask: &Bound<'py, PyArray1<i8>>,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item(intern!(py, "observation"), observation)?;
    dict.set_item(intern!(py, "action_mask"), mask)?;
    Ok(dict)
}

/// An action's id, of anything that Python takes for an integer. What is outside of a byte is no action's id, and so
/// is `None` where actions are forgiven.
pub fn action_id(action: &Bound<'_, PyAny>, illegal: IllegalAction) -> PyResult<u8> {
    let forgiven = match illegal {
        IllegalAction::Lowest => true,
        IllegalAction::Error => false,
    };
    if forgiven && action.is_none() {
        return Ok(NO_ACTION);
    }
    let id: i64 = match action.extract() {
        Ok(id) => id,
        // Arrays of one number, as policies return them.
        Err(_) => match action.call_method0(intern!(action.py(), "item")) {
            Ok(item) => item.extract().map_err(|_| not_an_action(action))?,
            Err(_) => return Err(not_an_action(action)),
        },
    };
    match u8::try_from(id) {
        Ok(id) => Ok(id),
        Err(_) if forgiven => Ok(NO_ACTION),
        Err(_) => Err(IllegalError::new_err(format!("no action has the id {id}"))),
    }
}

fn not_an_action(action: &Bound<'_, PyAny>) -> PyErr {
    let shown = action
        .repr()
        .map_or_else(|_| "it".to_owned(), |text| text.to_string());
    PyTypeError::new_err(format!("an action is an integer, not {shown}"))
}

/// A mask of any integer type as a set of actions.
pub fn legal_of_mask<A: Action>(mask: &[i8]) -> PyResult<ActionSet<A>> {
    if mask.len() != A::COUNT {
        return Err(PyValueError::new_err(format!(
            "`mask` has {} entries, not {}",
            mask.len(),
            A::COUNT
        )));
    }
    let legal = (0_u8..).zip(mask).filter(|(_, legal)| **legal != 0);
    Ok(legal.filter_map(|(id, _)| A::from_id(id)).collect())
}
