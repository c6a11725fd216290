import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ahead, named } from '../report/src/telling';
import { type Word, TONGUES, clauses, listed, parts, setLanguage, t } from '../report/src/words';

const { en, ...others } = TONGUES;

/** What is written in another language as in English, and rightly. */
const ALIKE: Readonly<Record<string, readonly string[]>> = { es: ['seconds'], fr: ['exact'], ja: [], zh: [] };

const placeholders = (text: string): string => [...text.matchAll(/\{\w+\}/g)].map(String).sort().join(' ');
const hasWords = (text: string): boolean => /\p{Letter}/u.test(text.replace(/\{\w+\}/g, ''));

for (const [code, tongue] of Object.entries(others)) {
  test(`reports leave nothing in English: ${code}`, () => {
    const words = Object.keys(en) as Word[];
    assert.deepEqual(Object.keys(tongue), words);
    const alike = words.filter((word) => tongue[word] === en[word] && hasWords(en[word]));
    assert.deepEqual(alike, ALIKE[code]);
    for (const word of words) assert.equal(placeholders(tongue[word]), placeholders(en[word]), word);
  });
}

test('what is said of turns and scores is in the language of the page', () => {
  const pass = { move: 'pass', number: undefined, score: 0, mark: '', better: undefined, depth: undefined, seconds: undefined } as const;
  for (const [code, even, behind, passed, said, marks] of [
    ['en', 'Even', 'White +2.5', 'pass', 'Move 3: black c4', 'a, b; c'],
    ['es', 'Igualdad', 'Blancas +2.5', 'pasa', 'Jugada 3: negras c4', 'a, b; c'],
    ['fr', 'Égalité', 'Blanc +2.5', 'passe', 'Coup 3\u00a0: Noir c4', 'a, b\u00a0; c'],
    ['ja', '互角', '白 +2.5', 'パス', '3 手目：黒 c4', 'a、b。c'],
    ['zh', '均势', '白方 +2.5', '停一手', '第 3 手：黑方 c4', 'a，b；c'],
    ['xx', 'Even', 'White +2.5', 'pass', 'Move 3: black c4', 'a, b; c'],
  ] as const) {
    setLanguage(code);
    assert.deepEqual([ahead(0), ahead(-2.5), named(pass)], [even, behind, passed]);
    assert.equal(t('played', { n: 3, side: t('black'), move: 'c4' }), said);
    assert.equal(clauses([listed(['a', '', 'b']), 'c', '']), marks);
    const sentence = parts('loses', { kind: 'K', n: '7', move: 'M', score: 'S' });
    assert.ok(['K', '7', 'M', 'S'].every((part) => sentence.includes(part)));
  }
  setLanguage('en');
});
