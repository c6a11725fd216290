/**
 * The words of reports in the language that the page is in; each language has a file, which the engine reads, too.
 *
 * The executable writes the language into the page's head, and what stands in the page is in it, too.
 */

import * as enFile from '../../../crates/records/src/sentences/en.json';
import * as esFile from '../../../crates/records/src/sentences/es.json';
import * as frFile from '../../../crates/records/src/sentences/fr.json';
import * as jaFile from '../../../crates/records/src/sentences/ja.json';
import * as zhFile from '../../../crates/records/src/sentences/zh.json';
import type { Side } from '../../page/src/rules';
import { type Values, pieces } from '../../page/src/template';

const en = enFile.report;

/** What reports say in a language. Invariant: each language has every word of English. */
export type Tongue = typeof en;
export type Word = keyof Tongue;

/** All languages by their codes. */
export const TONGUES = {
  en,
  es: esFile.report,
  fr: frFile.report,
  ja: jaFile.report,
  zh: zhFile.report,
} satisfies Record<string, Tongue>;

let current: keyof typeof TONGUES = 'en';

/** Speaks the language of this code from now on, if it is one. */
export function setLanguage(code: string): void {
  current = Object.hasOwn(TONGUES, code) ? (code as keyof typeof TONGUES) : 'en';
}

/** A word with elements in it. */
export function parts(word: Word, values: Readonly<Record<string, string | Node>>): (string | Node)[] {
  const said = pieces(TONGUES[current][word], current, values);
  return said.map((piece) => (typeof piece === 'string' ? piece : (values[piece.name] ?? ''))).filter((piece) => piece !== '');
}

/** A word with what stands in braces filled in. */
export const t = (word: Word, values: Values = {}): string =>
  pieces(TONGUES[current][word], current, values)
    .map((piece) => (typeof piece === 'string' ? piece : String(values[piece.name] ?? '')))
    .join('');

export const sideName = (side: Side): string => t(side);

/** Things that are said of the same, and clauses of a sentence. */
export const listed = (things: readonly string[]): string => things.filter((one) => one !== '').join(t('comma'));
export const clauses = (all: readonly string[]): string => all.filter((one) => one !== '').join(t('semicolon'));

/** With a capital, where the script has such. */
export const begun = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
