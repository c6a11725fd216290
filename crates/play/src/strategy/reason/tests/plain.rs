//! Every finder against a second, plain account of what it looks for.

use super::*;
use bianca_rules::othello::stability::stable_discs;

/// A line as a list of boards, each with the mover's discs as its own.
struct Way {
    boards: Vec<Position>,
    moves: Vec<Move>,
    is_over: bool,
}

impl Way {
    /// The first ply is the mover's, and every other one; passes are among the moves.
    fn of(start: Position, moves: &[Move]) -> Way {
        let mut boards = vec![start];
        for (ply, &mv) in moves.iter().enumerate() {
            let board = boards[ply];
            let next = if ply % 2 == 0 {
                board.play(mv).unwrap().passed()
            } else {
                board.passed().play(mv).unwrap()
            };
            boards.push(next);
        }
        Way {
            is_over: boards[moves.len()].is_over(),
            moves: moves.to_vec(),
            boards,
        }
    }

    fn length(&self) -> usize {
        if self.is_over { 1000 } else { self.moves.len() }
    }

    fn at(&self, ply: usize) -> Position {
        self.boards[ply.min(self.moves.len())]
    }

    /// The plies of a side, counted from 1.
    fn plies(&self, mine: bool, most: usize) -> Vec<(usize, Move)> {
        let all = (1..=most.min(self.moves.len())).map(|ply| (ply, self.moves[ply - 1]));
        all.filter(|(ply, _)| (ply % 2 == 1) == mine).collect()
    }

    fn put(&self, mine: bool, most: usize) -> Vec<(usize, Square)> {
        let plies = self.plies(mine, most).into_iter();
        plies
            .filter_map(|(ply, mv)| Some((ply, mv.square()?)))
            .collect()
    }

    /// After which plies a side is to move and can, and how.
    fn turns(&self, mine: bool, most: usize) -> Vec<(usize, Bitboard)> {
        let after = (1..=most.min(self.moves.len())).filter(|ply| (ply % 2 == 0) == mine);
        let moves = |ply: usize| {
            if mine {
                self.at(ply).moves()
            } else {
                self.at(ply).opponent_moves()
            }
        };
        let turns = after.map(|ply| (ply, moves(ply)));
        turns
            .filter(|(_, moves)| *moves != Bitboard::EMPTY)
            .collect()
    }

    /// Discs set between two of the other side on an edge, which stay.
    fn wedges(&self, mine: bool, most: usize) -> Vec<(usize, Square)> {
        let end = self.at(most);
        let stays = if mine { end.own } else { end.opp };
        let is_wedge = |&(ply, square): &(usize, Square)| {
            let before = self.at(ply - 1);
            let others = if mine { before.opp } else { before.own };
            let at = square.index();
            let beside = match (at % 8, at / 8) {
                (0 | 7, 1..=6) => [at - 8, at + 8],
                (1..=6, 0 | 7) => [at - 1, at + 1],
                _ => return false,
            };
            let is_others = |at: &usize| others.contains(Square::new(*at as u8));
            beside.iter().all(is_others) && stays.contains(square)
        };
        self.put(mine, most).into_iter().filter(is_wedge).collect()
    }
}

struct Two {
    start: Position,
    played: Way,
    best: Way,
    /// Plies that are compared.
    near: usize,
    /// Plies that both have.
    whole: usize,
}

impl Two {
    fn of(start: Position, played: &[Move], best: &[Move]) -> Two {
        let (played, best) = (Way::of(start, played), Way::of(start, best));
        let whole = played.length().min(best.length());
        Two {
            start,
            near: whole.min(9),
            whole,
            played,
            best,
        }
    }

    fn ends(&self) -> (Position, Position) {
        (self.played.at(self.near), self.best.at(self.near))
    }

    fn firsts(&self) -> (Square, Square) {
        let first = |way: &Way| way.moves[0].square().unwrap();
        (first(&self.played), first(&self.best))
    }
}

