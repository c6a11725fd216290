//! Charts as inline SVG. Colours are classes that the page's style sheet knows.

mod columns;

use std::fmt::Write;

use maud::{Markup, PreEscaped, html};

use super::words::Words;

pub use columns::{Column, columns, meter, span};

/// Size of every chart, in SVG units; the page scales it to its place.
const WIDTH: f64 = 480.0;
const HEIGHT: f64 = 200.0;
/// Room for the labels.
const LEFT: f64 = 52.0;
const RIGHT: f64 = 8.0;
const TOP: f64 = 8.0;
const BOTTOM: f64 = 22.0;

/// A value that is known with some uncertainty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Uncertain {
    /// Where it is on the x axis.
    pub x: f64,
    /// The value.
    pub value: f64,
    /// The lower bound of its interval.
    pub low: f64,
    /// The upper bound of its interval.
    pub high: f64,
}

/// A plane with axes on which curves are drawn.
struct Plane {
    label: &'static str,
    x: (f64, f64),
    y: (f64, f64),
    content: String,
}

impl Plane {
    /// A plane of these ranges, which must not be empty, with labels at a few round values of y,
    /// written by `tick`.
    fn new(label: &'static str, x: (f64, f64), y: (f64, f64), tick: fn(f64) -> String) -> Plane {
        let content = String::new();
        let mut plane = Plane {
            label,
            x,
            y,
            content,
        };
        let step = round_step((y.1 - y.0) / 5.0);
        let mut value = (y.0 / step).ceil() * step;
        while value <= y.1 {
            let at = plane.at_y(value);
            let class = if value == 0.0 { "zero" } else { "axis" };
            plane.add(html! {
                path class=(class) d=(format_args!("M{LEFT} {at:.1}H{:.1}", WIDTH - RIGHT)) {}
                text x=(tenths(LEFT - 6.0)) y=(tenths(at + 4.0)) text-anchor="end" { (tick(value)) }
            });
            value += step;
            // What rounding leaves beside zero is zero.
            if value.abs() < step / 1e6 {
                value = 0.0;
            }
        }
        plane
    }

    fn at_x(&self, x: f64) -> f64 {
        LEFT + (x - self.x.0) / (self.x.1 - self.x.0) * (WIDTH - LEFT - RIGHT)
    }

    fn at_y(&self, y: f64) -> f64 {
        TOP + (self.y.1 - y) / (self.y.1 - self.y.0) * (HEIGHT - TOP - BOTTOM)
    }

    fn add(&mut self, markup: Markup) {
        self.content += &markup.0;
    }

    fn path(&self, points: impl Iterator<Item = (f64, f64)>) -> String {
        let mut path = String::new();
        for (index, (x, y)) in points.enumerate() {
            let command = if index == 0 { 'M' } else { 'L' };
            // Writing to a string cannot fail.
            let _ = write!(path, "{command}{:.1} {:.1}", self.at_x(x), self.at_y(y));
        }
        path
    }

    fn label_x(&mut self, x: f64, anchor: &str, text: &str) {
        let x = tenths(self.at_x(x));
        self.add(html! { text x=(x) y=(HEIGHT - 6.0) text-anchor=(anchor) { (text) } });
    }

    fn finish(self) -> Markup {
        html! {
            svg.chart viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } role="img" aria-label=(self.label) {
                (PreEscaped(self.content))
            }
        }
    }
}

/// A coordinate as it is written, in tenths of a unit.
fn tenths(coordinate: f64) -> String {
    format!("{coordinate:.1}")
}

/// The least of 1, 2, 5, 10, 20, … that is not less than `step`.
fn round_step(step: f64) -> f64 {
    let power = 10f64.powf(step.max(1e-9).log10().floor());
    let choices = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
    choices
        .into_iter()
        .find(|&choice| choice >= step)
        .unwrap_or(10.0 * power)
}

fn signed(value: f64) -> String {
    if value == 0.0 {
        "0".to_owned()
    } else {
        // The labels are sums of steps; what rounding leaves behind the comma would be cut off.
        format!("{:+}", (value * 100.0).round() / 100.0)
    }
}

