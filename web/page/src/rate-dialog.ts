/**
 * The dialog “How good am I?”: whose games, how far they are judged, and what that says.
 *
 * The games are judged by an engine of the dialog's own, so that the one of the table goes on; it is ended
 * with the dialog, or as soon as somebody stops it.
 */

import { Engine } from '../../package/src/client';
import type { App } from './app';
import { dialog, field } from './dialogs';
import { el, select } from './dom';
import { connect } from './link';
import { LAPSES, type Loss, type Rating, SKILLS, type Somebody, everybody, rate, ratingOf } from './rating';
import { loadRatings, saveRating } from './store';
import { language, skillName, t, who } from './words';

export function openRating(app: App): void {
  const people = everybody(app);
  if (people.length === 0) {
    const close = el('button', { type: 'button', class: 'main', onclick: () => box.close() }, t('close'));
    const box = dialog('rating', t('rate'), el('p', {}, t('rateNobody')), el('div', { class: 'row-of-buttons' }, close));
    return;
  }
  let chosen = people[0]!;
  let engine: Engine | undefined;
  const options = people.map(({ name, games }, i) => [String(i), `${name} (${games.length})`] as const);
  const whose = select(t('rateWho'), options, '0', (value) => {
    chosen = people[Number(value)]!;
    remember();
  });
  const status = el('div', { class: 'rating', role: 'status' });
  const more = el('div', { class: 'rating' });
  const begin = el('button', { type: 'button', class: 'main' });
  const box = dialog(
    'rating',
    t('rate'),
    field(t('rateWho'), whose),
    status,
    more,
    el('div', { class: 'row-of-buttons' }, begin, el('button', { type: 'button', onclick: () => box.close() }, t('close'))),
  );

  /** Ends what is being judged, and shows what is to be said. */
  function show(said: readonly Node[] = [], rest: readonly Node[] = []): void {
    engine?.close();
    engine = undefined;
    whose.disabled = false;
    begin.textContent = t('rateBegin');
    status.replaceChildren(...said);
    more.replaceChildren(...rest);
  }

  /** What was said of whoever is chosen the last time. */
  function remember(): void {
    const last = loadRatings().find(({ name }) => name === chosen.key);
    const rating = ratingOf(last?.rating);
    if (!last || !rating) return show();
    const date = new Intl.DateTimeFormat(language(), { dateStyle: 'medium' }).format(new Date(last.at));
    show([...strengthParts(rating), quiet(t('rateDated', { date, n: last.done }))], figureParts(rating));
  }

  async function judge({ games, key }: Somebody): Promise<void> {
    show();
    const mine = new Engine(connect);
    engine = mine;
    whose.disabled = true;
    begin.textContent = t('stop');
    const bar = el('progress', { max: games.length, value: 0, 'aria-label': t('rate') });
    const count = el('p', { class: 'quiet' });
    more.replaceChildren(bar, count);
    let last: Rating | undefined;
    let [done, handicaps] = [0, 0];
    const tell = (): void => {
      bar.value = done;
      count.textContent = t('rating', { done, all: games.length });
    };
    tell();
    let failure: string | undefined;
    try {
      await rate(mine, games, (rating, judged, left) => {
        [last, done, handicaps] = [rating, judged, left];
        tell();
      });
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
    }
    // Stopped, or the dialog is closed: then it was no failure, and what is known is known.
    const isStopped = engine !== mine;
    if (!box.open) return;
    const notes: string[] = [];
    if (isStopped) notes.push(t('rateStopped', { done, all: games.length }));
    else if (failure !== undefined) notes.push(t('rateFailed', { reason: failure }));
    if (handicaps > 0) notes.push(t('rateHandicaps', { games: handicaps }));
    const said = last?.told === 'nothing' ? undefined : last;
    if (said) saveRating({ name: key, at: Date.now(), done, rating: said });
    const few = last && !said ? [line(t('rateTooFew', { least: last.moves + last.missing, n: last.moves }))] : undefined;
    show(
      [
        ...(few ?? (said ? strengthParts(said) : isStopped || failure !== undefined ? [] : [el('p', {}, t('rateNoChoice'))])),
        ...notes.map(line),
      ],
      said ? figureParts(said) : [],
    );
  }

  begin.addEventListener('click', () => {
    if (engine) {
      engine.close();
      engine = undefined;
    } else void judge(chosen);
  });
  box.addEventListener('close', () => {
    engine?.close();
    engine = undefined;
  });
  remember();
}

