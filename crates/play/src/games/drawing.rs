//! Drawings of a search's tree: what was visited, in which order, with which values, and what
//! was cut off.
//!
//! A drawing is made by watching the search itself, so that it shows what the search did. Values
//! and windows are as MAX, the first player, sees them, as in the textbook's figures.

mod svg;

use std::fmt::Write;

use thiserror::Error;

use super::Playable;
use super::search::{INFINITY, Method, Search, TreeObserver};
use bianca_rules::othello::Color;
use bianca_search::request::StopFlag;

/// Nodes of the largest tree that is drawn.
pub const MOST_NODES: u64 = 2000;

/// A tree that has more than [`MOST_NODES`] nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the tree from here has more than {MOST_NODES} nodes, too many to draw")]
pub struct TooLarge;

/// How a tree is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TreeFormat {
    /// As an indented outline.
    #[default]
    Text,
    /// As what the search does, one line a step.
    Steps,
    /// In Graphviz's language.
    Dot,
    /// As an SVG image.
    Svg,
}

/// The tree of one search.
#[derive(Clone, Debug)]
pub struct Drawing {
    method: Method,
    /// In the order in which they were visited; the root is the first.
    nodes: Vec<Node>,
    events: Vec<Event>,
}

#[derive(Clone, Debug)]
struct Node {
    /// The move that leads here; empty for the root.
    mv: String,
    /// The state's name; empty if the game has none.
    name: String,
    mover: Color,
    /// Whether the search went no further here.
    is_leaf: bool,
    /// The window on entering, as MAX sees it.
    window: (i32, i32),
    value: i32,
    depth: usize,
    children: Vec<usize>,
    /// The moves that were not tried.
    cut: Vec<String>,
}

#[derive(Clone, Copy, Debug)]
enum Event {
    Enter(usize),
    Leave(usize),
}

/// Draws the search of `game` to its end.
///
/// # Errors
/// If it visits more than [`MOST_NODES`] nodes.
pub fn draw<G: Playable>(game: &G, method: Method) -> Result<Drawing, TooLarge> {
    let recorder = Recorder {
        nodes: Vec::new(),
        events: Vec::new(),
        open: Vec::new(),
    };
    let stop = StopFlag::new();
    let mut search = Search::watched(method, &stop, recorder);
    search.most_nodes = MOST_NODES;
    search.value(game, u32::MAX).map_err(|_| TooLarge)?;
    let Recorder { nodes, events, .. } = search.watch;
    Ok(Drawing {
        method,
        nodes,
        events,
    })
}

/// The drawing of the search of `game` to its end in the format asked for, several lines.
///
/// # Errors
/// If it visits more than [`MOST_NODES`] nodes.
pub fn draw_tree<G: Playable>(
    game: &G,
    method: Method,
    format: TreeFormat,
) -> Result<String, TooLarge> {
    let drawing = draw(game, method)?;
    Ok(match format {
        TreeFormat::Text => drawing.text(),
        TreeFormat::Steps => drawing.steps().join("\n"),
        TreeFormat::Dot => drawing.dot(),
        TreeFormat::Svg => drawing.svg(),
    })
}

struct Recorder {
    nodes: Vec<Node>,
    events: Vec<Event>,
    /// The nodes entered and not left.
    open: Vec<usize>,
}

impl<G: Playable> TreeObserver<G> for Recorder {
    fn enter(&mut self, node: &G, mv: Option<G::Move>, alpha: i32, beta: i32) {
        let here = self.nodes.len();
        if let Some(&parent) = self.open.last() {
            self.nodes[parent].children.push(here);
            self.nodes[parent].is_leaf = false;
        }
        let mover = node.mover();
        self.nodes.push(Node {
            mv: mv.map(|mv| mv.to_string()).unwrap_or_default(),
            name: node.state_name().unwrap_or_default(),
            mover,
            is_leaf: true,
            window: match mover {
                Color::Black => (alpha, beta),
                Color::White => (-beta, -alpha),
            },
            value: 0,
            depth: self.open.len(),
            children: Vec::new(),
            cut: Vec::new(),
        });
        self.open.push(here);
        self.events.push(Event::Enter(here));
    }

    fn leave(&mut self, node: &G, value: i32, cut: &[G::Move]) {
        if let Some(here) = self.open.pop() {
            self.nodes[here].value = node.mover().for_black(value);
            self.nodes[here].cut = cut.iter().map(G::Move::to_string).collect();
            self.events.push(Event::Leave(here));
        }
    }
}

impl Node {
    /// `a1 B MIN`, as much of it as there is.
    fn title(&self) -> String {
        let player = match (self.is_leaf, self.mover) {
            (true, _) => "",
            (false, Color::Black) => "MAX",
            (false, Color::White) => "MIN",
        };
        let words = [self.mv.as_str(), self.name.as_str(), player];
        let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
        words.join(" ")
    }

