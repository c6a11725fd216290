//! Fits the model to choices: the likeliest numbers, by steps of Adam over small groups of choices.

use rand::prelude::*;
use rand::rngs::StdRng;

use super::samples::Choice;
use bianca_play::people::choice::{ChoiceModel, FIRST, LEAK, SECOND, Units, part, shares};
use bianca_play::people::moment::INPUTS;

/// How to fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FitOptions {
    /// Visits of each choice.
    pub epochs: u32,
    /// Size of the first steps; they fall to a hundredth of that.
    pub rate: f32,
    /// How strongly numbers are drawn to 0, for each step.
    pub decay: f32,
    /// Choices whose slopes make a step.
    pub batch: usize,
    /// Of the first numbers and of the order.
    pub seed: u64,
}

impl Default for FitOptions {
    fn default() -> FitOptions {
        FitOptions {
            epochs: 12,
            rate: 0.003,
            decay: 1e-4,
            batch: 64,
            seed: 1,
        }
    }
}

type Numbers = Box<[f32; part::ALL]>;

/// Fits a model; `progress` gets the number of each epoch and its mean cross-entropy in nats.
pub fn fit(
    choices: &[Choice],
    options: FitOptions,
    mut progress: impl FnMut(u32, f64),
) -> ChoiceModel {
    let mut random = StdRng::seed_from_u64(options.seed);
    let mut numbers = first_numbers(&mut random);
    let mut order: Vec<usize> = (0..choices.len()).collect();
    let mut adam = Adam::default();
    let steps = (choices.len().div_ceil(options.batch) as u32 * options.epochs).max(1);
    for epoch in 1..=options.epochs {
        order.shuffle(&mut random);
        let mut surprise = 0.0;
        for group in order.chunks(options.batch) {
            let mut slopes: Numbers = Box::new([0.0; part::ALL]);
            for &number in group {
                surprise += f64::from(add_slopes(&numbers, &choices[number], &mut slopes));
            }
            let share = adam.steps as f32 / steps as f32;
            let rate = options.rate * (1.0 - 0.99 * share);
            adam.step(
                &mut numbers,
                &slopes,
                1.0 / group.len() as f32,
                rate,
                options.decay,
            );
        }
        progress(epoch, surprise / choices.len().max(1) as f64);
    }
    ChoiceModel::new(numbers)
}

fn first_numbers(random: &mut StdRng) -> Numbers {
    let mut numbers: Numbers = Box::new([0.0; part::ALL]);
    let mut draw = |from: usize, to: usize, fan_in: usize| {
        let width = (3.0 / fan_in as f32).sqrt();
        for number in &mut numbers[from..to] {
            *number = random.random_range(-width..width);
        }
    };
    draw(part::TO_FIRST, part::FIRST_BIAS, INPUTS);
    draw(part::TO_SECOND, part::SECOND_BIAS, FIRST);
    draw(part::TO_APPEAL, part::DIRECT, SECOND * 4);
    numbers
}

/// Adds the slopes of one choice's surprise, and gives the surprise: minus the logarithm of how
/// likely the chosen move was.
fn add_slopes(numbers: &Numbers, choice: &Choice, slopes: &mut Numbers) -> f32 {
    let rows = choice.moment().inputs();
    let units: Vec<Units> = rows.iter().map(|row| Units::of(numbers, row)).collect();
    let appeals: Vec<f32> = units
        .iter()
        .zip(&rows)
        .map(|(units, row)| units.appeal(numbers, row))
        .collect();
    let shares = shares(&appeals, 1.0);
    for (place, (row, units)) in rows.iter().zip(&units).enumerate() {
        let error = shares[place] - f32::from(u8::from(place == choice.chosen));
        if error.abs() > 1e-6 {
            add_move(numbers, row, units, error, slopes);
        }
    }
    -shares[choice.chosen].max(1e-12).ln()
}

fn add_move(
    numbers: &Numbers,
    row: &[f32; INPUTS],
    units: &Units,
    error: f32,
    slopes: &mut Numbers,
) {
    for (slope, input) in slopes[part::DIRECT..].iter_mut().zip(row) {
        *slope += error * input;
    }
    let mut second = [0.0; SECOND];
    for (place, slope) in second.iter_mut().enumerate() {
        slopes[part::TO_APPEAL + place] += error * units.second[place];
        *slope = error * numbers[part::TO_APPEAL + place] * bend(units.second[place]);
        slopes[part::SECOND_BIAS + place] += *slope;
    }
    let mut first = [0.0; FIRST];
    for (place, slope) in first.iter_mut().enumerate() {
        let at = part::TO_SECOND + place * SECOND;
        let mut sum = 0.0;
        for (other, second) in second.iter().enumerate() {
            sum += second * numbers[at + other];
            slopes[at + other] += second * units.first[place];
        }
        *slope = sum * bend(units.first[place]);
        slopes[part::FIRST_BIAS + place] += *slope;
    }
    for (place, &input) in row.iter().enumerate() {
        if input != 0.0 {
            let slopes = slopes[part::TO_FIRST + place * FIRST..].iter_mut();
            for (slope, first) in slopes.zip(first) {
                *slope += first * input;
            }
        }
    }
}

