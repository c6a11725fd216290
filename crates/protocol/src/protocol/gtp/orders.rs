//! The commands of the table that what is on the table obeys, a function each: they change the game
//! and its clocks, or need an argument or the player. Those that only ask the game are `questions`.

use super::questions;
use super::state::write_followed;
use crate::protocol::{CommandError, Reply};
use bianca_play::book::starts;
use bianca_play::game::{GameError, GameKind};
use bianca_play::games::drawing::TreeFormat;
use bianca_play::games::search::Method;
use bianca_play::player::{End, Player, chance};
use bianca_play::tabletop::{Tabletop, TimeLeft, TimeSettings};
use bianca_rules::othello::{Color, Square};
use bianca_system::language::Language;

/// What GoGui can show, a line each: the kind of display, its name in the menu, the command.
const ANALYZE_COMMANDS: &str = "\
pspairs/Evaluations/gogui-evaluations
var/Best Line/gogui-best_line
string/Score/gogui-score
plist/Legal Moves/gogui-rules_legal_moves
gfx/Regions/gogui-regions
string/Best Moves/hint 5
hstring/Static Evaluation/eval
hpstring/Explain Position/explain
hpstring/Explain Move/explain %p
param/Parameters/gogui-param";

type Answer = Result<Reply, CommandError>;

/// The answer to what changed the game.
fn done(changed: Result<(), GameError>) -> Answer {
    changed?;
    Ok(Reply::Done)
}

/// The version of the protocol.
pub fn protocol_version(_: &mut Tabletop, (): ()) -> Answer {
    Ok(Reply::Text("2".to_owned()))
}

/// What GoGui can show on its board and in its menus.
pub fn analyze_commands(_: &mut Tabletop, (): ()) -> Answer {
    Ok(Reply::Text(ANALYZE_COMMANDS.to_owned()))
}

/// The names of the games, one a line.
pub fn list_games(_: &mut Tabletop, (): ()) -> Answer {
    let names = GameKind::ALL.iter().map(|kind| kind.name());
    Ok(Reply::Text(names.collect::<Vec<_>>().join("\n")))
}

/// Another game, which may have arguments.
pub fn set_game(table: &mut Tabletop, name: String) -> Answer {
    table.change_game(&name)?;
    Ok(Reply::Done)
}

/// Squares along an edge of the board, which nobody can choose.
pub fn board_size(table: &mut Tabletop, size: u32) -> Answer {
    match table.game.cells().edge() {
        Some(of_game) if of_game == size as usize => Ok(Reply::Done),
        of_game => Err(CommandError::UnacceptableSize {
            size,
            game: table.game.name(),
            of_game,
        }),
    }
}

/// Compensation for white, which nobody has in these games.
pub fn komi(_: &mut Tabletop, _: f64) -> Answer {
    Ok(Reply::Done)
}

/// A board to start from, with the side to move.
pub fn set_board(table: &mut Tabletop, board: String) -> Answer {
    done(table.begin(|game| game.set_board(&board)))
}

/// Discs to start from.
pub fn set_up(table: &mut Tabletop, discs: Vec<(Color, String)>) -> Answer {
    done(table.set_up(&discs))
}

/// The same start with this side to move.
pub fn set_up_player(table: &mut Tabletop, color: Color) -> Answer {
    done(table.set_up_player(color))
}

/// Several moves, each with its side: all of them or none.
pub fn play_sequence(table: &mut Tabletop, moves: Vec<(Color, String)>) -> Answer {
    done(table.play_sequence(&moves))
}

/// Takes back so many moves, one if nobody says how many.
pub fn undo(table: &mut Tabletop, count: Option<u32>) -> Answer {
    done(table.undo(count.unwrap_or(1) as usize))
}

/// Plays again so many moves, one if nobody says how many.
pub fn redo(table: &mut Tabletop, count: Option<u32>) -> Answer {
    done(table.redo(count.unwrap_or(1)))
}

/// How much time a game has.
pub fn time_settings(table: &mut Tabletop, settings: TimeSettings) -> Answer {
    table.clocks.configure(settings);
    Ok(Reply::Done)
}

/// How much time a side has left.
pub fn time_left(table: &mut Tabletop, left: TimeLeft) -> Answer {
    table.clocks.set_left(left);
    Ok(Reply::Done)
}

/// The legal moves of a side, or of the side to move.
pub fn legal(table: &mut Tabletop, side: Option<Color>) -> Answer {
    Ok(Reply::Moves(table.game.legal(side)))
}

/// The result; for one side, its utility as textbooks have it.
pub fn final_score(table: &mut Tabletop, side: Option<Color>) -> Answer {
    let black = table.game.final_score().ok_or(CommandError::NotOver)?;
    Ok(match side {
        None => Reply::Result(black),
        Some(side) => Reply::Text(side.select(black, -black).to_string()),
    })
}

/// What the game's opening is called by readers of a language, English if none is given.
pub fn opening(table: &mut Tabletop, reader: Option<Language>) -> Answer {
    questions::opening(&*table.game, reader.unwrap_or_default())
}

/// The moves of an even start of the book, drawn by a seed or by chance.
pub fn balanced(_: &mut Tabletop, seed: Option<u64>) -> Answer {
    let number = seed.map_or_else(chance::seed_by_chance, chance::mixed);
    let line = starts::drawn(number).unwrap_or_default();
    let words: Vec<String> = line.iter().map(Square::to_string).collect();
    Ok(Reply::Text(words.join(" ")))
}

/// The tree of a search to the end of the game.
pub fn tree(table: &mut Tabletop, (method, format): (Method, Option<TreeFormat>)) -> Answer {
    let tree = table.game.tree(method, format.unwrap_or_default())?;
    Ok(Reply::Drawing(tree))
}

/// What the last search for a move has found.
pub fn last_search(table: &mut Tabletop, (): ()) -> Answer {
    let found = table.last_search.clone();
    let found = found.ok_or(CommandError::NoSearch)?;
    Ok(Reply::Analysis(vec![found]))
}

/// How strong the player is that follows who plays against it. The game counts if it is over, or if
/// it is said who has won.
pub fn follow(table: &mut Tabletop, winner: Option<Option<Color>>) -> Answer {
    table.show_end(winner.map_or(End::Counted, End::Decided));
    let followed = table.player.lock().follows();
    let followed = followed.ok_or(CommandError::NotFollowing)?;
    Ok(Reply::Text(write_followed(&followed)))
}

/// The static evaluation.
pub fn eval(table: &mut Tabletop, (): ()) -> Answer {
    let evaluation = table.player.lock().evaluate(&*table.game);
    let not_here = CommandError::NotInThisGame("a static evaluation");
    evaluation.map(Reply::Evaluation).ok_or(not_here)
}
