import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMoves } from '../page/src/formats';
import { gameOf } from '../page/src/game';
import { GameIndex } from '../page/src/gameindex';
import { START, count } from '../page/src/rules';

const counted = (moves: string) => {
  const { game } = gameOf(START, readMoves(moves));
  const { squares } = game.end.position;
  return {
    start: START,
    moves: game.moves,
    discs: { black: count(squares, 'black'), white: count(squares, 'white') },
    isOver: game.isOver,
  };
};

function indexOf(games: readonly string[]): GameIndex {
  const index = new GameIndex();
  for (const moves of games) index.add(counted(moves));
  return index;
}

function played(index: GameIndex, moves: string): [string, number, number][] {
  const { game } = gameOf(START, readMoves(moves));
  return index.played(START, game.moves, game.position).map(([move, one]) => [move, one.games, one.black]);
}

test('games are counted by what was played in a position, however they came there', () => {
  // The last one comes to the same position as the first two by another order.
  const index = indexOf(['f5d6c3d3c4', 'f5d6c3f4', 'f5d6c4d3c3']);
  assert.deepEqual(played(index, 'f5d6'), [
    ['c3', 2, 0],
    ['c4', 1, 0],
  ]);
  assert.deepEqual(played(index, 'f5d6c3d3'), [['c4', 1, 0]]);
  assert.deepEqual(played(index, 'f5d6c4d3'), [['c3', 1, 0]]);
  assert.deepEqual(played(index, 'f5f6'), []);
});

test('games that differ by the side of the board alone are one', () => {
  const index = indexOf(['f5d6c3', 'd3c5f6', 'c4e3f6', 'e6f4c3']);
  assert.deepEqual(played(index, 'f5'), [['d6', 4, 0]]);
  assert.deepEqual(played(index, 'e6'), [['f4', 4, 0]]);
  assert.deepEqual(played(index, 'd3'), [['c5', 4, 0]]);
  assert.deepEqual(played(index, 'c4e3'), [['f6', 4, 0]]);
});

test('who has won is counted of games that came to their end', () => {
  const index = indexOf(['e6f4e3f6g5d6e7f5c5', 'e6f4e3f6g5d6e7f5']);
  assert.deepEqual(played(index, 'e6f4'), [['e3', 2, 1]]);
});
