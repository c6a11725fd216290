/**
 * What the engine is to do now for the table, the most urgent first, and what it has said beside the
 * game: scores of moves, names of openings, explanations.
 *
 * Knows the table and the jobs; when to look for the next one is the table's to say.
 */

import type { Info } from '../../package/src/client';
import type { Crowd } from '../../package/src/values';
import type { Clock } from './clock';
import type { Game, Place } from './game';
import { type BookMove, type Job, type Player, type Work, noteOf } from './mind';
import { type Position, type Side, PASS, isOver, keyOf, legalMoves, other } from './rules';
import type { Settings } from './store';
import type { Turn } from './variations';
import { FULL_SKILL, language, t } from './words';

/** The table as far as the engine is asked about it. */
export interface Table {
  readonly game: Game;
  readonly clock: Clock;
  readonly settings: Settings;
  readonly door: string;
  /** What is asked of the engine's trainer: at once, and when there is nothing else. */
  readonly training: { urgent(): Job | undefined; background(): Job | undefined };
  /** Which of the panels beside the board is open. */
  readonly tab: string;
  /** Whether another game is on it, or a position is set up. */
  readonly away: boolean;
  readonly setup: unknown;
  readonly engineRuns: boolean;
  /** The position on the board, the moves that led to it, and the last one. */
  readonly shown: Position;
  readonly path: readonly string[];
  readonly line: { position: Position; before: Position | undefined; move: string | undefined };
  readonly isSilent: boolean;
  readonly showsHints: boolean;
  readonly hasEngineGame: boolean;
  /** The side that an engine is to move for now. */
  readonly engineTurn: Side | undefined;
  player(side: Side): Player;
  /** The side of a person who plays against an engine. */
  readonly person: Side | undefined;
  /** Whether the game has come to its end here, and who has lost it without the board saying so. */
  readonly ended: boolean;
  readonly forfeited: Side | undefined;
  set(changes: Partial<Settings>): void;
  /** At which level the line is analysed, while it is. */
  analysis: { level: number } | undefined;
  readonly analysedLine: readonly Turn[];
  /** How deep the whole game was analysed; 0 if it was not. */
  readonly judgedTo: number;
  /** Turns to what is to be analysed next, if the game is studied. */
  studyOn(): void;
  /** Plays a move where one looks. */
  playMove(move: string): void;
  /** Something that is seen is another one, or what is to be done is. */
  changed(): void;
  draw(): void;
}

export interface Explanation {
  readonly title: string;
  readonly lines: readonly string[];
}

const HINT_SECONDS = 6;

/** The level of the curve while nothing better is known. */
export const CURVE_LEVEL = 8;
/** The levels of an analysis, which goes from one to the next. */
export const LEVELS: readonly number[] = [CURVE_LEVEL, 12, 16];

/** No opening that has a name is longer. */
const OPENING_MOVES = 30;

/** Milliseconds: between two moves of engines, and before an engine answers a person. */
const PACE = 450;
const ANSWER = 320;

/** What an opening's name is kept by. */
const openingKey = (moves: readonly string[]): string => `${language()} ${moves.join('')}`;

export class Jobs {
  #explanations: readonly Explanation[] = [];
  #table: Table;
  /** Where the engine is to move, whoever's turn it is. */
  #asked: Place | undefined;
  #hints = new Map<string, Map<string, Info>>();
  #hintsDone = new Set<string>();
  /** What these explanations are of. */
  #explained = '';
  /** Names of openings by the language and the moves that they were asked for. */
  #openings = new Map<string, string>();
  /** Moves of the book by the language and the moves to the position. */
  #explored = new Map<string, readonly BookMove[]>();
  /** What people would play, by their rating and the moves to the position. */
  #crowds = new Map<string, Crowd>();

  constructor(table: Table) {
    this.#table = table;
  }

