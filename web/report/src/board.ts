/** A board to look at: the squares of the page's board without its buttons. */

import { el } from '../../page/src/dom';
import { type Position, count, indexOf } from '../../page/src/rules';
import { sideName, t } from './words';

/** What is pointed out on a board. */
export interface Look {
  readonly position: Position;
  /** The position before, if it was on the board just now: what it turned is seen to turn. */
  readonly before: Position | undefined;
  /** The move that led here. */
  readonly last: string | undefined;
  /** A move that would have been better. */
  readonly better: string | undefined;
}

export class Board {
  readonly frame: HTMLElement;
  #root: HTMLElement;
  #cells: HTMLElement[] = [];

  constructor() {
    this.#root = el('div', { class: 'board', role: 'img' });
    const [files, ranks] = [el('div', { class: 'files', 'aria-hidden': 'true' }), el('div', { class: 'ranks', 'aria-hidden': 'true' })];
    for (let rank = 0; rank < 8; rank++) {
      const row = el('div', { class: 'row' });
      for (let file = 0; file < 8; file++) {
        const cell = el('span', { class: 'cell' }, el('span', { class: 'disc' }));
        this.#cells.push(cell);
        row.append(cell);
      }
      this.#root.append(row);
      files.append(el('span', {}, 'abcdefgh'[rank]!));
      ranks.append(el('span', {}, String(rank + 1)));
    }
    this.frame = el('div', { class: 'frame' }, files, ranks, this.#root);
  }

  draw(look: Look, inLine: boolean): void {
    const { squares, side } = look.position;
    const last = look.last === undefined ? -1 : indexOf(look.last);
    const better = look.better === undefined ? -1 : indexOf(look.better);
    this.#cells.forEach((cell, square) => {
      const [disc, before] = [squares[square]!, look.before?.squares[square]];
      cell.dataset['disc'] = disc;
      cell.classList.toggle('last', square === last);
      cell.classList.toggle('best', square === better);
      cell.classList.toggle('turned', before !== undefined && before !== '-' && before !== disc);
      cell.classList.toggle('placed', before === '-' && disc !== '-');
    });
    this.#root.classList.toggle('in-line', inLine);
    const [black, white] = [count(squares, 'black'), count(squares, 'white')];
    this.#root.setAttribute('aria-label', t('board', { black, white, side: sideName(side) }));
  }
}
