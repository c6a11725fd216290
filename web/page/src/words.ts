/** The words of the page in the language that is spoken; each language has a file, which the engine reads, too. */

import * as enFile from '../../../crates/records/src/sentences/en.json';
import * as esFile from '../../../crates/records/src/sentences/es.json';
import * as frFile from '../../../crates/records/src/sentences/fr.json';
import * as jaFile from '../../../crates/records/src/sentences/ja.json';
import * as zhFile from '../../../crates/records/src/sentences/zh.json';
import { type Values, pieces } from './template';

// The sections are named one by one, so that the page has no others in it.
const en = { about: enFile.language, marks: enFile.marks, who: enFile.people.who, glossary: enFile.glossary, words: enFile.page };

/** What the page says in a language. Invariant: each language has every word of English. */
export type Tongue = typeof en;

/** All languages by their codes, which `navigator.languages` begins with. */
export const TONGUES = {
  en,
  es: { about: esFile.language, marks: esFile.marks, who: esFile.people.who, glossary: esFile.glossary, words: esFile.page },
  fr: { about: frFile.language, marks: frFile.marks, who: frFile.people.who, glossary: frFile.glossary, words: frFile.page },
  ja: { about: jaFile.language, marks: jaFile.marks, who: jaFile.people.who, glossary: jaFile.glossary, words: jaFile.page },
  zh: { about: zhFile.language, marks: zhFile.marks, who: zhFile.people.who, glossary: zhFile.glossary, words: zhFile.page },
} satisfies Record<string, Tongue>;
export type Language = keyof typeof TONGUES;

/** Those that are said by themselves. */
export type Word = Exclude<keyof Tongue['words'], 'skills' | 'findings'>;

let current: Language = 'en';
let tongue: Tongue = en;

/** Whether it is the code of a language here. */
export const isLanguage = (code: unknown): code is Language => typeof code === 'string' && Object.hasOwn(TONGUES, code);

/** The languages with their own names. */
export const languages = (): [Language, string][] => Object.entries(TONGUES).map(([code, { about }]) => [code as Language, about.name]);

/** The language that the browser wishes, of those there are. */
export function wished(wishes: readonly string[]): Language {
  const codes = wishes.map((wish) => wish.split('-')[0]?.toLowerCase());
  return codes.find(isLanguage) ?? 'en';
}

export function setLanguage(language: Language): void {
  current = language;
  tongue = TONGUES[language];
}

export const language = (): Language => current;

/** A word with what stands in braces filled in. */
export function t(word: Word, values: Values = {}): string {
  const said = pieces(tongue.words[word], current, values).map((piece, place) => {
    if (typeof piece === 'string') return piece;
    const value = String(values[piece.name] ?? '');
    // Within a sentence the sides are not names.
    const isSmall = tongue.about.smallSides === 'yes' && piece.name === 'side' && place > 0 && value.length > 1;
    return isSmall ? value.toLowerCase() : value;
  });
  return said.join('');
}

/** What stands between a name and what is said of it, and between two sentences. */
export const colon = (): string => tongue.marks.colon;
export const stop = (): string => tongue.words.sentenceEnd;

/** The words of players, with what they mean and how they stand in sentences. */
export const glossary = (): Tongue['glossary'] => tongue.glossary;

/** How many skills there are; the last one is all that the engine can do. */
export const FULL_SKILL = Object.keys(en.words.skills).length;

export const skills = (): [number, string][] => Object.entries(tongue.words.skills).map(([skill, name]) => [Number(skill), name]);
export const skillName = (skill: number): string => {
  const names: Readonly<Record<string, string>> = tongue.words.skills;
  return names[skill] ?? t('level', { n: skill });
};

/** What each skill is worth on the scale of the tournaments' players, as the engine has it. */
export const SKILL_ELO: readonly number[] = [560, 760, 990, 1220, 1550, 1740, 2050, 2280, 2470, 2730];

/** Who is as strong as a rating, as a part of a sentence. */
export const who = (rating: number): string =>
  Object.entries(tongue.who).reduce((said, [from, who]) => (from === '0' || Number(from) <= rating ? who : said), '');

/** What a finding of `explain` is called, with a capital. */
export function finding(name: string): string {
  const findings: Readonly<Record<string, string>> = tongue.words.findings;
  const found = Object.hasOwn(findings, name) ? (findings[name] ?? name) : name;
  return found[0]?.toUpperCase() + found.slice(1);
}
