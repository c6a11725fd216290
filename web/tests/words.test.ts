import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { type Language, type Word, SKILL_ELO, TONGUES, colon, finding, setLanguage, stop, t, who, wished } from '../page/src/words';

const { en, ...others } = TONGUES;

/** What is written in another language as in English, and rightly. */
const ALIKE: Readonly<Record<string, readonly string[]>> = {
  es: ['othello', 'uc3m', 'minutes', 'plus', 'legalMove', 'minimax'],
  fr: ['othello', 'actions', 'pause', 'licences', 'uc3m', 'minutes', 'plus', 'triangle', 'minimax', 'inMinutes'],
  ja: ['uc3m'],
  zh: ['uc3m'],
};

const hasWords = (text: string): boolean => /\p{Letter}/u.test(text.replace(/\{\w+\}/g, ''));
const placeholders = (text: string): string => [...text.matchAll(/\{\w+\}/g)].map(String).sort().join(' ');

for (const [code, tongue] of Object.entries(others)) {
  test(`${tongue.english} leaves nothing in English`, () => {
    const alike = (Object.keys(en.words) as Word[]).filter((word) => tongue.words[word] === en.words[word] && hasWords(en.words[word]));
    assert.deepEqual(alike, ALIKE[code]);
    const findings = Object.keys(en.findings) as (keyof typeof en.findings)[];
    assert.deepEqual(
      findings.filter((name) => tongue.findings[name] === name),
      [],
    );
  });

  test(`${tongue.english} has the words of English with the same values in them`, () => {
    assert.deepEqual(Object.keys(tongue.words).sort(), Object.keys(en.words).sort());
    assert.deepEqual(Object.keys(tongue.findings).sort(), Object.keys(en.findings).sort());
    for (const word of Object.keys(en.words) as Word[]) {
      assert.equal(placeholders(tongue.words[word]), placeholders(en.words[word]), word);
      assert.equal(tongue.words[word], tongue.words[word].trim(), word);
    }
    assert.equal(new Set(tongue.skills).size, en.skills.length);
  });
}

test('the language is the first of the wishes that there is', () => {
  assert.equal(wished(['xx', 'ZH-tw', 'es']), 'zh');
  assert.equal(wished(['ja-JP', 'fr']), 'ja');
  assert.equal(wished(['fr-CA', 'en']), 'fr');
  assert.equal(wished(['es-MX']), 'es');
  assert.equal(wished(['est', 'constructor']), 'en');
  assert.equal(wished([]), 'en');
  assert.equal(new Set(Object.values(TONGUES).map(({ name }) => name)).size, Object.keys(TONGUES).length);
});

test('sides are small within a Spanish sentence', () => {
  setLanguage('es');
  assert.equal(t('toMove', { side: t('black') }), 'Juegan las negras');
  assert.equal(t('ahead', { side: t('black'), score: 2 }), 'Negras +2');
  assert.equal(finding('mobility'), 'Movilidad');
  assert.equal(finding('no finding'), 'No finding');
  setLanguage('en');
});

test('what is put together from words has the marks of the language', () => {
  setLanguage('ja');
  assert.equal(t('black') + colon() + 'f5' + stop(), '黒：f5。');
  setLanguage('fr');
  assert.equal(t('black') + colon() + 'f5' + stop(), 'Noir\u00a0: f5. ');
  setLanguage('en');
  assert.equal(t('black') + colon() + 'f5' + stop(), 'Black: f5. ');
});

test('skills are worth what the engine says, in the words of every language', () => {
  const source = readFileSync('../crates/play/src/player/strong/skill.rs', 'utf8');
  const profiles = [...source.matchAll(/^ {4}profile\("[a-z-]+", (\d+),/gm)].map(([, elo]) => Number(elo));
  const full = Number(/FULL_ELO: u16 = (\d+)/.exec(source)?.[1]);
  assert.deepEqual(SKILL_ELO, [...profiles, full]);
  assert.equal(SKILL_ELO.length, en.skills.length);
  assert.equal(who(1740), 'a strong club player');
  assert.equal(who(0), 'somebody in a first game');
  assert.equal(who(9999), 'a strong program');
  for (const language of Object.keys(TONGUES) as Language[]) {
    setLanguage(language);
    assert.equal(new Set(SKILL_ELO.map(who)).size >= 9, true, language);
  }
  setLanguage('en');
});
