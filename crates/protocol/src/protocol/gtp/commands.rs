//! The table of commands: their names, their grammar and their help.

use std::fmt::Debug;

use nom::Parser;
use nom::combinator::map;

use super::arguments::{self as read, path};
use super::training::train;
use super::{orders, questions, rules};
use crate::protocol::words::{Grammar, any_word, color, number, optional, text};
use crate::protocol::{
    BoardView, Command, CommandError, FileOrder, OptionOrder, Order, Reply, Start,
};
use bianca_play::player::Player;
use bianca_play::tabletop::Tabletop;
use bianca_system::foreign::{excerpt, meant};

/// What is known of one command.
pub struct CommandInfo {
    /// Its name, which is matched exactly.
    pub name: &'static str,
    /// Its arguments, for people.
    pub arguments: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// What else there is to know; may be empty. Lines are parted by `\n`.
    pub detail: &'static str,
    pub(super) grammar: Grammar,
}

/// The command of this name.
pub fn find(name: &str) -> Option<&'static CommandInfo> {
    COMMANDS.iter().find(|info| info.name == name)
}

/// First words of clients that speak another protocol, ours among them, in a session that speaks
/// GTP already.
const OTHER_PROTOCOLS: [&str; 8] = [
    "uci",
    "usi",
    "uoi",
    "ugi",
    "nboard",
    "xboard",
    "protover",
    "ENGINE-PROTOCOL",
];

/// Why there is no command of this name.
pub fn unknown(name: &str) -> CommandError {
    let word = excerpt(name);
    if OTHER_PROTOCOLS.contains(&name) {
        return CommandError::OtherProtocol(word);
    }
    match meant(name, COMMANDS.iter().map(|info| info.name)) {
        Some(meant) => CommandError::Misspelt { word, meant },
        None => CommandError::UnknownCommand(word),
    }
}

/// What the commands do that make sense on this table, or one of them in full.
fn help(table: &mut Tabletop, name: Option<String>) -> Result<Reply, CommandError> {
    let text = match name {
        None => help_for_all(table),
        Some(name) => help_for(&name)?,
    };
    Ok(Reply::Text(text))
}

/// The names of the commands, one a line.
fn list_commands(_: &mut Tabletop, (): ()) -> Result<Reply, CommandError> {
    let names: Vec<&str> = COMMANDS.iter().map(|info| info.name).collect();
    Ok(Reply::Text(names.join("\n")))
}

/// Whether a command of this name exists.
fn known_command(_: &mut Tabletop, name: String) -> Result<Reply, CommandError> {
    Ok(Reply::Truth(find(&name).is_some()))
}

/// Whether the command of this name makes sense for the game that is played.
fn makes_sense(command: &str, table: &Tabletop) -> bool {
    let game = &*table.game;
    match command {
        "setboard" => game.has_boards(),
        "loadgame" | "savegame" | "loadsgf" | "printsgf" | "explain" | "review" | "rate"
        | "opening" | "book" | "train" | "gogui-setup" | "gogui-setup_player" => {
            game.othello().is_some()
        }
        "eval" => table.player.lock().evaluate(game).is_some(),
        _ => true,
    }
}

/// One line for each command that makes sense.
fn help_for_all(table: &Tabletop) -> String {
    let lines: Vec<String> = COMMANDS
        .iter()
        .filter(|info| makes_sense(info.name, table))
        .map(|info| {
            let usage = format!("{} {}", info.name, info.arguments);
            format!("{:<32} {}", usage.trim_end(), info.summary)
        })
        .collect();
    format!(
        "Commands (help COMMAND explains one, protocol.md all):\n{}",
        lines.join("\n")
    )
}

/// All there is to say about one command.
///
/// # Errors
/// If there is none; the error names the nearest.
pub(super) fn help_for(name: &str) -> Result<String, CommandError> {
    let info = find(name).ok_or_else(|| unknown(name))?;
    let usage = format!("{} {}", info.name, info.arguments);
    let mut text = format!("{}\n{}.", usage.trim_end(), info.summary);
    if !info.detail.is_empty() {
        text += "\n";
        text += info.detail;
    }
    Ok(text)
}

