//! Tables of games with a line of names at the top, as people make them of WTHOR's database and as
//! collections of games are published: CSV, parted by commas, semicolons or tabs. Read only.
//!
//! There is no standard, so columns are known by their names, of which several mean the same. A
//! table must have a column with the moves; what the others say that Bianca does not know is left
//! out, but for a board, from which the moves start. Each game is a line.

use super::annotated::AnnotatedGame;
use super::error::{ReadError, short};
use super::format::{Description, Layout};
use super::json::starts::{Boards, play_from_start};
use super::transcript::parse_transcript;
use bianca_rules::score::Score;
use serde_json::{Map, Value};

pub(super) const DESCRIPTION: Description = Description {
    name: "csv",
    aliases: &["tsv"],
    is_begun_by: |beginning| {
        let first = beginning.text.lines().next().unwrap_or_default();
        Columns::read(first).is_some()
    },
    keeps_moves: true,
    layout: Layout::Table,
    opening: None,
    write: None,
};

/// What a column says.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Column {
    Moves,
    Black,
    White,
    BlackDiscs,
    WhiteDiscs,
    Event,
    Round,
    Place,
    Date,
    /// Another, with its name.
    Unknown(String),
}

/// The columns of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Columns {
    separator: char,
    columns: Vec<Column>,
}

impl Column {
    /// The column of this name, whatever its case and what stands between its words.
    fn named(title: &str) -> Column {
        let letters = title.chars().filter(|c| c.is_alphanumeric());
        let name: String = letters.flat_map(char::to_lowercase).collect();
        match name.as_str() {
            "transcript" | "moves" | "gamemoves" | "movelist" | "kifu" | "coups" | "partie"
            | "棋譜" => Column::Moves,
            "black" | "blackplayer" | "blackname" | "blackplayername" | "noir" | "joueurnoir"
            | "黒" | "黒番" => Column::Black,
            "white" | "whiteplayer" | "whitename" | "whiteplayername" | "blanc" | "joueurblanc"
            | "白" | "白番" => Column::White,
            "blackscore" | "blackdiscs" | "scorenoir" | "黒石数" => Column::BlackDiscs,
            "whitescore" | "whitediscs" | "scoreblanc" | "白石数" => Column::WhiteDiscs,
            "event" | "tournament" | "tournamentname" | "tournoi" | "大会名" => Column::Event,
            "round" | "ronde" => Column::Round,
            "place" | "site" | "location" => Column::Place,
            "date" | "year" | "annee" | "année" | "年" => Column::Date,
            _ => Column::Unknown(title.trim().to_owned()),
        }
    }
}

impl Columns {
    /// The columns that a first line names; `None` if none of them has the moves.
    pub fn read(line: &str) -> Option<Columns> {
        let line = line.trim_start_matches('\u{feff}').trim_end();
        let most = |&separator: &char| line.matches(separator).count();
        let separator = [',', ';', '\t'].into_iter().max_by_key(most)?;
        let columns: Vec<Column> = fields(line, separator)
            .iter()
            .map(|name| Column::named(name))
            .collect();
        // A single word is not a table.
        let is_table = columns.len() > 1 && columns.contains(&Column::Moves);
        is_table.then_some(Columns { separator, columns })
    }

    /// The game of a line.
    ///
    /// # Errors
    /// If its moves are none or against the rules, a number of discs is no such number, or boards
    /// contradict each other.
    pub fn game(&self, line: &str) -> Result<AnnotatedGame, ReadError> {
        let mut game = AnnotatedGame::default();
        let (mut black, mut white) = (None, None);
        let fields = fields(line, self.separator);
        let mut moves = "";
        let mut others = Map::new();
        for (column, field) in self.columns.iter().zip(&fields) {
            let text = field.trim();
            match column {
                Column::Moves => moves = text,
                Column::Black => game.black = text.to_owned(),
                Column::White => game.white = text.to_owned(),
                Column::BlackDiscs => black = discs("black", text)?,
                Column::WhiteDiscs => white = discs("white", text)?,
                Column::Event => game.event = text.to_owned(),
                Column::Round => game.round = text.to_owned(),
                Column::Place => game.place = text.to_owned(),
                Column::Date => game.date = text.to_owned(),
                Column::Unknown(name) => {
                    // So that errors name a column, and that one of a common word, such as `start`
                    // or `player`, is not taken for what JSON means by it.
                    others.insert(format!("column {name}"), Value::from(text));
                }
            }
        }
        if moves.is_empty() {
            return Err(ReadError::NoGame(short(line)));
        }
        let moves = parse_transcript(moves)?;
        play_from_start(&others, &Boards::default(), &moves, &mut game)?;
        // WTHOR gives the winner the empty squares, and then one number says both.
        let result = match (black, white) {
            (Some(black), Some(white)) => Some(black - white),
            (Some(black), None) => Some(2 * black - 64),
            (None, Some(white)) => Some(64 - 2 * white),
            (None, None) => None,
        };
        game.state_result(result.map(Score::from_discs));
        Ok(game)
    }
}