fn balance(own: Bitboard, opp: Bitboard) -> i32 {
    own.count() as i32 - opp.count() as i32
}

fn corners(board: Position) -> i32 {
    balance(board.own & Bitboard::CORNERS, board.opp & Bitboard::CORNERS)
}

fn is_corner(square: Square) -> bool {
    [0, 7, 56, 63].contains(&square.index())
}

/// Squares that touch one.
fn near(square: Square) -> Vec<Square> {
    let far = |one: u8, other: u8| one.abs_diff(other);
    let touches = |other: &Square| {
        far(square.file(), other.file()).max(far(square.rank(), other.rank())) == 1
    };
    Square::all().filter(touches).collect()
}

/// Discs beside empty squares.
fn open(discs: Bitboard, board: Position) -> u32 {
    let is_open = |square: &Square| near(*square).iter().any(|at| board.empty().contains(*at));
    discs.into_iter().filter(is_open).count() as u32
}

/// Empty squares that hang together, from the first square on.
fn groups(board: Position) -> Vec<Bitboard> {
    let mut groups: Vec<Bitboard> = Vec::new();
    for square in board.empty() {
        if groups.iter().any(|group| group.contains(square)) {
            continue;
        }
        let (mut group, mut waiting) = (Bitboard::EMPTY, vec![square]);
        while let Some(square) = waiting.pop() {
            if board.empty().contains(square) && !group.contains(square) {
                group |= square.into();
                waiting.extend(near(square));
            }
        }
        groups.push(group);
    }
    groups
}

fn is_tempo(board: Position, square: Square) -> bool {
    let group = groups(board)
        .into_iter()
        .find(|group| group.contains(square));
    let replies = board.play_unchecked(square).moves();
    replies.any()
        && replies
            .into_iter()
            .all(|reply| !group.unwrap().contains(reply))
}

fn edges() -> [[usize; 8]; 4] {
    let along = |from: usize, step: usize| std::array::from_fn(|place| from + step * place);
    [along(0, 1), along(56, 1), along(0, 8), along(7, 8)]
}

/// The edge's squares as letters: own, opponent's, empty.
fn letters(board: Position, edge: [usize; 8]) -> String {
    let letter = |at: usize| match Square::new(at as u8) {
        square if board.own.contains(square) => 'X',
        square if board.opp.contains(square) => 'O',
        _ => '-',
    };
    edge.map(letter).iter().collect()
}

fn own_of(board: Position, edge: [usize; 8]) -> Bitboard {
    let squares: Bitboard = edge.into_iter().map(|at| Square::new(at as u8)).collect();
    squares & board.own
}

fn unbalanced(board: Position) -> Vec<Bitboard> {
    let found = edges()
        .into_iter()
        .filter(|&edge| ["-XXXXX--", "--XXXXX-"].contains(&letters(board, edge).as_str()));
    found.map(|edge| own_of(board, edge)).collect()
}

fn secured(board: Position) -> Vec<Bitboard> {
    let found = edges().into_iter().filter(|&edge| {
        let letters = letters(board, edge);
        let is_safe = |end: &str| end.starts_with('X') || end == "--";
        let back: String = letters.chars().rev().take(2).collect();
        &letters[2..6] == "XXXX" && is_safe(&letters[..2]) && is_safe(&back)
    });
    found.map(|edge| own_of(board, edge)).collect()
}

fn corner_lost(two: &Two) -> Option<Reason> {
    let (played, best) = two.ends();
    let taken = two
        .played
        .put(false, two.near)
        .into_iter()
        .find(|&(ply, square)| {
            let worse = corners(two.played.at(ply)) < corners(two.best.at(ply));
            is_corner(square) && worse && !best.opp.contains(square)
        });
    let (ply, corner) = taken.filter(|_| corners(played) < corners(best))?;
    let gained =
        |at: &Square| is_corner(*at) && best.own.contains(*at) && two.start.empty().contains(*at);
    let gained: Vec<Square> = Square::all()
        .filter(|at| gained(at) && !played.own.contains(*at))
        .collect();
    let instead = if gained.contains(&corner) {
        Some(corner)
    } else {
        gained.first().copied()
    };
    // The opponent's moves are the second, the fourth and so on.
    let moves = two.played.plies(false, ply).len();
    Some(made::corner_lost(corner, moves as u32, instead))
}