/// A value over time with its interval as a band; `unit` names what x counts. What is infinite
/// reaches to the edge.
pub fn history(label: &'static str, points: &[Uncertain], unit: &str) -> Option<Markup> {
    let (first, last) = (points.first()?, points.last()?);
    // The first few intervals are so wide that they would flatten all the rest.
    let settled = &points[points.len() / 5..];
    let bounds = settled
        .iter()
        .flat_map(|point| [point.low, point.value, point.high])
        .filter(|bound| bound.is_finite());
    let (low, high) = bounds.fold((-5f64, 5f64), |(low, high), bound| {
        (low.min(bound), high.max(bound))
    });
    let mut plane = Plane::new(
        label,
        (first.x, last.x.max(first.x + 1.0)),
        (low, high),
        signed,
    );
    let inside = |y: f64| y.clamp(low, high);
    let forth = points.iter().map(|point| (point.x, inside(point.high)));
    let back = points
        .iter()
        .rev()
        .map(|point| (point.x, inside(point.low)));
    let band = plane.path(forth.chain(back));
    let curve = plane.path(points.iter().map(|point| (point.x, inside(point.value))));
    plane.add(html! {
        path.band d={ (band) "Z" } {}
        path.curve.first d=(curve) {}
    });
    plane.label_x(first.x, "start", &format!("{}", first.x));
    plane.label_x(last.x, "end", &format!("{} {unit}", last.x));
    Some(plane.finish())
}

/// How often each disc difference from -64 to 64 came, in bars of eight discs; an even result
/// has a bar of its own.
pub fn discs(label: &'static str, results: &[i32]) -> Option<Markup> {
    if results.is_empty() {
        return None;
    }
    // 1 to 8 discs are bar 1, 57 to 64 bar 8; lost games likewise below zero.
    let bar_of = |discs: i32| discs.signum() * ((discs.abs() + 7) / 8);
    let mut counts = [0u32; 17];
    for &discs in results {
        counts[(bar_of(discs.clamp(-64, 64)) + 8) as usize] += 1;
    }
    let most = f64::from(counts.iter().copied().max().unwrap_or(1));
    // Five or more, so that every label is a whole number of games.
    let range = (0.0, most.max(5.0));
    let mut plane = Plane::new(label, (-8.5, 8.5), range, |count| format!("{count:.0}"));
    for (index, &count) in counts.iter().enumerate() {
        let bar = index as i32 - 8;
        let class = match bar.signum() {
            1 => "win",
            0 => "draw",
            _ => "loss",
        };
        let (left, right) = (
            plane.at_x(f64::from(bar) - 0.42),
            plane.at_x(f64::from(bar) + 0.42),
        );
        let top = plane.at_y(f64::from(count));
        let bottom = plane.at_y(0.0);
        let (width, height) = (tenths(right - left), tenths(bottom - top));
        plane.add(html! {
            rect class={ "bar " (class) } x=(tenths(left)) y=(tenths(top)) width=(width) height=(height) {
                title { (count) }
            }
        });
    }
    for (bar, text) in [
        (-8.0, "-64"),
        (-4.0, "-32"),
        (0.0, "0"),
        (4.0, "+32"),
        (8.0, "+64"),
    ] {
        plane.label_x(bar, "middle", text);
    }
    Some(plane.finish())
}

/// The evaluations of both sides of one game, in discs from black's side, by the number of the
/// turn.
pub fn evaluations(
    words: Words,
    label: &'static str,
    black: &[(usize, f64)],
    white: &[(usize, f64)],
) -> Option<Markup> {
    let all = || black.iter().chain(white);
    let last = all().map(|&(ply, _)| ply).max()?;
    let most = all().fold(8f64, |most, &(_, score)| most.max(score.abs()));
    let most = (most / 8.0).ceil() * 8.0;
    let mut plane = Plane::new(label, (0.0, last.max(1) as f64), (-most, most), signed);
    for (class, points) in [("first", black), ("second", white)] {
        let points = points.iter().map(|&(ply, score)| (ply as f64, score));
        let curve = plane.path(points);
        if !curve.is_empty() {
            plane.add(html! { path class={ "curve " (class) } d=(curve) {} });
        }
    }
    plane.label_x(0.0, "start", "0");
    plane.label_x(last as f64, "end", &words.turn(last));
    Some(plane.finish())
}

/// A point of a curve that is pointed out.
#[derive(Clone, Debug, PartialEq)]
pub struct Pin {
    /// Where it is on the curve.
    pub at: (usize, f64),
    /// The class of its dot.
    pub class: &'static str,
}

