/**
 * The first screen of the door *Train*: what is due, the puzzle of the day, and how it goes.
 *
 * Knows what is told; what is due and every figure is the engine's.
 */

import type { App } from '../app';
import { copyText, el } from '../dom';
import { download } from '../files';
import { picture } from '../howto';
import { publicAddress } from '../install';
import { openRating } from '../rate-dialog';
import { OWN, ratingOf } from '../rating';
import { loadRatings } from '../store';
import { skillName, t } from '../words';
import { chartOf } from './chart';
import { rowOf, shownMarks, squares } from './daily';
import { dayText, whenText } from './dates';
import { FILE_NAME } from './file';
import { ladderOf, nextRung } from './ladder';
import { openOpenings } from './openings';
import { DECKS, type Deck, type Progress, type Share } from './replies';

const DECK_NAMES = { mistakes: 'trainMistakes', puzzles: 'trainPuzzles', openings: 'trainOpenings' } as const;

const PHASES = { opening: 'trainPhaseOpening', midgame: 'trainPhaseMidgame', ending: 'trainPhaseEnding' } as const;

/** What a deck is called. */
export const deckName = (deck: Deck | 'daily'): string => t(deck === 'daily' ? 'trainDaily' : DECK_NAMES[deck]);

export function homeKey({ training, settings, games, game }: App): string {
  const { progress, ofDay, daily, rests, fault, taking } = training;
  const about = [progress, ofDay?.exercise, daily, rests, fault, taking.progress, taking.rests, games.keeping.changes];
  return JSON.stringify([about, loadRatings().map(({ at }) => at), settings.black, settings.white, game.moves.length, t('trainToday')]);
}

/** All of it: each part stands for itself. */
export function homeParts(app: App): Node[] {
  const { training } = app;
  return [
    el('h2', { class: 'unseen' }, t('trainDoor')),
    panel('due', t('trainToday'), ...dueParts(app)),
    panel('of-day', t('trainDaily'), ...dailyParts(app)),
    panel('how-far', t('trainProgress'), ...progressParts(app, training.progress)),
    panel('ladder', t('trainLadder'), ladder(app)),
    panel('own-log', t('trainKept'), ...fileParts(app)),
  ];
}

const panel = (name: string, title: string, ...parts: Node[]): HTMLElement =>
  el('section', { class: `panel ${name}`, 'aria-label': title }, el('h3', {}, title), ...parts);

// What is due

function dueParts(app: App): Node[] {
  const { training } = app;
  const { progress, rests, fault } = training;
  const parts: Node[] = DECKS.map((deck) => deckButton(app, deck, progress));
  if (fault !== '') parts.push(el('p', { class: 'fault', role: 'alert' }, fault));
  if (rests) {
    const later = rests.later === undefined ? '' : ` ${t('trainLater', { when: whenText(rests.later) })}`;
    parts.push(el('p', { class: 'quiet', role: 'status' }, `${deckName(rests.deck)}: ${t('trainRests')}${later}`));
  }
  parts.push(...takingParts(app));
  if (progress && progress.items.mistakes === 0 && !training.taking.progress) parts.push(el('p', { class: 'quiet' }, t('trainHow')));
  const openings = el(
    'button',
    { type: 'button', 'data-focus': 'choose-opening', onclick: () => openOpenings(app) },
    t('trainChooseOpening'),
  );
  parts.push(el('div', { class: 'row-of-buttons' }, openings));
  return parts;
}

function deckButton(app: App, deck: Deck, progress: Progress | undefined): HTMLElement {
  const [due, fresh, items] = progress ? [progress.due[deck], progress.fresh[deck], progress.items[deck]] : [0, 0, 0];
  const said = [due > 0 && t('trainDue', { n: due }), fresh > 0 && t('trainFresh', { n: fresh })].filter(Boolean).join(' · ');
  const none = items > 0 ? t('trainNoneDue') : t('trainNoneYet');
  const isThere = due + fresh > 0;
  return el(
    'button',
    {
      type: 'button',
      class: isThere ? 'deck' : 'deck none',
      'data-focus': `deck-${deck}`,
      'aria-disabled': String(!isThere),
      onclick: () => isThere && void app.training.start(deck),
    },
    el('span', { class: 'name' }, deckName(deck)),
    ' ',
    el('span', { class: 'quiet' }, progress ? said || none : '…'),
  );
}

