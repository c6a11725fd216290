/**
 * How games come to the table and go: begun, opened, put aside for another, brought back, kept for the
 * next time.
 *
 * Invariant: no game with moves that nobody could find again is replaced without a way back.
 */

import { Clock, type TimeControl, swappedTime } from './clock';
import { readLink } from './formats';
import { Game } from './game';
import { type Content, type Fault, noGames, openedText, wrong } from './incoming';
import { type Entry, newListId } from './kept';
import { Keeping, gameOf, linkOf } from './keeping';
import type { Player } from './mind';
import { type Found, gameOfFound } from './reader';
import type { Position, Side } from './rules';
import {
  type OpenList,
  type Saved,
  type Settings,
  isDamaged,
  isRecord,
  loadEarlier,
  loadGames,
  loadList,
  saveEarlier,
  saveGame,
  saveList,
} from './store';
import type { Branch, Told, Tree } from './variations';
import { t } from './words';

/** Characters: longer comments or variations are not kept for the next time, as there may be no room for the game beside them. */
const MOST_KEPT = 200_000;

/** Milliseconds after which the list of a text is kept. */
const LIST_AFTER = 200;

/** So many games before the one on the table are kept. */
const MOST_EARLIER = 10;

/** The table as far as games come to it. */
export interface Table {
  readonly game: Game;
  readonly settings: Settings;
  clock: Clock;
  paused: boolean;
  /** Whether the game has come to its end. */
  readonly isDecided: boolean;
  /** Who has given the game up. */
  readonly resigned: Side | undefined;
  markResigned(side: Side): void;
  /** Puts a game on it, to be played or to be studied. */
  show(game: Game, door: 'play' | 'study'): void;
  /** Turns to what is told of the moves, or to where texts are opened. */
  turnTo(tab: 'moves' | 'games'): void;
  /** Says something in passing, with something to do about it. */
  say(text: string, action?: { text: string; run: () => void }): void;
}

/** A game that another one has replaced. */
export interface Earlier {
  readonly saved: Saved;
  readonly game: Game;
  readonly list: readonly Listed[];
}

/** A game of a text that was opened; it is put together once somebody looks at it. */
export class Listed {
  #game: Game | undefined;

  constructor(readonly found: Found) {}

  get game(): Game {
    return (this.#game ??= gameOfFound(this.found));
  }

  is(game: Game): boolean {
    return this.#game === game;
  }

  /** It is this one, as it was kept. */
  become(game: Game): void {
    this.#game = game;
  }
}

export class Games {
  /** The games of the text that was opened last, if it has several. */
  list: readonly Listed[] = [];
  /** What in that text is no game. */
  faults: readonly Fault[] = [];
  /** All games that are kept, where the browser has a store for them. */
  readonly keeping: Keeping;
  #earlier: readonly Earlier[] = [];
  #table: Table;
  /** The id under which the list is kept. */
  #listId: string | undefined;
  /** The game that was begun last, and the moves that it began with. */
  #prepared: { readonly game: Game; readonly moves: readonly string[] } | undefined;
  #keptList: string | undefined;

  constructor(table: Table, changed: () => void) {
    this.#table = table;
    this.keeping = new Keeping(changed, (text, action) => table.say(text, action));
  }

  /** Begins a game from a position, or from the start with moves that are made already. */
  begin(black: Player, white: Player, time: TimeControl, start?: Position, moves: readonly string[] = []): void {
    const table = this.#table;
    const game = new Game(start);
    for (const move of moves) game.play(move);
    const isUnfinished = !table.isDecided;
    const aside = this.#putAside(game);
    if (aside && isUnfinished) this.#sayReplaced(t('gameReplaced'), aside);
    this.list = this.faults = [];
    this.#listId = undefined;
    this.#show(game, 'play', black, white, time);
    this.#prepared = { game, moves };
    if (moves.length > 0) this.keeping.hold(game, this.saved);
  }