/// The score of a game from black's side in discs, by the number of discs put on the board; from
/// `exact_from` on it is exact.
pub fn score_curve(
    words: Words,
    label: &'static str,
    points: &[(usize, f64)],
    exact_from: Option<usize>,
    pins: &[Pin],
) -> Option<Markup> {
    let (first, last) = (points.first()?.0, points.last()?.0);
    let most = points
        .iter()
        .fold(8f64, |most, &(_, score)| most.max(score.abs()));
    let most = (most / 8.0).ceil() * 8.0;
    let x = (first as f64, last.max(first + 1) as f64);
    let mut plane = Plane::new(label, x, (-most, most), signed);
    if let Some(from) = exact_from.filter(|&from| from < last) {
        let (left, right) = (plane.at_x(from as f64), plane.at_x(last as f64));
        let (width, height) = (tenths(right - left), tenths(HEIGHT - TOP - BOTTOM));
        plane.add(html! {
            rect.exact x=(tenths(left)) y=(TOP) width=(width) height=(height) {}
        });
    }
    let curve: Vec<(f64, f64)> = points
        .iter()
        .map(|&(number, score)| (number as f64, score))
        .collect();
    let area = [(x.0, 0.0)].into_iter().chain(curve.iter().copied());
    let area = plane.path(area.chain([(x.1, 0.0)]));
    plane.add(html! { path.area d={ (area) "Z" } {} });
    let path = plane.path(curve.iter().copied());
    plane.add(html! { path.curve.first d=(path) {} });
    for pin in pins {
        let x = tenths(plane.at_x(pin.at.0 as f64));
        let y = tenths(plane.at_y(pin.at.1));
        plane.add(html! {
            circle class={ "pin " (pin.class) } cx=(x) cy=(y) r="5" {}
        });
    }
    plane.label_x(x.0, "start", &first.to_string());
    plane.label_x(last as f64, "end", &words.move_number(last));
    Some(plane.finish())
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_system::language::Language;

    #[test]
    fn steps_are_round() {
        for (step, round) in [
            (0.3, 0.5),
            (1.0, 1.0),
            (11.0, 20.0),
            (23.0, 50.0),
            (64.0, 100.0),
        ] {
            assert!((round_step(step) - round).abs() < 1e-9, "{step}");
        }
    }

    #[test]
    fn nothing_has_no_chart_and_extremes_stay_inside() {
        let words = Words::of(Language::English);
        assert!(discs("x", &[]).is_none());
        assert!(history("x", &[], "pairs").is_none());
        assert!(evaluations(words, "x", &[], &[]).is_none());
        assert!(score_curve(words, "x", &[], None, &[]).is_none());
        let wild = Uncertain {
            x: 1.0,
            value: f64::INFINITY,
            low: -3.0,
            high: 1e6,
        };
        let tame = Uncertain {
            x: 9.0,
            value: 2.0,
            low: -3.0,
            high: 7.0,
        };
        let endless = Uncertain {
            x: 10.0,
            value: 300.0,
            low: f64::NEG_INFINITY,
            high: f64::INFINITY,
        };
        for last in [tame, endless] {
            let svg = history("x", &[wild, tame, tame, tame, last], "pairs");
            let svg = svg.unwrap().into_string();
            assert!(!svg.contains("inf") && !svg.contains("NaN"), "{svg}");
            assert_eq!(svg.contains(">+200</text>"), last == endless, "{svg}");
        }
        let svg = discs("x", &[64, -64, 0, 1, 8, 9]).unwrap().into_string();
        assert_eq!(
            svg.matches("<title>2</title>").count(),
            1,
            "1 and 8 share a bar: {svg}"
        );
        assert!(
            svg.contains(">1</text>") && svg.contains(">5</text>"),
            "{svg}"
        );
        assert_eq!(signed(0.1 + 0.2), "+0.3");
    }

    #[test]
    fn a_curve_has_its_pins_and_what_is_exact() {
        let pin = Pin {
            at: (2, -4.0),
            class: "blunder",
        };
        let points = [(0, 4.0), (2, -4.0), (3, -1.0)];
        let words = Words::of(Language::French);
        let svg = |exact| score_curve(words, "x", &points, exact, std::slice::from_ref(&pin));
        let some = svg(Some(1)).unwrap().into_string();
        assert!(some.contains(">coup 3</text>"), "{some}");
        assert!(some.contains("class=\"pin blunder\"") && some.contains("class=\"exact\""));
        let none = svg(Some(3)).unwrap().into_string();
        assert!(!none.contains("class=\"exact\""), "{none}");
    }
}
