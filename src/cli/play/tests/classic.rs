//! Conversations through pipes: the same code as at a terminal, without one.

use super::talk as talk_at_table;

/// What is said when a person types `lines` to the classic games and then closes the input.
fn talk(arguments: &[&str], lines: &str) -> (String, Option<String>) {
    let arguments: Vec<&str> = ["--classic"].iter().chain(arguments).copied().collect();
    talk_at_table(&arguments, lines)
}

/// A seed with which the person (X) or the computer begins.
fn seed(person_begins: bool) -> String {
    (1..100)
        .map(|seed: u64| seed.to_string())
        .find(|seed| {
            let (said, _) = talk(&["--lang", "en", "--seed", seed], "x\n");
            said.contains("The player will go first.") == person_begins
        })
        .unwrap()
}

const BOOK: &str = "Welcome to Reversegam!
Do you want to be X or O?
The player will go first.
  12345678
 +--------+
1|        |1
2|        |2
3|        |3
4|   XO   |4
5|   OX   |5
6|        |6
7|        |7
8|        |8
 +--------+
  12345678
You: 2 points. Computer: 2 points.
Enter your move, \"quit\" to end the game, or \"hints\" to toggle hints.
  12345678
 +--------+
1|        |1
2|        |2
3|    X   |3
4|   XX   |4
5|   OX   |5
6|        |6
7|        |7
8|        |8
 +--------+
  12345678
You: 4 points. Computer: 1 points.
Press Enter to see the computer's move.
Thanks for playing!
";

#[test]
fn the_game_begins_as_in_the_book() {
    let seed = seed(true);
    for mv in ["53", "e3", "E3", " e3 "] {
        let (said, error) = talk(&["--lang", "en", "--seed", &seed], &format!("x\n{mv}\n"));
        assert_eq!(said, BOOK);
        assert_eq!(error, None);
    }
    let (said, _) = talk(&["--lang", "es", "--seed", &seed], "x\n53\n");
    let spanish = BOOK
        .replace("Welcome to Reversegam!", "¡Bienvenida a Reversi!")
        .replace("Do you want to be X or O?", "¿Desea ser las fichas X o O?")
        .replace(
            "The player will go first.",
            "Las fichas de la jugadora comenzarán.",
        )
        .replace("You:", "Usted:")
        .replace("points. Computer:", "puntos. Computadora:")
        .replace("points.", "puntos.")
        .replace(
            "Enter your move, \"quit\" to end the game, or \"hints\" to toggle hints.",
            "Ingrese su jugada, \"salir\" para finalizar el juego, o \"pistas\" para \
             activar/desactivar las pistas.",
        )
        .replace(
            "Press Enter to see the computer's move.",
            "Presione ENTER para ver la jugada de la computadora.",
        )
        .replace("Thanks for playing!", "¡Gracias por jugar!");
    assert_eq!(said, spanish);
}

#[test]
fn wrong_input_is_explained_and_hints_are_switched() {
    let seed = seed(true);
    let typed = "z\nx\n99\nhello\n11\nhints\nexplain\nhints\nquit\n";
    let (said, error) = talk(&["--lang", "en", "--seed", &seed], typed);
    assert_eq!(error, None);
    assert_eq!(said.matches("Do you want to be X or O?").count(), 2);
    assert_eq!(said.matches("For example, 81 will move").count(), 2);
    assert_eq!(said.matches("turns nothing over").count(), 1);
    let hinted = "3|    .   |3\n4|   XO.  |4\n5|  .OX   |5\n6|   .    |6";
    assert_eq!(said.matches(hinted).count(), 1);
    assert!(said.contains("mobility: X 4: 53 64 35 46"));
    assert!(said.ends_with("Thanks for playing!\n"));
}