  /** Begins another game of the same players from where this one began: with their colours changed, or the engine a step stronger or weaker. */
  again({ swapped = false, by = 0 }: { swapped?: boolean; by?: number } = {}): void {
    const { black, white, time } = this.#table.settings;
    const { followed } = this.#table.settings;
    const step = (player: Player): Player => {
      if (player.kind === 'following') return { kind: 'following', elo: followed };
      return player.kind === 'bianca' ? { ...player, skill: player.skill + by } : player;
    };
    const [first, second] = swapped ? [white, black] : [black, white];
    this.begin(
      step(first),
      step(second),
      swapped ? swappedTime(time) : time,
      this.#table.game.isStandard ? undefined : this.#table.game.start,
      this.#prepared?.game === this.#table.game ? this.#prepared.moves : [],
    );
  }

  /** Shows a game that was opened. People play both sides, so that nothing moves by itself. */
  open(game: Game): void {
    const aside = this.#putAside(game);
    if (aside) this.#sayReplaced(t('gameReplaced'), aside);
    this.#show(game, 'study');
    this.keeping.meet(game, this.saved);
  }

  /** Goes on with a game that is kept. */
  openKept(entry: Entry): void {
    const game = this.keeping.gameOf(entry);
    if (!game || entry.id === this.keeping.idOf(this.#table.game)) return this.#table.turnTo('moves');
    const aside = this.#putAside(game);
    if (aside && !this.keeping.has(aside.game, aside.saved)) this.#sayReplaced(t('gameReplaced'), aside);
    this.#table.turnTo('moves');
    this.#resume({ ...entry.saved, id: entry.id }, game);
  }

  #show(
    game: Game,
    door: 'play' | 'study',
    black: Player = { kind: 'person' },
    white: Player = { kind: 'person' },
    time: TimeControl = { main: 0, increment: 0 },
  ): void {
    Object.assign(this.#table.settings, { black, white, time });
    this.#table.clock = new Clock(time);
    this.#table.show(game, door);
  }

  /** Keeps the game on the table for the way back from the next, unless nothing is lost. */
  #putAside(next: Game): Earlier | undefined {
    const { game, settings } = this.#table;
    const isListed = [game, next].every((one) => this.list.some((listed) => listed.is(one)));
    const isOfPeople = settings.black.kind === 'person' && settings.white.kind === 'person';
    if (game.moves.length === 0 || game === next || isListed || (isOfPeople && game.isBeginningOf(next))) return undefined;
    const aside = { saved: this.saved, game, list: this.list };
    this.keeping.flush(game);
    this.#changeEarlier(aside);
    return aside;
  }

  /** What was on the table before, of this tab and of others, the last first, but for the games that are kept anyway. */
  get earlier(): readonly Earlier[] {
    return this.#earlier.filter(({ saved, game }) => !game.isBeginningOf(this.#table.game) && !this.keeping.has(game, saved));
  }

  /** Adds one to the games before, which other tabs may have changed meanwhile, and takes one out. */
  #changeEarlier(added: Earlier | undefined, taken?: Earlier): void {
    const known = new Map(this.#earlier.map((one) => [idOf(one.saved), one]));
    const stored = loadEarlier()?.flatMap((saved) => known.get(idOf(saved)) ?? earlierOf(saved) ?? []) ?? this.#earlier;
    // A game that went on in its tab is one, however often it was added.
    const others = stored.filter(
      ({ saved, game }) => (!taken || idOf(saved) !== idOf(taken.saved)) && !(added && game.isBeginningOf(added.game)),
    );
    const all = added ? [added, ...others] : others;
    this.#earlier = all.filter(({ game, saved }) => !this.keeping.has(game, saved)).slice(0, MOST_EARLIER);
    saveEarlier(this.#earlier.map(({ saved }) => saved));
  }

  #sayReplaced(text: string, aside: Earlier): void {
    this.#table.say(text, { text: t('bringBack'), run: () => this.bringBack(aside) });
  }

  /** Puts a game before this one on the table again, and this one aside. */
  bringBack(earlier: Earlier): void {
    const { list, saved } = this;
    const { game } = this.#table;
    this.#changeEarlier(game.moves.length > 0 ? { saved, game, list } : undefined, earlier);
    this.list = earlier.list;
    this.faults = [];
    this.#table.turnTo('moves');
    this.#resume(earlier.saved, earlier.game);
  }

  /** Opens all games of a text or a file, and shows the first; if there are more, one can choose. */
  async openContent(reading: Promise<Content>): Promise<void> {
    const table = this.#table;
    let content: Content;
    try {
      content = await reading;
    } catch (error) {
      return table.say(wrong(error));
    }
    const games = content.games.map((found) => new Listed(found));
    const [first] = games;
    if (!first) return table.say(noGames(content));
    const aside = this.#putAside(first.game);
    this.list = games.length > 1 ? games : [];
    this.faults = content.faults;
    this.#keepList(content);
    this.#show(first.game, 'study');
    this.keeping.meet(first.game, this.saved);
    table.turnTo(this.list.length > 0 || this.faults.length > 0 ? 'games' : 'moves');
    if (aside) this.#sayReplaced(openedText(content), aside);
    else table.say(openedText(content));
  }

  /** Keeps the list of a text for when this tab is loaded again. */
  #keepList(content: Content): void {
    const id = this.list.length > 0 ? newListId() : undefined;
    this.#listId = id;
    // The list is seen before: to copy a long one takes a moment.
    if (id !== undefined) setTimeout(() => void this.keeping.putList(id, content), LIST_AFTER);
  }