fn corner_missed(two: &Two) -> Option<Reason> {
    let (played, best) = two.ends();
    let taken = two
        .best
        .put(true, two.near)
        .into_iter()
        .find(|&(ply, square)| {
            let worse = corners(two.played.at(ply)) < corners(two.best.at(ply));
            is_corner(square) && worse && !played.own.contains(square)
        });
    let (ply, corner) = taken.filter(|_| corners(played) < corners(best))?;
    // The first one is not counted.
    let moves = two.best.plies(true, ply).len() - 1;
    Some(made::corner_missed(corner, moves as u32))
}

fn last_in_region(two: &Two) -> Option<Reason> {
    if two.start.empties() > 26 {
        return None;
    }
    // Who fills a group, and where last.
    let filled = |way: &Way, group: Bitboard| {
        let last = (1..=two.whole.min(way.moves.len()))
            .find(|&ply| (way.at(ply).empty() & group).is_empty())?;
        let put = way.moves[last - 1].square().unwrap();
        Some((last % 2 == 1, put))
    };
    let (mut sum, mut found) = (0, Vec::new());
    for group in groups(two.start) {
        let (Some(one), Some(other)) = (filled(&two.played, group), filled(&two.best, group))
        else {
            continue;
        };
        match (one.0, other.0) {
            (false, true) => {
                sum += 1;
                found.push((group, one.1));
            }
            (true, false) => sum -= 1,
            _ => {}
        }
    }
    found.retain(|(group, _)| group.count() < 8);
    found.sort_by_key(|(group, _)| group.count());
    let &(region, last) = found.first().filter(|_| sum > 0)?;
    Some(made::last_in_region(region, last))
}

fn wedges(two: &Two) -> [Option<Reason>; 2] {
    let count = |way: &Way, mine| way.wedges(mine, two.near).len() as i32;
    let against = |way: &Way| count(way, false) - count(way, true);
    if against(&two.played) <= against(&two.best) {
        return [None, None];
    }
    let only = |way: &Way, other: &Way, mine| {
        let known: Vec<Square> = other
            .wedges(mine, two.near)
            .iter()
            .map(|one| one.1)
            .collect();
        let mut wedges = way.wedges(mine, two.near).into_iter();
        let (_, wedge) = wedges.find(|(_, wedge)| !known.contains(wedge))?;
        Some(wedge)
    };
    let set = only(&two.played, &two.best, false);
    let missed = only(&two.best, &two.played, true);
    [set.map(made::wedge), missed.map(made::wedge_missed)]
}

fn unbalanced_edge(two: &Two) -> Option<Reason> {
    let (played, best) = two.ends();
    let sum =
        |board: Position| unbalanced(board).len() as i32 - unbalanced(board.passed()).len() as i32;
    let mut new = unbalanced(played);
    new.retain(|edge| !unbalanced(two.start).contains(edge) && !unbalanced(best).contains(edge));
    let edge = *new.first().filter(|_| sum(played) > sum(best))?;
    let all: Vec<Square> = Square::all().filter(|&at| edge.contains(at)).collect();
    Some(made::unbalanced_edge(edge, all[0], all[4]))
}

