//! Reversi as it was played from the 1880s on.
//!
//! It differs from Othello in two rules. The board starts empty and the first four discs are
//! put on the four centre squares, turning nothing. And each player has 32 discs of his own: who
//! has none left may not move, so that a player who had to pass gets that turn back at the end,
//! when the other has run out.

use super::cells::Cells;
use super::kind::GameKind;
use super::othello::{disc_cells, disc_counts, split_squares, write_discs};
use super::{GameState, Placement, Playable};
use bianca_rules::othello::{Bitboard, Color, Move, Position, Square};
use bianca_system::foreign::excerpt;

/// Discs that each player starts with.
const DISCS: u8 = 32;

/// d4, e4, d5, e5.
const CENTRE: Bitboard = Bitboard(0x0000_0018_1800_0000);

/// A position of historic Reversi.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reversi {
    position: Position,
    mover: Color,
    /// Discs in hand: the mover's and the other's.
    own_hand: u8,
    opp_hand: u8,
}

impl Reversi {
    /// The empty board.
    pub const START: Reversi = Reversi {
        position: Position {
            own: Bitboard::EMPTY,
            opp: Bitboard::EMPTY,
        },
        mover: Color::Black,
        own_hand: DISCS,
        opp_hand: DISCS,
    };

    /// The discs that black and white have in hand.
    pub fn hands(&self) -> [u8; 2] {
        match self.mover {
            Color::Black => [self.own_hand, self.opp_hand],
            Color::White => [self.opp_hand, self.own_hand],
        }
    }

    /// The discs, seen from the mover.
    pub fn position(&self) -> Position {
        self.position
    }

    /// The discs that the mover has in hand.
    pub fn own_hand(&self) -> u8 {
        self.own_hand
    }

    /// Whether the four centre squares are taken, so that moves turn discs over.
    pub fn centre_is_full(&self) -> bool {
        (CENTRE & self.position.empty()).is_empty()
    }

    /// The same discs with the other player to move, who may have to pass as well.
    pub fn other_side(&self) -> Reversi {
        Reversi {
            position: self.position.passed(),
            mover: !self.mover,
            own_hand: self.opp_hand,
            opp_hand: self.own_hand,
        }
    }

    /// The squares that the mover may put a disc on.
    pub fn squares(&self) -> Bitboard {
        if self.own_hand == 0 {
            return Bitboard::EMPTY;
        }
        let centre = CENTRE & self.position.empty();
        if centre.any() {
            centre
        } else {
            self.position.moves()
        }
    }

    /// What a disc of the mover on `square`, which must be empty, turns over.
    pub fn turned(&self, square: Square) -> Bitboard {
        if CENTRE.contains(square) {
            Bitboard::EMPTY
        } else {
            self.position.flips(square)
        }
    }

    /// The position after a disc of the mover on `square` that turns over `turned`.
    pub fn after_disc(&self, square: Square, turned: Bitboard) -> Reversi {
        let mut next = *self;
        next.position.own = self.position.own | turned | square.into();
        next.position.opp = self.position.opp - turned;
        next.own_hand -= 1;
        next.other_side()
    }
}

impl GameState for Reversi {
    type Move = Move;

    fn mover(&self) -> Color {
        self.mover
    }

    /// The disc difference: in 1880 the empty squares belonged to nobody.
    fn outcome(&self) -> Option<i32> {
        let over = self.squares().is_empty() && self.other_side().squares().is_empty();
        over.then(|| self.position.disc_difference())
    }

    fn moves(&self, out: &mut Vec<Move>) {
        out.extend(self.squares().into_iter().map(Move::Place));
        if out.is_empty() && self.outcome().is_none() {
            out.push(Move::Pass);
        }
    }

    fn play(&mut self, mv: Move) {
        *self = match mv {
            Move::Place(square) => self.after_disc(square, self.turned(square)),
            Move::Pass => self.other_side(),
        };
    }

    /// Own discs less the opponent's.
    fn estimate(&self) -> i32 {
        self.position.disc_difference()
    }
}

impl Playable for Reversi {
    const KIND: GameKind = GameKind::Reversi;

    fn read_move(&self, word: &str) -> Option<Move> {
        word.parse().ok()
    }