/** How far games are that are taken in. */
function takingParts({ training }: App): Node[] {
  const { taking } = training;
  const { progress } = taking;
  if (!progress) return [];
  const { done, all, added } = progress;
  const text = `${t('trainTaking', { done, all })} · ${t('trainFound', { n: added })}`;
  return [
    el(
      'div',
      { class: 'taking' },
      el('p', { class: 'quiet' }, text),
      el('progress', { max: all, value: done, 'aria-label': text }),
      el(
        'button',
        { type: 'button', 'data-focus': 'taking', onclick: () => void taking.rest(!taking.rests) },
        t(taking.rests ? 'resume' : 'stop'),
      ),
    ),
  ];
}

// The puzzle of the day

function dailyParts(app: App): Node[] {
  const { training } = app;
  const { daily, ofDay } = training;
  const exercise = ofDay?.exercise;
  const wasTried = daily.marks.length > 0;
  // Not every system has signs for it.
  const marks = shownMarks(daily).map((mark) => el('span', { class: mark ? 'right' : 'wrong' }, mark ? '✓' : '✗'));
  const told = wasTried ? [el('p', { class: 'row-of-squares' }, t(daily.isSolved ? 'trainSolved' : 'trainTried'), ' ', ...marks)] : [];
  const solve = el(
    'button',
    {
      type: 'button',
      class: wasTried ? '' : 'main',
      'data-focus': 'daily',
      'aria-disabled': String(!exercise),
      onclick: () => training.startDaily(),
    },
    t(wasTried ? 'trainLookAgain' : 'trainSolve'),
  );
  const copy = el('button', { type: 'button', 'data-focus': 'copy-daily', onclick: () => void copyRow(app) }, t('trainCopy'));
  const rows = exercise ? Array.from({ length: 8 }, (_, row) => exercise.position.squares.slice(8 * row, 8 * row + 8)) : [];
  return [
    el(
      'div',
      { class: 'of-day-box' },
      exercise && picture(rows),
      el(
        'div',
        {},
        el('p', {}, dayText(daily.day, 'long')),
        !wasTried && el('p', { class: 'quiet' }, exercise ? t('trainSameForAll') : training.progress ? t('trainNoneYet') : '…'),
        ...told,
        el('div', { class: 'row-of-buttons' }, solve, ...(wasTried ? [copy] : [])),
      ),
    ),
  ];
}

async function copyRow(app: App): Promise<void> {
  const row = rowOf(app.training.daily, publicAddress());
  app.say((await copyText(row)) ? t('copied', { what: squares(app.training.daily) }) : row);
}

// How it goes

function progressParts(app: App, progress: Progress | undefined): Node[] {
  if (!progress) return [el('p', { class: 'quiet' }, '…')];
  const last = progress.days.findLast(({ asked }) => asked > 0);
  const parts: Node[] = [];
  if (last) parts.push(el('p', {}, t('trainLast', { date: dayText(last.day), right: last.right, asked: last.asked })));
  else parts.push(el('p', { class: 'quiet' }, t('trainNothingYet')));
  const { rating } = progress;
  if (rating) {
    const { value, deviation } = rating;
    const n = t('trainRatingIs', { n: Math.round(value), deviation: Math.round(deviation) });
    parts.push(el('p', { class: 'own-rating' }, `${t('trainRating')} `, el('strong', {}, n)));
  }
  const curve = chartOf(progress.days);
  if (curve) parts.push(curve);
  parts.push(
    ...strengthParts(app),
    ...shareParts(t('trainPhases'), progress.phases, ({ name, title }) =>
      name in PHASES ? t(PHASES[name as keyof typeof PHASES]) : title,
    ),
  );
  parts.push(...shareParts(t('trainThemes'), progress.themes, ({ title }) => title));
  return parts;
}

