/** The words of the page in the language that is spoken; each language has a file in words/. */

import classes from '../../../crates/play/src/people/classes.json';
import { type Tongue, en } from './words/en';
import { es } from './words/es';
import { fr } from './words/fr';
import { ja } from './words/ja';
import { zh } from './words/zh';

export type Word = keyof Tongue['words'];

/** All languages by their codes, which `navigator.languages` begins with. */
export const TONGUES = { en, es, fr, ja, zh } satisfies Record<string, Tongue>;
export type Language = keyof typeof TONGUES;

let current: Language = 'en';
let tongue: Tongue = en;

/** Whether it is the code of a language here. */
export const isLanguage = (code: unknown): code is Language => typeof code === 'string' && Object.hasOwn(TONGUES, code);

/** The languages with their own names. */
export const languages = (): [Language, string][] => Object.entries(TONGUES).map(([code, { name }]) => [code as Language, name]);

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

/** Its name as the engine writes it. */
export const languageName = (): string => tongue.english.toLowerCase();

/** A word with what stands in braces filled in. */
export function t(word: Word, values: Record<string, string | number> = {}): string {
  return tongue.words[word].replace(/\{(\w+)\}/g, (_, name: string, at: number) => {
    const value = String(values[name] ?? '');
    // Within a sentence the sides are not names.
    return tongue.smallSides && name === 'side' && at > 0 && value.length > 1 ? value.toLowerCase() : value;
  });
}

/** What stands between a name and what is said of it, and between two sentences. */
export const colon = (): string => tongue.colon;
export const stop = (): string => tongue.stop;

/** How many skills there are; the last one is all that the engine can do. */
export const FULL_SKILL = en.skills.length;

export const skills = (): [number, string][] => tongue.skills.map((name, place) => [place + 1, name]);
export const skillName = (skill: number): string => tongue.skills[skill - 1] ?? t('level', { n: skill });

/** What each skill is worth on the scale of the tournaments' players, as the engine has it. */
export const SKILL_ELO: readonly number[] = [560, 760, 990, 1220, 1550, 1740, 2050, 2280, 2470, 2730];

/** Who is as strong as a rating, as a part of a sentence. */
export const who = (rating: number): string => classes.who[current][classes.from.filter((from) => from <= rating).length] ?? '';

/** What a finding of `explain` is called, with a capital. */
export function finding(name: string): string {
  const found = Object.hasOwn(tongue.findings, name) ? tongue.findings[name as keyof Tongue['findings']] : name;
  return found[0]?.toUpperCase() + found.slice(1);
}
