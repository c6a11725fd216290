/**
 * What is told of an exercise beside its board: the question, the buttons, and after the answer why it was right or wrong, with the
 * lines that one can walk along.
 *
 * Invariant: before it is answered an own mistake and a position where one was right look the same.
 */

import type { App } from '../app';
import { el, icon } from '../dom';
import { sentence } from '../glossary';
import { fine } from '../numbers';
import { visible } from '../phrases';
import { PASS } from '../rules';
import { colon, t } from '../words';
import { whenText } from './dates';
import { deckName } from './home';
import type { Exercise } from './replies';
import type { Round, Way } from './round';

/** So many moves of a line are shown. */
const MOST_MOVES = 14;

/** Strokes as those of the controls. */
const DRAWINGS = {
  look: 'M9 3.500a5.500 5.500 0 1 1 0 11a5.500 5.500 0 0 1 0-11zM13 13l4 4',
  bin: 'M4.500 6h11M8 6V4h4v2M6 6l.8 10.500h6.400L14 6',
} as const;

/** What is asked. */
export function questionOf({ deck, kind, position, name }: Exercise): string {
  if (deck === 'mistakes') return t('trainAskMistake');
  if (deck === 'openings') return name === undefined ? t('trainAskLine') : t('trainAskOpening', { name: visible(name) });
  if (kind === 'ending') return t('trainAskEnding', { side: t(position.side) });
  return t(kind === 'trap' ? 'trainAskTrap' : kind === 'two' ? 'trainAskTwo' : 'trainAskOnly');
}

export function questionKey({ training }: App): string {
  const { round, deck, left } = training;
  return JSON.stringify([round?.exercise, deck, left, round?.isPractice, t('trainBack')]);
}

export function questionParts({ training }: App): Node[] {
  const { round, deck, left } = training;
  if (!round || !deck) return [];
  const { exercise } = round;
  const { side } = exercise.position;
  const rest = left ? [left.due > 0 && t('trainDue', { n: left.due }), left.fresh > 0 && t('trainFresh', { n: left.fresh })] : [];
  const where = [deckName(deck), ...rest].filter(Boolean).join(' · ');
  const about = [
    exercise.kind === 'ending' && t('trainPlayOut'),
    t('trainEmpties', { n: exercise.empties }),
    exercise.rating !== undefined && t('trainRated', { n: Math.round(exercise.rating) }),
    exercise.source !== undefined && visible(exercise.source),
    round.isPractice && t('trainPractice'),
  ];
  return [
    el(
      'div',
      { class: 'where' },
      el(
        'button',
        {
          type: 'button',
          class: 'icon',
          'aria-label': t('trainBack'),
          title: t('trainBack'),
          'data-focus': 'train-back',
          onclick: () => training.home(),
        },
        '‹',
      ),
      el('span', { class: 'quiet' }, where),
    ),
    el('h2', {}, questionOf(exercise)),
    el(
      'p',
      { class: `side-to-move ${side}` },
      el('span', { class: 'chip' }),
      el('span', {}, t('toMove', { side: t(side) })),
      el('span', { class: 'quiet' }, about.filter(Boolean).join(' · ')),
    ),
  ];
}

// The buttons

export function buttonsKey({ training }: App): string {
  const { round } = training;
  return JSON.stringify([round?.exercise.id, round?.isAnswered, training.canHint, round?.marked, round?.judged?.right, t('trainNext')]);
}

export function buttonParts({ training }: App): Node[] {
  const { round } = training;
  if (!round) return [];
  const button = (name: string, text: string, run: () => void, kind = '', disabled = false): HTMLElement =>
    el(
      'button',
      { type: 'button', class: kind, 'data-focus': `train-${name}`, 'aria-disabled': disabled ? 'true' : undefined, onclick: run },
      text,
    );
  // Where there is little room these are drawings alone.
  const drawn = (name: string, text: string, drawing: keyof typeof DRAWINGS, run: () => void): HTMLElement =>
    el(
      'button',
      { type: 'button', class: 'drawn', 'data-focus': `train-${name}`, 'aria-label': text, title: text, onclick: run },
      icon(DRAWINGS[drawing]),
      el('span', { class: 'word' }, text),
    );
  const aside = [
    drawn('study', t('trainStudy'), 'look', () => training.study()),
    ...(training.deck === 'daily' ? [] : [drawn('drop', t('trainDrop'), 'bin', () => void training.drop())]),
  ];
  if (round.isAnswered) {
    return [
      button('next', t('trainNext'), () => void training.next(), 'main'),
      button('again', t('trainAgain'), () => training.again()),
      ...aside,
    ];
  }
  const { choices } = round.exercise;
  const isChoice = round.moves.length === 0 && choices.length > 0;
  const choose = choices.map((square) => button(`choice-${square}`, square, () => training.chooseNamed(square)));
  const hint = button('hint', t('hint'), () => void training.hint(), '', !training.canHint);
  return [...(isChoice ? choose : [hint]), ...aside];
}