fn corner_opened(two: &Two) -> Option<Reason> {
    let before = two.start.opponent_moves();
    let given = |way: &Way| -> Vec<Square> {
        let moves = way.at(1).opponent_moves().into_iter();
        moves
            .filter(|at| is_corner(*at) && !before.contains(*at))
            .collect()
    };
    let (given, instead) = (given(&two.played), given(&two.best));
    let corner = *given.iter().find(|at| !instead.contains(at))?;
    let (played, best) = two.ends();
    let is_worse = given.len() > instead.len() && corners(played) <= corners(best);
    is_worse.then_some(made::corner_opened(corner))
}

fn stable(two: &Two) -> Option<Reason> {
    let (played, best) = two.ends();
    let of = |board: Position| {
        [
            stable_discs(board.own, board.opp),
            stable_discs(board.opp, board.own),
        ]
    };
    let ([own, opp], [own_then, opp_then]) = (of(played), of(best));
    let given = opp.count().saturating_sub(opp_then.count());
    let missed = own_then.count().saturating_sub(own.count());
    let plies = two.near;
    if balance(own_then, opp_then) - balance(own, opp) < 4 {
        return None;
    }
    // Where the side has no disc at all in the other line, three at most.
    let told = |discs: Bitboard, elsewhere: Bitboard| {
        let only = Square::all().filter(|&at| discs.contains(at) && !elsewhere.contains(at));
        let told: Bitboard = only.take(3).collect();
        (told != Bitboard::EMPTY).then_some(told)
    };
    if given < missed {
        let discs = own_then - own;
        let told = told(discs, played.own)?;
        return Some(made::stable_missed(discs, told, missed, plies));
    }
    let discs = opp - opp_then;
    let told = told(discs, best.opp)?;
    Some(made::stable_given(discs, told, given, plies))
}

fn last_of_game(two: &Two) -> Option<Reason> {
    let last = |way: &Way| {
        let mut put = way.put(true, 1000);
        let mine = put.pop()?.0;
        let theirs = way.put(false, 1000).pop().map_or(0, |last| last.0);
        way.is_over.then_some(mine > theirs)
    };
    let is_so = last(&two.played) == Some(false) && last(&two.best) == Some(true);
    is_so.then_some(made::last_of_game())
}

fn tempo_missed(two: &Two) -> Option<Reason> {
    let (played, best) = two.firsts();
    (is_tempo(two.start, best) && !is_tempo(two.start, played)).then_some(made::tempo_missed())
}

fn frontier(two: &Two) -> Option<Reason> {
    let at = |way: &Way, ply| open(way.at(ply).own, way.at(ply));
    let (played, best) = (at(&two.played, 1), at(&two.best, 1));
    let later = (at(&two.played, two.near), at(&two.best, two.near));
    (played >= best + 3 && later.0 >= later.1 + 3).then_some(made::frontier(played, best))
}

/// The empty corner that an X or C square touches.
fn beside(board: Position, square: Square, c_squares: bool) -> Option<Square> {
    let corner = near(square).into_iter().find(|at| is_corner(*at))?;
    let is_diagonal = corner.file() != square.file() && corner.rank() != square.rank();
    (board.empty().contains(corner) && (is_diagonal || c_squares)).then_some(corner)
}

fn beside_corner(two: &Two) -> Option<Reason> {
    let (played, best) = two.firsts();
    let corner = beside(two.start, played, true)?;
    let (end, then) = two.ends();
    let keeps_away = beside(two.start, best, true).is_none();
    let is_x_square = beside(two.start, played, false).is_some();
    let told = made::beside_corner(corner, is_x_square);
    (keeps_away && corners(end) <= corners(then)).then_some(told)
}

