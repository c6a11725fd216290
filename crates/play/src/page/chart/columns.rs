//! Charts of values from zero up: columns side by side, and small bars for the cells of tables.

use maud::{Markup, html};

use super::{Plane, TOP, tenths};

/// Labels that fit below each other's columns.
const MOST_LABELS: usize = 7;

/// How much higher than the highest value a chart may be for the sake of an interval.
const ROOM: f64 = 1.5;

/// A column: what it is of, its height, and how far that can be trusted to each side.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Column {
    /// What stands below it.
    pub label: String,
    /// Its height; `None` leaves its place empty.
    pub value: Option<f64>,
    /// Half of the interval around its end.
    pub side: Option<f64>,
}

/// Columns side by side, with curves of the given classes over them, which have a value for each
/// column or none. `None` if there is no column with a value.
pub fn columns(
    label: &'static str,
    columns: &[Column],
    curves: &[(&'static str, Vec<Option<f64>>)],
) -> Option<Markup> {
    let heights = columns.iter().filter_map(|column| column.value);
    let points = curves
        .iter()
        .flat_map(|(_, curve)| curve)
        .flatten()
        .copied();
    let highest = heights.clone().chain(points).fold(0.0, f64::max);
    heights.clone().next()?;
    let ends = columns
        .iter()
        .filter_map(|column| Some(column.value? + column.side?));
    let top = ends.fold(highest, f64::max).min(highest * ROOM).max(0.5);
    let count = columns.len() as f64;
    let mut plane = Plane::new(label, (0.0, count), (0.0, top), decimals);
    let every = columns.len().div_ceil(MOST_LABELS);
    for (place, column) in columns.iter().enumerate() {
        let middle = place as f64 + 0.5;
        if place % every == 0 {
            plane.label_x(middle, "middle", &column.label);
        }
        let Some(value) = column.value else { continue };
        let (left, right) = (plane.at_x(middle - 0.32), plane.at_x(middle + 0.32));
        let (y, bottom) = (plane.at_y(value), plane.at_y(0.0));
        plane.add(html! {
            rect.column x=(tenths(left)) y=(tenths(y)) width=(tenths(right - left))
                height=(tenths(bottom - y)) {
                title { (column.label) ": " (format_args!("{value:.2}")) }
            }
        });
        if let Some(side) = column.side {
            let x = tenths(plane.at_x(middle));
            let high = tenths(plane.at_y(value + side).max(TOP));
            let low = tenths(plane.at_y((value - side).max(0.0)));
            plane.add(html! { path.whisker d=(format_args!("M{x} {high}V{low}")) {} });
        }
    }
    for (class, curve) in curves {
        let points = curve.iter().enumerate();
        let points = points.filter_map(|(place, value)| Some((place as f64 + 0.5, (*value)?)));
        let path = plane.path(points.clone());
        plane.add(html! { path class={ "curve " (class) } d=(path) {} });
        for (x, y) in points {
            let (x, y) = (tenths(plane.at_x(x)), tenths(plane.at_y(y)));
            plane.add(html! { circle class={ "dot " (class) } cx=(x) cy=(y) r="3" {} });
        }
    }
    Some(plane.finish())
}

/// A small bar for a cell of a table: `value` of `most`, with its interval. What it shows stands in
/// the cells beside it.
pub fn meter(value: f64, side: Option<f64>, most: f64) -> Markup {
    let at = |value: f64| tenths(100.0 * (value / most).clamp(0.0, 1.0));
    html! {
        svg.meter viewBox="0 0 100 12" aria-hidden="true" {
            rect.column x="0" y="2" width=(at(value)) height="8" {}
            @if let Some(side) = side {
                path.whisker d={ "M" (at(value - side)) " 6H" (at(value + side)) } {}
            }
        }
    }
}

/// A small picture for a cell of a table: a value with its interval between two ends.
pub fn span(value: f64, (low, high): (f64, f64), (least, most): (f64, f64)) -> Markup {
    let at = |value: f64| tenths(100.0 * ((value - least) / (most - least)).clamp(0.0, 1.0));
    html! {
        svg.meter viewBox="0 0 100 12" aria-hidden="true" {
            path.axis d="M0 6H100" {}
            path.span d={ "M" (at(low)) " 6H" (at(high)) } {}
            circle.dot.first cx=(at(value)) cy="6" r="3" {}
        }
    }
}

fn decimals(value: f64) -> String {
    format!("{}", (value * 100.0).round() / 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(label: &str, value: Option<f64>, side: Option<f64>) -> Column {
        let label = label.to_owned();
        Column { label, value, side }
    }

    #[test]
    fn columns_stand_on_zero_and_no_interval_makes_them_flat() {
        assert!(columns("x", &[], &[]).is_none());
        assert!(columns("x", &[column("a", None, None)], &[]).is_none());
        let all = [
            column("a", Some(2.0), Some(90.0)),
            column("b", None, None),
            column("c", Some(0.0), None),
        ];
        let curve = vec![Some(1.0), None, Some(1.5)];
        let svg = columns("x", &all, &[("second", curve)])
            .unwrap()
            .into_string();
        assert_eq!(svg.matches("<rect").count(), 2, "{svg}");
        assert_eq!(svg.matches("<circle").count(), 2, "{svg}");
        assert_eq!(svg.matches("whisker").count(), 1, "{svg}");
        assert!(
            svg.contains(">3</text>") && !svg.contains(">4</text>"),
            "{svg}"
        );
        assert!(svg.contains("<title>a: 2.00</title>"), "{svg}");
        assert!(!svg.contains("NaN"), "{svg}");
    }

    #[test]
    fn of_many_columns_some_have_labels() {
        let all: Vec<Column> = (0..40)
            .map(|year| column(&format!("y{year}"), Some(1.0), None))
            .collect();
        let svg = columns("x", &all, &[]).unwrap().into_string();
        let labels = svg.matches(">y").count() - svg.matches("<title>y").count();
        assert!((5..=MOST_LABELS).contains(&labels), "{labels}");
    }

    #[test]
    fn small_bars_stay_within_their_cells() {
        let bar = meter(3.0, Some(9.0), 4.0).into_string();
        assert!(
            bar.contains("width=\"75.0\"") && bar.contains("M0.0 6H100.0"),
            "{bar}"
        );
        let line = span(1500.0, (200.0, 1700.0), (500.0, 2500.0)).into_string();
        assert!(
            line.contains("cx=\"50.0\"") && line.contains("M0.0 6H60.0"),
            "{line}"
        );
    }
}