/// The slope of a unit that has this value.
fn bend(unit: f32) -> f32 {
    if unit > 0.0 { 1.0 } else { LEAK }
}

/// Steps whose size follows from the mean and the size of the slopes so far (Kingma, Ba 2015),
/// with a decay of its own (Loshchilov, Hutter 2019).
struct Adam {
    means: Numbers,
    squares: Numbers,
    steps: u32,
}

impl Default for Adam {
    fn default() -> Adam {
        Adam {
            means: Box::new([0.0; part::ALL]),
            squares: Box::new([0.0; part::ALL]),
            steps: 0,
        }
    }
}

impl Adam {
    fn step(&mut self, numbers: &mut Numbers, slopes: &Numbers, share: f32, rate: f32, decay: f32) {
        const MEAN: f32 = 0.9;
        const SQUARE: f32 = 0.999;
        self.steps += 1;
        let steps = self.steps.min(100_000) as i32;
        let mean_scale = 1.0 / (1.0 - MEAN.powi(steps));
        let square_scale = 1.0 / (1.0 - SQUARE.powi(steps));
        for place in 0..part::ALL {
            let slope = slopes[place] * share;
            let mean = &mut self.means[place];
            *mean = MEAN * *mean + (1.0 - MEAN) * slope;
            let square = &mut self.squares[place];
            *square = SQUARE * *square + (1.0 - SQUARE) * slope * slope;
            let step = *mean * mean_scale / ((*square * square_scale).sqrt() + 1e-8);
            numbers[place] -= rate * (step + decay * numbers[place]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_play::people::sight::{DEPTHS, Seen, SeenMove};
    use bianca_rules::othello::Position;

    /// Who always plays the move that loses nothing, and the same squares otherwise.
    fn choices() -> Vec<Choice> {
        let position = Position::START.play_unchecked("f5".parse().unwrap());
        let squares: Vec<_> = position.moves().into_iter().collect();
        let choice = |best: usize| Choice {
            position,
            last: None,
            own_last: None,
            seen: Seen {
                moves: squares
                    .iter()
                    .enumerate()
                    .map(|(place, &square)| SeenMove {
                        square,
                        losses: [if place == best { 0.0 } else { 4.0 }; DEPTHS],
                    })
                    .collect(),
                best: 0.0,
            },
            chosen: best,
            counts: Vec::new(),
            rating: 1500.0,
        };
        (0..300)
            .map(|number| choice(number % squares.len()))
            .collect()
    }

    #[test]
    fn what_decides_is_found() {
        let choices = choices();
        let options = FitOptions {
            epochs: 60,
            rate: 0.01,
            ..FitOptions::default()
        };
        let mut surprises = Vec::new();
        let model = fit(&choices, options, |_, surprise| surprises.push(surprise));
        assert!(
            surprises[59] < 0.1 && surprises[59] < surprises[0],
            "{surprises:?}"
        );
        let appeals = model.appeals(&choices[1].moment());
        let shares = shares(&appeals, 1.0);
        assert!(shares[1] > 0.9, "{shares:?}");
        assert_eq!(fit(&choices, options, |_, _| {}), model);
    }

    #[test]
    fn slopes_are_those_of_the_surprise() {
        let choice = &choices()[0];
        let mut numbers = first_numbers(&mut StdRng::seed_from_u64(7));
        let mut slopes: Numbers = Box::new([0.0; part::ALL]);
        add_slopes(&numbers, choice, &mut slopes);
        let mut unused: Numbers = Box::new([0.0; part::ALL]);
        for place in [
            0,
            5,
            part::FIRST_BIAS + 3,
            part::TO_SECOND + 40,
            part::TO_APPEAL + 2,
            part::DIRECT,
        ] {
            let before = numbers[place];
            let mut at = |number: f32| {
                numbers[place] = number;
                f64::from(add_slopes(&numbers, choice, &mut unused))
            };
            let measured = (at(before + 0.01) - at(before - 0.01)) / 0.02;
            numbers[place] = before;
            let told = f64::from(slopes[place]);
            assert!((measured - told).abs() < 0.01, "{place}: {measured} {told}");
        }
    }
}
