/** The evaluation of the game as a curve over its moves, to click and to walk along by keys. */

import { fine } from './numbers';
import { svg } from './dom';
import type { Grade } from './game';

/** The value for black after 0, 1, 2 … moves, where it is known. */
export type Values = readonly (number | undefined)[];

export interface CurveData {
  readonly values: Values;
  /** Drawn in place of `values` where two players have curves of their own; each skips what it does not know. */
  readonly own?: { readonly black: Values; readonly white: Values } | undefined;
  /** From which ply on every value is exact. */
  readonly exactFrom?: number | undefined;
  /** Of the move that leads to each of them. */
  readonly grades: readonly (Grade | undefined)[];
  /** What leads to each of them, as it is shown. */
  readonly names: readonly string[];
  readonly cursor: number;
}

const LEFT = 30;
const MARGIN = 10;
const PINS = 10;
/** Lines of the same distance, as small differences are spread out; a low chart has the first ones of them. */
const LINES = [0, 64, 16, 4, 36];
/** Pixels between two lines. */
const APART = 11;

/** Height of a value, in parts of half the chart; small differences are spread out. */
export const scale = (discs: number): number => Math.sign(discs) * Math.sqrt(Math.min(64, Math.abs(discs)) / 64);

export class Curve {
  #root: HTMLElement;
  #label: () => string;
  #go: (ply: number) => void;
  #data: CurveData = { values: [0], grades: [], names: [], cursor: 0 };
  #span = 60;
  /** The ply under the pointer. */
  #hover: number | undefined;

