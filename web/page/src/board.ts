/**
 * The board on the page: 64 buttons in a grid, for mouse, touch, keyboard and screen reader.
 *
 * Draws what it is given and reports which square was chosen. Knows nothing of games and engines.
 */

import { el } from './dom';
import { BLUNDER, MISTAKE } from './knowledge';
import { whole } from './numbers';
import { nameOf } from './rules';
import type { Mark } from './variations';
import { t } from './words';

/** What a square shows. */
export interface View {
  readonly squares: string;
  /** Squares that may be played. */
  readonly legal: ReadonlySet<number>;
  /** Whether they are to be seen. */
  readonly showLegal: boolean;
  /** The move that led here. */
  readonly last: number;
  /** Discs that were turned by it. */
  readonly turned: ReadonlySet<number>;
  /** Scores to show on squares, for the side to move. */
  readonly scores: ReadonlyMap<number, number>;
  /** Discs that squares lose against the best one, where they are coloured by it. */
  readonly losses: ReadonlyMap<number, number>;
  /** The best of them. */
  readonly best: number;
  /** Squares that a text points at. */
  readonly pointed: ReadonlySet<number>;
  /** What was drawn on squares. */
  readonly marks: ReadonlyMap<number, Mark>;
  /** Who would play on a square, for the shade of a disc under the pointer. */
  readonly side: 'X' | 'O';
  /** Whether every square can be chosen, as in setting up. */
  readonly free: boolean;
  /** Whether it is seen from the other side, with h8 at its upper left. */
  readonly flipped: boolean;
}

/** Discs lost from which a square has the next colour. */
const STEPS = [0.5, MISTAKE, BLUNDER, 10];

export class Board {
  #cells: HTMLButtonElement[] = [];
  #focus = 27;
  #squares = '';
  #byKeyboard = false;
  #root: HTMLElement;
  #isFlipped: boolean | undefined;

  constructor(root: HTMLElement, choose: (square: number) => void) {
    this.#root = root;
    for (let square = 0; square < 64; square++) {
      const cell = el('button', { type: 'button', role: 'gridcell', class: 'cell', tabindex: -1 });
      cell.dataset['square'] = nameOf(square);
      cell.append(el('span', { class: 'disc' }), el('span', { class: 'score' }));
      cell.addEventListener('click', () => {
        this.#setFocus(square);
        choose(square);
      });
      this.#cells.push(cell);
    }
    root.addEventListener('pointerdown', () => (this.#byKeyboard = false));
    root.addEventListener('focusin', () => {
      if (!root.matches(':active')) this.#byKeyboard = true;
    });
    root.addEventListener('keydown', (event) => this.#key(event));
    this.#setFocus(this.#focus);
  }

  /** Whether the keyboard moves over the squares now. */
  get hasKeyboard(): boolean {
    return this.#byKeyboard && this.#cells.some((cell) => cell === document.activeElement);
  }

  /** Puts the squares, and the names of files and ranks beside them, in the order in which they are seen. */
  #arrange(flipped: boolean): void {
    this.#isFlipped = flipped;
    const focused = this.#cells.find((cell) => cell === document.activeElement);
    const lines = [0, 1, 2, 3, 4, 5, 6, 7];
    if (flipped) lines.reverse();
    for (const cell of this.#cells) cell.classList.remove('turned', 'placed');
    this.#root.replaceChildren(
      ...lines.map((rank) => el('div', { role: 'row', class: 'row' }, ...lines.map((file) => this.#cells[8 * rank + file]))),
    );
    const { parentElement } = this.#root;
    parentElement?.querySelector('.files')?.replaceChildren(...lines.map((file) => el('span', {}, 'abcdefgh'[file])));
    parentElement?.querySelector('.ranks')?.replaceChildren(...lines.map((rank) => el('span', {}, String(rank + 1))));
    focused?.focus();
  }

  draw(view: View): void {
    if (view.flipped !== this.#isFlipped) this.#arrange(view.flipped);
    const fresh = this.#squares !== view.squares;
    this.#cells.forEach((cell, square) => {
      const disc = view.squares[square] ?? '-';
      const before = cell.dataset['disc'];
      if (before !== disc) cell.dataset['disc'] = disc;
      const legal = view.legal.has(square);
      cell.classList.toggle('legal', legal && view.showLegal);
      cell.classList.toggle('last', view.last === square);
      cell.classList.toggle('pointed', view.pointed.has(square));
      cell.classList.toggle('best', view.best === square && view.scores.has(square));
      cell.classList.toggle('scored', view.scores.has(square));
      const loss = view.losses.get(square);
      if (loss === undefined) delete cell.dataset['loss'];
      else cell.dataset['loss'] = String(STEPS.filter((step) => loss >= step).length);
      if (fresh) {
        const turns = view.turned.has(square) && before !== undefined && before !== '-' && before !== disc;
        cell.classList.toggle('turned', turns);
        cell.classList.toggle('placed', before === '-' && disc !== '-' && view.last === square);
      }
      const score = view.scores.get(square);
      const shown = score === undefined ? '' : whole(score);
      const label = cell.lastElementChild!;
      if (label.textContent !== shown) label.textContent = shown;
      const name = this.#name(view, square, disc, legal, shown);
      if (cell.getAttribute('aria-label') !== name) cell.setAttribute('aria-label', name);
      cell.setAttribute('aria-disabled', String(!view.free && !legal));
    });
    this.#root.dataset['side'] = view.side;
    this.#squares = view.squares;
  }

  #name(view: View, square: number, disc: string, legal: boolean, score: string): string {
    const parts = [nameOf(square), disc === 'X' ? t('black') : disc === 'O' ? t('white') : t('empty')];
    if (legal) parts.push(t('legalMove'));
    if (score !== '') parts.push(t('expect', { score }));
    if (view.last === square) parts.push(t('lastMove'));
    const mark = view.marks.get(square);
    if (mark) parts.push(mark.shape === 'label' ? (mark.text ?? '') : t(mark.shape));
    return parts.join(', ');
  }

  #setFocus(square: number): void {
    this.#cells[this.#focus]!.tabIndex = -1;
    this.#focus = square;
    this.#cells[square]!.tabIndex = 0;
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const steps: Record<string, number> = { ArrowUp: -8, ArrowDown: 8, ArrowLeft: -1, ArrowRight: 1 };
    const step = steps[event.key];
    if (step === undefined || !this.hasKeyboard) return;
    event.preventDefault();
    event.stopPropagation();
    const to = this.#focus + (this.#isFlipped ? -step : step);
    const sameRow = Math.abs(step) === 8 || to >> 3 === this.#focus >> 3;
    if (to < 0 || to > 63 || !sameRow) return;
    this.#setFocus(to);
    this.#cells[to]!.focus();
  }
}