    fn split_moves<'t>(&self, text: &'t str) -> Vec<&'t str> {
        split_squares(text)
    }

    fn cells(&self) -> Cells {
        disc_cells(self.position, self.mover)
    }

    fn in_hand(&self) -> Option<[u8; 2]> {
        Some(self.hands())
    }

    fn status(&self) -> String {
        let color = self.mover;
        let turn = match () {
            () if self.outcome().is_some() => "game over".to_owned(),
            () if self.own_hand == 0 => format!("{color} to move, must pass: no disc left"),
            () if self.squares().is_empty() => format!("{color} to move, must pass"),
            () => format!("{color} to move"),
        };
        let [black, white] = self.hands();
        let counts = disc_counts(&self.cells());
        format!("{turn}; {counts}; in hand: black {black}, white {white}")
    }

    /// The squares, the side to move, and the discs that black and white have in hand.
    fn write(&self) -> Option<String> {
        let [black, white] = self.hands();
        let squares = write_discs(&self.cells(), self.mover);
        Some(format!("{squares} {black} {white}"))
    }

    fn read(&self, text: &str) -> Option<Result<Reversi, String>> {
        Some(read_board(text))
    }

    fn placement(&self, mv: Move) -> Option<Placement> {
        let square: Square = mv.square()?;
        let turned = self.turned(square);
        Some(Placement { square, turned })
    }
}