  /** The list of the text that this tab had open, unless another one came meanwhile. */
  async #restoreList({ id, at }: OpenList, game: Game): Promise<void> {
    const content = await this.keeping.list(id);
    if (content === undefined || this.list.length > 0 || this.#listId !== id) return;
    try {
      const { games, faults } = content as Content;
      if (!games.every(isFound)) throw new TypeError('not the games of a text');
      const list = games.map((found) => new Listed(found));
      list[at]?.become(game);
      this.list = list;
      this.faults = [...faults];
    } catch {
      this.#listId = undefined;
      saveList(undefined);
      await this.keeping.layAside('list', content);
    }
  }

  /** Imports the games of a text or of files: all that are not kept yet. */
  async importContent(reading: Promise<Content>): Promise<void> {
    let content: Content;
    try {
      content = await reading;
    } catch (error) {
      return this.#table.say(wrong(error));
    }
    if (content.games.length === 0) return this.#table.say(noGames(content));
    const games = content.games.map(gameOfFound);
    const taken = await this.keeping.take(games);
    if (!taken) return;
    const { added, known, others } = taken;
    const parts = [t('imported', { n: added })];
    if (known > 0) parts.push(t('importedKnown', { n: known }));
    if (others > 0) parts.push(t('importedOthers', { n: others }));
    if (content.hasMore) parts.push(t('moreGames'));
    if (content.faulty > 0) parts.push(t('notRead', { n: content.faulty }));
    this.#table.say(parts.join(' · '));
  }

  openLink(hash: string): boolean {
    try {
      const game = readLink(hash);
      if (game) this.open(game);
      return game !== undefined;
    } catch (error) {
      this.#table.say(wrong(error));
      return false;
    }
  }

