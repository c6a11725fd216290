import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Clock, mainOf, swappedTime } from '../page/src/clock';
import { handicap } from '../page/src/handicap';
import { legalMoves, nameOf } from '../page/src/rules';

test('a clock may give the sides different times, which change with the colours', () => {
  let now = 0;
  const time = { main: 300, white: 60, increment: 2 };
  const clock = new Clock(time, () => now);
  assert.deepEqual([clock.left('black'), clock.left('white')], [300, 60]);
  clock.start('black');
  now = 10;
  clock.press('black');
  now = 15;
  clock.press('white');
  assert.deepEqual([clock.left('black'), clock.left('white')], [292, 57]);
  assert.deepEqual(swappedTime(time), { main: 60, white: 300, increment: 2 });
  assert.equal(mainOf(swappedTime({ main: 60, increment: 0 }), 'white'), 60);
});

test('a handicap gives corners to Black, and White begins', () => {
  const { squares, side } = handicap(3);
  assert.equal(side, 'white');
  assert.deepEqual(
    [...squares].flatMap((disc, square) => (disc === 'X' ? [nameOf(square)] : [])),
    ['a1', 'h1', 'e4', 'd5', 'h8'],
  );
  assert.deepEqual(legalMoves(handicap(4)).map(nameOf), ['e3', 'f4', 'c5', 'd6']);
  assert.equal(handicap(0).side, 'black');
});