#[test]
fn every_language_reaches_the_end_and_plays_again() {
    for (lang, person, again, won, lost, tie) in [
        (
            "en",
            "Enter your move",
            "play again",
            "You beat",
            "You lost",
            "a tie",
        ),
        (
            "es",
            "Ingrese su",
            "jugar de nuevo",
            "venció la",
            "perdió",
            "empatado",
        ),
        ("zh", "请输入", "再玩一次", "你赢了电脑", "你输了", "平局"),
        (
            "ja",
            "手を入力して",
            "もう一度対局",
            "あなたの勝ち",
            "コンピューターの勝ち",
            "引き分け",
        ),
        (
            "fr",
            "Entrez votre coup",
            "Voulez-vous rejouer",
            "Vous battez",
            "Vous avez perdu",
            "Partie nulle",
        ),
    ] {
        // Every square twice over at each question: the legal one among them is taken.
        let squares: String = (1..=8)
            .flat_map(|file| (1..=8).map(move |rank| format!("{file}{rank}\n")))
            .collect();
        for side in ["x", "o"] {
            let typed = format!("{side}\n{}", squares.repeat(40));
            let (said, error) = talk(&["--lang", lang, "--seed", "7"], &typed);
            assert_eq!(error, None);
            assert!(said.contains(person));
            let outcomes = [won, lost, tie];
            assert!(outcomes.iter().any(|text| said.contains(text)), "{said}");
            assert!(said.contains(again));
        }
    }
}

#[test]
fn opponents_are_chosen_by_name() {
    for opponent in [
        "random",
        "greedy",
        "uc3m",
        "minimax:2",
        "alphabeta:2",
        "bianca:1",
    ] {
        let arguments = ["--lang", "en", "--seed", "1", "--opponent", opponent];
        let (said, error) = talk(&arguments, "o\n\n\n\nquit\n");
        assert_eq!(error, None, "{opponent}");
        assert!(said.ends_with("Thanks for playing!\n"));
    }
    let (_, error) = talk(&["--opponent", "god"], "");
    assert!(error.unwrap().starts_with("unknown player: god"));
    let (_, error) = talk(&["chess"], "");
    assert!(error.unwrap().starts_with("unknown game: chess (othello, "));
}

#[test]
fn colours_are_put_around_discs_only() {
    let (said, _) = talk(
        &["--lang", "en", "--seed", &seed(true), "--color", "always"],
        "x\n",
    );
    assert!(said.contains("4|   \x1b[1m\x1b[36mX\x1b[0m\x1b[1m\x1b[33mO\x1b[0m   |4"));
    assert!(said.contains("Do you want to be X or O?"));
}

#[test]
fn frogs_are_moved_helped_and_judged() {
    let typed = "9\nx\n0\nundo\n2\nundo\nhint\nsolve\n4\n2\n1\n3\n5\n6\n4\n2\n0\n1\n3\n5\n4\n2\n3\ny\n\
                 2\n1\nhint\n0\nn\n";
    let (said, error) = talk(&["--lang", "en", "frogs"], typed);
    assert_eq!(error, None);
    assert!(said.starts_with("Welcome to Frogs!\n[1, 1, 1, 0, -1, -1, -1]\n 0  1  2"));
    for text in [
        "That is not a position of this row.",
        "The token cannot move!",
        "There is nothing to take back.",
        "CONGRATULATIONS!",
        "No move leads to the goal any more",
        "FAILURE!",
    ] {
        assert!(said.contains(text), "{text} in {said}");
    }
    let (said, _) = talk(&["--lang", "es", "frogs", "1"], "0\n2\n1\nno\n");
    assert!(said.ends_with("¡FELICIDADES!\n¿Quiere jugar de nuevo? (si o no)\n"));
}