fn x_squares(two: &Two) -> [Option<Reason>; 2] {
    let of = |way: &Way, mine| -> Vec<(usize, Square, Square)> {
        let put = way.put(mine, two.near).into_iter();
        let touches =
            |(ply, at): (usize, Square)| Some((ply, at, beside(way.at(ply - 1), at, false)?));
        put.filter_map(touches).collect()
    };
    let lists = [
        of(&two.played, true),
        of(&two.played, false),
        of(&two.best, true),
        of(&two.best, false),
    ];
    let (end, then) = two.ends();
    // One of the four, and the others empty.
    let alone = |which: usize| {
        let others = (0..4).filter(|&other| other != which);
        let is_alone = others.clone().all(|other| lists[other].is_empty());
        let first = *lists[which].first()?;
        (is_alone && first.0 >= 2 && corners(end) <= corners(then)).then_some(first)
    };
    let own = alone(0).map(|(_, square, corner)| made::x_square(square, corner));
    let missed = alone(3).map(|(_, square, corner)| made::x_square_missed(square, corner));
    [own, missed]
}

/// Tenths, rounded to the nearest.
fn tenths(sum: u32, count: usize) -> u32 {
    (10.0 * f64::from(sum) / count as f64 + 0.5).floor() as u32
}

fn choice(two: &Two, least: i32) -> Option<Reason> {
    let average = |way: &Way, mine| {
        let turns = way.turns(mine, two.near);
        let sum = turns.iter().map(|turn| turn.1.count()).sum();
        (!turns.is_empty()).then(|| tenths(sum, turns.len()))
    };
    let both = |way: &Way| Some((average(way, true)?, average(way, false)?));
    let (played, best) = (both(&two.played)?, both(&two.best)?);
    let sum = |(own, opp): (u32, u32)| own as i32 - opp as i32;
    // Squares that the one who is told of may play on here and not there, three at most.
    let is_own = best.0 > played.0;
    let ever = |way: &Way, at: Square| {
        let mut turns = way.turns(is_own, two.near).into_iter();
        turns.any(|(_, moves)| moves.contains(at))
    };
    let (one, other) = two.firsts();
    let only = Square::all().filter(|&at| {
        let [played, best] = [&two.played, &two.best].map(|way| ever(way, at));
        at != one && at != other && played != best && best == is_own
    });
    let told = made::choice(played, best, only.take(3).collect());
    (sum(best) >= sum(played) + least).then_some(told)
}

fn edge(two: &Two) -> Option<Reason> {
    let (played, best) = two.ends();
    let lost = |board: Position| secured(board.passed()).len() as i32 - secured(board).len() as i32;
    if lost(played) <= lost(best) {
        return None;
    }
    let mut given = secured(played.passed());
    given.retain(|edge| !secured(best.passed()).contains(edge));
    let mut missed = secured(best);
    missed.retain(|edge| !secured(played).contains(edge));
    let name = |discs: Bitboard| {
        let has = |corners: &&str| {
            let word = |corner: &str| corner.parse::<Square>().unwrap();
            let (from, to) = corners.split_once('\u{2013}').unwrap();
            let (from, to) = (word(from), word(to));
            let between = |at: Square| {
                (from.file()..=to.file()).contains(&at.file())
                    && (from.rank()..=to.rank()).contains(&at.rank())
            };
            discs.into_iter().all(between)
        };
        let names = ["a1–h1", "a8–h8", "a1–a8", "h1–h8"];
        names.into_iter().find(has).unwrap()
    };
    let given = given.first();
    let given = given.map(|&discs| made::edge_given(discs, name(discs)));
    let missed = missed.first();
    given.or_else(|| missed.map(|&discs| made::edge_missed(discs, name(discs))))
}

fn square_left(two: &Two) -> Option<Reason> {
    let (played, best) = two.firsts();
    let put = two.played.put(false, two.near.min(4));
    let also = two.best.put(false, two.near);
    let is_taken = put.iter().any(|(_, at)| *at == best);
    let is_spared = also.iter().all(|(_, at)| *at != played);
    (is_taken && is_spared).then(made::square_left)
}

fn both_squares(two: &Two) -> Option<Reason> {
    let (played, best) = two.firsts();
    let put = two.best.put(true, two.near);
    let also = two.played.put(true, two.near);
    let has_both = put.iter().any(|(_, at)| *at == played);
    let has_one = also.iter().all(|(_, at)| *at != best);
    (has_both && has_one).then(made::both_squares)
}

