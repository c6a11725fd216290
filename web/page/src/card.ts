/**
 * The card that lies on the board when a game has ended here: who has won, the moves that decided it,
 * and what one may want next.
 *
 * Knows what is told and asked; when the card is there is the table's to say.
 */

import type { App } from './app';
import { byId, el } from './dom';
import { sentence } from './glossary';
import { fine } from './numbers';
import { openRating } from './rate-dialog';
import { type Side, PASS, count } from './rules';
import { trainFromCard } from './train/take';
import { FULL_SKILL, skillName, stop, t } from './words';

/** So many moves are told, and only those that lost as many discs as a mistake does. */
const DECISIVE = 3;

export function drawCard(app: App, told: string): void {
  const box = byId('card');
  const shown = app.showsCard;
  const key = shown ? JSON.stringify([told, cardKey(app)]) : '';
  if (box.dataset['key'] === key) return;
  box.dataset['key'] = key;
  const wasHidden = box.hidden;
  box.hidden = !shown;
  const focused = box.contains(document.activeElement) ? document.activeElement?.getAttribute('data-focus') : null;
  box.replaceChildren(...(shown ? cardParts(app, told) : []));
  box.classList.toggle('won', shown && app.winner !== undefined && app.winner === app.person);
  if (focused) box.querySelector<HTMLElement>(`[data-focus="${focused}"]`)?.focus();
  // Whoever plays by keys goes on from here.
  else if (shown && wasHidden && byId('board').contains(document.activeElement)) box.querySelector<HTMLElement>('.main')?.focus();
}

function cardKey(app: App): unknown {
  return [app.jobs.followed, decisive(app), app.analysis && app.progress.done, app.game.hints, t('rematch')];
}

function cardParts(app: App, told: string): Node[] {
  const { game, person } = app;
  const close = el('button', { type: 'button', class: 'icon close', 'aria-label': t('close'), onclick: () => app.closeCard() }, '×');
  const parts: Node[] = [close, el('h2', { id: 'card-title' }, told)];
  const { squares } = game.at(game.moves.length);
  const [black, white] = [count(squares, 'black'), count(squares, 'white')];
  const empties = 64 - black - white;
  if (game.isOver && empties > 0 && black !== white) {
    parts.push(el('p', { class: 'quiet' }, t('emptiesCount', { n: empties, score: `${black}–${white}` })));
  }
  if (person && game.hints > 0) parts.push(el('p', { class: 'quiet' }, t('hintsTaken', { n: game.hints })));
  const { followed } = app.jobs;
  if (followed) parts.push(el('p', {}, t('followed', followed)));
  parts.push(...decisivePart(app));
  const button = (word: 'rematch' | 'otherColour' | 'stronger' | 'weaker', run: () => void, main = false): HTMLElement =>
    el('button', { type: 'button', class: main ? 'main' : '', 'data-focus': word, onclick: run }, t(word));
  const buttons = [button('rematch', () => app.games.again(), true)];
  if (person) {
    const train = (): void => trainFromCard(app);
    buttons.push(el('button', { type: 'button', 'data-focus': 'card-train', onclick: train }, t('trainMine')));
    buttons.push(button('otherColour', () => app.games.again({ swapped: true })));
    const engine = app.player(person === 'black' ? 'white' : 'black');
    if (engine.kind === 'bianca') {
      const step = (by: 1 | -1): HTMLElement => {
        const name = by > 0 ? 'stronger' : 'weaker';
        const one = button(name, () => app.games.again({ by }));
        one.title = skillName(engine.skill + by);
        return one;
      };
      if (engine.skill < FULL_SKILL) buttons.push(step(1));
      if (engine.skill > 1) buttons.push(step(-1));
    }
  }
  const analyse = el('button', { type: 'button', 'data-focus': 'card-analyse', onclick: () => app.analyseFromCard() }, t('analyse'));
  if (person) buttons.push(el('button', { type: 'button', 'data-focus': 'card-rate', onclick: () => openRating(app) }, t('rate')));
  parts.push(el('div', { class: 'row-of-buttons' }, ...buttons, analyse));
  return parts;
}

/** The moves that lost most, in the order of the game: first the reader's own, and then, if they are few, the other side's. */
function decisive(app: App): number[] {
  const { game, person } = app;
  const isKnown = (ply: number): boolean => ply >= game.tree.given && isTold(game.grade(ply)) && game.judgement(ply) !== undefined;
  const plies = game.moves.flatMap((move, ply) => (move !== PASS && isKnown(ply) ? [ply] : []));
  const isOwn = (ply: number): boolean => game.mover(ply) === person;
  const most = plies.sort((one, two) => Number(isOwn(two)) - Number(isOwn(one)) || game.loss(two)! - game.loss(one)!).slice(0, DECISIVE);
  return most.sort((one, two) => Number(isOwn(two)) - Number(isOwn(one)) || one - two);
}

const isTold = (grade: string | undefined): boolean => grade === 'mistake' || grade === 'blunder';

function decisivePart(app: App): Node[] {
  if (app.analysis) {
    const { done, all } = app.progress;
    return [el('p', { class: 'quiet' }, t('lookingThrough')), el('progress', { max: all, value: done, 'aria-label': t('lookingThrough') })];
  }
  const plies = decisive(app);
  if (plies.length === 0) return [];
  const list = el('ul', { class: 'decisive' });
  for (const ply of plies) list.append(el('li', {}, ...moveParts(app, ply)));
  return [el('p', {}, t('decided')), list];
}

function moveParts(app: App, ply: number): Node[] {
  const { game } = app;
  const side: Side = game.mover(ply);
  const move = game.moves[ply]!;
  const jump = el(
    'button',
    { type: 'button', class: side, 'data-focus': `decisive${ply}`, onclick: () => app.go(ply + 1) },
    el('span', { class: 'chip' }),
    `${ply + 1} ${move}`,
  );
  const best = game.better(ply)?.[0] ?? '';
  const reason = game.judgement(ply)?.reason;
  const lost = t('loses', { move, n: fine(game.loss(ply) ?? 0).slice(1) });
  return [jump, el('span', {}, ...(reason ? sentence(app, reason) : [lost + stop() + t('better', { move: best })]))];
}
