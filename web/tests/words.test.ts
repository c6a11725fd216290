import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  type Language,
  type Tongue,
  type Word,
  FULL_SKILL,
  SKILL_ELO,
  TONGUES,
  colon,
  finding,
  setLanguage,
  stop,
  t,
  who,
  wished,
} from '../page/src/words';

const { en, ...others } = TONGUES;

/** What is written in another language as in English, and rightly. */
const ALIKE: Readonly<Record<string, readonly string[]>> = {
  es: ['othello', 'uc3m', 'minutes', 'plus', 'legalMove', 'minimax'],
  fr: ['othello', 'actions', 'pause', 'licences', 'uc3m', 'minutes', 'plus', 'triangle', 'minimax', 'inMinutes'],
  ja: ['uc3m'],
  zh: ['uc3m'],
};

const hasWords = (text: string): boolean => /\p{Letter}/u.test(text.replace(/\{\w+\}/g, ''));
/** The names of the values in a sentence, each once: a language may have cases where another has none. */
const placeholders = (text: string): string => [...new Set([...text.matchAll(/\{(\w+)[,}]/g)].map(([, name]) => name))].sort().join(' ');

const words = (Object.keys(en.words) as (keyof Tongue['words'])[]).filter((word): word is Word => typeof en.words[word] === 'string');

for (const [code, tongue] of Object.entries(others)) {
  const { english } = tongue.about;
  test(`${english} leaves nothing in English`, () => {
    const alike = words.filter((word) => tongue.words[word] === en.words[word] && hasWords(en.words[word]));
    assert.deepEqual(alike, ALIKE[code]);
    const findings = Object.entries<string>(tongue.words.findings);
    assert.deepEqual(
      findings.filter(([name, said]) => name === said),
      [],
    );
  });

  test(`${english} has the words of English with the same values in them`, () => {
    for (const group of ['about', 'marks', 'who', 'words'] as const) assert.deepEqual(Object.keys(tongue[group]), Object.keys(en[group]));
    assert.deepEqual(Object.keys(tongue.words.findings), Object.keys(en.words.findings));
    assert.deepEqual(Object.keys(tongue.words.skills), Object.keys(en.words.skills));
    for (const word of words) {
      assert.equal(placeholders(tongue.words[word]), placeholders(en.words[word]), word);
      if (word !== 'sentenceEnd') assert.equal(tongue.words[word], tongue.words[word].trim(), word);
    }
    assert.equal(new Set(Object.values(tongue.words.skills)).size, FULL_SKILL);
  });
}

test('the language is the first of the wishes that there is', () => {
  assert.equal(wished(['xx', 'ZH-tw', 'es']), 'zh');
  assert.equal(wished(['ja-JP', 'fr']), 'ja');
  assert.equal(wished(['fr-CA', 'en']), 'fr');
  assert.equal(wished(['es-MX']), 'es');
  assert.equal(wished(['est', 'constructor']), 'en');
  assert.equal(wished([]), 'en');
  assert.equal(new Set(Object.values(TONGUES).map(({ about }) => about.name)).size, Object.keys(TONGUES).length);
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
  assert.equal(SKILL_ELO.length, FULL_SKILL);
  assert.equal(who(1740), 'a strong club player');
  assert.equal(who(0), 'somebody in a first game');
  assert.equal(who(9999), 'a strong program');
  for (const language of Object.keys(TONGUES) as Language[]) {
    setLanguage(language);
    assert.equal(new Set(SKILL_ELO.map(who)).size >= 9, true, language);
  }
  setLanguage('en');
});
