/**
 * The words of reports in the language that the page is in; each language has a file in words/.
 *
 * The executable writes the language into the page's head, and what stands in the page is in it, too.
 */

import type { Side } from '../../page/src/rules';
import { type Tongue, en } from './words/en';
import { es } from './words/es';
import { fr } from './words/fr';
import { ja } from './words/ja';
import { zh } from './words/zh';

export type Word = keyof Tongue['words'];

/** All languages by their codes. */
export const TONGUES = { en, es, fr, ja, zh } satisfies Record<string, Tongue>;

let tongue: Tongue = en;

/** Speaks the language of this code from now on, if it is one. */
export function setLanguage(code: string): void {
  tongue = Object.hasOwn(TONGUES, code) ? TONGUES[code as keyof typeof TONGUES] : en;
}

/** A word with what stands in braces filled in. */
export const t = (word: Word, values: Record<string, string | number> = {}): string =>
  tongue.words[word].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));

/** The same with elements in it. */
export function parts(word: Word, values: Record<string, string | Node>): (string | Node)[] {
  const pieces = tongue.words[word].split(/\{(\w+)\}/);
  return pieces.map((piece, index) => (index % 2 === 0 ? piece : (values[piece] ?? ''))).filter((piece) => piece !== '');
}

export const sideName = (side: Side): string => t(side);

/** Things that are said of the same, and clauses of a sentence. */
export const listed = (things: readonly string[]): string => things.filter((one) => one !== '').join(tongue.comma);
export const clauses = (all: readonly string[]): string => all.filter((one) => one !== '').join(tongue.semicolon);

/** With a capital, where the script has such. */
export const begun = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
