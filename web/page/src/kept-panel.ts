/**
 * The part of the panel “Games” that has all games that are kept: a list that can be searched, what can be done with
 * all of them, how much room there is, and what could not be read.
 */

import type { App } from './app';
import { byId, el } from './dom';
import { download } from './files';
import { incomingFiles } from './incoming';
import { type Entry, dayIn, dayOf } from './kept';
import { namesOf } from './keeping';
import { visible } from './phrases';
import { engineName } from './players';
import { MOST_IMPORTED } from './reader';
import { type Side, other } from './rules';
import type { Saved } from './store';
import { openTakeGames } from './train/take';
import { language, t } from './words';

/** So many games are shown at first, and more with each wish. */
const SHOWN = 50;
/** A list that is shorter is not searched. */
const LEAST_SEARCHED = 6;
/** Milliseconds in which deleting many games has to be said again. */
const SURE = 4000;

const SIDES = ['black', 'white'] as const;

/** Both players, or how the game begins. */
function titleOf(saved: Saved): string {
  const { black, white } = namesOf(saved);
  if (black === undefined && white === undefined) return /moves=(\S{1,20})/.exec(saved.link)?.[1] ?? t('boardText');
  const name = (side: Side): string => {
    const player = saved[side];
    return visible((player && engineName(player)) ?? { black, white }[side] ?? '?');
  };
  return `${name('black')} – ${name('white')}`;
}

/** The form of days in the language of the page: to make one takes longer than to use it. */
let days: { readonly language: string; readonly form: Intl.DateTimeFormat } | undefined;

/** A day as people write it, or what a file has in its place. */
function dateText(date: string): string {
  const day = dayIn(date);
  if (day === undefined) return visible(date);
  if (days?.language !== language()) days = { language: language(), form: new Intl.DateTimeFormat(language(), { dateStyle: 'medium' }) };
  return days.form.format(new Date(`${day}T12:00`));
}

function resultOf({ discs, isOver, end }: Entry['facts']): string {
  if (isOver) return `${discs.black}–${discs.white}`;
  if (end.discs === undefined) return t('notFinished');
  const loser = end.discs > 0 ? 'white' : 'black';
  if (end.cause === 'R') return t('resigned', { side: t(loser) });
  if (end.cause === 'T') return t('onTime', { side: t(other(loser)) });
  return `${(64 + end.discs) / 2}–${(64 - end.discs) / 2}`;
}

/** How right the person played, or both of them. */
function accuracyOf({ accuracy, saved }: Entry): string {
  if (!accuracy) return '';
  const people = SIDES.filter((side) => (saved[side]?.kind ?? 'person') === 'person');
  const percents = people.flatMap((side) => accuracy[side] ?? []).map((one) => `${Math.round(one)}\u{a0}%`);
  return percents.length === 0 ? '' : `${t('accuracy')} ${percents.join(' – ')}`;
}

/** A row of the list. */
interface Row {
  readonly entry: Entry;
  readonly title: string;
  readonly about: string;
  /** What is searched. */
  readonly words: string;
}

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

function rowOf(entry: Entry): Row {
  const { saved, facts, day } = entry;
  const date = saved.tags.date ?? day;
  const title = titleOf(saved);
  const event = saved.tags.event === undefined ? '' : visible(saved.tags.event);
  const about = [dateText(date), event, resultOf(facts), accuracyOf(entry)].filter((part) => part !== '').join(' · ');
  const { black = '', white = '' } = namesOf(saved);
  return { entry, title, about, words: plain([title, about, date, black, white, saved.link].join(' ')) };
}

export class KeptPanel {
  readonly #app: App;
  readonly #head = el('h2', {});
  readonly #search = el('input', { type: 'search', spellcheck: 'false', autocomplete: 'off' });
  readonly #list = el('ul', { class: 'kept', tabindex: 0 });
  readonly #more = el('button', { type: 'button' });
  readonly #none = el('p', { class: 'quiet' });
  readonly #buttons = el('div', { class: 'row-of-buttons' });
  // They stay, so that whoever came there by keys is not sent away.
  readonly #save = el('button', { type: 'button' });
  readonly #import = el('button', { type: 'button' });
  readonly #file = el('input', { type: 'file', multiple: true, class: 'unseen', tabindex: -1, id: 'import' });
  readonly #train = el('button', { type: 'button', 'data-focus': 'train-these' });
  readonly #delete = el('button', { type: 'button' });
  readonly #room = el('div', { class: 'room' });
  readonly #damaged = el('div', { class: 'aside' });
  #key = '';
  #rows: readonly Row[] = [];
  /** Rows that were made in this language. */
  #made = new Map<Entry, Row>();
  #spoken = '';
  #roomKey = '';
  #most = SHOWN;
  #sureUntil = 0;

