/** Phrases with scores and squares in them, and text from outside. */

import { fine } from './numbers';
import { el } from './dom';
import { indexOf } from './rules';
import { t } from './words';

/** Whatever can show some squares. */
export interface Pointing {
  point(squares: Iterable<number>): void;
}

/** The names of squares in a text as something to point with. */
export function withSquares(board: Pointing, text: string): (Node | string)[] {
  return text.split(/\b([a-h][1-8])\b/).map((part, i) => {
    if (i % 2 === 0) return part;
    return pointer(board, part, [indexOf(part)]);
  });
}

function pointer(board: Pointing, text: string, squares: readonly number[]): HTMLElement {
  const point = (): void => board.point(squares);
  const leave = (): void => board.point([]);
  return el('span', { class: 'square', onpointerenter: point, onpointerleave: leave }, text);
}

/** Text from outside with the marks that turn the direction of writing as escapes, as the executable shows them. */
export const visible = (text: string): string =>
  text.replace(/[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, (mark) => `\\u{${mark.charCodeAt(0).toString(16)}}`);

/** A score for black as words. */
export function ahead(black: number): string {
  if (Math.abs(black) < 0.05) return t('even');
  return t('ahead', { side: t(black > 0 ? 'black' : 'white'), score: fine(Math.abs(black)).slice(1) });
}
