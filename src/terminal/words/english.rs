//! English; what is said in the book's game is the book's own.

use super::super::paint::TIED;
use super::{Command, Typed, Words};
use bianca_play::game::GameKind;
use bianca_system::language::Language;

const QUIT: Typed = &["quit", "q", "exit", "bye", "end", "leave"];

pub const WORDS: Words = Words {
    language: Language::English,
    quit: QUIT,
    hints: &["hints", "hint", "h"],
    explain: &["explain"],
    solve: &["solve"],
    undo: &["undo"],
    yes: &["y"],
    welcome: "Welcome to Reversegam!",
    choose_side: "Do you want to be X or O?",
    you_begin: "The player will go first.",
    computer_begins: "The computer will go first.",
    points: |you, computer| format!("You: {you} points. Computer: {computer} points."),
    enter_move: "Enter your move, \"quit\" to end the game, or \"hints\" to toggle hints.",
    not_a_move: "That is not a valid move. Enter the column (1-8) and then the row (1-8).\n\
                 For example, 81 will move on the top-right corner.",
    turns_nothing: "A disc there turns nothing over. \"hints\" shows where you can move, \
                    \"explain\" what the position is like.",
    press_enter: "Press Enter to see the computer's move.",
    you_pass: "You cannot move and must pass.",
    computer_passes: "The computer cannot move and must pass.",
    final_points: |x, o| format!("X scored {x} points. O scored {o} points."),
    beat_computer: |by| format!("You beat the computer by {by} points! Congratulations!"),
    lost_by: |by| format!("You lost. The computer beat you by {by} points."),
    tie: "The game was a tie!",
    again: "Do you want to play again? (yes or no)",
    thanks: "Thanks for playing!",
    welcome_to: |game| format!("Welcome to {}!", game.name()),
    begin: "Do you want to begin? (yes or no)",
    available: |moves| format!("Available moves: {moves}"),
    your_move: "Your move? (\"hint\" for one, \"minimax\" or \"alphabeta\" for the search, \"quit\")",
    not_available: "That is not one of the available moves.",
    computer_moves: |mv| format!("The computer moves: {mv}"),
    your_points: |points| format!("Your points: {points}"),
    you_win: "You won! Congratulations!",
    you_lose: "You lost.",
    enter_for_step: "Press Enter for each step.",
    tree_too_large: "The tree from here is too large to show.",
    select_frog: "Select a frog to move (by its position), or \"hint\", \"solve\", \"undo\", \"quit\":",
    not_a_position: "That is not a position of this row.",
    frog_cannot_move: "The token cannot move!",
    nothing_to_undo: "There is nothing to take back.",
    no_way: "No move leads to the goal any more, or none that memory can hold.",
    success: "CONGRATULATIONS!",
    failure: "FAILURE!",
    commands: &[
        (Command::Help, &["help", "?", "commands"]),
        (Command::Rules, &["rules"]),
        (Command::Undo, &["undo", "u", "back", "takeback"]),
        (Command::Hint, &["hint", "h", "tip"]),
        (Command::Scores, &["hints", "scores"]),
        (Command::Explain, &["explain", "why"]),
        (Command::Solve, &["solve"]),
        (Command::Minimax, &["minimax"]),
        (Command::AlphaBeta, &["alphabeta"]),
        (Command::Save, &["save"]),
        (Command::Moves, &["moves", "history"]),
        (Command::Resign, &["resign", "give up"]),
        (Command::Quit, QUIT),
    ],
    does: |command| match command {
        Command::Help => "shows these words",
        Command::Rules => "says the rules of the game",
        Command::Undo => "takes your last move back",
        Command::Hint => "shows the best moves",
        Command::Scores => "shows them at every move, or no more",
        Command::Explain => "says what the position shows",
        Command::Solve => "shows the whole way to the goal",
        Command::Minimax => "shows this search step by step",
        Command::AlphaBeta => "shows this search step by step",
        Command::Save => "FILE: writes the game to a file",
        Command::Moves => "prints the moves so far",
        Command::Resign => "gives the game up",
        Command::Quit => "leaves",
    },
    game: |kind| match kind {
        GameKind::Reversi => "Reversi of the 1880s",
        GameKind::TicTacToe => "tic-tac-toe",
        GameKind::Frogs => "the frogs",
        GameKind::Tree => "the game tree",
        GameKind::Othello => kind.name(),
    },
    rules: |kind| match kind {
        GameKind::Othello => {
            "Put a disc on an empty square so that it encloses discs of the other side in a straight line: across, up and down or slantwise, in all directions at once. All enclosed discs turn over. Whoever can enclose nothing passes. When nobody can move, whoever has more discs wins; empty squares count for the winner. A disc in a corner is never turned: do not give corners away."
        }
        GameKind::Reversi => {
            "The rules are those of Othello, with two differences. The board begins empty; the first four discs go to the four squares in the centre and turn nothing. Each side has 32 discs, and whoever has none left in hand cannot move."
        }
        GameKind::TicTacToe => {
            "Put your mark on an empty square in turn; X begins. Whoever first has the marks of a row, across, up and down or slantwise, wins: three of them, unless another number was chosen. A full board without such a row is a draw."
        }
        GameKind::Frogs => {
            "The frogs of both sides are to change places. A frog steps into the gap before it, or jumps into it over one frog of the other kind; none goes back. Type the position of the frog that moves: the numbers below the row."
        }
        GameKind::Tree => {
            "MAX, who is X, and MIN, who is O, go down the tree in turn until they come to a leaf. Its value is what MAX wins and MIN loses: MAX wants it high, MIN low. Type a branch, such as a1."
        }
    },
    greeting: |game| format!("Welcome to {game}. \"help\" shows what you can type."),
    which_side: "X moves first. Do you want to be X or O? (Enter for X)",
    seats: |x, o| format!("X: {x}. O: {o}."),
    you: "you",
    person: "person",
    move_of: |side| format!("{side}, your move?"),
    your_turn: "Your move?",
    with_keys: |asked, mv, is_possible| {
        let how = if is_possible {
            "Enter plays it"
        } else {
            "arrows or Tab choose"
        };
        format!("{asked} {mv} ({how}, ? helps)")
    },
    keys: "Keys: arrows choose, Enter plays, Tab goes to the next possible move, Backspace takes back, \
           ? helps. Moves and words can be typed: d3, hint, save game.ggf, quit.",
    how_to_move: |mv| format!("Type a move, such as {mv}, or:"),
    plays: |who, mv, turned| match turned {
        None => format!("{who} plays {mv}."),
        Some(1) => format!("{who} plays {mv} and turns 1 disc."),
        Some(turned) => format!("{who} plays {mv} and turns {turned} discs."),
    },
    passes: |who| format!("{who} cannot move and passes."),
    not_understood: |word| {
        format!("\"{word}\" is no move here and no word. \"help\" shows the words.")
    },
    not_possible: |mv| format!("{mv} is not possible here. A + marks each possible square."),
    taken_back: |moves| format!("Taken back: {moves}."),
    best_moves: |moves| format!("Best for you: {moves}."),
    no_hint: "Nothing is found here.",
    scores_off: "Scores are no longer shown.",
    thinking: "Thinking… (Ctrl-C leaves)",
    saved: |path| format!("Saved as {path}."),
    saved_position: |path| {
        format!("Saved as {path}: only the last position. A name with .ggf keeps the moves, too.")
    },
    not_saved: |path, reason| format!("{path} was not written: {reason}."),
    save_how: |formats| {
        format!("Type a file's name, too: save game.ggf. Its end says the format: {formats}.")
    },
    save_othello_only: "Only games of Othello can be saved; \"moves\" prints the moves.",
    save_as: |path| {
        format!("Save the game? Enter saves it as {path}, another name as that, \"no\" not at all.")
    },
    moves_so_far: |moves| format!("Moves so far: {moves}"),
    no_moves_yet: "No move was made yet.",
    gives_up: |who| format!("{who} resigns."),
    out_of_time: |who| format!("The time is over for {who}."),
    wins: |who, points| format!("{who} wins{points}."),
    you_win_by: |points| format!("You win{points}. Congratulations!"),
    you_lose_by: |points| format!("You lose{points}."),
    draw: "A draw.",
    in_hand: |x, o| format!("In hand: X {x}, O {o}."),
    once_more: "Play again? (yes, no, or undo to go on from your last move)",
    no: &["no", "n"],
    exists_already: "there is such a file already",
    go_on_with: |commands| {
        format!(
            "To go through the game:\n  {}\n  {}",
            commands[0], commands[1]
        )
    },
    looking_through: "Looking through the game… (Ctrl-C leaves)",
    signs: "X is black, O is white.",
    moves_judged: |who, moves, best, mistakes, accuracy| {
        format!(
            "{who}: {moves} moves, {best} of them the best, {mistakes} mistakes; accuracy {accuracy:.0} %."
        )
    },
    mistake: |mv, score, best, best_score| {
        format!("{mv} leads to{TIED}{score}; {best}{TIED}to{TIED}{best_score}.")
    },
    turning_point: |who, mv, from, to| {
        format!("Turning point: {mv} by {who}, from{TIED}{from} to{TIED}{to}.")
    },
    look_at: |themes| format!("What to look at: {themes}."),
};
