//! What an environment pays.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::EnvError;
use super::options::named;
use crate::core::{Outcome, RuleSet, Score, SeatMap};

/// What an environment pays, and when. A seat's rewards of a whole game add up to what is said here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reward {
    /// The change of the own score as a gain, at the step at which it falls: in 6 nimmt! minus own
    /// bulls, in Sixes chips won or lost.
    #[default]
    Penalty,
    /// The own gain minus the mean of the other seats' gains, at the step at which they fall. All seats' rewards
    /// add up to zero.
    Relative,
    /// The share of the win minus 1/players, at the end. All seats' rewards add up to zero.
    Win,
}

impl Reward {
    /// All rewards.
    pub const ALL: [Self; 3] = [Self::Penalty, Self::Relative, Self::Win];

    /// The name by which configs call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Penalty => "penalty",
            Self::Relative => "relative",
            Self::Win => "win",
        }
    }

    /// Whether rules pay it: where scores do not count, a change of them would never pay anything.
    ///
    /// # Errors
    /// Where scores do not count and the reward is one of scores.
    pub fn check<R: RuleSet>(self, rules: &R) -> Result<(), EnvError> {
        match self {
            Self::Penalty | Self::Relative if !rules.has_scores() => Err(EnvError::BadOption {
                option: "reward",
                value: format!("\"{self}\""),
                right: format!("`{}`, since scores do not count by these rules", Self::Win),
            }),
            Self::Penalty | Self::Relative | Self::Win => Ok(()),
        }
    }

    /// What a step pays each seat that led from the scores `before` to those `after`, and to `outcome` where it
    /// ended the game.
    #[inline]
    pub fn of_step(
        self,
        score: Score,
        before: &SeatMap<i32>,
        after: &SeatMap<i32>,
        outcome: Option<Outcome>,
    ) -> SeatMap<f32> {
        let players = after.players();
        let gain = |seat| score.gain(after[seat] - before[seat]);
        match self {
            Self::Penalty => SeatMap::from_fn(players, |seat| gain(seat) as f32),
            Self::Relative => {
                let gains = SeatMap::from_fn(players, gain);
                let sum: i32 = gains.values().iter().sum();
                let others = players.saturating_sub(1).max(1) as f32;
                gains.map(|gain| gain as f32 - (sum - gain) as f32 / others)
            }
            Self::Win => {
                let even = 1.0 / players.max(1) as f64;
                match outcome {
                    Some(outcome) => outcome.win_shares(players).map(|share| (share - even) as f32),
                    None => SeatMap::new(players, 0.0),
                }
            }
        }
    }
}

impl FromStr for Reward {
    type Err = EnvError;

    fn from_str(name: &str) -> Result<Self, EnvError> {
        named("reward", name, &Self::ALL, Self::name)
    }
}

impl fmt::Display for Reward {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{Better, Seat, SeatSet};

    #[test]
    fn rewards_have_names() {
        for reward in Reward::ALL {
            assert_eq!(reward.name().parse(), Ok(reward));
            assert_eq!(serde_json::to_value(reward).unwrap(), reward.name());
        }
        let error = "bulls".parse::<Reward>().unwrap_err().to_string();
        assert_eq!(
            error,
            "option `reward` = \"bulls\": must be penalty, relative, win"
        );
    }

    #[test]
    fn each_reward_pays_as_it_says() {
        let score = |better| Score {
            unit: "points",
            better,
        };
        let scores = |values: [i32; 3]| SeatMap::from_slice(&values).unwrap();
        let (before, after) = (scores([1, 0, 2]), scores([7, 0, 5]));
        let outcome = Some(Outcome {
            winners: SeatSet::one(Seat::new(1).unwrap()),
            truncated: false,
        });
        let paid = |reward: Reward, better, outcome| {
            reward
                .of_step(score(better), &before, &after, outcome)
                .values()
                .to_vec()
        };
        assert_eq!(paid(Reward::Penalty, Better::Lower, None), [-6.0, 0.0, -3.0]);
        assert_eq!(paid(Reward::Penalty, Better::Higher, None), [6.0, 0.0, 3.0]);
        assert_eq!(paid(Reward::Relative, Better::Lower, outcome), [-4.5, 4.5, 0.0]);
        assert_eq!(paid(Reward::Win, Better::Lower, None), [0.0; 3]);
        assert_eq!(
            paid(Reward::Win, Better::Lower, outcome),
            [-1.0 / 3.0, 2.0 / 3.0, -1.0 / 3.0].map(|share: f64| share as f32)
        );
    }
}
