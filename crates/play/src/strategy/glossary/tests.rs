use super::super::{edges, regions, tempo_moves};
use super::*;
use bianca_rules::othello::stability::stable_discs;
use bianca_rules::othello::{Bitboard, Position, Square};

/// The page of the documents, in English with the words of the other languages.
const PAGE: &str = include_str!("../../../../../docs/glossary.md");

/// A picture's board with black as the side to move, and what is meant on it.
fn picture(key: &str) -> (Position, Bitboard) {
    let at = TERMS.iter().position(|term| *term == key).unwrap();
    let rows = &entries(Language::English)[at].picture;
    assert_eq!(rows.len(), 8, "{key}");
    assert!(rows.iter().all(|row| row.len() == 8), "{key}");
    let cells = rows.concat();
    let of = |wanted: &str| -> Bitboard {
        let cells = cells.chars().zip(Square::all());
        let found = cells.filter(|(cell, _)| wanted.contains(*cell));
        found.map(|(_, square)| square).collect()
    };
    let known = of("XxOo*-");
    assert_eq!(known.count(), 64, "{key}");
    let (own, opp) = (of("Xx"), of("Oo"));
    (Position { own, opp }, of("xo*"))
}

#[test]
fn every_language_has_every_word_with_a_picture() {
    assert_eq!(Words::faults(), Vec::<String>::new());
    for language in Language::ALL {
        let words = Words::of(language);
        for key in TERMS {
            let (_, meant) = picture(key);
            assert!(meant.any(), "{key}");
            let forms: Vec<&str> = words.forms(key).split(", ").collect();
            assert!(forms.iter().all(|form| !form.trim().is_empty()), "{key}");
            for sentence in words.meaning(key).split_inclusive(['.', '。']) {
                let count = sentence.split_whitespace().count();
                assert!(count <= 20, "{count} {sentence}");
            }
        }
        let text = text(language);
        assert!(text.starts_with(words.title()) && text.contains(words.term("wall")));
    }
    let pictures: BTreeMap<String, Vec<String>> = serde_json::from_str(PICTURES).unwrap();
    assert_eq!(pictures.len(), TERMS.len());
}

#[test]
fn pictures_show_by_the_rules_what_they_are_of() {
    let meant = |key| picture(key).1;
    assert_eq!(meant("corner"), Bitboard::CORNERS);
    assert_eq!(meant("x_square"), Bitboard::X_SQUARES);
    assert_eq!(meant("c_square"), Bitboard::C_SQUARES);
    for (key, find) in [
        ("edge", edges::secured as fn(Position) -> Vec<Bitboard>),
        ("unbalanced_edge", edges::unbalanced),
    ] {
        let (board, meant) = picture(key);
        assert_eq!(find(board), [meant], "{key}");
    }
    let (board, wedge) = picture("wedge");
    let at = wedge.first().unwrap();
    let beside = [at.file() - 1, at.file() + 1].map(|file| Square::at(file, at.rank()));
    assert!(board.moves().contains(at) && beside.iter().all(|at| board.opp.contains(*at)));
    let (board, stable) = picture("stable_disc");
    assert_eq!(stable_discs(board.own, board.opp), stable);
    let (board, moves) = picture("mobility");
    assert_eq!(board.moves(), moves);
    let open = |board: Position| board.own & board.empty().dilated();
    let (board, frontier) = picture("frontier");
    assert_eq!(open(board), frontier);
    let (board, wall) = picture("wall");
    assert_eq!((wall - open(board), wall.count()), (Bitboard::EMPTY, 4));
    // It turns one disc, beside which nothing else is empty.
    let (board, meant) = picture("quiet_move");
    let (at, turned) = (meant & board.empty(), meant - board.empty());
    let square = at.first().unwrap();
    assert_eq!(board.flips(square), turned);
    assert_eq!(turned.dilated() & board.empty(), at);
    let (board, region) = picture("region");
    let all = regions(board.empty());
    assert_eq!((all.len(), board.empty()), (2, region));
    let (board, even) = picture("parity");
    assert_eq!(board.empty(), even);
    assert!(regions(even).iter().all(|region| region.count() == 2));
    let (board, last) = picture("last_move");
    assert_eq!((board.empty(), board.moves()), (last, last));
    let (board, tempo) = picture("tempo");
    assert_eq!(tempo_moves(board) & tempo, tempo);
    // White may take the corner.
    let (board, meant) = picture("sacrifice");
    let corner = meant & Bitboard::CORNERS;
    assert_eq!(board.opponent_moves() & corner, corner);
    let x_square = meant - corner;
    assert_eq!(x_square & board.own & Bitboard::X_SQUARES, x_square);
    // White has a move after it, but none on the other square; black will have it.
    let (board, meant) = picture("swindle");
    let square = meant.first().unwrap();
    let mut regions = regions(board.empty()).into_iter();
    let region = regions.find(|region| region.contains(square)).unwrap();
    assert_eq!(region.count(), 2);
    let after = board.play_unchecked(square);
    let rest = region - meant;
    assert!(after.moves().any() && (after.moves() & rest).is_empty());
    assert_eq!(after.opponent_moves() & rest, rest);
}

#[test]
fn the_page_of_the_documents_says_the_same() {
    let mut page = "# Glossary\n\nThe words of players, as sentences about moves use them. In the pictures, black is `X` and\n\
        white is `O`. What is meant is small, or `*` where it is empty. On the page, a word in a sentence opens its\n\
        picture; at a terminal, `bianca analyze --glossary` prints all of this in each language.\n"
        .to_owned();
    let all = Language::ALL.map(entries);
    for (place, entry) in all[0].iter().enumerate() {
        let mut title = entry.term.to_owned();
        title[..1].make_ascii_uppercase();
        let others = Language::ALL.into_iter().zip(&all).skip(1);
        let others: Vec<String> = others
            .map(|(language, all)| format!("{}: {}", language.code(), all[place].term))
            .collect();
        page += &format!("\n## {title}\n\n{}\n\n", entry.meaning);
        page += &format!("```text\n{}\n```\n\n", diagram(&entry.picture).join("\n"));
        page += &format!("{}\n", others.join(" · "));
    }
    // Where it is to be another, this is the new file, to be read through.
    assert!(page == PAGE, "{page}");
}
