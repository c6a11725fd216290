/** The rules for who has never played: six pictures with a sentence each. */

import { dialog } from './dialogs';
import { el, svg } from './dom';
import { type Word, t } from './words';

/** A picture: rows of X, O, -, a square to be played on as *, discs that turn as x and o. */
const PICTURES: readonly (readonly [rows: readonly string[], words: Word])[] = [
  [['------', '------', '--OX--', '--XO--', '------', '------'], 'ruleStart'],
  [['------', '------', '--OX--', '--XO*-', '------', '------'], 'ruleEnclose'],
  [['------', '------', '--OX--', '--XxX-', '------', '------'], 'ruleTurn'],
  [['X-----', '-O----', '--O-X-', '---OO-', 'XOOO*-', '------'], 'ruleDirections'],
  [['XXOOXX', 'XXXXXX', 'XXXXXX', 'XXXXXX', 'XXXXO-', 'XXXX--'], 'rulePass'],
  [['XXXXXX', 'XXXXOX', 'XXXOOX', 'XXOXOX', 'XOXXXX', 'OOOOOO'], 'ruleEnd'],
];

export function openRules(): void {
  const steps = el('ol', { class: 'rules-steps' });
  for (const [rows, words] of PICTURES) steps.append(el('li', {}, picture(rows), el('p', {}, t(words))));
  const box = dialog(
    'rules-box',
    t('rules'),
    steps,
    el('p', { class: 'quiet' }, t('ruleCorners')),
    el('div', { class: 'row-of-buttons' }, el('button', { type: 'button', class: 'main', onclick: () => box.close() }, t('play'))),
  );
}

const SIZE = 16;

/** A picture of the rules or of a word. */
export function picture(rows: readonly string[]): SVGElement {
  const all = SIZE * rows.length;
  const drawing = svg('svg', { viewBox: `0 0 ${all} ${all}`, class: 'rule-picture', 'aria-hidden': 'true' });
  rows.forEach((row, y) => {
    [...row].forEach((cell, x) => {
      drawing.append(svg('rect', { x: SIZE * x + 0.5, y: SIZE * y + 0.5, width: SIZE - 1, height: SIZE - 1, class: 'field' }));
      if (cell === '-') return;
      const kind = cell === '*' ? 'goal' : cell.toUpperCase() === 'X' ? 'black-disc' : 'white-disc';
      const turned = cell === 'x' || cell === 'o' ? ' turned-disc' : '';
      const radius = cell === '*' ? 3.5 : 6;
      drawing.append(svg('circle', { cx: SIZE * (x + 0.5), cy: SIZE * (y + 0.5), r: radius, class: kind + turned }));
    });
  });
  return drawing;
}