  /** The position on the board, and how it came there. */
  get #shown(): Place {
    const { game, path, shown } = this.#table;
    return { start: game.start, moves: path, position: shown };
  }

  /** What is to be said of the position on the board and the move that led there; nothing until it is found. */
  get explanations(): readonly Explanation[] {
    return this.#explained === this.#explainKey ? this.#explanations : [];
  }

  get #explainKey(): string {
    const { position, move } = this.#table.line;
    return `explain ${language()} ${keyOf(position)} ${move ?? ''}`;
  }

  /** The moves of another balanced start; throws why there are none. */
  balanced(): Promise<readonly string[]> {
    return new Promise((resolve, reject) => {
      const key = `balanced ${performance.now()}`;
      const run = async (work: Work): Promise<void> => {
        this.#balanced = undefined;
        try {
          resolve(await work.balanced(Math.floor(Math.random() * 2 ** 31)));
        } catch (error) {
          reject(error);
        }
      };
      this.#balanced = { key, run };
      this.#table.changed();
    });
  }
  #balanced: Job | undefined;

  /** Asks for a move of the engine in a position. */
  askMove(place: Place): void {
    this.#asked = place;
  }

  /** The moves that were scored in the position on the board. */
  get scored(): Info[] {
    return [...(this.#hints.get(keyOf(this.#table.shown))?.values() ?? [])].sort((a, b) => b.score - a.score);
  }

  /** The moves up to the cursor by which an opening can be known. */
  get #opened(): readonly string[] {
    const { game } = this.#table;
    if (!game.isStandard) return [];
    const moves = game.moves.slice(0, Math.min(game.cursor, OPENING_MOVES));
    const pass = moves.indexOf(PASS);
    return pass < 0 ? moves : moves.slice(0, pass);
  }

  /** The name of the opening on the board; '' if it has none, or none is known yet. */
  get opening(): string {
    const moves = this.#opened;
    for (let length = moves.length; length > 0; length--) {
      const name = this.#openings.get(openingKey(moves.slice(0, length)));
      if (name !== undefined) return name;
    }
    return '';
  }

  /** The most urgent of what is to be done now. */
  next(): Job | undefined {
    const table = this.#table;
    const { training } = table;
    if (table.away || !table.engineRuns) return undefined;
    if (table.door === 'train') return training.urgent() ?? training.background();
    if (table.setup) return training.urgent();
    return (
      training.urgent() ??
      this.#balanced ??
      this.#explainJob() ??
      this.#askedJob() ??
      this.#moveJob() ??
      this.#followJob() ??
      this.#openingJob() ??
      this.#exploreJob() ??
      this.#peopleJob() ??
      this.#hintJob() ??
      this.#hereJob() ??
      this.#analysisJob() ??
      this.#reasonJob() ??
      this.#curveJob() ??
      training.background()
    );
  }

  #askedJob(): Job | undefined {
    const table = this.#table;
    const asked = this.#asked;
    if (!asked || keyOf(asked.position) !== keyOf(table.game.position)) {
      this.#asked = undefined;
      return undefined;
    }
    const player: Player = { kind: 'bianca', skill: FULL_SKILL };
    return {
      key: `asked ${keyOf(asked.position)}`,
      run: async (work) => {
        const found = await work.move(asked, player, undefined);
        if (!found || work.cancelled) return;
        this.#asked = undefined;
        table.playMove(found.move);
      },
    };
  }

  /** The moves of the book in the position on the board; `undefined` while they are not known. */
  get explored(): readonly BookMove[] | undefined {
    return this.#explored.get(this.#exploreKey);
  }

  get #exploreKey(): string {
    const { game, path } = this.#table;
    return `${language()} ${keyOf(game.start)} ${path.join('')}`;
  }

  #exploreJob(): Job | undefined {
    const table = this.#table;
    const key = this.#exploreKey;
    if (table.tab !== 'book' || table.isSilent || this.#explored.has(key)) return undefined;
    const place = this.#shown;
    const { isStandard } = table.game;
    return {
      key: `book ${key}`,
      run: async (work) => {
        const moves = await work.book(place, isStandard);
        if (work.cancelled) return;
        this.#explored.set(key, moves);
        if (this.#explored.size > 500) this.#explored.clear();
        table.draw();
      },
    };
  }

  /** What people would play in the position on the board; `undefined` while it is not known, or nobody asks. */
  get crowd(): Crowd | undefined {
    return this.#crowds.get(this.#crowdKey);
  }

  get #crowdKey(): string {
    const { game, path, settings } = this.#table;
    return `${settings.crowd} ${keyOf(game.start)} ${path.join('')}`;
  }

  /** Whether it is told what people would play: to one who studies, and asks for it. */
  get tellsCrowd(): boolean {
    const { door, settings, isSilent, shown } = this.#table;
    return door === 'study' && settings.crowd > 0 && !isSilent && !isOver(shown);
  }

  #peopleJob(): Job | undefined {
    const table = this.#table;
    const key = this.#crowdKey;
    if (!this.tellsCrowd || table.tab !== 'moves' || this.#crowds.has(key)) return undefined;
    const place = this.#shown;
    const rating = table.settings.crowd;
    return {
      key: `people ${key}`,
      run: async (work) => {
        const crowd = await work.people(place, rating);
        if (!crowd) return;
        if (this.#crowds.size > 500) this.#crowds.clear();
        this.#crowds.set(key, crowd);
        table.draw();
      },
    };
  }

  /** How strong the opponent was who follows the reader, and is in the next game; once it is known. */
  get followed(): { readonly before: number; readonly after: number } | undefined {
    return this.#followedKey === this.#followKey ? this.#followed : undefined;
  }
  #followed: { readonly before: number; readonly after: number } | undefined;
  #followedKey = '';

  get #followKey(): string {
    const { game, forfeited } = this.#table;
    return `${keyOf(game.start)} ${game.moves.join('')} ${forfeited ?? ''}`;
  }

  #followJob(): Job | undefined {
    const table = this.#table;
    const { game, person, ended, forfeited } = table;
    const key = this.#followKey;
    if (!ended || !person || this.#followedKey === key) return undefined;
    const opponent = table.player(other(person));
    if (opponent.kind !== 'following') return undefined;
    const line = { start: game.start, moves: [...game.moves] };
    return {
      key: `follow ${key}`,
      run: async (work) => {
        const followed = await work.followed(line, forfeited && other(forfeited));
        this.#followedKey = key;
        this.#followed = followed && { before: opponent.elo, after: followed.elo };
        if (followed) table.set({ followed: followed.elo });
        table.changed();
      },
    };
  }

  #openingJob(): Job | undefined {
    const table = this.#table;
    const moves = this.#opened;
    const key = openingKey(moves);
    if (moves.length === 0 || this.#openings.has(key)) return undefined;
    return {
      key: `opening ${key}`,
      run: async (work) => {
        this.#openings.set(key, await work.opening(moves));
        table.changed();
      },
    };
  }

  #moveJob(): Job | undefined {
    const table = this.#table;
    const side = table.engineTurn;
    if (!side) return undefined;
    const place = table.game.placeAt(table.game.cursor);
    const { position } = place;
    const player = table.player(side);
    return {
      key: `move ${table.game.moves.length} ${keyOf(position)} ${JSON.stringify(player)}`,
      run: async (work) => {
        const begun = performance.now();
        const { clock, settings } = table;
        const found = await work.move(place, player, clock.on ? clock : undefined, settings.personTime);
        const pace = Math.max(table.hasEngineGame ? PACE : ANSWER, (found?.seconds ?? 0) * 1000);
        await work.wait(pace - (performance.now() - begun));
        if (!found || work.cancelled) return;
        if (found.info && player.kind === 'bianca') table.game.setNote(position, noteOf(position, found.info, found.info.depth));
        table.playMove(found.move);
      },
    };
  }

  /** Whatever is more urgent comes between; the review goes on with the moves that are left then. */
  #analysisJob(): Job | undefined {
    const table = this.#table;
    table.studyOn();
    if (!table.analysis) return undefined;
    const { level } = table.analysis;
    const { game } = table;
    const line = table.analysedLine;
    const left = game.known.unjudged(line, level);
    if (left === 0) {
      table.analysis = undefined;
      table.changed();
      return undefined;
    }
    return {
      key: `review ${level} ${keyOf(game.start)} ${line.map(({ move }) => move).join('')}`,
      run: (work) =>
        work.review({ start: game.start, moves: line.slice(1, left + 1).map(({ move }) => move) }, level, (judged) => {
          game.judge(judged, level, line);
          table.changed();
        }),
    };
  }

  /** What one looks at is known at once, and as deep as the game around it. */
  #hereJob(): Job | undefined {
    const table = this.#table;
    const { game, settings } = table;
    const { cursor, moves } = game;
    if (!settings.evaluation || table.isSilent || moves[cursor] === PASS || isOver(game.at(cursor))) return undefined;
    const level = Math.max(CURVE_LEVEL, table.judgedTo);
    const note = game.note(cursor);
    return note && (note.exact || note.effort >= level) ? undefined : this.#noteJob(cursor, level);
  }

  /** A move on the board that is marked has its reason, though nothing analyses the game. */
  #reasonJob(): Job | undefined {
    const table = this.#table;
    const { game } = table;
    const { turn } = game;
    const grade = game.known.grade(turn);
    const isMarked = grade === 'mistake' || grade === 'blunder';
    if (!table.settings.evaluation || table.isSilent || !isMarked || game.known.judgement(turn)) return undefined;
    const line = game.tree.pathTo(turn);
    return {
      key: `reason ${keyOf(game.start)} ${line.map(({ move }) => move).join('')}`,
      run: (work) =>
        work.judgeLast({ start: game.start, moves: line.slice(1).map(({ move }) => move) }, CURVE_LEVEL, (judged) => {
          game.judge(judged, CURVE_LEVEL, line);
          table.changed();
        }),
    };
  }

  #curveJob(): Job | undefined {
    const table = this.#table;
    if (!table.settings.evaluation || table.isSilent) return undefined;
    const { game } = table;
    const { cursor, moves } = game;
    const isKnown = (ply: number): boolean => moves[ply] === PASS || isOver(game.at(ply)) || game.note(ply) !== undefined;
    for (let away = 0; away <= moves.length; away++) {
      for (const ply of [cursor - away, cursor + away]) {
        if (ply >= 0 && ply <= moves.length && !isKnown(ply)) return this.#noteJob(ply, CURVE_LEVEL);
      }
    }
    return undefined;
  }

  #noteJob(ply: number, level: number): Job {
    const table = this.#table;
    const game = table.game;
    const place = game.placeAt(ply);
    const { position } = place;
    return {
      key: `note ${level} ${keyOf(position)}`,
      run: async (work: Work) => {
        const note = await work.evaluate(place, level);
        if (note) game.setNote(position, note);
        if (note) table.changed();
      },
    };
  }

  #hintJob(): Job | undefined {
    const table = this.#table;
    const place = this.#shown;
    const { position } = place;
    const key = keyOf(position);
    if (!table.showsHints || this.#hintsDone.has(key) || isOver(position)) return undefined;
    return {
      key: `hint ${key}`,
      run: async (work) => {
        const found = this.#hints.get(key) ?? new Map<string, Info>();
        this.#hints.set(key, found);
        const all = legalMoves(position).length;
        const game = table.game;
        await work.analyse(place, HINT_SECONDS, (info) => {
          const known = found.get(info.move);
          if (known && known.depth > info.depth) return;
          found.set(info.move, info);
          if (found.size < all) return;
          if (info.rank === 1) game.setNote(position, noteOf(position, info, info.depth));
          table.draw();
        });
        if (!work.cancelled) this.#hintsDone.add(key);
        if (this.#hints.size > 500) this.#hints.clear();
        table.draw();
      },
    };
  }

  #explainJob(): Job | undefined {
    const table = this.#table;
    const { before, move } = table.line;
    const place = this.#shown;
    const key = this.#explainKey;
    if (table.tab !== 'explain' || this.#explained === key || table.isSilent) return undefined;
    return {
      key,
      run: async (work) => {
        const found: Explanation[] = [];
        if (before && move) {
          const moves = place.moves.slice(0, place.moves.lastIndexOf(move));
          found.push({ title: t('aboutMove', { move }), lines: await work.explain({ ...place, moves }, move) });
        }
        found.push({ title: t('aboutPosition'), lines: await work.explain(place) });
        if (work.cancelled) return;
        this.#explained = key;
        this.#explanations = found;
        table.draw();
      },
    };
  }
}
