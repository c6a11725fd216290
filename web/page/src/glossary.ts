/**
 * The words of players: in sentences about moves, each leads to what it means, with a picture.
 *
 * The words and their meanings are those of the languages' files, the pictures those that the executable prints.
 */

import * as pictures from '../../../crates/play/src/strategy/glossary.json';
import { dialog } from './dialogs';
import { el } from './dom';
import { picture } from './howto';
import { type Pointing, withSquares } from './phrases';
import { glossary, t } from './words';

export type Term = keyof ReturnType<typeof glossary>['term'];

const PICTURES: Readonly<Record<Term, readonly string[]>> = pictures;
/** In the order of the languages' files. */
const TERMS = Object.keys(glossary().term) as Term[];

/** All words with their meanings; `at` is the one that is looked for. */
export function openGlossary(at?: Term): void {
  const { title, term, meaning } = glossary();
  const list = el('dl', { class: 'glossary' });
  const places = new Map<Term, HTMLElement>();
  for (const key of TERMS) {
    const place = el(
      'div',
      { class: key === at ? 'here' : '', tabindex: key === at ? -1 : undefined },
      el('dt', {}, term[key]),
      el('dd', {}, picture(PICTURES[key]), el('p', {}, meaning[key])),
    );
    places.set(key, place);
    list.append(place);
  }
  const close = el('button', { type: 'button', class: 'main', onclick: () => box.close() }, t('close'));
  const box = dialog('glossary-box', title, list, el('div', { class: 'row-of-buttons' }, close));
  const place = at && places.get(at);
  place?.scrollIntoView({ block: 'start' });
  place?.focus({ preventScroll: true });
}

/** How a word stands in the sentences of a language, the longest forms first. */
function formsOf(): { find: RegExp; terms: Map<string, Term> } {
  const terms = new Map<string, Term>();
  for (const key of TERMS) for (const form of glossary().forms[key].split(', ')) terms.set(form.toLowerCase(), key);
  const forms = [...terms.keys()].sort((one, other) => other.length - one.length);
  // A word that is written in letters does not stand within another one, nor C within the square c3.
  const find = forms.map((form) => (/^[a-z]/.test(form) ? `(?<![\\p{L}\\p{N}])${form}(?![\\p{L}\\p{N}])` : form)).join('|');
  return { find: new RegExp(`(${find})`, 'giu'), terms };
}

/** A text in parts, those that are words of players with the word that they are, each once. */
export function wordsIn(text: string): { readonly part: string; readonly term: Term | undefined }[] {
  const { find, terms } = formsOf();
  const told = new Set<Term>();
  return text.split(find).map((part, i) => {
    const term = i % 2 === 1 ? terms.get(part.toLowerCase()) : undefined;
    const isNew = term !== undefined && !told.has(term);
    if (isNew) told.add(term);
    return { part, term: isNew ? term : undefined };
  });
}

/** A sentence about a move: its squares are shown on the board, its words lead to what they mean. */
export const sentence = (board: Pointing, text: string): (Node | string)[] =>
  wordsIn(text).flatMap(({ part, term }) => (term ? [link(part, term)] : withSquares(board, part)));

/** A button in all but its element: that stands in one piece, and a word of several breaks where the line ends. */
function link(part: string, term: Term): HTMLElement {
  const open = (): void => openGlossary(term);
  const onkeydown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    open();
  };
  return el('span', { role: 'button', tabindex: 0, class: 'term', 'data-focus': `term-${term}`, onclick: open, onkeydown }, part);
}