#[test]
fn the_textbook_s_games_are_played() {
    let (said, error) = talk(&["--lang", "en", "tree"], "y\nz9\nhint\na1\n\nn\n");
    assert_eq!(error, None);
    assert_eq!(
        said,
        "Welcome to Tree!
Do you want to begin? (yes or no)
A
Available moves: a1 a2 a3
Your move? (\"hint\" for one, \"minimax\" or \"alphabeta\" for the search, \"quit\")
That is not one of the available moves.
Available moves: a1 a2 a3
Your move? (\"hint\" for one, \"minimax\" or \"alphabeta\" for the search, \"quit\")
a1
Available moves: a1 a2 a3
Your move? (\"hint\" for one, \"minimax\" or \"alphabeta\" for the search, \"quit\")
B
Press Enter to see the computer's move.
The computer moves: b1
B1
Your points: 3
You won! Congratulations!
Do you want to play again? (yes or no)
"
    );
    let (said, _) = talk(
        &["--lang", "zh", "tictactoe"],
        "否\n\n22\n提示\n(1 3)\n\n\n\n退出\n",
    );
    assert!(said.starts_with("欢迎来到 TicTacToe！\n") && said.ends_with("谢谢参与！\n"));
    let (said, _) = talk(&["--lang", "en", "reversi-1880"], "y\nd4\n\nquit\n");
    assert!(said.contains("Available moves: d4 e4 d5 e5"));
}

#[test]
fn a_search_is_shown_step_by_step() {
    let enters = "\n".repeat(23);
    let (said, error) = talk(
        &["--lang", "en", "tree"],
        &format!("y\nalphabeta\n{enters}quit\n"),
    );
    assert_eq!(error, None);
    assert!(said.contains("Press Enter for each step.\n> A MAX (alpha -inf beta +inf)\n"));
    assert!(said.contains("  < a2 C MIN = 2, cut: c2 c3\n"));
    assert!(said.contains("alphabeta: value 3, 11 nodes visited, 2 branches cut\n"));
    let (said, _) = talk(&["--lang", "en", "tictactoe"], "y\nminimax\nquit\n");
    assert!(said.contains("The tree from here is too large to show."));
}

#[test]
fn the_end_of_the_input_ends_every_question() {
    for typed in ["", "x", "x\n", "x\n53\n", "quit\n", "x\nquit\n"] {
        let (said, error) = talk(&["--lang", "en", "--seed", "3"], typed);
        assert_eq!(error, None);
        assert!(said.ends_with("Thanks for playing!\n"), "{typed:?}: {said}");
    }
    let (said, error) = talk(&["frogs", "--lang", "en"], &"x".repeat(100_000));
    assert_eq!(error, None);
    assert!(said.ends_with("Thanks for playing!\n"));
}

#[test]
fn a_game_that_is_looked_on_ends_with_its_board_and_result() {
    let arguments = [
        "--watch",
        "bianca:2",
        "--opponent",
        "greedy",
        "--lang",
        "en",
    ];
    let (said, error) = talk(&arguments, "");
    assert_eq!(error, None);
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines[0], "X bianca:2 – O greedy");
    let moves: Vec<&str> = lines[1..]
        .iter()
        .take_while(|line| !line.starts_with("  "))
        .copied()
        .collect();
    let moves = moves.join(" ");
    let mut game = bianca_rules::othello::OthelloGame::new();
    let record = bianca_records::record::transcript::parse_transcript(&moves).unwrap();
    bianca_records::record::transcript::replay(&mut game, &record).unwrap();
    assert!(lines.contains(&"   a b c d e f g h"), "{said}");
    assert!(!said.contains("game over"), "{said}");
    let x = game.position_for(bianca_rules::othello::Color::Black);
    // Squares that are left are the winner's.
    let points = (64 + x.final_score()) / 2;
    let result = format!("X scored {points} points. O scored {} points.", 64 - points);
    assert_eq!(lines.last(), Some(&result.as_str()));
    let (said, error) = talk(
        &[
            "tictactoe",
            "--watch",
            "alphabeta",
            "--opponent",
            "random",
            "--lang",
            "zh",
            "--seed",
            "1",
        ],
        "",
    );
    assert_eq!(error, None, "{said}");
    assert!(said.ends_with("X (alphabeta) 获胜。\n"), "{said}");
    let (said, _) = talk(&["frogs", "--watch", "shortest", "--lang", "en"], "");
    assert!(said.ends_with("CONGRATULATIONS!\n"), "{said}");
    let arguments = [
        "reversi-1880",
        "--watch",
        "random",
        "--opponent",
        "greedy",
        "--seed",
        "1",
    ];
    let (said, error) = talk(&arguments, "");
    assert_eq!(error, None, "{said}");
    assert!(
        said.lines().last().unwrap().starts_with("X scored "),
        "{said}"
    );
    let (_, error) = talk(&["--watch", "nobody"], "");
    assert!(error.is_some_and(|error| error.contains("nobody")));
}
