use super::*;
use crate::libedax::layout::{NO_MOVE, PASS};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// An engine of a low level, on one thread and without a file.
fn library(words: &str) -> Library {
    let line = format!("x -level 3 -n-tasks 1 -h 14 -book-file /none/book.dat {words}");
    let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
    Library::new(&words).unwrap()
}

fn played(library: &Library) -> String {
    library.table().moves()
}

#[test]
fn the_engine_begins_with_f5_and_plays_on_by_book_and_search() {
    let library = library("");
    library.go();
    assert_eq!(played(&library), "F5");
    library.go();
    assert_eq!(library.table().game().turns().len(), 2);
    let known = library
        .book()
        .moves(Position::START.play_unchecked("f5".parse().unwrap()));
    assert_eq!(
        library.table().last_move().x,
        known[0].square.index() as i32
    );
    library.table().options.book_is_on = false;
    library.go();
    assert_eq!(library.table().game().turns().len(), 3);
}

#[test]
fn by_mode_it_plays_one_side_both_or_neither() {
    let library = library("-book-usage off -mode 1");
    library.go_by_mode();
    assert_eq!(played(&library), "F5");
    library.go_by_mode();
    assert_eq!(played(&library), "F5");
    library.table().options.mode = Mode::Both;
    library.go_by_mode();
    let game = library.table().game().clone();
    assert!(game.is_over() && game.turns().len() > 20);
    library.go();
    assert_eq!(*library.table().game(), game);
}

#[test]
fn an_option_lets_it_play_only_if_that_is_another_mode() {
    let library = library("-book-usage off");
    library.set_option("mode", "1").unwrap();
    assert_eq!(played(&library), "F5");
    library.table().init();
    for (name, value) in [("level", "2"), ("mode", "1")] {
        library.set_option(name, value).unwrap();
        assert_eq!(played(&library), "");
    }
    assert!(library.set_option("mode", "9").is_err());
}

#[test]
fn it_passes_where_it_must() {
    let library = library("-book-usage off");
    library.table().play("c4c3f5b4a4a5c2a3");
    assert!(library.hints(5).is_empty());
    library.go();
    assert_eq!(library.table().last_move().x, PASS);
}

#[test]
fn hints_come_best_first_of_the_book_and_then_of_the_search() {
    let library = library("");
    library.table().play("f5");
    library.table().options.book_is_on = false;
    let searched = library.hints(60);
    assert_eq!(searched.len(), 3);
    assert!(
        searched
            .iter()
            .all(|hint| !hint.book_move && hint.depth > 0 && hint.n_nodes > 0)
    );
    assert!(searched.is_sorted_by_key(|hint| -hint.score));
    library.table().options.book_is_on = true;
    let mut book = Book::begin(2, 12, &StopFlag::new()).unwrap().unwrap();
    let after = |moves: &str| {
        let mut game = OthelloGame::new();
        crate::libedax::table::play_moves(&mut game, moves);
        game.position()
    };
    book.add(after("f5f4"), &StopFlag::new()).unwrap();
    *library.book() = book;
    let hints = library.hints(2);
    assert_eq!((hints.len(), hints[0].x, hints[0].book_move), (2, 29, true));
    assert!(!hints[1].book_move && hints[1].x != 29);
    assert_eq!(library.hints(1).len(), 1);
    assert!(library.hints(0).is_empty() && library.hints(-1).is_empty());
}

#[test]
fn hints_one_by_one_are_each_of_the_moves_once() {
    let library = library("");
    assert_eq!(library.next_hint().x, NO_MOVE);
    library.table().options.book_is_on = false;
    library.table().play("f5");
    for excluded in [&[][..], &[43]] {
        let hints = library.table().hints_but(excluded);
        library.table().hints = Some(hints);
        let mut given = Vec::new();
        loop {
            let hint = library.next_hint();
            if hint.x == NO_MOVE {
                break;
            }
            given.push(hint.x);
        }
        given.sort_unstable();
        let all: Vec<i32> = [29, 43, 45]
            .into_iter()
            .filter(|x| !excluded.contains(x))
            .collect();
        assert_eq!(given, all);
    }
    library.table().options.book_is_on = true;
    let hints = library.table().hints_but(&[]);
    library.table().hints = Some(hints);
    assert!(library.next_hint().book_move);
}

#[test]
fn whoever_waits_can_be_stopped_and_what_is_asked_meanwhile_is_answered() {
    let library = library("-book-usage off -level 60");
    library.table().play("f5");
    let (done, is_done) = mpsc::channel();
    thread::scope(|scope| {
        scope.spawn(|| {
            library.go();
            done.send(()).unwrap();
        });
        while !library.searcher.stop() {
            thread::yield_now();
        }
        is_done.recv_timeout(Duration::from_secs(20)).unwrap();
        assert_eq!(library.table().game().turns().len(), 2);
        // Another search; the game is changed meanwhile, and its move not played. When it has
        // begun, it has put back the size that there is no memory for.
        library.table().options.settings.hash_mib = usize::MAX >> 24;
        scope.spawn(|| {
            library.go();
            done.send(()).unwrap();
        });
        while library.table().options.settings.hash_mib > 100 {
            thread::yield_now();
        }
        library.table().init();
        assert_eq!(played(&library), "");
        library.stop();
        is_done.recv_timeout(Duration::from_secs(20)).unwrap();
    });
    assert_eq!(played(&library), "");
}

#[test]
fn the_book_learns_games_unless_it_is_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let library = library("");
    library.teach(|book, stop| {
        *book = Book::begin(2, 8, stop)?.unwrap();
        Ok(())
    });
    library.table().play("f5d6c3");
    library.learn_game();
    assert_eq!(library.book().count(), 4);
    let games = folder.path().join("games.txt");
    std::fs::write(&games, "f5f6e6\nf5f4\n").unwrap();
    library.learn_file(&games);
    assert_eq!(library.book().count(), 7);
    library.learn_file(&folder.path().join("none"));
    assert_eq!(library.book().count(), 7);
}

#[test]
fn a_table_that_memory_has_no_room_for_is_not_set() {
    let library = library("-book-usage off");
    library.table().play("f5");
    let benches = |library: &Library| {
        library.bench(0);
    };
    for search in [Library::go, benches] {
        library.table().options.settings.hash_mib = usize::MAX >> 24;
        search(&library);
        assert!(library.table().options.settings.hash_mib < 100);
    }
    assert_eq!(library.table().game().turns().len(), 2);
}

#[test]
fn problems_are_solved_and_counted() {
    let library = library("");
    assert_eq!(library.bench_so_far(), None);
    let solved = library.bench(1);
    assert_eq!(solved.positions, 1);
    assert!(solved.n_nodes > 0 && library.bench_so_far().is_none());
    assert_eq!(library.bench(0), EdaxBenchResult::default());
}
