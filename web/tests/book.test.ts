import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readInfo } from '../package/src/client';
import { noteOf } from '../page/src/mind';
import { START } from '../page/src/rules';

test('where the opening book has looked deeper than a search, its score is kept', () => {
  const line = 'info rank 1 move d3 score +1.53 proven no depth 8 confidence 73 nodes 2783 time 0.164 book -1.56 23 73 pv d3 c5';
  const info = readInfo(line)!;
  assert.deepEqual(info.book, { score: -1.56, depth: 23, confidence: 73 });
  assert.deepEqual(info.pv, ['d3', 'c5']);
  const { black, depth, effort } = noteOf(START, info, 8);
  assert.deepEqual([black, depth, effort], [-1.56, 23, 23]);
  assert.equal(noteOf(START, readInfo(line.replace('depth 8', 'depth 30'))!, 30).black, 1.53);
  assert.equal(noteOf(START, readInfo(line.replace(/ book.*73 pv/, ' pv'))!, 8).black, 1.53);
});