/// Reads 64 squares, the side to move and, if they are there, black's and white's discs in hand.
/// Without them the players are taken to have moved by turns.
fn read_board(text: &str) -> Result<Reversi, String> {
    let (mut black, mut white) = (Bitboard::EMPTY, Bitboard::EMPTY);
    let mut letters = text.char_indices().filter(|(_, c)| !c.is_whitespace());
    for square in Square::all() {
        match letters.next() {
            Some((_, 'X' | 'x' | '*' | 'B' | 'b')) => black |= square.into(),
            Some((_, 'O' | 'o' | 'W' | 'w')) => white |= square.into(),
            Some((_, '-' | '.' | '_')) => {}
            Some((_, other)) => return Err(format!("'{other}' at {square} is not a square")),
            None => return Err(format!("the board ends before {square}")),
        }
    }
    let rest = letters.next().map_or("", |(at, _)| &text[at..]);
    let words: Vec<&str> = rest.split_whitespace().collect();
    let Some((&side, hands)) = words.split_first() else {
        return Err("the side to move, X or O, is missing".to_owned());
    };
    let mover = match side.to_ascii_lowercase().as_str() {
        "x" | "*" | "b" | "black" => Color::Black,
        "o" | "w" | "white" => Color::White,
        _ => return Err(format!("'{}' is not a side (X or O)", excerpt(side))),
    };
    let discs = black | white;
    if (discs - CENTRE).any()
        && let Some(square) = (CENTRE - discs).first()
    {
        return Err(format!("{square} is empty: the centre is filled first"));
    }
    let placed = discs.count() as u8;
    let hands = match hands {
        [] => (DISCS - placed.div_ceil(2), DISCS - placed / 2),
        [first, second] => {
            let hand = |word: &str| {
                let number: Option<u8> = word.parse().ok();
                let number = number.filter(|&number| number <= DISCS);
                number
                    .ok_or_else(|| format!("'{}' is not a number from 0 to {DISCS}", excerpt(word)))
            };
            (hand(first)?, hand(second)?)
        }
        [word, ..] => {
            return Err(format!(
                "'{}': two numbers of discs in hand expected",
                excerpt(word)
            ));
        }
    };
    let all = hands.0 + hands.1 + placed;
    if all != 2 * DISCS {
        return Err(format!(
            "{placed} discs on the board and {} and {} in hand are {all}, not {}",
            hands.0,
            hands.1,
            2 * DISCS
        ));
    }
    let start = Reversi {
        position: Position {
            own: black,
            opp: white,
        },
        mover: Color::Black,
        own_hand: hands.0,
        opp_hand: hands.1,
    };
    Ok(match mover {
        Color::Black => start,
        Color::White => start.other_side(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::prelude::*;

    fn played(moves: &str) -> Reversi {
        let mut game = Reversi::START;
        for word in moves.split_whitespace() {
            let mv = game.read_move(word).unwrap();
            assert!(game.legal_moves().contains(&mv), "{word}");
            game.play(mv);
        }
        game
    }

    #[test]
    fn the_first_four_discs_go_to_the_centre_and_turn_nothing() {
        let words = |game: &Reversi| -> Vec<String> {
            let moves = game.legal_moves().into_iter();
            moves.map(|mv| mv.to_string()).collect()
        };
        assert_eq!(words(&Reversi::START), ["d4", "e4", "d5", "e5"]);
        // Three in a row of the centre: e4 lies between nothing, and nothing turns.
        let game = played("d4 e4 d5");
        assert_eq!(words(&game), ["e5"]);
        let game = played("d4 e4 d5 e5");
        assert_eq!(
            (game.position.own.count(), game.position.opp.count()),
            (2, 2)
        );
        // From here on a move must turn a disc over: Othello's parallel opening.
        assert_eq!(words(&game), ["f3", "f4", "f5", "f6"]);
    }

    #[test]
    fn nobody_plays_more_than_32_discs_and_a_pass_is_given_back() {
        let mut random = StdRng::seed_from_u64(1880);
        let mut given_back = 0;
        for game_number in 0..2000 {
            let mut game = Reversi::START;
            let (mut placed, mut passed_early) = ([0, 0], false);
            while game.outcome().is_none() {
                let mv = *game.legal_moves().choose(&mut random).unwrap();
                match mv {
                    Move::Place(_) => placed[game.mover() as usize] += 1,
                    Move::Pass if game.own_hand == 0 => given_back += u32::from(passed_early),
                    Move::Pass => passed_early = true,
                }
                game.play(mv);
            }
            assert!(placed[0] <= 32 && placed[1] <= 32, "game {game_number}");
            let discs = game.position.own.count() + game.position.opp.count();
            assert_eq!(discs, placed[0] + placed[1], "game {game_number}");
        }
        assert!(given_back > 0, "no random game showed the rule");
    }

    #[test]
    fn a_board_that_is_written_is_read() {
        let mut random = StdRng::seed_from_u64(5);
        for _ in 0..200 {
            let mut game = Reversi::START;
            while game.outcome().is_none() {
                let text = game.write().unwrap();
                assert_eq!(game.read(&text), Some(Ok(game)), "{text}");
                game.play(*game.legal_moves().choose(&mut random).unwrap());
            }
        }
        let read = |text: &str| Reversi::START.read(text).unwrap();
        let empty = "-".repeat(64);
        assert_eq!(read(&format!("{empty} X")), Ok(Reversi::START));
        // Without hands the players have moved by turns.
        let cross = format!("{}OX------XO{} x", "-".repeat(27), "-".repeat(27));
        let game = read(&cross).unwrap();
        assert_eq!((game.own_hand, game.opp_hand), (30, 30));
        assert_eq!(game.legal_moves().len(), 4);
        assert_eq!(read(&format!("{cross} 28 32")).unwrap().own_hand, 28);
        for (text, error) in [
            ("XO".to_owned(), "the board ends before c1"),
            (empty.clone(), "the side to move, X or O, is missing"),
            (format!("{empty} Z"), "'Z' is not a side (X or O)"),
            (format!("?{empty} X"), "'?' at a1 is not a square"),
            (
                format!("X{} X", &empty[1..]),
                "d4 is empty: the centre is filled first",
            ),
            (
                format!("{cross} 30"),
                "'30': two numbers of discs in hand expected",
            ),
            (
                format!("{cross} 33 27"),
                "'33' is not a number from 0 to 32",
            ),
            (
                format!("{cross} 30 31"),
                "4 discs on the board and 30 and 31 in hand are 65, not 64",
            ),
        ] {
            assert_eq!(read(&text), Err(error.to_owned()), "{text}");
        }
    }

    #[test]
    fn who_has_no_disc_left_must_pass() {
        let mut game = played("d4 e4 d5 e5");
        game.own_hand = 0;
        assert_eq!(game.legal_moves(), [Move::Pass]);
        assert!(game.draw().contains("must pass: no disc left"));
        game.opp_hand = 0;
        assert_eq!(game.outcome(), Some(0));
        assert_eq!(game.legal_moves(), []);
    }
}
