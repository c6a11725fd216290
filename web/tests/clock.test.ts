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

test('in byo-yomi each move has its time anew once the main time is used up', () => {
  let now = 0;
  const clock = new Clock({ main: 10, increment: 0, byoyomi: 30 }, () => now);
  clock.start('black');
  now = 12;
  assert.deepEqual([clock.left('black'), clock.isInByoyomi('black')], [28, true]);
  // What was used of it is kept while the clock stands.
  clock.stop();
  now = 20;
  clock.start('black');
  assert.equal(clock.left('black'), 28);
  now = 25;
  clock.press('black');
  assert.deepEqual([clock.left('black'), clock.left('white'), clock.isInByoyomi('white')], [30, 10, false]);
  now = 30;
  clock.press('white');
  assert.equal(clock.left('white'), 5);
  now = 59;
  assert.deepEqual([clock.left('black'), clock.flagged], [1, undefined]);
  now = 61;
  assert.deepEqual([clock.left('black'), clock.flagged], [0, 'black']);
  clock.stop();
  assert.equal(clock.flagged, 'black');
});

test('a clock of byo-yomi alone begins with it', () => {
  let now = 0;
  const clock = new Clock({ main: 0, increment: 0, byoyomi: 5 }, () => now);
  assert.deepEqual([clock.on, clock.left('white'), clock.flagged], [true, 5, undefined]);
  clock.start('white');
  now = 3;
  clock.press('white');
  assert.equal(clock.left('white'), 5);
});
