import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FormatError, readBoard, readLink, readMoves, writeBoard, writeLink } from '../page/src/formats';
import { Game, gameOf } from '../page/src/game';
import { type Position, PASS, START, flips, indexOf, discsOf, isOver, legalMoves, nameOf, play, result } from '../page/src/rules';

function perft(position: Position, depth: number): number {
  if (depth === 0) return 1;
  const moves = legalMoves(position);
  if (moves.length === 0) {
    const after = play(position, PASS);
    return after ? perft(after, depth - 1) : 1;
  }
  let paths = 0;
  for (const move of moves) paths += perft(play(position, nameOf(move))!, depth - 1);
  return paths;
}

test('counts of move paths are the published ones', () => {
  assert.deepEqual(
    [1, 2, 3, 4, 5, 6, 7].map((depth) => perft(START, depth)),
    [4, 12, 56, 244, 1396, 8200, 55092],
  );
});

test('squares have their names', () => {
  assert.equal(indexOf('A1'), 0);
  assert.equal(indexOf('h8'), 63);
  assert.equal(indexOf('i1'), -1);
  for (let square = 0; square < 64; square++) assert.equal(indexOf(nameOf(square)), square);
});

test('a move that turns nothing is illegal', () => {
  assert.deepEqual(flips(START.squares, 'black', indexOf('f5')), [indexOf('e5')]);
  assert.deepEqual(flips(START.squares, 'black', indexOf('a1')), []);
  assert.equal(play(START, 'a1'), undefined);
  assert.equal(play(START, 'pass'), undefined);
});

const SHORT = 'e6f4e3f6g5d6e7f5c5';
const PASSING = 'c4c3f5b4a4a5c2a3d2';

test('a forced pass is a move of its own, played at once', () => {
  const { game } = gameOf(START, readMoves(PASSING));
  assert.equal(game.moves.join(' '), 'c4 c3 f5 b4 a4 a5 c2 a3 pass d2');
  const said = gameOf(START, readMoves('c4c3f5b4a4a5c2a3 pass d2'));
  assert.equal(said.wrong, undefined);
  assert.deepEqual(said.game.moves, game.moves);
});

test('empty squares go to the winner', () => {
  const { game } = gameOf(START, readMoves(SHORT));
  assert.ok(isOver(game.at(9)) && game.isOver);
  assert.deepEqual(result(discsOf(game.at(9).squares)), { black: 64, white: 0 });
  assert.equal(game.value(9), 64);
});

test('losses are graded by what is known before and after', () => {
  const { game } = gameOf(START, readMoves('f5d6c3'));
  const note = (black: number, line: string[]) => ({ black, exact: false, depth: 8, effort: 8, line });
  game.setNote(game.at(0), note(0, ['d3']));
  game.setNote(game.at(1), note(-3, ['f6']));
  game.setNote(game.at(2), note(3, ['c3']));
  assert.equal(game.grade(0), 'mistake');
  assert.equal(game.loss(0), 3);
  assert.equal(game.grade(1), 'blunder');
  assert.equal(game.grade(2), undefined);
  game.setNote(game.at(3), note(3, ['d3']));
  assert.equal(game.grade(2), 'best');
  game.setNote(game.at(0), { ...note(9, ['d3']), effort: 2 });
  assert.equal(game.note(0)?.black, 0);
});

test('a move that makes the other side pass is graded by what comes after the pass', () => {
  const { game } = gameOf(START, readMoves('f5f6d3g5h5h4f7h6'));
  const pass = game.moves.indexOf('pass');
  assert.equal(pass, 8);
  const note = (black: number, line: string[]) => ({ black, exact: false, depth: 8, effort: 8, line });
  game.setNote(game.at(pass - 1), note(0, ['e6']));
  assert.equal(game.grade(pass - 1), undefined);
  game.setNote(game.at(pass + 1), note(4, ['e6']));
  assert.equal(game.loss(pass - 1), 4);
  assert.equal(game.grade(pass - 1), 'mistake');
});

test('a link keeps the game', () => {
  const start = readBoard('--------------------------XXX-----OX---------------------------- O')!;
  for (const game of [gameOf(START, readMoves(PASSING)).game, gameOf(start, ['c3']).game]) {
    assert.deepEqual(readLink('#' + writeLink(game))!.moves, game.moves);
    assert.deepEqual(readLink('#' + writeLink(game))!.start, game.start);
  }
  assert.deepEqual(readBoard(writeBoard(start)), start);
  assert.deepEqual(readLink('#moves=F5%20d6&ply=1')!.cursor, 1);
});

test('what is wrong in a link is named', () => {
  const reason = (link: string): string => {
    try {
      readLink(link);
    } catch (error) {
      if (error instanceof FormatError) return `${error.reason} ${error.word}`;
    }
    return 'none';
  };
  assert.equal(reason('#moves=f5a1'), 'illegal a1');
  assert.equal(reason('#moves=f5z9d6'), 'unknown z9');
  assert.equal(reason('#board=xyz'), 'unknown xyz');
  assert.equal(reason(''), 'none');
});

test('a game starts over from a position without legal moves', () => {
  const game = new Game({ squares: 'X'.repeat(64), side: 'black' });
  assert.ok(game.isOver);
  assert.equal(game.moves.length, 0);
});
