import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLink, readMoves, writeLink } from '../page/src/formats';
import { Game, gameOf } from '../page/src/game';
import { START } from '../page/src/rules';
import { Tree, type Turn } from '../page/src/variations';

const PASSING = 'c4c3f5b4a4a5c2a3';
const movesOf = (line: readonly Turn[]): string =>
  line
    .slice(1)
    .map(({ move }) => move)
    .join(' ');
const played = (moves: string): Game => gameOf(START, readMoves(moves)).game;

/** A game with a variation at its third move that is left by another. */
function branched(): Game {
  const game = played('f5d6c3d3c4');
  game.cursor = 2;
  game.play('c4');
  game.play('d3');
  game.cursor = 3;
  game.play('f4');
  return game;
}

test('a move in the middle begins a variation and loses nothing', () => {
  const game = played('f5d6c3d3c4');
  game.cursor = 2;
  assert.ok(game.play('c3'));
  assert.deepEqual([game.moves.length, game.cursor, game.tree.branches], [5, 3, []]);
  game.cursor = 2;
  assert.ok(game.play('c4'));
  assert.equal(game.moves.join(' '), 'f5 d6 c4');
  assert.equal(movesOf(game.tree.mainLine), 'f5 d6 c3 d3 c4');
  assert.deepEqual([game.isMain, game.mainCursor, game.cursor], [false, 2, 3]);
  assert.equal(game.play('a1'), false);
});

test('one walks along a line and from move to move beside it', () => {
  const game = branched();
  assert.equal(game.moves.join(' '), 'f5 d6 c4 f4');
  game.select(game.beside(1)!);
  assert.equal(game.moves.join(' '), 'f5 d6 c4 d3');
  game.cursor = 3;
  game.select(game.beside(-1)!);
  assert.deepEqual([game.moves.join(' '), game.cursor], ['f5 d6 c3 d3 c4', 3]);
  game.cursor = 5;
  // Back to the nearest move that has others beside it.
  game.select(game.beside(1)!);
  assert.equal(game.turn.move, 'c4');
  assert.equal(played('f5d6').beside(1), undefined);
});

test('variations are promoted, made the game, and deleted with a way back', () => {
  const game = branched();
  game.tree.promote(game.turn);
  assert.equal(movesOf(game.tree.mainLine), 'f5 d6 c3 d3 c4');
  game.tree.promote(game.turn);
  assert.equal(movesOf(game.tree.mainLine), 'f5 d6 c4 f4');
  game.select(game.tree.endOf(1)!);
  assert.equal(game.moves.join(' '), 'f5 d6 c3 d3 c4');
  game.makeMain();
  assert.equal(movesOf(game.tree.mainLine), 'f5 d6 c3 d3 c4');
  game.cursor = 3;
  const before = game.tree.branches;
  const restore = game.remove();
  assert.deepEqual([movesOf(game.tree.mainLine), game.cursor], ['f5 d6 c4 f4', 2]);
  restore();
  assert.deepEqual([game.tree.branches, game.cursor], [before, 3]);
  const start = new Game();
  start.remove()();
  assert.equal(start.moves.length, 0);
});

test('a forced pass goes with the move before it', () => {
  const game = played(PASSING);
  assert.equal(game.moves.at(-1), 'pass');
  game.remove();
  assert.equal(game.moves.join(' '), 'c4 c3 f5 b4 a4 a5 c2');
});

test('a tree is plain data and back', () => {
  const game = branched();
  game.turn.comment = 'said';
  game.turn.glyph = 5;
  game.tree.root.comment = 'whole';
  const { branches, told } = game.tree;
  assert.deepEqual(branches, [
    { of: 0, after: 2, moves: ['c4', 'd3'], told: [] },
    { of: 1, after: 3, moves: ['f4'], told: [{ ply: 1, comment: 'said', glyph: 5 }] },
  ]);
  const again = played('f5d6c3d3c4');
  again.tree.tell(told);
  again.tree.addBranches(JSON.parse(JSON.stringify(branches)));
  assert.deepEqual([again.tree.branches, again.tree.told], [branches, told]);
  assert.equal(again.tree.branchOf(again.tree.endOf(2)!), 2);
  assert.ok(again.isBeginningOf(game) && game.isBeginningOf(again));
  assert.equal(game.isBeginningOf(played('f5d6c3d3c4')), false);
  assert.ok(played('f5d6c3').isBeginningOf(game));
});

test('damaged variations end where they are wrong', () => {
  const tree = new Tree(START);
  tree.addBranches([
    { of: 7, after: 0, moves: ['f5'], told: [] },
    { of: 0, after: 9, moves: ['f5'], told: [] },
    { of: 0, after: 0, moves: ['f5', 'a1', 'd6'], told: [{ ply: 2, comment: 'lost' }] },
    { of: 3, after: 1, moves: ['pass', 'x', ''], told: [] },
  ]);
  assert.deepEqual([movesOf(tree.mainLine), tree.branches, tree.told], ['f5', [], []]);
});

test('a link carries the game, and where one has left it', () => {
  const game = branched();
  assert.equal(writeLink(game), 'moves=f5d6c3d3c4&ply=2');
  assert.equal(readLink(writeLink(game))!.cursor, 2);
  game.select(game.mainEnd);
  assert.equal(writeLink(game), 'moves=f5d6c3d3c4');
});

test('every line from the start to an end is told, the main line first', () => {
  const { tree } = branched();
  const told = tree.lines.map((line) => line.map(({ move }) => move).join(' '));
  assert.deepEqual(told, ['f5 d6 c3 d3 c4', 'f5 d6 c4 d3', 'f5 d6 c4 f4']);
  assert.deepEqual(new Tree(START).lines, [[]]);
});