// What is told

export function toldKey({ training }: App): string {
  const { round, fault } = training;
  return JSON.stringify([
    round?.exercise.id,
    round?.moves,
    round?.isJudged,
    round?.judged,
    round?.hint,
    round?.walk,
    fault,
    t('trainRight'),
  ]);
}

/** In one line what happens now; a screen reader says it. */
export function statusText({ training }: App): string {
  const { round } = training;
  if (!round) return '';
  const { judged, moves, hint } = round;
  if (round.isJudged) return t('trainJudging', { move: moves.at(-1)! });
  if (round.isAnswered && judged) return t(judged.right ? 'trainRight' : 'trainWrong', { move: judged.move });
  if (hint) return hint.right >= hint.all ? t('trainHintedAll') : t('trainHinted', { n: hint.right, all: hint.all });
  if (judged) return t('trainGoOn', { move: judged.move, reply: judged.reply === PASS || !judged.reply ? t('pass') : judged.reply });
  return '';
}

export function toldParts(app: App): Node[] {
  const { training } = app;
  const { round, fault } = training;
  if (!round) return [];
  const parts: Node[] = [];
  if (fault !== '') parts.push(el('p', { class: 'fault', role: 'alert' }, fault));
  const { judged } = round;
  const verdict = round.isAnswered && judged ? (judged.right ? 'right' : 'wrong') : '';
  const sign = verdict === '' ? [] : [el('span', { class: 'sign', 'aria-hidden': 'true' }, verdict === 'right' ? '✓' : '✗')];
  parts.push(el('p', { class: `verdict ${verdict}` }, ...sign, el('span', {}, statusText(app))));
  if (!round.isAnswered || !judged) return parts;
  if (judged.sentence !== '') parts.push(el('p', { class: 'why' }, ...sentence(app, judged.sentence)));
  round.ways.forEach((way, i) => {
    parts.push(wayPart(app, round, way, i));
  });
  const { title, rating, due, mastered, played } = judged;
  const notes = [
    title,
    played !== undefined && played !== judged.move && t('trainPlayed', { move: played }),
    rating && t('trainNewRating', { before: Math.round(rating.before), after: Math.round(rating.after) }),
    mastered ? t('trainMastered') : due !== undefined && t('trainDueAt', { when: whenText(due) }),
  ].filter(Boolean);
  if (notes.length > 0) parts.push(el('p', { class: 'quiet notes' }, notes.join(' · ')));
  return parts;
}

/** A line: what it is, what it is worth, and its moves. */
function wayPart({ training }: App, round: Round, way: Way, i: number): HTMLElement {
  const { judged, walk } = round;
  const move = way.moves[0] ?? '';
  const title = way.isOwn
    ? judged!.right
      ? t('trainYours')
      : t('trainPunished', { move })
    : t(judged!.right ? 'trainAlso' : 'trainBetter');
  const isHere = walk?.way === i;
  const moves = way.moves.slice(0, MOST_MOVES).map((one, at) => {
    const here = isHere && walk.at === at + 1;
    return el(
      'button',
      {
        type: 'button',
        class: here ? 'ply here' : 'ply',
        'data-focus': `way${i}-${at}`,
        'aria-current': here ? 'true' : undefined,
        onclick: () => training.walkTo(i, at + 1),
      },
      one === PASS ? t('pass') : one,
    );
  });
  const score = way.score === undefined ? '' : fine(way.score);
  return el(
    'div',
    { class: 'way', role: 'group', 'aria-label': `${title}${colon()}${score}` },
    el('span', { class: 'title' }, title, ' ', el('strong', {}, score)),
    el('span', { class: 'line' }, ...moves),
  );
}
