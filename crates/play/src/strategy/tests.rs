use super::*;
use bianca_records::record::board::parse_board;
use bianca_rules::othello::random::{RandomGames, random_move};
use bianca_rules::othello::{Move, Symmetry};
use rand::prelude::*;

fn position(rows: [&str; 8], side: &str) -> (Position, Color) {
    parse_board(&format!("{} {side}", rows.concat())).unwrap()
}

fn lines(rows: [&str; 8], side: &str) -> Vec<String> {
    let (position, mover) = position(rows, side);
    let findings = explain_position(position, mover).into_iter();
    findings.map(|finding| finding.to_string()).collect()
}

#[track_caller]
fn says(lines: &[String], line: &str) {
    assert!(
        lines.iter().any(|said| said == line),
        "{line} is not in {lines:#?}"
    );
}

const EMPTY: &str = "--------";

#[test]
fn the_start_has_mobility_frontier_and_parity() {
    let findings = explain_position(Position::START, Color::Black);
    let lines: Vec<String> = findings.iter().map(Finding::to_string).collect();
    assert_eq!(
        lines,
        [
            "mobility: black 4: d3 c4 f5 e6".to_owned(),
            "mobility: white 4: e3 f4 c5 d6".to_owned(),
            "potential mobility: black 10: c3 d3 e3 c4 f4 c5 f5 d6 e6 f6".to_owned(),
            "potential mobility: white 10: d3 e3 f3 c4 f4 c5 f5 c6 d6 e6".to_owned(),
            "frontier discs: black 2: e4 d5".to_owned(),
            "frontier discs: white 2: d4 e5".to_owned(),
            "what the opponent wants, answers left: white 3: e3 f4 c5 d6".to_owned(),
            "free corners: 4: a1 h1 a8 h8".to_owned(),
            "parity, last move if nobody passes: white 60".to_owned(),
            "even region: 60".to_owned(),
        ]
    );
}

#[test]
fn corners_and_what_leans_on_them_are_told() {
    let lines = lines(
        [
            "XX----O-", "X-----O-", EMPTY, "---OX---", "---XO---", EMPTY, "-X------", EMPTY,
        ],
        "X",
    );
    says(&lines, "corners: black 1: a1");
    says(&lines, "stable discs: black 3: a1 b1 a2");
    says(&lines, "C squares by a free corner: white 1: g1");
    says(&lines, "X squares by a free corner: white 1: g2");
    says(&lines, "X squares by a free corner: black 1: b7");
    says(&lines, "edge discs: black 3: a1 b1 a2");
    says(&lines, "free corners: 3: h1 a8 h8");
}

#[test]
fn edges_are_secured_or_unbalanced() {
    let lines = lines(
        [
            "--XXXX--", EMPTY, "X-----O-", "X--OX-O-", "X--XO---", "X-------", "X-------",
            "X-OOOOO-",
        ],
        "X",
    );
    says(&lines, "secured edge: black 4: c1 d1 e1 f1");
    says(&lines, "secured edge: black 6: a3 a4 a5 a6 a7 a8");
    // Its left corner is black: not unbalanced by the paper's definition.
    assert!(!lines.iter().any(|line| line.starts_with("unbalanced")));
    let (position, mover) = position(
        [
            EMPTY, EMPTY, "-------O", "---OX--O", "---XO--O", "-------O", "-------O", EMPTY,
        ],
        "X",
    );
    let findings = explain_position(position, mover);
    let found: Vec<String> = findings
        .iter()
        .filter(|finding| finding.theme == Theme::UnbalancedEdge)
        .map(Finding::to_string)
        .collect();
    assert_eq!(found, ["unbalanced edge: white 5: h3 h4 h5 h6 h7"]);
}

#[test]
fn a_tempo_move_leaves_the_opponent_no_answer_nearby() {
    // Two regions: a1 and b1, where after b1 white has no answer, and the right side.
    let rows = [
        "--OXXX--", "XXXXXX--", "XXXXXX--", "XXXXOO--", "XXXOXO--", "XXXXOX--", "XXXXXO--",
        "XXXXXXO-",
    ];
    let (position, _) = position(rows, "X");
    let lines = lines(rows, "X");
    let tempo = lines
        .iter()
        .find(|line| line.starts_with("tempo moves: black"));
    assert!(tempo.is_some_and(|line| line.contains(" b1")), "{lines:#?}");
    let findings = explain_move(position, Color::Black, "b1".parse().unwrap());
    assert!(findings.iter().any(|finding| finding.theme == Theme::Tempo));
}

#[test]
fn odd_and_even_regions_are_told_apart() {
    let rows = [
        "---XXXX-", "XXXXXXXX", "XXXXXXXX", "XXXXXXXX", "XXXXXXXX", "OOOOXXXX", "OOOOXXXX",
        "OOOOXX--",
    ];
    let lines = lines(rows, "O");
    says(&lines, "odd region: 3: a1 b1 c1");
    says(&lines, "odd region: 1: h1");
    says(&lines, "even region: 2: g8 h8");
    says(&lines, "parity, last move if nobody passes: black 6");
}

