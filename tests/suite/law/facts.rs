//! What the strategies say of positions and moves, against a second implementation that walks from
//! square to square: [`bianca::strategy`] works on whole boards at once.

use std::collections::HashMap;

use bianca::othello::{Bitboard, Color, Position, Square};
use bianca::strategy::{Theme, explain_move, explain_position};

use super::reference::{Board, Random, name};

/// How many positions are compared.
const POSITIONS: usize = 5000;

/// Squares from which on their names are left out.
const TOO_MANY: usize = 25;

/// Ways to the four neighbours in one half of the plane, in columns and rows.
const LINES: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// The square so many steps from another; `None` beside the board.
fn step(square: usize, (right, down): (i32, i32), steps: i32) -> Option<usize> {
    let column = (square % 8) as i32 + right * steps;
    let row = (square / 8) as i32 + down * steps;
    let inside = (0..8).contains(&column) && (0..8).contains(&row);
    inside.then_some((8 * row + column) as usize)
}

fn beside(square: usize) -> Vec<usize> {
    let ways = LINES.into_iter().flat_map(|way| [(way, 1), (way, -1)]);
    ways.filter_map(|(way, steps)| step(square, way, steps))
        .collect()
}

/// A corner with its two C squares and its X square.
const CORNERS: [(usize, [usize; 2], usize); 4] = [
    (0, [1, 8], 9),
    (7, [6, 15], 14),
    (56, [57, 48], 49),
    (63, [62, 55], 54),
];

/// The rim, each edge from its left or upper end.
const EDGES: [[usize; 8]; 4] = [
    [0, 1, 2, 3, 4, 5, 6, 7],
    [7, 15, 23, 31, 39, 47, 55, 63],
    [56, 57, 58, 59, 60, 61, 62, 63],
    [0, 8, 16, 24, 32, 40, 48, 56],
];

/// One thing that is said: what of, its words, and its squares, be they named or not.
type Fact = (Theme, String, Vec<usize>);

/// Stable discs of an edge by all that may happen on it: either side may play on any empty square.
#[derive(Default)]
struct Futures(HashMap<[u8; 8], [bool; 8]>);

impl Futures {
    /// For each square of an edge of `X`, `O` and `-` whether its disc keeps its colour for ever.
    fn stable(&mut self, edge: [u8; 8]) -> [bool; 8] {
        if let Some(&known) = self.0.get(&edge) {
            return known;
        }
        let mut stable = edge.map(|disc| disc != b'-');
        for place in (0..8).filter(|&place| edge[place] == b'-') {
            for side in [b'X', b'O'] {
                let mut after = edge;
                after[place] = side;
                for towards in [1, -1] {
                    let squares = || (1..8).map(|far| place as i32 + towards * far);
                    let inside = || squares().filter(|at| (0..8).contains(at));
                    let disc = |at: i32| edge[at as usize];
                    let others = inside().take_while(|&at| disc(at) != b'-' && disc(at) != side);
                    let others: Vec<i32> = others.collect();
                    let end = inside().nth(others.len());
                    if end.is_some_and(|end| disc(end) == side) {
                        for at in others {
                            after[at as usize] = side;
                        }
                    }
                }
                let later = self.stable(after);
                for at in 0..8 {
                    stable[at] &= after[at] == edge[at] && later[at];
                }
            }
        }
        self.0.insert(edge, stable);
        stable
    }
}

/// A position as one side sees it, on its turn or not.
struct Seen<'a> {
    board: Board,
    futures: &'a mut Futures,
}

