//! Where no order of strength tells the truth.

use serde::Serialize;

/// An agent beats the next one in the list, and the last the first, each by a clear margin.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Circle {
    /// The agents.
    pub agents: Vec<String>,
    /// By how much each leads over the next.
    pub margins: Vec<f64>,
}

/// The shortest circles among agents, where `beats` holds each one's clear leads. Each is given once, from its first
/// agent on.
pub(super) fn circles(beats: &[Vec<bool>]) -> Vec<Vec<usize>> {
    let threes = of_three(beats);
    if threes.is_empty() {
        longer(beats).into_iter().collect()
    } else {
        threes
    }
}

fn of_three(beats: &[Vec<bool>]) -> Vec<Vec<usize>> {
    let agents = beats.len();
    let mut found = Vec::new();
    for first in 0..agents {
        for second in (first + 1..agents).filter(|&second| beats[first][second]) {
            let thirds = (first + 1..agents).filter(|&third| beats[second][third] && beats[third][first]);
            found.extend(thirds.map(|third| vec![first, second, third]));
        }
    }
    found
}

/// A shortest circle of any length: where not all leads are clear, there may be one without one of three.
fn longer(beats: &[Vec<bool>]) -> Option<Vec<usize>> {
    let agents = beats.len();
    let from = |start: usize| {
        // The way by which each agent was first reached.
        let mut ways: Vec<Option<Vec<usize>>> = vec![None; agents];
        let mut reached = vec![vec![start]];
        while !reached.is_empty() {
            let mut next = Vec::new();
            for way in reached {
                let last = way[way.len() - 1];
                for other in (0..agents).filter(|&other| beats[last][other]) {
                    if other == start {
                        return Some(way);
                    }
                    if ways[other].is_none() {
                        let further = [&way[..], &[other]].concat();
                        ways[other] = Some(further.clone());
                        next.push(further);
                    }
                }
            }
            reached = next;
        }
        None
    };
    (0..agents).filter_map(from).min_by_key(Vec::len)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(agents: usize, edges: &[(usize, usize)]) -> Vec<Vec<bool>> {
        let mut beats = vec![vec![false; agents]; agents];
        for &(winner, loser) in edges {
            beats[winner][loser] = true;
        }
        beats
    }

    #[test]
    fn circles_of_three_are_all_found_once() {
        let ladder = graph(3, &[(0, 1), (1, 2), (0, 2)]);
        assert!(circles(&ladder).is_empty());
        let stone = graph(4, &[(2, 1), (1, 0), (0, 2), (3, 0), (3, 1), (2, 3)]);
        assert_eq!(circles(&stone), [vec![0, 2, 1], vec![0, 2, 3]]);
    }

    #[test]
    fn a_longer_one_is_found_where_there_is_none_of_three() {
        let four = graph(5, &[(0, 1), (1, 2), (2, 3), (3, 0), (4, 0), (4, 1)]);
        assert_eq!(circles(&four), [vec![0, 1, 2, 3]]);
        assert!(circles(&graph(2, &[(0, 1)])).is_empty());
    }
}