/// The grammar of a command. `[function]` is one of `questions`, which asks the game, and
/// `[function(parser)]` one of `orders`, which gets what the parser reads; `[function()]` has no
/// arguments, and `[rules function]` is one of `rules`. What needs more than the table is a
/// `Command`: `(Command::X)` if it has no arguments, `{ parser }`, or the name of a function of
/// `arguments`.
macro_rules! grammar {
    (($command:expr)) => {
        |input| Ok((input, $command))
    };
    ({ $parser:expr }) => {
        |input| $parser.parse_complete(input)
    };
    ([rules $function:ident]) => {
        |input| {
            let question = Order::question(stringify!($function), rules::$function);
            Ok((input, Command::Rules(question)))
        }
    };
    ([$function:ident]) => {
        |input| {
            let question = Order::question(stringify!($function), questions::$function);
            Ok((input, Command::Obey(question)))
        }
    };
    ([$function:ident()]) => {
        |input| Ok((input, obey(stringify!($function), orders::$function)(())))
    };
    ([$function:ident($parser:expr)]) => {
        |input| {
            let order = obey(stringify!($function), orders::$function);
            map($parser, order).parse_complete(input)
        }
    };
    (train) => {
        train
    };
    ($function:ident) => {
        read::$function
    };
}

/// The command to do what `function` does with an argument.
fn obey<A: Clone + Debug + Send + Sync + 'static>(
    name: &'static str,
    function: fn(&mut Tabletop, A) -> Result<Reply, CommandError>,
) -> impl Fn(A) -> Command {
    move |argument| Command::Obey(Order::new(name, argument, function))
}

macro_rules! commands {
    ($($name:literal $arguments:literal $grammar:tt $summary:literal $detail:literal)*) => {
        &[$(CommandInfo {
            name: $name,
            arguments: $arguments,
            summary: $summary,
            detail: $detail,
            grammar: grammar!($grammar),
        }),*]
    };
}

