/** Of the move on the board: what can be done with it, why it was a mistake, and its comment. */

import type { App } from './app';
import { el, select } from './dom';
import { sentence } from './glossary';
import { gradeOf } from './movelist';
import { fine } from './numbers';
import { visible } from './phrases';
import { GLYPHS, type Turn } from './variations';
import { colon, stop, t } from './words';

/** The move whose comment is being written. */
let written: Turn | undefined;

const canWrite = (app: App): boolean => app.canWrite && app.game.tree.root.children.length > 0;

export function toolsKey(app: App): string {
  const { game } = app;
  if (written !== game.turn) written = undefined;
  return JSON.stringify([game.turn.id, game.start, game.tree.isMain(game.turn), game.turn.glyph, !written, canWrite(app), t('comment')]);
}

export function toolsPart(app: App): Node[] {
  const { game } = app;
  const parts: Node[] = [];
  if (written) parts.push(commentBox(app, written));
  if (!canWrite(app)) return parts;
  const { turn } = game;
  const isStart = !turn.parent;
  const glyphs = GLYPHS.map((glyph, number): [string, string] => [String(number), glyph || '–']);
  const judge = select(t('judge'), glyphs, String(turn.glyph), (value) => {
    turn.glyph = Number(value);
    app.changed();
  });
  judge.disabled = isStart;
  const button = (name: string, word: 'comment' | 'promote' | 'remove', run: () => void, disabled = false): HTMLElement =>
    el('button', { type: 'button', 'data-focus': name, disabled, onclick: run }, t(word));
  const write = button('write', 'comment', () => {
    written = written ? undefined : turn;
    app.changed();
  });
  write.setAttribute('aria-pressed', String(written !== undefined));
  parts.push(
    el(
      'div',
      { class: 'row-of-buttons tools' },
      judge,
      write,
      button('promote', 'promote', () => app.promote(), game.tree.isMain(turn)),
      button('remove', 'remove', () => app.remove(), isStart),
    ),
  );
  return parts;
}

function commentBox(app: App, turn: Turn): HTMLElement {
  const box = el('textarea', { class: 'comment', rows: 3, 'aria-label': t('comment'), 'data-focus': 'comment' });
  box.value = turn.comment;
  box.addEventListener('input', () => {
    turn.comment = box.value;
    app.changed();
  });
  queueMicrotask(() => box.focus());
  return box;
}

/** What is said of the move on the board; nothing while it is being written. */
const saidOf = ({ game }: App): string => (written === game.turn ? '' : game.comment);

export const commentKey = (app: App): string => JSON.stringify([saidOf(app), app.preview !== undefined, t('comment')]);

export function commentPart(app: App): Node[] {
  const said = app.preview ? '' : saidOf(app);
  return said === '' ? [] : [el('div', { class: 'comment', tabindex: 0, role: 'group', 'aria-label': t('comment') }, visible(said))];
}

/** The move to tell about: the one that led to where one looks, if it was a mistake. */
function mistakeOf(app: App): Turn | undefined {
  const { game, preview } = app;
  const turn = preview ? game.line[preview.base + 1] : game.turn;
  const grade = turn && gradeOf(app, turn);
  return grade === 'mistake' || grade === 'blunder' ? turn : undefined;
}

/** Whether the move on the board is a mistake for which the box beside it has the reason. */
export function saysWhy(app: App): boolean {
  const turn = app.preview ? undefined : mistakeOf(app);
  return turn !== undefined && app.game.known.judgement(turn)?.reason !== undefined;
}

export function mistakeKey(app: App): string {
  const turn = mistakeOf(app);
  return JSON.stringify([turn?.id, turn && app.game.known.better(turn), turn && app.game.known.loss(turn), t('better')]);
}

export function mistakePart(app: App): Node[] {
  const { known, tree } = app.game;
  const turn = mistakeOf(app);
  const line = turn && known.better(turn);
  if (!turn || !line) return [];
  const grade = known.grade(turn) as 'mistake';
  const base = tree.pathTo(turn).length - 2;
  return [
    el(
      'p',
      {},
      el('strong', { class: grade }, t(grade)),
      colon(),
      t('loses', { move: turn.move, n: fine(known.loss(turn) ?? 0).slice(1) }),
      stop(),
      ...sentence(app, known.judgement(turn)?.reason ?? t('better', { move: line[0] ?? '' })),
    ),
    el('button', { type: 'button', 'data-focus': 'better', onclick: () => app.lookAt(base, line, 1) }, t('showBetter')),
  ];
}