const line = (text: string): HTMLElement => el('p', {}, text);
const quiet = (text: string): HTMLElement => el('p', { class: 'quiet' }, text);

/** How strong somebody is, and how sure that is: a wide interval is told as it is, without a rank. */
function strengthParts({ told, rating, low, high }: Rating): Node[] {
  const [weakest, strongest] = [who(low), who(high)];
  if (told === 'range') {
    const ends = el('strong', {}, `${low}–${high}`);
    return [
      el('p', { class: 'strength' }, ends, ' · ', t('rateBetween', { weakest, strongest })),
      line(t('rateWithin', { low, high })),
      line(t('rateUnsure')),
    ];
  }
  return [
    el('p', { class: 'strength' }, el('strong', {}, String(rating)), ' · ', t('rateAbout', { who: who(rating) })),
    line(t('rateInterval', { low, weakest, high, strongest })),
  ];
}

/** What that rests on. */
function figureParts(rating: Rating): Node[] {
  const { accuracy, loss, skill, games, moves, doubles, lapses } = rating;
  const nearest = skill === null ? undefined : skillName(SKILLS.indexOf(skill) + 1);
  const after = rating.after_opening;
  return [
    line(t('rateQuality', { accuracy: accuracy === null ? '–' : accuracy.toFixed(1), lost: withSide(loss) })),
    ...LAPSES.map((least) => line(t('rateMoreThan', { n: least, moves: lapses[least].toFixed(1) }))),
    ...(after.mean === null ? [] : [line(t('rateAfter', { lost: withSide(after) }))]),
    ...(nearest === undefined ? [] : [line(t('rateNearest', { skill: nearest }))]),
    lossTable(rating, nearest),
    quiet(t('rateRests', { games, moves })),
    ...(doubles > 0 ? [quiet(t('rateDoubles', { games: doubles }))] : []),
    quiet(t('rateScale')),
  ];
}

/** Discs lost in each part of the game, beside what people and the nearest skill lose, if there is one. */
function lossTable({ phases, loss, peers }: Rating, skill: string | undefined): HTMLElement {
  const heads = [t('rateHere'), t('ratePeople', { n: peers }), ...(skill === undefined ? [] : [t('rateSkill', { skill })])];
  const row = (name: string, cells: readonly string[]): HTMLElement =>
    el('tr', {}, el('th', { scope: 'row' }, name), ...cells.map((cell) => el('td', {}, cell)));
  const number = (value: number | null): string => (value === null ? '–' : value.toFixed(2));
  return el(
    'table',
    { class: 'lost' },
    el('caption', {}, t('rateLost')),
    el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, t('moves')), ...heads.map((head) => el('th', { scope: 'col' }, head)))),
    el(
      'tbody',
      {},
      ...phases.map((phase) => {
        const beside = [number(phase.peers), ...(skill === undefined ? [] : [number(phase.skill)])];
        return row(`${phase.from}–${phase.to}`, [withSide(phase), ...beside]);
      }),
      row(t('rateAll'), [withSide(loss), ...heads.slice(1).map(() => '')]),
    ),
  );
}

/** A mean, and how far it can be trusted. */
function withSide({ mean, error }: Loss): string {
  if (mean === null) return '–';
  return error === null ? mean.toFixed(2) : `${mean.toFixed(2)} ±${error.toFixed(2)}`;
}