#[test]
fn a_stoner_trap_wins_its_corner_whatever_is_replied() {
    // White's right edge is unbalanced (h3 to h7); black on g2 owns the long diagonal and
    // attacks from h2.
    let mut random = StdRng::seed_from_u64(12);
    let (mut standing, mut threatening) = (0, 0);
    for _ in 0..3000 {
        let mut position = Position::START;
        while !position.is_over() {
            for trap in traps::standing(position) {
                let [x_square, attack, won, offered] = trap.squares();
                assert!(position.own.contains(x_square));
                assert!(position.empty().contains(offered));
                let attacked = position.play_unchecked(attack);
                for reply in attacked.moves() {
                    let then = attacked.play_unchecked(reply);
                    assert!(then.moves().contains(won), "{position:?}");
                }
                standing += 1;
            }
            threatening += traps::threatening(position).len();
            let mv = random_move(position, &mut random);
            position = position.play(mv).unwrap();
        }
    }
    assert!(
        standing > 10 && threatening > 10,
        "{standing}, {threatening}"
    );
}

/// The findings about Stoner traps of black, to move.
fn traps_of(rows: [&str; 8]) -> Vec<String> {
    let mut lines = lines(rows, "X");
    lines.retain(|line| line.starts_with("Stoner") && line.contains("black"));
    lines
}

/// The exchange of section 3.12: black holds an X square with the diagonal behind it and attacks
/// the weak edge with white's C square. White may take the corner that is offered or decline it:
/// the other corner is black's, along the edge.
#[track_caller]
fn exchanges_corners(rows: [&str; 8], attack: &str) {
    let square = |text: &str| text.parse::<Square>().unwrap();
    let (position, _) = position(rows, "X");
    assert!(position.own.contains(square("g2")) && position.opp.contains(square("h7")));
    let attacked = position.play_unchecked(square(attack));
    assert!(
        attacked.moves().contains(square("h1")),
        "nothing is offered"
    );
    for reply in attacked.moves() {
        let then = attacked.play_unchecked(reply);
        assert!(then.moves().contains(square("h8")), "{reply}");
        assert!(then.flips(square("h8")).contains(square("h7")), "{reply}");
    }
}

#[test]
fn stoner_traps_are_found_on_boards_after_the_paper_s_figures() {
    // White's edge has a hole into which black wedges itself.
    let hole = [
        EMPTY, "------X-", "---OXX--", "-XXXXXX-", "-OXOXOOO", "--OXO-O-", "-OOO--XO", "-X------",
    ];
    let trap = "Stoner trap (X square, attack, corner won, corner offered): black 1: g2 h6 h8 h1";
    assert_eq!(traps_of(hole), [trap]);
    exchanges_corners(hole, "h6");
    // Five of white's discs on the edge, as in figure 10, with the hole in their middle.
    let five = [
        "----X---", "--X-XXXO", "-XX-XXOO", "XOOXXXOO", "-OXXXX-O", "-OXXOXO-", "OOOOXX-O",
        "-XXXXX--",
    ];
    assert_eq!(traps_of(five), [trap]);
    exchanges_corners(five, "h6");
    // A move before: g2 turns f3 over and threatens it all.
    let before = [
        EMPTY, EMPTY, "---OXO--", "-XXXXXX-", "-OXOXOOO", "--OXO-O-", "-OOO--XO", "-X------",
    ];
    let threat =
        "Stoner threat (X square, attack, corner won, corner offered): black 1: g2 h6 h8 h1";
    assert_eq!(traps_of(before), [threat]);
    // Without a disc on the C square there is nothing to win: the edge is not weak.
    let mut sound = hole;
    sound[6] = "-OOO--X-";
    assert_eq!(traps_of(sound), [""; 0]);
    // Nor while the C square is black's own.
    sound[6] = "-OOO--XX";
    assert_eq!(traps_of(sound), [""; 0]);
}

/// A board after the paper's figure 10, black to move: the edge in the east is white's, five discs
/// between free corners. The paper's line: black g2, white h1, black h2, and h8 is black's.
#[test]
fn the_unbalanced_edge_of_figure_10_loses_its_corner_as_the_paper_says() {
    let rows = [
        "--------", "----XO--", "-----O-O", "---XO--O", "---OX--O", "-------O", "-------O", EMPTY,
    ];
    says(
        &lines(rows, "X"),
        "unbalanced edge: white 5: h3 h4 h5 h6 h7",
    );
    let (mut position, _) = position(rows, "X");
    let square = |text: &str| text.parse::<Square>().unwrap();
    for mv in ["g2", "h1", "h2"] {
        assert!(position.moves().contains(square(mv)), "{mv}");
        position = position.play_unchecked(square(mv));
    }
    // Whatever white replies.
    assert!(position.moves().any());
    for reply in position.moves() {
        let then = position.play_unchecked(reply);
        assert!(then.moves().contains(square("h8")), "{reply}");
    }
}