impl Seen<'_> {
    fn own(&self, square: usize) -> bool {
        self.board.own >> square & 1 == 1
    }

    fn other(&self, square: usize) -> bool {
        self.board.other >> square & 1 == 1
    }

    fn empty(&self, square: usize) -> bool {
        !self.own(square) && !self.other(square)
    }

    fn squares(&self, wanted: impl Fn(usize) -> bool) -> Vec<usize> {
        (0..64).filter(|&square| wanted(square)).collect()
    }

    /// Whether every square of a line through `square` is taken.
    fn full(&self, square: usize, way: (i32, i32)) -> bool {
        (-7..8).all(|steps| step(square, way, steps).is_none_or(|at| !self.empty(at)))
    }

    fn stable(&mut self) -> Vec<usize> {
        let mut stable: Vec<usize> = Vec::new();
        for edge in EDGES {
            let discs = edge.map(|square| match () {
                () if self.own(square) => b'X',
                () if self.other(square) => b'O',
                () => b'-',
            });
            let future = self.futures.stable(discs);
            let safe = (0..8).filter(|&at| future[at] && discs[at] == b'X');
            stable.extend(safe.map(|at| edge[at]));
        }
        loop {
            let safe_on = |square, way| {
                let leans = |steps| step(square, way, steps).is_none_or(|at| stable.contains(&at));
                self.full(square, way) || leans(1) || leans(-1)
            };
            let on_rim = |square| EDGES.iter().any(|edge| edge.contains(&square));
            let more = self.squares(|square| {
                let all_full = LINES.into_iter().all(|way| self.full(square, way));
                let safe = !on_rim(square) && LINES.into_iter().all(|way| safe_on(square, way));
                self.own(square) && !stable.contains(&square) && (all_full || safe)
            });
            if more.is_empty() {
                stable.sort_unstable();
                stable.dedup();
                return stable;
            }
            stable.extend(more);
        }
    }

    /// Empty squares that hang together with one.
    fn region(&self, square: usize) -> Vec<usize> {
        let (mut region, mut next) = (vec![square], 0);
        while next < region.len() {
            for at in beside(region[next]) {
                if self.empty(at) && !region.contains(&at) {
                    region.push(at);
                }
            }
            next += 1;
        }
        region.sort_unstable();
        region
    }

    fn tempo(&self) -> Vec<usize> {
        let moves = self.board.moves().into_iter();
        let gains = |&square: &usize| {
            let region = self.region(square);
            let replies = self.board.after(Some(square)).moves();
            !replies.is_empty() && replies.iter().all(|reply| !region.contains(reply))
        };
        moves.filter(gains).collect()
    }

    fn secured(&self) -> Vec<Vec<usize>> {
        let edges = EDGES.into_iter().filter(|edge| {
            let end = |corner: usize, c_square: usize| {
                self.own(corner) || self.empty(corner) && self.empty(c_square)
            };
            edge[2..6].iter().all(|&square| self.own(square))
                && end(edge[0], edge[1])
                && end(edge[7], edge[6])
        });
        edges
            .map(|edge| edge.into_iter().filter(|&at| self.own(at)).collect())
            .collect()
    }

    fn unbalanced(&self) -> Vec<Vec<usize>> {
        let edges = EDGES.into_iter().filter(|edge| {
            let discs = edge.map(|at| if self.empty(at) { '-' } else { '?' });
            let discs: String = discs.into_iter().collect();
            let own = edge.iter().filter(|&&at| self.own(at)).count();
            own == 5 && (discs == "-?????--" || discs == "--?????-")
        });
        edges
            .map(|edge| edge.into_iter().filter(|&at| self.own(at)).collect())
            .collect()
    }

    /// X square, attack, corner won and corner offered, with the disc on the X square or the move.
    fn traps(&self, threatened: bool) -> Vec<[usize; 4]> {
        let both = EDGES.into_iter().flat_map(|edge| {
            let mut back = edge;
            back.reverse();
            [edge, back]
        });
        let mut traps = Vec::new();
        for edge in both {
            let (offered, won) = (edge[0], edge[7]);
            let corner = CORNERS.iter().find(|corner| corner.0 == offered);
            let x_square = corner.expect("an edge ends in corners").2;
            let board = if !threatened && self.own(x_square) {
                self.board
            } else if threatened && self.board.moves().contains(&x_square) {
                self.board.after(Some(x_square)).after(None)
            } else {
                continue;
            };
            let taken = |discs: u64, square: usize| discs >> square & 1 == 1;
            let all = board.own | board.other;
            if taken(all, offered) || taken(all, won) || !taken(board.other, edge[6]) {
                continue;
            }
            if board.moves().contains(&won) {
                continue;
            }
            let wins = |attack: usize| {
                let after = board.after(Some(attack));
                let replies = after.moves();
                let wins = |reply| after.after(reply).moves().contains(&won);
                if replies.is_empty() {
                    wins(None)
                } else {
                    replies.into_iter().all(|reply| wins(Some(reply)))
                }
            };
            let moves = board.moves();
            let attack = edge[1..6]
                .iter()
                .find(|at| moves.contains(at) && wins(**at));
            traps.extend(attack.map(|&attack| [x_square, attack, won, offered]));
        }
        traps
    }
}