  /** `label` is what a screen reader calls it, in the language of the moment. */
  constructor(root: HTMLElement, label: () => string, go: (ply: number) => void) {
    this.#root = root;
    this.#label = label;
    this.#go = go;
    root.tabIndex = 0;
    root.setAttribute('role', 'slider');
    let dragging = false;
    const ply = (event: PointerEvent): number => {
      const box = root.getBoundingClientRect();
      const part = (event.clientX - box.left - LEFT) / Math.max(1, box.width - LEFT - MARGIN);
      return Math.max(0, Math.min(this.#data.values.length - 1, Math.round(part * this.#span)));
    };
    const at = (event: PointerEvent): void => this.#go(ply(event));
    root.addEventListener('pointerdown', (event) => {
      dragging = true;
      root.setPointerCapture(event.pointerId);
      at(event);
    });
    root.addEventListener('pointermove', (event) => {
      if (dragging) at(event);
      else if (event.pointerType === 'mouse') this.#point(ply(event));
    });
    root.addEventListener('pointerleave', () => this.#point(undefined));
    root.addEventListener('pointerup', () => (dragging = false));
    root.addEventListener('pointercancel', () => (dragging = false));
    root.addEventListener('keydown', (event) => this.#key(event));
    new ResizeObserver(() => this.draw(this.#data)).observe(root);
  }

  draw(data: CurveData): void {
    this.#data = data;
    const last = data.values.length - 1;
    this.#span = Math.max(60, last);
    const width = Math.max(120, this.#root.clientWidth);
    const x = (ply: number): number => LEFT + ((width - LEFT - MARGIN) * ply) / this.#span;
    const height = Math.max(80, this.#root.clientHeight);
    // Below the chart is a row for what is told of moves, so that it covers no line.
    const half = (height - PINS) / 2;
    const y = (discs: number): number => half - scale(discs) * (half - 8);
    const drawing = svg('svg', { viewBox: `0 0 ${width} ${height}`, width, height, 'aria-hidden': 'true' });
    if (data.exactFrom !== undefined && data.exactFrom < last) {
      const [from, to] = [x(data.exactFrom), x(last)];
      drawing.append(svg('rect', { class: 'exact', x: from, y: 4, width: to - from, height: height - PINS - 8 }));
    }
    for (const line of lines(y)) {
      drawing.append(svg('path', { class: line === 0 ? 'zero' : 'rule', d: `M${LEFT} ${y(line)}H${width - MARGIN}` }));
      drawing.append(svg('text', { x: LEFT - 6, y: y(line) + 3.5, class: 'tick' }, line === 0 ? '0' : fine(line)));
    }
    drawing.append(svg('path', { class: 'now', d: `M${x(data.cursor)} 4V${height - 2}` }));
    const path = (run: readonly Point[]): string => run.map(([ply, value]) => `${x(ply).toFixed(1)} ${y(value).toFixed(1)}`).join('L');
    const stroke = (run: readonly Point[], kind: string): SVGElement =>
      svg('path', { class: `line${kind}`, d: `M${path(run)}` + (run.length === 1 ? 'h.01' : '') });
    for (const run of data.own ? [] : runs(data.values)) {
      const [from, to] = [x(run[0]![0]), x(run.at(-1)![0])];
      drawing.append(svg('path', { class: 'area', d: `M${from} ${y(0)}L${path(run)}L${to} ${y(0)}Z` }), stroke(run, ''));
    }
    for (const side of data.own ? (['black', 'white'] as const) : []) {
      const run = points(data.own![side]);
      if (run.length > 0) drawing.append(stroke(run, ` of-${side}`));
    }
    data.grades.forEach((grade, ply) => {
      if (grade !== 'mistake' && grade !== 'blunder') return;
      drawing.append(svg('circle', { class: `pin ${grade}`, cx: x(ply), cy: height - PINS / 2, r: 3.5 }));
    });
    const here = data.values[data.cursor];
    if (here !== undefined) drawing.append(svg('circle', { class: 'here', cx: x(data.cursor), cy: y(here), r: 4.5 }));
    if (this.#hover !== undefined && this.#hover <= last) {
      const value = data.values[this.#hover];
      const at = x(this.#hover);
      drawing.append(svg('path', { class: 'pointed-at', d: `M${at} 4V${height - 2}` }));
      const told = `${data.names[this.#hover] ?? ''} ${value === undefined ? '–' : fine(value)}`.trim();
      const end = at > width - 90;
      drawing.append(svg('text', { class: 'told', x: at + (end ? -6 : 6), y: 12, 'text-anchor': end ? 'end' : 'start' }, told));
    }
    this.#root.replaceChildren(drawing);
    this.#root.setAttribute('aria-label', this.#label());
    this.#root.setAttribute('aria-valuemin', '0');
    this.#root.setAttribute('aria-valuemax', String(last));
    this.#root.setAttribute('aria-valuenow', String(data.cursor));
    this.#root.setAttribute('aria-valuetext', `${data.cursor}: ${here === undefined ? '–' : fine(here)}`);
  }

  #point(ply: number | undefined): void {
    if (ply === this.#hover) return;
    this.#hover = ply;
    this.draw(this.#data);
  }

  #key(event: KeyboardEvent): void {
    const last = this.#data.values.length - 1;
    const to: Record<string, number> = {
      ArrowLeft: this.#data.cursor - 1,
      ArrowDown: this.#data.cursor - 1,
      ArrowRight: this.#data.cursor + 1,
      ArrowUp: this.#data.cursor + 1,
      Home: 0,
      End: last,
    };
    const ply = to[event.key];
    if (ply === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.#go(Math.max(0, Math.min(last, ply)));
  }
}

/** The lines of a chart, with enough room between them. */
function lines(y: (discs: number) => number): number[] {
  const chosen: number[] = [];
  for (const line of LINES) {
    if (chosen.every((other) => Math.abs(y(line) - y(other)) >= APART)) chosen.push(line);
  }
  return chosen.flatMap((line) => (line === 0 ? [0] : [line, -line]));
}

type Point = readonly [ply: number, value: number];

const points = (values: Values): Point[] => values.flatMap((value, ply): Point[] => (value === undefined ? [] : [[ply, value]]));

/** Neighbouring plies whose values are known. */
function runs(values: Values): Point[][] {
  const all: Point[][] = [];
  for (const point of points(values)) {
    const run = all.at(-1);
    if (run && run.at(-1)![0] === point[0] - 1) run.push(point);
    else all.push([point]);
  }
  return all;
}