/// All commands of the dialect, in the order in which `help` shows them.
pub static COMMANDS: &[CommandInfo] = commands! {
    "help" "[COMMAND]" { map(optional(any_word("a command's name")), obey("help", help)) }
        "List the commands, or explain one" ""
    "list_commands" "" (obey("list_commands", list_commands)(())) "List the names of the commands, one a line" ""
    "known_command" "COMMAND"
        { map(any_word("a command's name"), obey("known_command", known_command)) }
        "Say whether there is such a command" ""
    "protocol_version" "" [protocol_version()] "Say the version of the protocol, 2" ""
    "name" "" (Command::Name) "Say the name of the engine" ""
    "version" "" (Command::Version) "Say the version of the engine" ""
    "quit" "" (Command::Quit) "End the session"
        "A search before it is finished first, unless it has no end of its own or quit is typed on\n\
         a terminal; stop ends it at once. The end of the input does the same."
    "list_games" "" [list_games()] "List the games that can be played" ""
    "set_game" "GAME [ARGUMENTS]" [set_game(text("a game's name"))]
        "Play another game, as newgame GAME does" ""
    "boardsize" "SIZE" [board_size(number("a size"))]
        "Set the size of the board, which is always 8" ""
    "newgame" "[GAME [ARGUMENTS]]" new_game "Start a new game, of another kind if it is named"
        "GAME is othello, reversi-1880, tictactoe [H V K] (rows, columns, how many in a row),\n\
         frogs [N] (on each side) or tree [VALUES] (of the leaves). What was searched is forgotten\n\
         and the clocks start anew. Each game has options of its own."
    "clear_board" "" (Command::Start(Start::USUAL)) "Start a new game and forget what was searched"
        "The clocks start anew as well. The same as newgame."
    "komi" "NUMBER" [komi(read::komi)] "Ignored: Othello has no komi" ""
    "setboard" "SQUARES SIDE" [set_board(text("a board"))]
        "Start a game from another position"
        "setboard POSITION                   squares, rows or moves, whatever files have, for Othello\n\
         setboard SQUARES SIDE               the 64 squares from a1, b1 to h8, and the side to move\n\
         setboard SQUARES SIDE BLACK WHITE   with the discs in hand, for reversi-1880\n\
         setboard CELLS SIDE                 row by row, for tictactoe\n\
         setboard STATE                      a state by its name, for tree\n\
         X * B b x is black, O W o w white, - . _ empty; blanks may stand anywhere. In ROWS a digit\n\
         is so many empty squares. SIDE is X or O."
    "play" "[COLOUR] MOVES" play "Play a move or a whole transcript"
        "MOVES are f5, F5D6C3, f5 d6 pass and so on. Without COLOUR it is the side to move's turn.\n\
         A pass may be left out. If any of the moves is illegal, none is played."
    "genmove" "[COLOUR]" genmove "Find a move within the clock or the level, play it and say it"
        "The reply is pass when there is no other move and after the end of the game. If the other\n\
         side is to move and must pass, that pass is played first."
    "reg_genmove" "[COLOUR]" reg_genmove
        "Find a move by the level and say it, but do not play it" ""
    "undo" "" (obey("undo", orders::undo)(None)) "Take back the last move"
        "A pass is a move, but one that nobody mentioned goes with the move after it.\n\
         redo plays both again."
    "gg-undo" "[N]" [undo(optional(read::moves()))] "Take back the last N moves" "If there are fewer, none is taken back."
    "redo" "[N]" [redo(optional(read::moves()))] "Play again what was taken back" "Playing another move forgets it."
    "time_settings" "MAIN PERIOD MOVES" [time_settings(read::time_settings)] "Set the time of a game, in seconds"
        "M 0 0: M for the whole game. M B S: then B for every S moves (Canadian byo-yomi).\n\
         M B 0: M for the game and B more after each move. 0 B 0: no limit, but once a time_left\n\
         came, that much for each move. 0 0 0: no limit."
    "time_left" "COLOUR TIME [MOVES]" [time_left(read::time_left)] "Set a clock: seconds left, and for how many moves"
        "MOVES is 0 in the main time."
    "go" "[LIMITS]" go "Search the position and say the best move, but do not play it"
        "LIMITS are any of: depth N, movetime MILLISECONDS, nodes N, exact, wld, window LOW HIGH,\n\
         infinite. Without any it goes by the level. exact finds the final score, wld only who wins,\n\
         window whether it is at least HIGH or at most LOW; infinite goes on until stop.\n\
         The reply is an info line (see protocol.md)."
    "solve" "[exact|wld]" solve "Search to the end of the game, as go exact or go wld does" ""
    "hint" "[N] [LIMITS]" hint "Score the best N moves, best first, or say what people would play"
        "LIMITS are any of: depth N, movetime MILLISECONDS, nodes N. Without any it goes by the\n\
         level. The reply has an info line for each move.\n\
         hint people [RATING] [json] says how likely people of a rating from 900 to 2300 (1500 if\n\
         left out) are to play each move, and the nearest trap that most of them fall into."
    "analyze" "[N]" analyze "Score the best N moves, again and again, until the next line"
        "Each info line is sent as soon as it is found."
    "review" "[TERMS]" review
        "Judge each move of the game, the last one first, as lines of JSON"
        "Each move is told as soon as it is judged, as bianca analyze --json has it (docs/json.md).\n\
         TERMS are any of: level N, depth N, movetime MILLISECONDS or nodes N for each position that\n\
         is searched (without one of these it is the option Level), blunder DISCS (the loss of a\n\
         blunder, 5 if left out), explain en, es, fr, ja or zh (the reason for each blunder)."
    "rate" "SIDES [after N] [add]" rate "Judge the moves of the game, and say how strong who made them is"
        "SIDES is black, white or both. The reply is a line of JSON, as bianca rate --json has it\n\
         (docs/rate.md). The first N moves do not count: nobody chose them. With add the game is put\n\
         to those that were rated before, so that the reply is about them all. stop ends it, and\n\
         then the game is not added."
    "train" "TASK [ARGUMENTS]" train
        "Ask positions to find a move in, and ask them again at growing intervals"
        "Each reply is a line of JSON (see protocol.md). ID is an exercise, MOVES are like c3d2e1.\n\
         train take LINE...             take in lines of a log that was kept\n\
         train next DECK                what is asked next: mistakes, puzzles, openings or all\n\
         train daily DATE               the puzzle of a day, such as 2026-11-29\n\
         train show ID                  an exercise\n\
         train try ID MOVES             judge a move, and keep nothing\n\
         train answer ID MOVES [hint]   judge it and keep it; its line of the log is to be kept\n\
         train add MOVE [SOURCE]        an exercise out of this move in the position\n\
         train opening COLOUR WORDS     exercises out of an opening: a name, or moves\n\
         train openings                 openings that have names\n\
         train drop ID                  ask an exercise no more\n\
         train progress                 how the reader stands\n\
         train lines                    all lines of the log\n\
         at SECONDS (since 1970), zone MINUTES (of the reader's clock before UTC) and lang LANGUAGE\n\
         (en, es, fr, ja or zh) may stand at the end, and in front of SOURCE and WORDS."
    "last_search" "" [last_search()] "Say what the last search for a move has found"
        "The best line that the last genmove or reg_genmove of this game has found, as go has it.\n\
         A match asks for it after each genmove."
    "follow" "[WINNER]" [follow(optional(read::winner))]
        "Say how strong Bianca is now while it follows who plays against it"
        "One line of JSON: elo is its strength in the next game and last_elo that in the last one;\n\
         wins, draws and losses are those of who plays against it, by_moves is how strong that is by\n\
         the moves alone. A game that is over counts; so does one that ended before, if WINNER says\n\
         how: black, white or draw. The option Follow begins it."
    "stop" "" (Command::Stop) "End the running search, which answers with what it has" ""
    "eval" "" [eval()]
        "Say the static evaluation of the position" "In discs, for the side to move."
    "explain" "[MOVE [LANGUAGE]]" explain
        "Explain the position or a move: corners, mobility, parity and more"
        "Of a move it says first in a sentence or two what is better or worse about it, after a short\n\
         search. LANGUAGE is en, es, fr, ja or zh."
    "tree" "minimax|alphabeta [FORMAT]" [tree(read::tree)] "Draw the tree of a search to the end of the game"
        "FORMAT is text (an outline), steps (what the search does), dot (Graphviz) or svg. Values,\n\
         alpha and beta are as the first player, MAX, sees them."
    "legal" "[COLOUR]" [legal(optional(color()))]
        "List the legal moves, pass if that is the only one, none at the end" ""
    "showboard" "" [show_board]
        "Draw the board" "Black is X, white is O, legal moves are +."
    "state" "" [state] "Say the game, its board and its moves as JSON"
        "One line with game, pieces, board, to_move, legal, history, last, over, score, in_hand and\n\
         cells: rows of what stands on each and of the move that a click there is."
    "history" "" [history] "List the moves played" "As play reads them, passes included."
    "book" "[add|store]" book "List the moves that the opening book knows, or let it learn the game"
        "Each line is a move with its score, the depth and the confidence in percent of the search\n\
         that it is from, whether it is proven, whether it is in the book or leads out of it (leaf),\n\
         and how many games it was learned from. add learns the game; store writes the file anew\n\
         with all that was learned. The option Book names the book."
    "opening" "[LANGUAGE]" [opening(optional(read::language()))] "Say the name of the opening"
        "The first line is the last name of the game that a reader of LANGUAGE (en, es, fr, ja or\n\
         zh; en if left out) can read, the next after how many moves it was given; then the names in\n\
         other languages that came with it, a line each. Nothing if there is none."
    "balanced" "[SEED]" [balanced(optional(number("a seed")))]
        "Say ten moves of the book to an even position" "The same seed says the same."
    "final_score" "[COLOUR]" [final_score(optional(color()))]
        "Say the result once the game is over: B+12, W+3 or 0"
        "final_score          the result: B+ or W+ and by how much, or 0\n\
         final_score COLOUR   the points of one side, below zero if it lost\n\
         In Othello the empty squares go to the winner. In tree black is MAX and white is MIN."
    "cputime" "" (Command::CpuTime)
        "Say how many seconds the processors have worked for the engine" ""
    "perft" "N" perft "Count the paths of N moves from here" "A pass is a move."
    "loadgame" "FILE [N]" load_game "Play the game of a file, or the Nth of several"
        "Any format that bianca convert reads. The extension says which, or else the content. A\n\
         name that ends in a number must be in double quotes."
    "savegame" "FILE" { map(path(), |path| Command::File(FileOrder::Save(path))) }
        "Write the game to a file, in the format of its extension"
        "Any format that bianca convert writes, such as ggf, sgf or pgn."
    "loadsgf" "FILE [N]" load_sgf "Play the game of an SGF file, up to before move N"
        "A name that ends in a number must be in double quotes."
    "printsgf" "[FILE]" { map(optional(path()), |path| Command::File(FileOrder::Sgf(path))) }
        "Say the game as SGF, or write it to a file" ""
    "options" "" (Command::Option(OptionOrder::All)) "List the options with their values and ranges" ""
    "option" "NAME [VALUE]" option "Set an option, or say its value"
        "Case does not matter in names. The value - is an empty text."
    "gogui-interrupt" "" (Command::Stop)
        "Say that the comment # interrupt ends a search, as stop does" ""
    "gogui-play_sequence" "[COLOUR MOVE]..." [play_sequence(read::turns)]
        "Play several moves, each with its colour"
        "If any of them is illegal, none is played."
    "gogui-analyze_commands" "" [analyze_commands()]
        "List what GoGui can show on its board" ""
    "gogui-evaluations" "" (Command::Show(BoardView::Evaluations))
        "Score every move by the level, as labels for GoGui's board"
        "In whole discs for the side to move."
    "gogui-best_line" "" (Command::Show(BoardView::BestLine))
        "Say the expected moves, found by the level, for GoGui's board" ""
    "gogui-score" "" (Command::Show(BoardView::Score))
        "Score the position by the level, for GoGui's status line" ""
    "gogui-regions" "" [regions] "Colour the odd and the even regions of empty squares for GoGui's board"
        ""
    "gogui-param" "[NAME VALUE]" parameters "List the options for GoGui's dialog, or set one"
        "A switch is 1 or 0 there."
    "gogui-title" "" [title] "Say what GoGui's window is to be called" ""
    "gogui-setup" "[COLOUR SQUARE]..." [set_up(read::discs)] "Start a game from these discs, black to move" ""
    "gogui-setup_player" "COLOUR" [set_up_player(color())]
        "Start the game anew from its board, this side to move" ""
    "gogui-rules_game_id" "" [rules game_name]
        "Say the game's name to GoGui" ""
    "gogui-rules_board_size" "" [rules board_size]
        "Say the board's size to GoGui" ""
    "gogui-rules_board" "" [rules board]
        "Draw the board for GoGui, rank 8 first" ""
    "gogui-rules_board_gfx" "" [rules colors] "Colour the board for GoGui" ""
    "gogui-rules_captured_count" "" [rules counts]
        "Count white's and black's discs for GoGui" ""
    "gogui-rules_side_to_move" "" [rules side_to_move]
        "Say whose turn it is to GoGui" ""
    "gogui-rules_legal_moves" "" [rules legal_moves]
        "List the legal moves for GoGui, none at the end" ""
    "gogui-rules_final_result" "" [rules final_result]
        "Say the result to GoGui once the game is over" ""
};

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_system::language::Language;

    #[test]
    fn every_language_is_named_where_one_is_asked_for() {
        for name in ["explain", "opening", "review", "train"] {
            let Some(info) = find(name) else {
                panic!("there is no {name}");
            };
            for language in Language::ALL {
                let marks = ['.', ',', ';', '(', ')'];
                let is_named = |word: &str| word.trim_matches(marks) == language.code();
                assert!(
                    info.detail.split_whitespace().any(is_named),
                    "{name}: {language}"
                );
            }
        }
    }

    #[test]
    fn a_word_with_a_slip_in_three_letters_is_another_word() {
        for word in ["nam", "genmxyz"] {
            assert!(
                matches!(unknown(word), CommandError::UnknownCommand(_)),
                "{word}"
            );
        }
        for (word, command) in [("nbme", "name"), ("Genmov", "genmove"), ("plya", "play")] {
            let error = unknown(word);
            assert!(
                matches!(error, CommandError::Misspelt { meant, .. } if meant == command),
                "{word}: {error}"
            );
        }
        for word in ["uci", "ugi", "nboard"] {
            assert!(
                matches!(unknown(word), CommandError::OtherProtocol(_)),
                "{word}"
            );
        }
    }
}