    /// `alpha 3 beta +inf`.
    fn window(&self) -> String {
        let bound = |bound: i32| match bound {
            INFINITY => "+inf".to_owned(),
            bound if bound == -INFINITY => "-inf".to_owned(),
            bound => bound.to_string(),
        };
        let (alpha, beta) = self.window;
        format!("alpha {} beta {}", bound(alpha), bound(beta))
    }
}

impl Drawing {
    /// How many nodes were visited.
    pub fn visited(&self) -> usize {
        self.nodes.len()
    }

    /// The value of the root as MAX sees it.
    pub fn value(&self) -> i32 {
        self.nodes[0].value
    }

    /// The moves that were cut off, in the order in which they would have been tried.
    pub fn cut(&self) -> Vec<&str> {
        let moves = self.nodes.iter().flat_map(|node| &node.cut);
        moves.map(String::as_str).collect()
    }

    /// An indented outline: one line a node in the order visited, with its number, its value and
    /// for alpha-beta its window, and one line for the moves cut off below it.
    pub fn text(&self) -> String {
        let mut text = String::new();
        self.outline(0, &mut text);
        text + &self.summary()
    }

    fn outline(&self, here: usize, text: &mut String) {
        let node = &self.nodes[here];
        let indent = "  ".repeat(node.depth);
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "{indent}{}. {} = {}",
            here + 1,
            node.title(),
            node.value
        );
        if self.method == Method::AlphaBeta && !node.is_leaf {
            let _ = write!(text, " ({})", node.window());
        }
        text.push('\n');
        for &child in &node.children {
            self.outline(child, text);
        }
        if !node.cut.is_empty() {
            let _ = writeln!(text, "{indent}  cut: {}", node.cut.join(" "));
        }
    }

    fn summary(&self) -> String {
        let method = match self.method {
            Method::Minimax => "minimax",
            Method::AlphaBeta => "alphabeta",
        };
        let cut = match self.cut().len() {
            0 => String::new(),
            count => format!(", {count} branches cut"),
        };
        let nodes = match self.nodes.len() {
            1 => "1 node".to_owned(),
            count => format!("{count} nodes"),
        };
        format!("{method}: value {}, {nodes} visited{cut}", self.value())
    }

    /// What the search does, one line a step.
    pub fn steps(&self) -> Vec<String> {
        let mut steps: Vec<String> = self.events.iter().map(|event| self.step(event)).collect();
        steps.push(self.summary());
        steps
    }

    fn step(&self, event: &Event) -> String {
        let (Event::Enter(here) | Event::Leave(here)) = *event;
        let node = &self.nodes[here];
        let indent = "  ".repeat(node.depth);
        let title = node.title();
        match event {
            Event::Enter(_) if self.method == Method::AlphaBeta => {
                format!("{indent}> {title} ({})", node.window())
            }
            Event::Enter(_) => format!("{indent}> {title}"),
            Event::Leave(_) if node.cut.is_empty() => format!("{indent}< {title} = {}", node.value),
            Event::Leave(_) => {
                let cut = node.cut.join(" ");
                format!("{indent}< {title} = {}, cut: {cut}", node.value)
            }
        }
    }

    /// The tree in Graphviz's language: cut branches are dashed.
    pub fn dot(&self) -> String {
        let mut text = String::from("digraph search {\n  node [fontname=\"sans-serif\"];\n");
        for (here, node) in self.nodes.iter().enumerate() {
            let shape = match (node.is_leaf, node.mover) {
                (true, _) => "box",
                (false, Color::Black) => "triangle",
                (false, Color::White) => "invtriangle",
            };
            let window = match self.method {
                Method::AlphaBeta if !node.is_leaf => format!("\\n{}", node.window()),
                _ => String::new(),
            };
            let label = format!("{}. {}\\n{}{window}", here + 1, node.name, node.value);
            let _ = writeln!(text, "  n{here} [shape={shape}, label=\"{label}\"];");
            for &child in &node.children {
                let mv = &self.nodes[child].mv;
                let _ = writeln!(text, "  n{here} -> n{child} [label=\"{mv}\"];");
            }
            for (number, mv) in node.cut.iter().enumerate() {
                let cut = format!("c{here}_{number}");
                let _ = writeln!(text, "  {cut} [shape=point];");
                let _ = writeln!(
                    text,
                    "  n{here} -> {cut} [style=dashed, color=red, label=\"{mv}\"];"
                );
            }
        }
        text + "}"
    }

    /// The tree as an SVG image; cut branches are dashed and crossed.
    pub fn svg(&self) -> String {
        svg::draw(self)
    }
}
