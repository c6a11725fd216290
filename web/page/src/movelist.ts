/**
 * The list of moves: the game in two columns, variations below the move in whose place they are, those of a
 * variation in brackets behind it.
 *
 * While a game against an engine runs, a line that was taken back is shown by its first move alone.
 */

import type { App } from './app';
import { el } from './dom';
import { openRules } from './howto';
import type { Grade } from './knowledge';
import { PASS } from './rules';
import { GLYPHS, type Turn } from './variations';
import { language, t } from './words';

/** What is told of a move. */
export const gradeOf = (app: App, turn: Turn): Grade | undefined => (app.isSilent ? undefined : app.game.known.grade(turn));

/** Whether lines that were taken back only remind of themselves. */
const isShort = (app: App): boolean => app.person !== undefined && !app.isDecided;

export function movesKey(app: App): string {
  const { game } = app;
  const told = [...game.tree.walk()].map((turn) => {
    const grade = gradeOf(app, turn)?.[0] ?? '-';
    const isExplained = game.known.judgement(turn)?.reason !== undefined;
    return [turn.id, turn.move, turn.children.length, grade, turn.glyph, turn.comment !== '', isExplained].join('.');
  });
  return [told.join(' '), t('moves'), language(), isShort(app), game.start.squares, game.lacksVariations].join('|');
}

export function movesPart(app: App): Node[] {
  const { game } = app;
  const list = el('ol', { class: 'moves' });
  const [root, ...line] = game.tree.mainLine;
  const gap = (text = ''): HTMLElement => el('li', { class: 'ply-box gap' }, text);
  const pending: HTMLElement[] = [];
  let isWhite = game.start.side === 'white';
  if (isWhite && line.length > 0) list.append(gap());
  line.forEach((turn, ply) => {
    const { parent } = turn;
    // Two moves a row: black's on the left, also after a pass.
    if ((parent!.position.side === 'white') !== isWhite) list.append(gap());
    else isWhite = !isWhite;
    list.append(el('li', { class: 'ply-box' }, moveButton(app, turn, 'ply', String(ply + 1))));
    for (const other of parent!.children.slice(1)) pending.push(el('div', { class: 'variation' }, ...variation(app, other, ply + 1)));
    // Black's row is broken, and goes on below; what only reminds of itself waits for its end.
    const isWithin = parent!.position.side === 'black' && ply + 1 < line.length;
    if (pending.length === 0 || (isWithin && isShort(app))) return;
    if (isWithin) list.append(gap());
    list.append(el('li', { class: 'variations' }, ...pending.splice(0)));
    if (isWithin && turn.position.side === 'white') list.append(gap('…'));
  });
  const isEmpty = root!.children.length === 0;
  const parts: Node[] = [
    el('div', { class: 'moves-box', tabindex: 0, role: 'group', 'aria-label': t('moves') }, ...(isEmpty ? beginnings(app) : [list])),
  ];
  if (game.lacksVariations) parts.push(el('p', { class: 'quiet' }, t('variations')));
  return parts;
}

/** What one can begin with. */
function beginnings(app: App): Node[] {
  const button = (word: 'rules' | 'load' | 'setup', run: () => void): HTMLElement =>
    el('button', { type: 'button', onclick: run }, t(word));
  const open = (): void => {
    app.tab = 'games';
    app.enter('study');
    setTimeout(() => document.getElementById('paste')?.focus());
  };
  return [
    el('p', { class: 'quiet' }, t('noMoves')),
    el(
      'div',
      { class: 'row-of-buttons' },
      button('rules', openRules),
      button('load', open),
      button('setup', () => app.beginSetup()),
    ),
  ];
}

/** A variation from a move on, those that leave it behind the move in whose place they are. */
function variation(app: App, first: Turn, number: number): (Node | string)[] {
  if (isShort(app)) return [moveButton(app, first, 'turn', String(number)), '…'];
  const parts: (Node | string)[] = [];
  let isInterrupted = true;
  const from = number - app.game.tree.pathTo(first).length;
  // What is still to be written; a text closes a bracket.
  const open: (Turn | string)[] = [first];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === 'string') {
      parts.push(next);
      isInterrupted = true;
      continue;
    }
    const [own, ...others] = next.parent!.children;
    const isNested = next !== first && next !== own;
    if (isNested) parts.push(el('span', { class: 'bracket' }, '('));
    const ply = app.game.tree.pathTo(next).length + from;
    parts.push(moveButton(app, next, 'turn', isInterrupted || isNested ? String(ply) : ''));
    isInterrupted = false;
    if (isNested) open.push(')');
    if (next.children[0]) open.push(next.children[0]);
    if (next === own) open.push(...others.reverse());
  }
  return parts;
}

function moveButton(app: App, turn: Turn, kind: 'ply' | 'turn', number: string): HTMLElement {
  const grade = gradeOf(app, turn);
  const { move, glyph, id } = turn;
  const button = el('button', {
    type: 'button',
    title: grade && app.game.known.judgement(turn)?.reason,
    class: `${kind} ${grade ?? ''}`,
    'data-turn': id,
    'data-move': move,
    'data-ply': kind === 'ply' ? number : undefined,
    'data-focus': `turn${id}`,
  });
  if (number !== '') button.append(el('span', { class: 'number' }, number));
  button.append(move === PASS ? '–' : move);
  if (glyph > 0) button.append(el('b', { class: 'glyph' }, GLYPHS[glyph]));
  else if (grade === 'blunder') button.append(el('b', { 'aria-label': t('blunder') }, '??'));
  else if (grade === 'mistake') button.append(el('b', { 'aria-label': t('mistake') }, '?'));
  if (turn.comment !== '') button.append(el('span', { class: 'said', role: 'img', 'aria-label': t('comment') }));
  button.addEventListener('click', (event) => {
    // Keys are for the game again; who came here by keys stays.
    if (event.detail > 0) button.blur();
    app.goTo(turn);
  });
  return button;
}

/** The list as it was drawn last: where one looked, how high it was, and how far it was scrolled. */
const last = { turn: -1, height: 0, top: 0 };

/** Marks where one looks, and brings it into sight when that or the list's height is another one; else nothing scrolls. */
export function markCurrent(app: App): void {
  const box = document.querySelector<HTMLElement>('.moves-box');
  const isOther = last.turn !== app.game.turn.id || last.height !== box?.clientHeight;
  if (box) {
    // A list that was drawn anew begins at its top.
    if (box.onscroll === null) {
      box.scrollTop = last.top;
      box.onscroll = () => (last.top = box.scrollTop);
    }
    [last.turn, last.height] = [app.game.turn.id, box.clientHeight];
  }
  for (const button of document.querySelectorAll<HTMLElement>('.moves [data-turn]')) {
    const here = Number(button.dataset['turn']) === app.game.turn.id;
    button.classList.toggle('here', here);
    if (here) button.setAttribute('aria-current', 'true');
    else button.removeAttribute('aria-current');
    if (here && box && isOther) {
      const top = button.offsetTop - box.offsetTop;
      if (top < box.scrollTop || top + button.offsetHeight > box.scrollTop + box.clientHeight) {
        box.scrollTop = top - box.clientHeight / 2;
      }
    }
  }
}