#[test]
fn what_the_opponent_wants_leaves_fewest_answers() {
    let mut random = StdRng::seed_from_u64(7);
    for _ in 0..40 {
        let mut position = Position::START;
        while !position.is_over() {
            let answers = |square| position.passed().play_unchecked(square).moves().count();
            let found = explain_position(position, Color::White)
                .into_iter()
                .find(|finding| finding.theme == Theme::Empathy);
            let moves = position.opponent_moves();
            assert_eq!(found.is_some(), moves.any());
            if let Some(found) = found {
                assert_eq!(found.color, Some(Color::Black));
                for square in moves {
                    let wanted = found.squares.contains(&square);
                    assert_eq!(wanted, answers(square) == found.number, "{position:?}");
                    assert!(answers(square) >= found.number);
                }
            }
            let mv = random_move(position, &mut random);
            position = position.play(mv).unwrap();
        }
    }
}

/// Squares of all findings, in an order that does not depend on the board's.
fn images(position: Position, mover: Color, symmetry: Symmetry) -> Vec<String> {
    let mut words: Vec<String> = explain_position(symmetry.position(position), mover)
        .into_iter()
        .filter(|finding| !matches!(finding.theme, Theme::StonerTrap | Theme::StonerThreat))
        .map(|finding| format!("{:?} {:?} {}", finding.theme, finding.color, finding.number))
        .collect();
    words.sort();
    words
}

#[test]
fn findings_turn_with_the_board_and_never_fail() {
    let mut random = StdRng::seed_from_u64(3);
    for _ in 0..60 {
        let mut position = Position::START;
        let mut mover = Color::Black;
        while !position.is_over() {
            let mut symmetries = Symmetry::all();
            let first = images(position, mover, symmetries.next().unwrap());
            for symmetry in symmetries {
                assert_eq!(images(position, mover, symmetry), first, "{position:?}");
            }
            let mv = random_move(position, &mut random);
            if let Move::Place(square) = mv {
                let findings = explain_move(position, mover, square);
                assert_eq!(findings[0].theme, Theme::Turned);
            }
            position = position.play(mv).unwrap();
            mover = !mover;
        }
        explain_position(position, mover);
    }
}

#[test]
fn a_move_is_explained_by_what_it_changes() {
    let f5: Square = "f5".parse().unwrap();
    let findings = explain_move(Position::START, Color::Black, f5);
    let lines: Vec<String> = findings.iter().map(Finding::to_string).collect();
    assert_eq!(lines[0], "discs turned: black 1: e5");
    says(&lines, "mobility: white 3: f4 d6 f6");
    says(&lines, "what the opponent wants, answers left: white 4: f6");
    says(&lines, "parity, last move if nobody passes: white 59");
}

#[test]
fn findings_read_back_what_they_display() {
    let mut random = StdRng::seed_from_u64(1);
    let (mut position, mut color) = (Position::START, Color::Black);
    while !position.is_over() {
        position = position.play(random_move(position, &mut random)).unwrap();
        color = !color;
        for finding in explain_position(position, color) {
            let read: Finding = finding.to_string().parse().unwrap();
            let expected = Finding {
                squares: finding.named_squares().to_vec(),
                ..finding
            };
            assert_eq!(read, expected);
        }
    }
    for wrong in [
        "",
        "corners",
        "corners: black",
        "corners: red 1: a1",
        "corner: black 1: a1",
        "corners: black 1: a9",
        "corners: black x: a1",
    ] {
        assert_eq!(wrong.parse::<Finding>(), Err(NotAFinding(wrong.to_owned())));
    }
}

#[test]
fn a_trap_wins_a_corner_that_was_out_of_reach_and_only_new_corners_are_given() {
    let (mut traps, mut given, mut open) = (0, 0, 0);
    for game in (8..40).flat_map(|empties| RandomGames::new(empties, 9).take(150)) {
        let (position, mover) = (game.position(), game.to_move());
        for trap in traps::standing(position) {
            let [_, attack, won, offered] = trap.squares();
            let moves = position.moves();
            assert!(moves.contains(attack) && !moves.contains(won), "{trap:?}");
            assert!(position.empty().contains(offered), "{trap:?}");
            traps += 1;
        }
        let before = position.opponent_moves() & Bitboard::CORNERS;
        for square in position.moves() {
            let now = position.play_unchecked(square).moves() & Bitboard::CORNERS;
            let findings = explain_move(position, mover, square);
            let told = findings.iter().find(|one| one.theme == Theme::GivenCorners);
            let new: Vec<Square> = (now - before).into_iter().collect();
            let told = told.map_or(Vec::new(), |finding| finding.squares.clone());
            assert_eq!(told, new, "{position:?} {square}");
            given += usize::from(!new.is_empty());
            open += usize::from((now & before).any());
        }
    }
    assert!(
        traps > 5 && given > 100 && open > 100,
        "{traps}, {given}, {open}"
    );
}
