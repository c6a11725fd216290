import assert from 'node:assert/strict';
import { test } from 'node:test';
import { winningCells } from '../page/src/tictactoe';

const PIECES = { X: 'black', O: 'white', '.': null } as const;
const board = (...rows: string[]) => rows.map((row) => [...row].map((mark) => ({ piece: PIECES[mark as 'X'] })));

test('rows are found in all directions, and all of those that one mark completes', () => {
  assert.deepEqual([...winningCells(board('XO.', 'OX.', '..X'), 3)], ['0-0', '1-1', '2-2']);
  assert.deepEqual([...winningCells(board('XXO', 'XO.', 'O.X'), 3)].sort(), ['0-2', '1-1', '2-0']);
  assert.equal(winningCells(board('XXX', 'XO.', 'X.O'), 3).size, 5);
  assert.equal(winningCells(board('XXO', 'OOX', 'XOX'), 3).size, 0);
  assert.equal(winningCells(board('....', '.OO.'), 2).size, 2);
});
