//! The tree as an image. Leaves and cut branches stand side by side in their order, every other
//! node over the middle of what is below it. MAX points up and MIN down, as in the textbook.

use std::fmt::Write;

use super::{Drawing, Method};
use bianca_rules::othello::Color;

/// Pixels between neighbours and between levels, and half a node's size.
const ACROSS: f64 = 64.0;
const DOWN: f64 = 96.0;
const HALF: f64 = 18.0;

/// Where something stands.
#[derive(Clone, Copy)]
struct Point {
    x: f64,
    y: f64,
}

struct Layout<'d> {
    drawing: &'d Drawing,
    nodes: Vec<Point>,
    /// Node, move and place of each branch that was cut.
    cut: Vec<(usize, &'d str, Point)>,
    /// Columns taken so far.
    columns: usize,
}

pub fn draw(drawing: &Drawing) -> String {
    let mut layout = Layout {
        drawing,
        nodes: vec![Point { x: 0.0, y: 0.0 }; drawing.nodes.len()],
        cut: Vec::new(),
        columns: 0,
    };
    layout.place(0);
    layout.paint()
}

impl<'d> Layout<'d> {
    fn next_column(&mut self) -> f64 {
        self.columns += 1;
        ACROSS * (self.columns as f64 - 0.5)
    }

    fn place(&mut self, here: usize) {
        let drawing = self.drawing;
        let node = &drawing.nodes[here];
        let y = DOWN * (node.depth as f64 + 0.5);
        let mut below = Vec::new();
        for &child in &node.children {
            self.place(child);
            below.push(self.nodes[child].x);
        }
        for mv in &node.cut {
            let x = self.next_column();
            below.push(x);
            self.cut.push((here, mv, Point { x, y: y + DOWN }));
        }
        let x = match (below.first(), below.last()) {
            (Some(first), Some(last)) => (first + last) / 2.0,
            _ => self.next_column(),
        };
        self.nodes[here] = Point { x, y };
    }

    fn paint(&self) -> String {
        let nodes = &self.drawing.nodes;
        let deepest = self
            .nodes
            .iter()
            .chain(self.cut.iter().map(|(_, _, at)| at));
        let bottom = deepest.map(|at| at.y).fold(0.0, f64::max);
        let (width, height) = (ACROSS * self.columns as f64, bottom + DOWN / 2.0);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             font-family=\"sans-serif\" font-size=\"11\" text-anchor=\"middle\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
        );
        for (here, node) in nodes.iter().enumerate() {
            for &child in &node.children {
                branch(
                    &mut svg,
                    self.nodes[here],
                    self.nodes[child],
                    &nodes[child].mv,
                    false,
                );
            }
        }
        for &(here, mv, at) in &self.cut {
            branch(&mut svg, self.nodes[here], at, mv, true);
        }
        for here in 0..nodes.len() {
            self.node(&mut svg, here);
        }
        svg + "</svg>"
    }

    fn node(&self, svg: &mut String, here: usize) {
        let node = &self.drawing.nodes[here];
        let Point { x, y } = self.nodes[here];
        let (left, right, top, bottom) = (x - HALF, x + HALF, y - HALF, y + HALF);
        let corners = match (node.is_leaf, node.mover) {
            (true, _) => format!("{left},{top} {right},{top} {right},{bottom} {left},{bottom}"),
            (false, Color::Black) => format!("{x},{top} {right},{bottom} {left},{bottom}"),
            (false, Color::White) => format!("{left},{top} {right},{top} {x},{bottom}"),
        };
        // Writing to a string cannot fail.
        let _ = writeln!(
            svg,
            "<polygon points=\"{corners}\" fill=\"#eef\" stroke=\"black\"/>"
        );
        let _ = writeln!(
            svg,
            "<text x=\"{x}\" y=\"{}\">{}</text>",
            y + 4.0,
            node.value
        );
        let order = format!("{}. {}", here + 1, node.name);
        let _ = writeln!(
            svg,
            "<text x=\"{x}\" y=\"{}\" fill=\"#555\">{}</text>",
            top - 4.0,
            order.trim_end()
        );
        if self.drawing.method == Method::AlphaBeta && !node.is_leaf {
            let _ = writeln!(
                svg,
                "<text x=\"{x}\" y=\"{}\" fill=\"#06c\">{}</text>",
                bottom + 12.0,
                node.window()
            );
        }
    }
}

fn branch(svg: &mut String, from: Point, to: Point, mv: &str, cut: bool) {
    let (x1, y1, x2, y2) = (from.x, from.y + HALF, to.x, to.y - HALF);
    let (stroke, dashes) = if cut {
        ("red", " stroke-dasharray=\"4\"")
    } else {
        ("black", "")
    };
    // Writing to a string cannot fail.
    let _ = writeln!(
        svg,
        "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"{stroke}\"{dashes}/>"
    );
    let (x, y) = ((x1 + x2) / 2.0, (y1 + y2) / 2.0);
    let _ = writeln!(
        svg,
        "<text x=\"{x}\" y=\"{y}\" fill=\"{stroke}\">{mv}</text>"
    );
    if cut {
        let _ = writeln!(
            svg,
            "<text x=\"{x2}\" y=\"{}\" fill=\"red\" font-size=\"16\">×</text>",
            y2 + 6.0
        );
    }
}