fn exposed(two: &Two) -> Option<Reason> {
    let average = |way: &Way| {
        let boards: Vec<Position> = (1..=two.near).map(|ply| way.at(ply)).collect();
        let own = boards.iter().map(|&board| open(board.own, board)).sum();
        let opp = boards.iter().map(|&board| open(board.opp, board)).sum();
        (tenths(own, boards.len()), tenths(opp, boards.len()))
    };
    let (played, best) = (average(&two.played), average(&two.best));
    let sum = |(own, opp): (u32, u32)| own as i32 - opp as i32;
    (sum(played) >= sum(best) + 15).then_some(made::exposed(played, best))
}

fn turned(two: &Two) -> Option<Reason> {
    let count = |way: &Way| two.start.opp.count() - way.at(1).opp.count();
    let (played, best) = (count(&two.played), count(&two.best));
    (two.start.empties() >= 21 && played >= best + 2).then_some(made::turned(played, best))
}

/// How many moves a side has, in the order of its turns.
fn mobility(two: &Two) -> Option<Reason> {
    let count = |turns: &[(usize, Bitboard)]| -> Vec<u32> {
        turns.iter().map(|turn| turn.1.count()).collect()
    };
    let of = |mine| [&two.played, &two.best].map(|way| way.turns(mine, two.near));
    let ([own, own_then], [opp, opp_then]) = (of(true), of(false));
    // Of the turns that both lines have, what the one has more than the other.
    let more = |one: &[u32], other: &[u32]| -> Vec<i32> {
        one.iter()
            .zip(other)
            .map(|(&one, &other)| one as i32 - other as i32)
            .collect()
    };
    let gained = more(&count(&own_then), &count(&own));
    let given = more(&count(&opp_then), &count(&opp));
    if gained.iter().sum::<i32>() <= given.iter().sum::<i32>() {
        return None;
    }
    // The turn of the largest difference of three and a third, where none is the other way round.
    let largest = |few: &[u32], many: &[u32]| {
        let differences = more(many, few);
        if differences.iter().any(|&by| by < 0) {
            return None;
        }
        let is_clear = |&at: &usize| differences[at] >= 3 && 3 * few[at] <= 2 * many[at];
        let clear: Vec<usize> = (0..differences.len()).filter(is_clear).collect();
        let most = clear.iter().map(|&at| differences[at]).max()?;
        clear.into_iter().find(|&at| differences[at] == most)
    };
    // Moves on squares that are still empty there before others, three at most.
    let only = |more: Bitboard, fewer: Bitboard, board: Position| -> Bitboard {
        let only = || Square::all().filter(|&at| more.contains(at) && !fewer.contains(at));
        let open: Vec<Square> = only().filter(|&at| board.empty().contains(at)).collect();
        if open.is_empty() {
            only().take(3).collect()
        } else {
            open.into_iter().take(3).collect()
        }
    };
    if let Some(at) = largest(&count(&own), &count(&own_then)) {
        let ((plies, left), (_, instead)) = (own[at], own_then[at]);
        let missed = only(instead, left, two.played.at(plies));
        return Some(made::few_moves(left, missed, plies, instead.count()));
    }
    let at = largest(&count(&opp_then), &count(&opp))?;
    let ((plies, moves), (plies_then, instead)) = (opp[at], opp_then[at]);
    let new = only(moves, instead, two.best.at(plies_then));
    Some(made::many_moves(moves, new, plies, instead.count()))
}