fn fact(theme: Theme, black: Option<bool>, number: usize, squares: &[usize]) -> Fact {
    let color = match black {
        Some(true) => " black",
        Some(false) => " white",
        None => "",
    };
    let mut text = format!("{}:{color} {number}", theme.title());
    if !squares.is_empty() && squares.len() < TOO_MANY {
        let names: Vec<String> = squares.iter().map(|&square| name(square)).collect();
        text += &format!(": {}", names.join(" "));
    }
    (theme, text, squares.to_vec())
}

/// The moves that leave the other side fewest answers, and how many.
fn wish(board: Board) -> Option<Fact> {
    let answers = |square: usize| board.after(Some(square)).moves().len();
    let moves = board.moves();
    let fewest = moves.iter().map(|&square| answers(square)).min()?;
    let best = moves
        .into_iter()
        .filter(|&square| answers(square) == fewest);
    let best: Vec<usize> = best.collect();
    Some(fact(Theme::Empathy, Some(board.black), fewest, &best))
}

/// All that there is to say of a position.
fn facts(board: Board, futures: &mut Futures) -> Vec<Fact> {
    let mut facts = Vec::new();
    for side in [board, board.after(None)] {
        let black = Some(side.black);
        let mut seen = Seen {
            board: side,
            futures: &mut *futures,
        };
        let moves = side.moves();
        let corner = |square: usize| CORNERS.iter().any(|corner| corner.0 == square);
        let beside_corner = |square: usize, is_x: bool| {
            let is_beside = |corner: &&(usize, [usize; 2], usize)| {
                if is_x {
                    corner.2 == square
                } else {
                    corner.1.contains(&square)
                }
            };
            let around = CORNERS.iter().filter(is_beside);
            around.map(|corner| corner.0).next()
        };
        let stable = seen.stable();
        let own = |square| seen.own(square);
        let by_free = |square, is_x| beside_corner(square, is_x).is_some_and(|at| seen.empty(at));
        let mut say = |theme, squares: Vec<usize>| {
            if !squares.is_empty() || theme == Theme::Mobility {
                facts.push(fact(theme, black, squares.len(), &squares));
            }
        };
        say(Theme::Corners, seen.squares(|at| own(at) && corner(at)));
        say(
            Theme::OpenCorners,
            seen.squares(|at| moves.contains(&at) && corner(at)),
        );
        let on_edge = |square: usize| EDGES.iter().any(|edge| edge.contains(&square));
        say(Theme::Edges, seen.squares(|at| own(at) && on_edge(at)));
        say(Theme::StableDiscs, stable);
        say(
            Theme::XSquares,
            seen.squares(|at| own(at) && by_free(at, true)),
        );
        say(
            Theme::CSquares,
            seen.squares(|at| own(at) && by_free(at, false)),
        );
        say(Theme::Mobility, moves.clone());
        let by_other = |at: usize| beside(at).into_iter().any(|at| seen.other(at));
        say(
            Theme::PotentialMobility,
            seen.squares(|at| seen.empty(at) && by_other(at)),
        );
        let by_empty = |at: usize| beside(at).into_iter().any(|at| seen.empty(at));
        say(Theme::Frontier, seen.squares(|at| own(at) && by_empty(at)));
        say(Theme::Tempo, seen.tempo());
        for edge in seen.secured() {
            say(Theme::SecuredEdge, edge);
        }
        for edge in seen.unbalanced() {
            say(Theme::UnbalancedEdge, edge);
        }
        for (theme, threatened) in [(Theme::StonerTrap, false), (Theme::StonerThreat, true)] {
            let traps = seen.traps(threatened);
            facts.extend(traps.iter().map(|trap| fact(theme, black, 1, trap)));
        }
    }
    facts.extend(wish(board.after(None)));
    let seen = Seen { board, futures };
    let free = seen.squares(|at| seen.empty(at) && CORNERS.iter().any(|corner| corner.0 == at));
    if !free.is_empty() {
        facts.push(fact(Theme::FreeCorners, None, free.len(), &free));
    }
    if !board.over() {
        let empties = board.empties() as usize;
        let last = board.black == (empties % 2 == 1);
        facts.push(fact(Theme::Parity, Some(last), empties, &[]));
        let mut told: Vec<usize> = Vec::new();
        for square in seen.squares(|at| seen.empty(at)) {
            if !told.contains(&square) {
                let region = seen.region(square);
                let theme = match region.len() % 2 {
                    0 => Theme::EvenRegion,
                    _ => Theme::OddRegion,
                };
                facts.push(fact(theme, None, region.len(), &region));
                told.extend(region);
            }
        }
    }
    facts
}