/** How strong somebody is by the games, as it was found the last time. */
function strengthParts(app: App): Node[] {
  const rating = ratingOf(loadRatings().find(({ name }) => name === OWN)?.rating);
  const ask = el('button', { type: 'button', 'data-focus': 'train-rate', onclick: () => openRating(app) }, t('rate'));
  if (!rating) return [el('p', { class: 'strength' }, ask)];
  const { told, low, high } = rating;
  const said = told === 'range' ? t('rateWithin', { low, high }) : t('trainStrength', { rating: rating.rating, low, high });
  return [el('p', { class: 'strength' }, el('span', {}, said, ' '), ask)];
}

function shareParts(title: string, shares: readonly Share[], nameOf: (share: Share) => string): Node[] {
  const asked = shares.filter((share) => share.asked > 0);
  if (asked.length === 0) return [];
  const rows = asked.map((share) => {
    const bar = el('span', { class: 'share', 'aria-hidden': 'true' }, el('span', {}));
    (bar.firstElementChild as HTMLElement).style.width = `${(100 * share.right) / share.asked}%`;
    return el(
      'tr',
      {},
      el('th', { scope: 'row' }, nameOf(share)),
      el('td', {}, bar),
      el('td', {}, t('trainShare', { right: share.right, asked: share.asked })),
    );
  });
  return [el('table', { class: 'shares' }, el('caption', {}, title), el('tbody', {}, ...rows))];
}

/** The skills that were beaten, and the way to a game against the next. */
function ladder(app: App): HTMLElement {
  const rungs = ladderOf(app.games.keeping.entries);
  const next = nextRung(rungs);
  const list = el('ol', { class: 'rungs' });
  for (const { skill, won } of [...rungs].reverse()) {
    const isNext = skill === next;
    const begin = (): void => app.games.begin({ kind: 'person' }, { kind: 'bianca', skill }, { main: 0, increment: 0 });
    const play = el(
      'button',
      { type: 'button', class: isNext ? 'main' : 'silent', 'data-focus': `rung-${skill}`, onclick: begin },
      t('trainPlayNow'),
    );
    play.setAttribute('aria-label', `${t('trainPlayNow')}: ${skillName(skill)}`);
    const told = won > 0 ? t('trainWon', { n: won }) : t('trainLost');
    list.append(
      el(
        'li',
        { class: won > 0 ? 'beaten' : isNext ? 'next' : '' },
        el('span', { class: 'sign', 'aria-hidden': 'true' }, won > 0 ? '✓' : ''),
        el('span', { class: 'name' }, `${skill} ${skillName(skill)}`),
        el('span', { class: 'quiet' }, told),
        play,
      ),
    );
  }
  return list;
}

// The log as a file

function fileParts(app: App): Node[] {
  const { training } = app;
  const file = el('input', { type: 'file', class: 'unseen', tabindex: -1, id: 'import-training', 'aria-label': t('importFile') });
  file.addEventListener('change', () => {
    const [one] = file.files ?? [];
    if (one) void one.text().then((text) => training.import(text));
    file.value = '';
  });
  const save = async (): Promise<void> => download(FILE_NAME, await training.written());
  return [
    el('p', { class: 'quiet' }, t('trainKeptHere')),
    el(
      'div',
      { class: 'row-of-buttons' },
      el('button', { type: 'button', 'data-focus': 'save-training', onclick: () => void save() }, t('trainSave')),
      el('button', { type: 'button', 'data-focus': 'import-training', onclick: () => file.click() }, t('importFile')),
      file,
    ),
    el('p', { class: 'quiet keys' }, t('trainKeys')),
  ];
}
