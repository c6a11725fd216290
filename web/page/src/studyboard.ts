/**
 * What is told on and beside the board while a game is studied: a bar of how it stands, arrows for the best
 * lines, and the marks of a move, which a right click or a key sets.
 *
 * While somebody plays against an engine in silence there is neither bar nor arrow.
 */

import type { App } from './app';
import { scale } from './curve';
import { byId, el, svg } from './dom';
import { ahead } from './phrases';
import { PASS, indexOf, isOver } from './rules';
import { final } from './knowledge';
import type { Mark, Shape } from './variations';
import { t } from './words';

/** So many lines have an arrow, the best one the widest: in squares. */
const WIDTHS = [0.17, 0.12, 0.08];

/** What a right click, or the key for it, makes of a mark. */
const NEXT: Readonly<Partial<Record<Shape, Shape>>> = { circle: 'square', square: 'triangle', triangle: 'cross' };

export class StudyBoard {
  #app: App;
  #overlay = svg('svg', { class: 'overlay', viewBox: '0 0 8 8', 'aria-hidden': 'true' });
  #bar = el('div', { class: 'bar', role: 'img' }, el('span'));
  #drawn = '';

  constructor(app: App) {
    this.#app = app;
    byId('board').after(this.#overlay, this.#bar);
    byId('board').addEventListener('contextmenu', (event) => {
      if (this.mark(event.target as HTMLElement)) event.preventDefault();
    });
  }

  /** Sets the next mark on the square of the board that an element is in; whether it is one that can be marked now. */
  mark(element: Element | null): boolean {
    const app = this.#app;
    const square = element?.closest<HTMLElement>('#board .cell')?.dataset['square'];
    if (square === undefined || !app.canWrite || app.preview) return false;
    const { turn } = app.game;
    turn.marks = marked(turn.marks, square);
    app.changed();
    return true;
  }

  draw(): void {
    this.#drawBar();
    const { settings } = this.#app;
    const { marks } = this.#app;
    const drawn = JSON.stringify([this.#lines(), marks, settings.flipped]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const arrows = this.#lines().map(([from, to], rank) => arrow(from, to, rank));
    const place = settings.flipped ? { transform: 'rotate(180 4 4)' } : {};
    this.#overlay.replaceChildren(svg('g', place, ...arrows.reverse(), ...marks.map((mark) => shapeOf(mark, settings.flipped))));
  }

  /** The first move of each of the best lines and the answer. */
  #lines(): [number, number][] {
    const app = this.#app;
    if (!app.showsHints || !app.settings.colours || app.isSilent || app.setup) return [];
    return app.jobs.scored.slice(0, WIDTHS.length).flatMap(({ pv }): [number, number][] => {
      const [from, to] = pv.filter((move) => move !== PASS).map(indexOf);
      return from === undefined || to === undefined ? [] : [[from, to]];
    });
  }

  #drawBar(): void {
    const app = this.#app;
    const isTold = app.settings.evaluation && !app.isSilent && !app.setup;
    this.#bar.hidden = !isTold;
    if (!isTold) return;
    const { shown, game, preview } = app;
    const known = game.known.note(shown)?.black ?? (preview ? undefined : game.known.value(game.turn));
    const value = isOver(shown) ? final(shown.squares) : known;
    this.#bar.classList.toggle('unknown', value === undefined);
    this.#bar.classList.toggle('flipped', app.settings.flipped);
    // What is not known yet stays as it was, so that the bar does not jump.
    if (value !== undefined) (this.#bar.firstElementChild as HTMLElement).style.height = `${50 + 50 * scale(value)}%`;
    const label = `${t('curve')}: ${value === undefined ? '–' : ahead(value)}`;
    if (this.#bar.getAttribute('aria-label') !== label) {
      this.#bar.setAttribute('aria-label', label);
      this.#bar.title = label;
    }
  }
}

function marked(marks: readonly Mark[], square: string): Mark[] {
  const others = marks.filter((mark) => mark.square !== square);
  const before = marks.find((mark) => mark.square === square);
  const shape = before ? NEXT[before.shape] : 'circle';
  return shape ? [...others, { square, shape }] : others;
}

const middle = (square: number): [number, number] => [(square & 7) + 0.5, (square >> 3) + 0.5];

function arrow(from: number, to: number, rank: number): SVGElement {
  const [[x1, y1], [x2, y2]] = [middle(from), middle(to)];
  const length = Math.hypot(x2 - x1, y2 - y1);
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const width = WIDTHS[rank]!;
  const [tip, neck] = [length - 0.14, length - 0.14 - 2.2 * width];
  const at = (along: number, aside: number): string =>
    `${(x1 + dx * along - dy * aside).toFixed(3)} ${(y1 + dy * along + dx * aside).toFixed(3)}`;
  const half = width / 2;
  const d = `M${at(0.3, half)}L${at(neck, half)}L${at(neck, 1.25 * width)}L${at(tip, 0)}L${at(neck, -1.25 * width)}L${at(neck, -half)}L${at(0.3, -half)}Z`;
  return svg('path', { class: `arrow rank-${rank}`, d });
}

/** A mark as it is drawn over the board. */
export function shapeOf({ square, shape, text }: Mark, isFlipped: boolean): SVGElement {
  const [x, y] = middle(indexOf(square));
  const drawn: Record<Shape, () => SVGElement> = {
    circle: () => svg('circle', { cx: x, cy: y, r: 0.3 }),
    square: () => svg('path', { d: `M${x - 0.26} ${y - 0.26}h.52v.52h-.52z` }),
    triangle: () => svg('path', { d: `M${x} ${y - 0.3}l.28 .5h-.56z` }),
    cross: () => svg('path', { d: `M${x - 0.22} ${y - 0.22}l.44 .44m0 -.44l-.44 .44` }),
    label: () => svg('text', { x, y: y + 0.14, ...(isFlipped ? { transform: `rotate(180 ${x} ${y})` } : {}) }, text ?? ''),
  };
  const element = drawn[shape]();
  element.classList.add('mark-drawn');
  return element;
}
