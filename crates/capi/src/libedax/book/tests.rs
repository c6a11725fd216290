use super::*;

fn after(moves: &str) -> Position {
    let mut game = bianca_rules::othello::OthelloGame::new();
    assert_eq!(crate::libedax::table::play_moves(&mut game, moves), None);
    game.position()
}

fn begun() -> Book {
    Book::begin(2, 12, &StopFlag::new()).unwrap().unwrap()
}

#[test]
fn the_book_of_the_library_knows_moves_on_every_side() {
    let book = Book::built_in();
    assert!(book.count() > 100);
    let known = book.show(after("f5")).unwrap();
    assert!(!known.links.is_empty() && known.level > 0);
    for first in ["c4", "d3", "e6"] {
        let other = book.show(after(first)).unwrap();
        assert_eq!((other.board, &other.links), (known.board, &known.links));
        let by = Symmetry::all().nth(other.symmetry as usize).unwrap();
        assert_eq!(by.position(after(first)), other.board);
    }
    let start = book.scored_moves(Position::START).unwrap();
    assert_eq!(start.len(), 4);
    let line = book.line(Position::START, start[0].0);
    assert!(line.len() > 4, "{line:?}");
    let far = bianca_rules::othello::random::RandomGames::new(30, 1).next();
    assert_eq!(book.show(far.unwrap().position()), None);
    assert_eq!(book.choice(after("f5"), Score::default(), 1), {
        let (mv, score) = book.scored_moves(after("f5")).unwrap()[0];
        Some((mv, score))
    });
}

#[test]
fn a_game_is_learned_and_read_again_from_every_format() {
    let folder = tempfile::tempdir().unwrap();
    let mut book = begun();
    assert_eq!((book.count(), book.n_empties), (1, 49));
    let positions = [Position::START, after("f5"), after("f5d6")];
    let stopped = StopFlag::new();
    stopped.raise();
    assert!(!book.learn(&positions, &stopped).unwrap());
    assert_eq!(book.count(), 1);
    // What was stopped at once has changed nothing, so that nothing is written.
    let mut unchanged = Book::built_in();
    unchanged
        .learn_games(&[OthelloGame::new()], &stopped)
        .unwrap();
    let far = bianca_rules::othello::random::RandomGames::new(30, 1).next();
    assert!(!unchanged.add(far.unwrap().position(), &stopped).unwrap());
    unchanged.close(&folder.path().join("none.dat")).unwrap();
    assert!(!folder.path().join("none.dat").exists());
    assert!(book.learn(&positions, &StopFlag::new()).unwrap());
    assert_eq!(book.count(), 3);
    let known = book.show(after("f5")).unwrap();
    assert_eq!((known.links.len(), known.lines), (1, 1));
    for name in ["book.dat", "book", "book.egbk3", "book.txt"] {
        let path = folder.path().join(name);
        book.save(&path).unwrap();
        let read = Book::open(&path).unwrap();
        assert_eq!(read.count(), 3, "{name}");
        assert_eq!(read.show(after("f5")).unwrap().board, known.board);
        let mut other = begun();
        other.merge(&path).unwrap();
        assert_eq!(other.count(), 3, "{name}");
    }
    book.prune(after("f5")).unwrap();
    assert_eq!(book.count(), 2);
    assert!(book.add(after("f5f6"), &StopFlag::new()).unwrap());
    book.back_up().unwrap();
    assert_eq!(book.count(), 3);
}

#[test]
fn a_book_of_bianca_s_learns_and_is_not_written_over() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ours");
    let mut learner = Learner::open(&path).unwrap();
    let entry = begun().store.entries().next().unwrap().unwrap();
    learner.learn(&[entry]).unwrap();
    learner.compact().unwrap();
    drop(learner);
    let mut book = Book::open(&path).unwrap();
    assert!(book.add(after("f5"), &StopFlag::new()).unwrap());
    book.close(&path).unwrap();
    assert!(is_ours(&path).unwrap());
    assert_eq!(Book::open(&path).unwrap().count(), 2);
}

#[test]
fn a_file_that_was_not_read_is_left_and_one_of_its_own_is_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let [first, other] = ["first.dat", "other.dat"].map(|name| folder.path().join(name));
    begun().save(&first).unwrap();
    std::fs::copy(&first, &other).unwrap();
    let before = std::fs::read(&other).unwrap();
    let mut book = Book::first(&first);
    assert!(book.add(after("f5"), &StopFlag::new()).unwrap());
    assert!(book.close(&other).is_err());
    assert_eq!(std::fs::read(&other).unwrap(), before);
    // Neither is it lost that the first one was read, whatever was read since.
    book.put(Book::open(&other).unwrap());
    assert!(book.add(after("f5"), &StopFlag::new()).unwrap());
    for path in [&first, &folder.path().join("./other.dat")] {
        book.is_changed = true;
        book.close(path).unwrap();
        assert_eq!(Book::open(path).unwrap().count(), 2);
    }
}

#[test]
fn of_two_books_the_deeper_search_stays() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ours");
    let begun = |level: i32| Book::begin(level, 12, &StopFlag::new()).unwrap().unwrap();
    let depth = |book: &Book| book.show(Position::START).unwrap().level;
    let mut learner = Learner::open(&path).unwrap();
    let entry = begun(4).store.entries().next().unwrap().unwrap();
    learner.learn(&[entry]).unwrap();
    learner.compact().unwrap();
    drop(learner);
    for (level, expected) in [(2, 4), (4, 4), (6, 6)] {
        let mut book = begun(level);
        assert_eq!(i32::from(depth(&book)), level);
        book.merge(&path).unwrap();
        assert_eq!(depth(&book), expected);
    }
}

#[test]
fn what_is_no_book_is_told_and_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book.dat");
    let mut missing = Book::first(&path);
    assert_eq!(missing.count(), Book::built_in().count());
    missing.close(&path).unwrap();
    assert!(!path.exists());
    std::fs::write(&path, "no book at all").unwrap();
    let error = Book::open(&path).err().unwrap().to_string();
    assert!(error.contains("book.dat: it is no book"), "{error}");
    let damaged = || Book::first(&path);
    let anew = || {
        let mut book = damaged();
        book.put(begun());
        book
    };
    let loaded = || {
        let good = folder.path().join("good.dat");
        begun().save(&good).unwrap();
        let mut book = damaged();
        book.put(Book::open(&good).unwrap());
        book
    };
    for mut book in [damaged(), anew(), loaded()] {
        book.keep([]);
        let error = book.close(&path).unwrap_err().to_string();
        assert!(error.contains("book.dat: it is left as it is"), "{error}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "no book at all");
    }
    let mut book = damaged();
    assert!(book.merge(&path).is_err() && Book::open(folder.path()).is_err());
    let mut changed = Book::built_in();
    changed.keep([]);
    changed.close(&folder.path().join("new.dat")).unwrap();
    assert!(folder.path().join("new.dat").exists());
    // What the program has written itself is its own.
    changed.keep([]);
    changed.close(&folder.path().join("new.dat")).unwrap();
    assert!(!changed.is_changed);
    let nowhere = folder.path().join("none/book.dat");
    assert!(changed.save(&nowhere).is_err());
}
