import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pieces } from '../page/src/template';

/** A sentence with its values, as the page puts it together. */
const said = (template: string, language: string, values: Record<string, string | number>): string =>
  pieces(template, language, values)
    .map((piece) => (typeof piece === 'string' ? piece : String(values[piece.name] ?? '')))
    .join('');

test('values are filled in where they stand', () => {
  assert.equal(said('{who}: {n}{n}', 'en', { who: 'X', n: 7 }), 'X: 77');
  assert.equal(said('no {value}!', 'en', {}), 'no !');
  assert.equal(said('', 'en', {}), '');
});

test('a number has the case of itself or of its category', () => {
  const moves = '{who} has {n, plural, =0 {none} one {{n} move} other {{n} moves of {who}}}.';
  for (const [language, n, expected] of [
    ['en', 0, 'X has none.'],
    ['en', 1, 'X has 1 move.'],
    ['en', 2, 'X has 2 moves of X.'],
    ['fr', 1, 'X has 1 move.'],
    ['ja', 1, 'X has 1 moves of X.'],
  ] as const) {
    assert.equal(said(moves, language, { who: 'X', n }), expected);
  }
  const many = (language: string): string => [0, 1, 2, 10].map((n) => said('{n, plural, one {s} other {p}}', language, { n })).join('');
  assert.deepEqual(['en', 'es', 'fr', 'ja', 'zh'].map(many), ['pspp', 'pspp', 'sspp', 'pppp', 'pppp']);
});

test('a word has its own case or the other one', () => {
  const which = '{who, select, O {white} X {black {n}} other {nobody}}';
  assert.equal(said(which, 'en', { who: 'X', n: 3 }), 'black 3');
  assert.equal(said(which, 'en', { who: 'Y' }), 'nobody');
});

test('what cannot be read is said as it stands', () => {
  for (const template of ['{', 'a {', '{}', '{n m}', '{n, many, other {}}']) assert.equal(said(template, 'en', { n: 1 }), template);
});