/// Which side passes in the one line and not in the other.
fn passes(two: &Two) -> [Option<Reason>; 2] {
    let count = |way: &Way, mine| {
        let plies = way.plies(mine, two.near).into_iter();
        plies.filter(|(_, mv)| mv.square().is_none()).count() as i32
    };
    let [mine, mine_then] = [&two.played, &two.best].map(|way| count(way, true));
    let [others, others_then] = [&two.played, &two.best].map(|way| count(way, false));
    let is_worse = mine - others > mine_then - others_then;
    let must_pass = is_worse && mine > 0 && mine_then == 0;
    let missed = is_worse && others == 0 && others_then > 0;
    [
        must_pass.then(made::must_pass),
        missed.then(made::pass_missed),
    ]
}

/// The counts at the end of the game, empty squares to the winner.
fn at_the_end(two: &Two) -> Option<Reason> {
    let discs = |way: &Way| {
        let end = way.at(1000);
        let (own, opp) = (end.own.count(), end.opp.count());
        let empty = 64 - own - opp;
        way.is_over.then_some(match own.cmp(&opp) {
            std::cmp::Ordering::Less => (own, opp + empty),
            std::cmp::Ordering::Equal => (32, 32),
            std::cmp::Ordering::Greater => (own + empty, opp),
        })
    };
    let (played, best) = (discs(&two.played)?, discs(&two.best)?);
    (played.0 < best.0).then(|| made::discs(played, best))
}

/// What there is to find, in the order of the finders.
fn accounts(two: &Two) -> Vec<(usize, Option<Reason>)> {
    let [must_pass, pass_missed] = passes(two);
    let [wedge, wedge_missed] = wedges(two);
    let [x_square, x_square_missed] = x_squares(two);
    let all = [
        corner_lost(two),
        corner_missed(two),
        must_pass,
        pass_missed,
        last_in_region(two),
        wedge,
        wedge_missed,
        unbalanced_edge(two),
        corner_opened(two),
        mobility(two),
        stable(two),
        last_of_game(two),
        tempo_missed(two),
        frontier(two),
        beside_corner(two),
        choice(two, 15),
        edge(two),
        x_square,
        x_square_missed,
        square_left(two),
        both_squares(two),
        exposed(two),
        choice(two, 8),
        turned(two),
        at_the_end(two),
    ];
    all.into_iter().enumerate().collect()
}

/// What the plain account tells of two lines.
pub fn read(start: Position, played: &[Move], best: &[Move]) -> Option<Reason> {
    let two = Two::of(start, played, best);
    let all = accounts(&two).into_iter();
    let first = all.filter_map(|(_, found)| found).next();
    Some(first.unwrap_or_else(|| answer(&two)))
}

/// What can be said where nothing is found.
fn answer(two: &Two) -> Reason {
    let word = |way: &Way| match way.moves.get(1) {
        Some(mv) => mv.to_string(),
        None if way.is_over => "over".to_owned(),
        None => "none".to_owned(),
    };
    made::answer(&word(&two.played), &word(&two.best))
}

#[test]
fn every_finder_finds_what_a_plain_account_finds() {
    let pairs = [(21, 58, 12), (22, 24, 60), (23, 14, 60)]
        .into_iter()
        .flat_map(|(seed, empties, plies)| pairs_of_lines(seed, empties, plies));
    let mut counts = std::collections::BTreeMap::new();
    for (start, [played, best]) in pairs {
        if played[0] == best[0] {
            continue;
        }
        let lines = Lines::replay(start, &played, &best).unwrap();
        for (place, expected) in accounts(&Two::of(start, &played, &best)) {
            assert_eq!(FINDERS[place](&lines), expected, "{place} {start:?}");
            *counts.entry(place).or_insert(0) += usize::from(expected.is_some());
        }
        // The first that finds something is heard.
        let told = why_worse(start, &played, &best);
        assert_eq!(told, read(start, &played, &best));
        let answer = told.is_some_and(|told| told.kind() == ReasonKind::Answer);
        *counts.entry(FINDERS.len()).or_insert(0) += usize::from(answer);
    }
    assert_eq!(counts.len(), FINDERS.len() + 1);
    assert!(counts.values().all(|&count| count > 10), "{counts:?}");
}