  constructor(app: App, box: HTMLElement) {
    this.#app = app;
    this.#search.addEventListener('input', () => {
      this.#most = SHOWN;
      this.#sureUntil = 0;
      this.#fill();
    });
    this.#more.addEventListener('click', () => {
      this.#most += SHOWN;
      this.#fill();
    });
    this.#save.addEventListener('click', () => void this.#saveAll());
    this.#import.addEventListener('click', () => this.#file.click());
    this.#file.addEventListener('change', () => {
      const files = [...(this.#file.files ?? [])];
      if (files.length > 0) void app.games.importContent(incomingFiles(files, MOST_IMPORTED));
      this.#file.value = '';
    });
    this.#train.addEventListener('click', () =>
      openTakeGames(
        app,
        this.#found.map(({ entry }) => entry),
      ),
    );
    this.#delete.addEventListener('click', () => this.#deleteFound());
    this.#buttons.append(this.#save, this.#import, this.#file, this.#train, this.#delete);
    box.append(this.#head, this.#search, this.#list, this.#more, this.#none, this.#buttons, this.#damaged, this.#room);
  }

  draw(): void {
    const { keeping } = this.#app.games;
    const here = keeping.idOf(this.#app.game);
    const key = JSON.stringify([keeping.changes, keeping.works, keeping.damaged, here, language()]);
    if (key === this.#key) return;
    this.#key = key;
    const known = this.#spoken === language() ? this.#made : new Map<Entry, Row>();
    this.#rows = keeping.entries.map((entry) => known.get(entry) ?? rowOf(entry));
    this.#made = new Map(this.#rows.map((row) => [row.entry, row]));
    this.#spoken = language();
    const n = this.#rows.length;
    this.#head.textContent = t('keptGames', { n });
    this.#search.placeholder = t('keptSearch');
    this.#search.setAttribute('aria-label', t('keptSearch'));
    this.#search.hidden = n < LEAST_SEARCHED;
    if (this.#search.hidden) this.#search.value = '';
    this.#list.setAttribute('aria-label', t('keptGames', { n }));
    this.#fill();
    this.#drawDamaged();
    // How much room there is need not be asked after each move.
    const roomKey = JSON.stringify([keeping.works, language(), Math.ceil(n / 10)]);
    if (roomKey !== this.#roomKey) void this.#drawRoom();
    this.#roomKey = roomKey;
  }

  /** The games in which all words that are searched are. */
  get #found(): readonly Row[] {
    const wanted = plain(this.#search.value).split(/\s+/);
    return this.#rows.filter(({ words }) => wanted.every((word) => words.includes(word)));
  }

  #fill(): void {
    const { keeping } = this.#app.games;
    const found = this.#found;
    const focused = this.#list.contains(document.activeElement) ? document.activeElement?.getAttribute('data-focus') : null;
    const { scrollTop } = this.#list;
    const rows = found.slice(0, this.#most).map((row) => this.#row(row));
    this.#list.replaceChildren(...rows);
    this.#list.hidden = rows.length === 0;
    this.#list.scrollTop = scrollTop;
    if (focused) (this.#list.querySelector<HTMLElement>(`[data-focus="${focused}"]`) ?? this.#list).focus();
    const left = found.length - rows.length;
    this.#more.hidden = left <= 0;
    this.#more.textContent = t('showMore', { n: Math.min(left, SHOWN) });
    const none = keeping.works === false ? '' : this.#rows.length === 0 ? t('keptEmpty') : found.length === 0 ? t('keptNotFound') : '';
    this.#none.textContent = none;
    this.#none.hidden = none === '';
    this.#buttons.hidden = !keeping.works;
    this.#save.textContent = t('saveAll', { what: 'SGF' });
    this.#save.hidden = this.#rows.length === 0;
    this.#import.textContent = t('importFile');
    this.#file.setAttribute('aria-label', t('importFile'));
    this.#train.textContent = t('trainTheseGames');
    this.#train.hidden = found.length === 0;
    const isAsked = this.#isAsked;
    this.#delete.textContent = isAsked ? t('reallyDelete', { n: found.length }) : t('deleteShown');
    this.#delete.classList.toggle('sure', isAsked);
    this.#delete.hidden = found.length < 2;
  }

  #row({ entry, title, about }: Row): HTMLElement {
    const { games, game } = this.#app;
    const isHere = games.keeping.idOf(game) === entry.id;
    const open = el(
      'button',
      {
        type: 'button',
        class: isHere ? 'open here' : 'open',
        'aria-current': isHere ? 'true' : undefined,
        'data-focus': `kept-${entry.id}`,
        onclick: () => games.openKept(entry),
      },
      el('span', {}, title),
      ' ',
      el('span', { class: 'quiet' }, about),
    );
    const remove = el(
      'button',
      {
        type: 'button',
        class: 'icon',
        'aria-label': t('deleteGame', { game: `${title}, ${about}` }),
        title: t('remove'),
        'data-focus': `delete-${entry.id}`,
        onclick: () => void games.keeping.remove([entry]),
      },
      '×',
    );
    return el('li', {}, open, remove);
  }

  async #saveAll(): Promise<void> {
    download(`bianca-${dayOf(new Date())}.sgf`, await this.#app.games.keeping.written());
  }

  /** Whether it was just asked if many are to be deleted. */
  get #isAsked(): boolean {
    return performance.now() < this.#sureUntil;
  }

  /** Deleting many has to be said twice. */
  #deleteFound(): void {
    const isSure = this.#isAsked;
    this.#sureUntil = isSure ? 0 : performance.now() + SURE;
    if (isSure) return void this.#app.games.keeping.remove(this.#found.map(({ entry }) => entry));
    this.#fill();
    setTimeout(() => this.#fill(), SURE + 20);
  }

  async #drawRoom(): Promise<void> {
    const { keeping } = this.#app.games;
    if (keeping.works === false) return this.#room.replaceChildren(el('p', { class: 'quiet' }, t('keptNone')));
    const { storage } = navigator;
    // A page without a safe address has none.
    if (!keeping.works || !storage?.estimate) return this.#room.replaceChildren();
    const [{ usage, quota }, isSafe] = await Promise.all([storage.estimate(), storage.persisted()]).catch(
      (): [StorageEstimate, boolean] => [{}, true],
    );
    const mega = (bytes: number): string =>
      new Intl.NumberFormat(language(), { maximumSignificantDigits: 2 }).format(Math.max(bytes, 100_000) / 1e6);
    const parts = quota === undefined || usage === undefined ? [] : [t('roomUsed', { used: mega(usage), room: mega(quota) })];
    if (quota !== undefined) parts.push(t(isSafe ? 'roomSafe' : 'roomUnsafe'));
    const ask = async (): Promise<void> => {
      if (!(await storage.persist())) this.#app.say(t('roomRefused'));
      await this.#drawRoom();
    };
    this.#room.replaceChildren(
      el('p', { class: 'quiet' }, parts.join(' ')),
      ...(isSafe ? [] : [el('button', { type: 'button', 'data-focus': 'ask-room', onclick: () => void ask() }, t('askRoom'))]),
    );
  }

  #drawDamaged(): void {
    const { keeping } = this.#app.games;
    if (keeping.damaged === 0) return this.#damaged.replaceChildren();
    const save = async (): Promise<void> => download('bianca-damaged.json', JSON.stringify(await keeping.allDamaged(), null, 1));
    this.#damaged.replaceChildren(
      el('p', {}, t('keptAside', { n: keeping.damaged })),
      el(
        'div',
        { class: 'row-of-buttons' },
        el('button', { type: 'button', 'data-focus': 'save-aside', onclick: () => void save() }, t('saveAside')),
        el('button', { type: 'button', 'data-focus': 'forget-aside', onclick: () => void keeping.forgetDamaged() }, t('forgetAside')),
      ),
    );
  }
}

/** The panel within the page of the games. */
export function makeKept(app: App): KeptPanel {
  const box = el('div', { class: 'kept-games' });
  byId('page-games').append(box);
  return new KeptPanel(app, box);
}