  /** Goes on with the game that was on the table when the page was closed. */
  restore(): void {
    this.#earlier = (loadEarlier() ?? []).flatMap((saved) => earlierOf(saved) ?? []);
    const all = loadGames();
    const found = all.flatMap((saved) => earlierOf(saved) ?? []);
    const [own] = found;
    const list = loadList();
    if (own) this.#resume(own.saved, own.game);
    if (list) {
      this.#listId = list.id;
      void this.#restoreList(list, this.#table.game);
    }
    const before = [...found.slice(1), ...this.#earlier].map(({ saved }) => saved);
    void this.keeping.open(before, this.#table.game).then(() => this.#changeEarlier(undefined));
  }

  #resume(saved: Saved, game: Game): void {
    const table = this.#table;
    const { black, white, time } = { ...table.settings, ...saved };
    this.keeping.adopt(game, saved);
    game.select(game.tree.endOf(saved.branch ?? 0) ?? game.mainEnd);
    game.cursor = saved.cursor ?? game.moves.length;
    game.tags = saved.tags;
    game.hints = saved.hintsTaken ?? 0;
    const isOfPeople = black.kind === 'person' && white.kind === 'person';
    const isStudied = saved.resigned !== undefined || game.isFinished || (isOfPeople && game.tree.root.children.length > 0);
    this.#show(game, isStudied ? 'study' : 'play', black, white, time);
    for (const side of ['black', 'white'] as const) if (saved.left) table.clock.setRest(side, saved.left[side]);
    table.paused = saved.paused === true;
    if (saved.resigned) table.markResigned(saved.resigned);
  }

  /** Keeps the game and its clocks for the next time, and that of another tab with the games before. */
  keep(): void {
    const { saved } = this;
    const replaced = saveGame(saved);
    const other = replaced && earlierOf(replaced);
    if (other && other.game.moves.length > 0 && !other.game.isBeginningOf(this.#table.game)) this.#changeEarlier(other);
    this.keeping.keep(this.#table.game, saved);
    const list = this.#listId === undefined ? undefined : { id: this.#listId, at: this.list.findIndex((one) => one.is(this.#table.game)) };
    if (JSON.stringify(list) === this.#keptList) return;
    this.#keptList = JSON.stringify(list);
    // Until it is there, the list is the one that was kept.
    if (list === undefined || this.list.length > 0) saveList(list);
  }

  /** Keeps at once what is kept with a delay. */
  leave(): void {
    this.keep();
    this.keeping.flush(this.#table.game);
  }

  /** The game on the table as it is kept. */
  get saved(): Saved {
    const { game, clock, paused, resigned, settings } = this.#table;
    const { black, white, time } = settings;
    const left = { black: clock.rest('black'), white: clock.rest('white') };
    const { told, branches } = kept(game.tree);
    const branch = branches.length > 0 ? Math.max(0, game.tree.branchOf(game.end)) : 0;
    return {
      id: this.keeping.idOf(game),
      link: linkOf(game),
      cursor: game.cursor,
      tags: game.tags,
      ...(told.length > 0 ? { told } : {}),
      ...(branches.length > 0 ? { branches } : {}),
      ...(branch > 0 ? { branch } : {}),
      black,
      white,
      time,
      ...(clock.on ? { left } : {}),
      ...(paused ? { paused } : {}),
      ...(resigned ? { resigned } : {}),
      ...(game.hints > 0 ? { hintsTaken: game.hints } : {}),
    };
  }
}

/** What of a tree is kept: all of it, or without what is told, or the game alone. */
function kept({ told, branches }: Tree): { told: readonly Told[]; branches: readonly Branch[] } {
  const silent = branches.map((branch) => ({ ...branch, told: [] }));
  const all = [
    { told, branches },
    { told: [], branches: silent },
  ];
  return all.find((one) => JSON.stringify(one).length < MOST_KEPT) ?? { told: [], branches: [] };
}

/** Whether a value that was kept has the parts of a game. */
function isFound(value: unknown): value is Found {
  if (!isRecord(value) || !isRecord(value['start']) || !isRecord(value['tags']) || !isRecord(value['discs'])) return false;
  const { squares, side } = value['start'];
  const isBoard = typeof squares === 'string' && /^[XO-]{64}$/.test(squares) && (side === 'black' || side === 'white');
  const areTexts = typeof value['times'] === 'string' && Object.values(value['tags']).every((text) => typeof text === 'string');
  return isBoard && areTexts && [value['moves'], value['told'], value['branches']].every(Array.isArray);
}

const idOf = ({ link, branches }: Saved): string => link + JSON.stringify(branches ?? []);

function earlierOf(saved: Saved): Earlier | undefined {
  const game = gameOf(saved);
  if (!game) isDamaged('game', saved);
  return game && { saved, game, list: [] };
}