fn discs(side: &str, text: &str) -> Result<Option<i32>, ReadError> {
    if text.is_empty() {
        return Ok(None);
    }
    let number: Option<i32> = text.parse().ok();
    let number = number.filter(|number| (0..=64).contains(number));
    number.map(Some).ok_or_else(|| ReadError::BadValue {
        property: format!("discs of {side}"),
        value: short(text),
        expected: "a number from 0 to 64",
    })
}

/// The fields of a line; what stands in double quotes may have the separator in it, and a quote
/// written twice.
fn fields(line: &str, separator: char) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut quoted = false;
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        let Some(field) = fields.last_mut() else {
            break;
        };
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => {
                field.push('"');
                letters.next();
            }
            '"' if quoted || field.trim().is_empty() => quoted = !quoted,
            letter if letter == separator && !quoted => fields.push(String::new()),
            letter => field.push(letter),
        }
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::format::FileFormat;
    use crate::record::reader::GameReader;
    use crate::record::transcript::write_transcript;
    use bianca_rules::othello::{Color, Position};

    fn read(text: &str) -> Vec<Result<AnnotatedGame, String>> {
        let reader = GameReader::new(text.as_bytes(), None).unwrap();
        assert_eq!(reader.format(), FileFormat::Csv);
        reader
            .map(|entry| entry.unwrap())
            .map(|entry| {
                entry
                    .game
                    .map_err(|error| format!("{}: {error}", entry.place))
            })
            .collect()
    }

    fn moves(game: &AnnotatedGame) -> String {
        write_transcript(game.game.turns().iter().map(|&(_, mv)| mv))
    }

    #[test]
    fn a_table_of_wthor_is_read() {
        let text = "\u{feff}tournamentId,tournamentName,year,blackPlayer,whitePlayer,blackScore,\
                    blackTheoreticalScore,transcript\r\n\
                    7,\"Paris, \"\"open\"\"\",1995,Tastet Marc,ANDRÉ,40,36,F5D6C3\r\n\
                    8,Rome,1996,a,b,,,f5f6\r\n\
                    \r\n\
                    9,Rome,1996,a,b,65,,f5f6\r\n\
                    9,Rome,1996,a,b,1,,f5f1\r\n\
                    9,Rome\r\n";
        let games = read(text);
        let first = games[0].as_ref().unwrap();
        assert_eq!(moves(first), "f5d6c3");
        assert_eq!(first.event, "Paris, \"open\"");
        assert_eq!(
            (first.black.as_str(), first.white.as_str()),
            ("Tastet Marc", "ANDRÉ")
        );
        assert_eq!(
            (first.year(), first.result),
            (Some(1995), Some(Score::from_discs(16)))
        );
        assert_eq!(games[1].as_ref().unwrap().result, None);
        let errors: Vec<&String> = games[2..]
            .iter()
            .map(|game| game.as_ref().unwrap_err())
            .collect();
        assert_eq!(
            errors,
            [
                "line 5, game 3: discs of black[65] is not a number from 0 to 64",
                "line 6, game 4: move 2: illegal move: f1 for white",
                "line 7, game 5: '9,Rome' is no game",
            ]
        );
    }

    #[test]
    fn a_board_in_a_column_is_where_the_moves_start() {
        let board = "---------------------------OX------XXX--------------------------";
        let text = format!(
            "start,moves,position,to_move\n2026-01-01 10:00,d6c3,{board},white\n\
             2026-01-01 11:00,d6c3,{board} X,white\n2026-01-01 12:00,f5d6,,\n"
        );
        let games = read(&text);
        let first = &games[0].as_ref().unwrap().game;
        assert_eq!((first.turns().len(), first.start().1), (2, Color::White));
        assert_ne!(first.start().0, Position::START.passed());
        assert!(games[1].as_ref().unwrap_err().contains("two starts"));
        assert_eq!(moves(games[2].as_ref().unwrap()), "f5d6");
    }

    /// The columns that the usual converter of WTHOR gives
    /// (<https://qiita.com/lavox/items/e21d32d2931a24cfdc97>).
    #[test]
    fn the_columns_of_wthor_s_converter_are_known() {
        let text = "\u{feff}tournamentId,tournamentName,blackPlayerId,blackPlayerName,whitePlayerId,\
                    whitePlayerName,blackScore,blackTheoreticalScore,transcript\r\n\
                    3,Mondial,17,Inoue Hiroshi,18,Heiberg Thomas,34,32,f5d6c3\r\n";
        let games = read(text);
        let game = games[0].as_ref().unwrap();
        assert_eq!(
            (&*game.event, &*game.black, &*game.white),
            ("Mondial", "Inoue Hiroshi", "Heiberg Thomas")
        );
        assert_eq!(game.result, Some(Score::from_discs(4)));
        assert_eq!(moves(game), "f5d6c3");
    }

    /// Games of eOthello's collection as it is published: who won, and the moves without passes.
    #[test]
    fn games_of_a_published_collection_end_as_it_says() {
        let text = "eOthello_game_id,winner,game_moves\n\
                    977775,0,f5d6c5b4c3e3e2f4f3g4e6g5f6f7e7g3h6c4d3h5g6h7b3e1d7c6a4d2b5b6c7a6c2a3a2a5a7f2d1d8e8\
                    f8f1b1c1g1g7c8h3h4h8g8b8g2h1h2a1b2b7a8\n\
                    867047,1,f5f6c4c3e6f4d3c6c5d6b3c2b5a3b4a6b6a5a4e3c7c8d7e7b2a1a2b7f7f8a8a7d1b1g6h6b8g5h5d8f2\
                    f3e8f1g8g7h8h7h4g4h3g3g2h2h1g1e1e2d2\n\
                    344744,-1,e6f4c3c4d3d6e3c2c7e2e1f3b5c5b3d2g3b4b6f5f6c6d7f1a5d1b1f2g1c1b2a2a4a1h1g2a6a7a3e7\
                    d8h2g4h4h3h5h6a8b7b8c8e8f7h7\n";
        let signs = read(text).into_iter().map(|game| {
            let game = game.unwrap().game;
            assert!(game.is_over());
            game.final_score_for_black().signum()
        });
        assert_eq!(signs.collect::<Vec<_>>(), [0, 1, -1]);
    }

    #[test]
    fn other_tables_are_known_by_their_names() {
        let text = "eOthello_game_id,winner,game_moves\n12,1,f5f6e6f4\n";
        assert_eq!(moves(read(text)[0].as_ref().unwrap()), "f5f6e6f4");
        let text = "Noir;Blanc;Score noir;Score blanc;Coups\nA;B;2;1;f5 d6\n";
        let games = read(text);
        let game = games[0].as_ref().unwrap();
        assert_eq!(
            (moves(game).as_str(), game.result),
            ("f5d6", Some(Score::from_discs(1)))
        );
        // Games with separators are no tables.
        for text in ["f5,d6,c3", "moves", "f5;d6\nf5;f6"] {
            assert_eq!(Columns::read(text), None, "{text}");
        }
    }

    #[test]
    fn a_table_that_is_named_so_must_have_moves() {
        let text = "a,b\n1,f5\n";
        let reader = GameReader::new(text.as_bytes(), Some(FileFormat::Csv)).unwrap();
        let entries: Vec<_> = reader.map(|entry| entry.unwrap().game).collect();
        assert_eq!(entries, [Err(ReadError::NoMoves)]);
    }
}
