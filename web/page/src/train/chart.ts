/** The reader's rating over the days as a curve, with how sure it is as a band where that is known. */

import { svg } from '../dom';
import { t } from '../words';
import { dayText } from './dates';
import type { Day } from './replies';

const WIDTH = 320;
const HEIGHT = 110;
const LEFT = 38;
const RIGHT = 8;
const ROOM = 10;
/** Rating points between two lines, the least that are shown, and how far a band lies to each side in 95 of 100 cases. */
const STEPS = [25, 50, 100, 200, 400];
const LEAST = 80;
const SURE = 1.96;

interface Point {
  readonly day: string;
  readonly at: number;
  readonly rating: number;
  readonly aside: number;
}

/** The days on which there is a rating. */
const pointsOf = (days: readonly Day[]): Point[] =>
  days.flatMap(({ day, rating, deviation }) =>
    rating === undefined ? [] : [{ day, at: Date.parse(day), rating, aside: SURE * (deviation ?? 0) }],
  );

/** The curve; nothing before there are two days. */
export function chartOf(days: readonly Day[]): SVGElement | undefined {
  const points = pointsOf(days);
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || first.at >= last.at) return undefined;
  const least = Math.min(...points.map(({ rating, aside }) => rating - aside));
  const most = Math.max(...points.map(({ rating, aside }) => rating + aside));
  const middle = (least + most) / 2;
  const half = Math.max(LEAST, most - least) / 2;
  const x = ({ at }: Point): number => LEFT + ((WIDTH - LEFT - RIGHT) * (at - first.at)) / (last.at - first.at);
  const y = (rating: number): number => HEIGHT / 2 - ((rating - middle) / half) * (HEIGHT / 2 - ROOM);
  const path = (values: readonly (readonly [number, number])[]): string =>
    values.map(([left, top]) => `${left.toFixed(1)} ${top.toFixed(1)}`).join('L');
  const label = t('trainCurve', {
    first: Math.round(first.rating),
    from: dayText(first.day),
    last: Math.round(last.rating),
    to: dayText(last.day),
  });
  const drawing = svg('svg', { class: 'rating-curve', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': label });
  const step = STEPS.find((one) => (2 * half) / one <= 4) ?? 800;
  for (let line = Math.ceil((middle - half) / step) * step; line <= middle + half; line += step) {
    drawing.append(
      svg('path', { class: 'rule', d: `M${LEFT} ${y(line)}H${WIDTH - RIGHT}` }),
      svg('text', { class: 'tick', x: LEFT - 6, y: y(line) + 3.5 }, String(line)),
    );
  }
  if (points.some(({ aside }) => aside > 0)) {
    const band = [
      ...points.map((one): [number, number] => [x(one), y(one.rating + one.aside)]),
      ...[...points].reverse().map((one): [number, number] => [x(one), y(one.rating - one.aside)]),
    ];
    drawing.append(svg('path', { class: 'area', d: `M${path(band)}Z` }));
  }
  drawing.append(
    svg('path', { class: 'line', d: `M${path(points.map((one) => [x(one), y(one.rating)]))}` }),
    svg('circle', { class: 'here', cx: x(last), cy: y(last.rating), r: 4 }),
  );
  return drawing;
}