/// All that there is to say of a move.
fn facts_of_move(board: Board, square: usize, futures: &mut Futures) -> Vec<Fact> {
    let after = board.after(Some(square));
    let (black, white) = (Some(board.black), Some(!board.black));
    let turned = board.other & after.other;
    let turned: Vec<usize> = (0..64).filter(|at| turned >> at & 1 == 1).collect();
    let mut facts = vec![fact(Theme::Turned, black, turned.len(), &turned)];
    let mut say = |theme, color, squares: Vec<usize>| {
        if !squares.is_empty() {
            facts.push(fact(theme, color, squares.len(), &squares));
        }
    };
    let before = board.after(None).moves();
    let given = after.moves().into_iter();
    let given = given.filter(|at| !before.contains(at) && [0, 7, 56, 63].contains(at));
    say(Theme::GivenCorners, white, given.collect());
    let mut stable = |board| {
        let mut seen = Seen {
            board,
            futures: &mut *futures,
        };
        seen.stable()
    };
    let (was, is) = (stable(board), stable(after.after(None)));
    let new = is.into_iter().filter(|at| !was.contains(at));
    say(Theme::NewStableDiscs, black, new.collect());
    let seen = Seen {
        board,
        futures: &mut *futures,
    };
    let tempo = seen.tempo();
    say(
        Theme::Tempo,
        black,
        tempo.into_iter().filter(|&at| at == square).collect(),
    );
    facts.extend(wish(after));
    let before = self::facts(board, futures);
    facts.extend(self::facts(after, futures).into_iter().filter(|fact| {
        let told_above = [Theme::StableDiscs, Theme::Tempo, Theme::Empathy];
        !told_above.contains(&fact.0) && !before.contains(fact)
    }));
    facts
}

fn sorted(lines: impl Iterator<Item = String>) -> Vec<String> {
    let mut lines: Vec<String> = lines.collect();
    lines.sort();
    lines
}

#[test]
fn what_the_strategies_say_is_true() {
    let (mut random, mut futures, mut compared) = (Random(1), Futures::default(), 0);
    while compared < POSITIONS {
        // A game from its start, and from discs at random, where edges and corners are taken.
        let mut board = match compared % 3 {
            0 => Board::start(),
            _ => random.scattered(20),
        };
        while !board.over() && compared < POSITIONS {
            compared += 1;
            let position = Position::new(Bitboard(board.own), Bitboard(board.other)).unwrap();
            let color = if board.black {
                Color::Black
            } else {
                Color::White
            };
            let told = explain_position(position, color);
            assert_eq!(
                sorted(told.iter().map(ToString::to_string)),
                sorted(facts(board, &mut futures).into_iter().map(|fact| fact.1)),
                "{}",
                board.text()
            );
            let moves = board.moves();
            if moves.is_empty() {
                board = board.after(None);
                continue;
            }
            let square = random.one_of(&moves);
            if compared % 4 == 0 {
                let told = explain_move(position, color, Square::new(square as u8));
                let facts = facts_of_move(board, square, &mut futures);
                assert_eq!(
                    sorted(told.iter().map(ToString::to_string)),
                    sorted(facts.into_iter().map(|fact| fact.1)),
                    "{} of {}",
                    name(square),
                    board.text()
                );
            }
            board = board.after(Some(square));
        }
    }
}
