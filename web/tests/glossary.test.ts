import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as en from '../../crates/records/src/sentences/en.json';
import * as es from '../../crates/records/src/sentences/es.json';
import * as fr from '../../crates/records/src/sentences/fr.json';
import * as ja from '../../crates/records/src/sentences/ja.json';
import * as zh from '../../crates/records/src/sentences/zh.json';
import { wordsIn } from '../page/src/glossary';
import { type Language, setLanguage } from '../page/src/words';

const FILES = { en, es, fr, ja, zh };

/** The words of players in a text, in their order. */
const termsIn = (text: string): string[] => wordsIn(text).flatMap(({ term }) => term ?? []);

/** Which words the sentences of these reasons lead to. */
const LINKED: Readonly<Record<string, readonly string[]>> = {
  'corner lost': ['corner'],
  'corner opened': ['corner'],
  wedge: ['wedge'],
  'unbalanced edge': ['unbalanced_edge'],
  'x square': ['x_square', 'corner'],
  'x square missed': ['x_square', 'corner'],
  'edge given': ['edge'],
  'stable discs given': ['stable_disc'],
  'fewer moves': ['mobility'],
  frontier: ['frontier'],
  'last move in a region': ['last_move', 'region'],
  'last move of the game': ['last_move'],
  'tempo missed': ['region', 'tempo'],
};

for (const [language, file] of Object.entries(FILES)) {
  test(`the words of reasons lead to the glossary in ${file.language.name}`, () => {
    setLanguage(language as Language);
    for (const [name, terms] of Object.entries(LINKED)) {
      const reasons: Readonly<Record<string, string>> = file.strategy.reason;
      const found = termsIn(reasons[name]!);
      for (const term of terms) assert.ok(found.includes(term), `${name}: ${term} is not in ${found.join(' ')}`);
    }
    // Nothing is lost or said twice.
    for (const text of Object.values(file.strategy.reason)) {
      const parts = wordsIn(text);
      assert.equal(parts.map(({ part }) => part).join(''), text);
      const terms = parts.flatMap(({ term }) => term ?? []);
      assert.equal(new Set(terms).size, terms.length);
    }
    setLanguage('en');
  });
}

test('a word is no part of another one', () => {
  setLanguage('en');
  assert.deepEqual(termsIn('The cornered corners of wedges'), []);
  assert.deepEqual(termsIn('Corner, corner: an unbalanced edge on the edge'), ['corner', 'unbalanced_edge', 'edge']);
  setLanguage('es');
  assert.deepEqual(termsIn('bordea el borde'), ['edge']);
  // Nor of a square's name.
  setLanguage('ja');
  assert.deepEqual(termsIn('c3 と打つと、c4 より C は悪い'), ['c_square']);
  setLanguage('en');
});
