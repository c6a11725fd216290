/**
 * The table: a game, who plays it, what is shown of it, and what the engine is asked meanwhile.
 *
 * Invariant: whatever changes ends in `changed`, which draws everything, keeps the game and says
 * what the engine should do now. Other modules draw and ask; this one decides.
 */

import type { Engine, Info } from '../../package/src/client';
import { Clock } from './clock';
import { Game } from './game';
import { Games } from './games';
import { type Job, type Player, type Work, Mind, noteOf } from './mind';
import { visible } from './phrases';
import { type Position, type Side, PASS, START, flips, indexOf, isOver, legalMoves, nameOf, other, play, winnerOf } from './rules';
import { type Settings, saveSettings } from './store';
import { FULL_SKILL, language, skillName, t } from './words';

/** A line that is looked at on the board without being played. */
export interface Preview {
  readonly base: number;
  readonly line: readonly string[];
  readonly at: number;
}

export interface Explanation {
  readonly title: string;
  readonly lines: readonly string[];
}

const HINT_SECONDS = 6;
const CURVE_LEVEL = 8;

/** What an opening's name is kept by. */
const openingKey = (moves: readonly string[]): string => `${language()} ${moves.join('')}`;

/** No opening that has a name is longer. */
const OPENING_MOVES = 30;

/** Milliseconds: between two moves of engines, and before an engine answers a person. */
const PACE = 450;
const ANSWER = 320;

/** Milliseconds for which squares are pointed at that can be played on. */
const POINTED = 1800;

export type Tab = 'moves' | 'explain' | 'share';

export class App {
  game = new Game();
  settings: Settings;
  clock: Clock;
  paused = false;
  preview: Preview | undefined;
  setup: { squares: string; side: Side; brush: 'X' | 'O' | '-' } | undefined;
  tab: Tab = 'moves';
  pointed: ReadonlySet<number> = new Set();
  analysis: { level: number } | undefined;
  /** The game that was analysed last. */
  analysed: Game | undefined;
  explanations: readonly Explanation[] = [];
  /** False once the engine could not be started. */
  engineRuns = true;
  /** Whether the game came to its end here, and nobody has put its card away. */
  ended = false;
  /** While another game is on the table. */
  away = false;
  readonly mind: Mind;
  /** How games come to the table and go. */
  readonly games = new Games(this);
  #draw: () => void;
  #say: (text: string, action?: { text: string; run: () => void }) => void;
  #hints = new Map<string, Map<string, Info>>();
  #hintsDone = new Set<string>();
  #explained = '';
  /** Names of openings by the language and the moves that they were asked for. */
  #openings = new Map<string, string>();
  #thoughtFrom = 0;
  #drawing = false;

  constructor(
    engine: Engine,
    settings: Settings,
    draw: () => void,
    say: (text: string, action?: { text: string; run: () => void }) => void,
  ) {
    this.settings = settings;
    this.clock = new Clock(settings.time);
    this.#draw = draw;
    this.#say = say;
    this.mind = new Mind(
      engine,
      () => this.#job(),
      (reason) => this.#trouble(reason),
    );
  }

  // What is on the board

  /** The position on the board: of the game, or of a line that is looked at. */
  get shown(): Position {
    if (this.setup) return { squares: this.setup.squares, side: this.setup.side };
    return this.line.position;
  }

  /** The position on the board and the move that led to it. */
  get line(): { position: Position; before: Position | undefined; move: string | undefined } {
    const { game, preview } = this;
    if (!preview) {
      let ply = game.cursor;
      const position = game.position;
      if (ply > 0 && game.moves[ply - 1] === PASS) ply -= 1;
      return { position, before: ply > 0 ? game.at(ply - 1) : undefined, move: game.moves[ply - 1] };
    }
    let position = game.at(preview.base);
    let before: Position | undefined;
    let move: string | undefined;
    for (const one of preview.line.slice(0, preview.at)) {
      const next = play(position, one);
      if (!next) break;
      if (one !== PASS) [before, move] = [position, one];
      position = next;
    }
    return { position, before, move };
  }

  /** Discs turned by the move that led to the position on the board. */
  get turned(): number[] {
    const { before, move } = this.line;
    return before && move ? flips(before.squares, before.side, indexOf(move)) : [];
  }

  player(side: Side): Player {
    return this.settings[side];
  }

  nameOf(side: Side): string {
    const tag = this.game.tags[side];
    const player = this.player(side);
    if (player.kind === 'person') {
      if (tag) return visible(tag);
      return this.player(other(side)).kind === 'person' ? t('person') : t('you');
    }
    if (player.kind === 'bianca') return `Bianca · ${skillName(player.skill)}`;
    return { random: t('random'), greedy: t('greedy'), uc3m: t('uc3m'), 'minimax:4': t('minimax4') }[player.name];
  }

  /** Whether the game goes on where one looks at it: nobody has lost on time, and it is not over. */
  get isLive(): boolean {
    return !this.setup && !this.preview && this.game.atEnd && !this.isDecided;
  }

  /** The side that an engine is to move for now. */
  get engineTurn(): Side | undefined {
    const side = this.game.position.side;
    const engines = this.player(side).kind !== 'person';
    return this.isLive && engines && !this.paused && this.engineRuns ? side : undefined;
  }

  /** Whether a person may play on the board now. */
  get canPlay(): boolean {
    if (this.setup) return true;
    if (this.preview) return !isOver(this.line.position);
    if (this.game.atEnd && this.forfeited) return false;
    return this.engineTurn === undefined && !isOver(this.game.position);
  }

  /** The side of a person who plays against an engine. */
  get person(): Side | undefined {
    const sides = (['black', 'white'] as const).filter((side) => this.player(side).kind === 'person');
    return sides.length === 1 ? sides[0] : undefined;
  }

  /** Who has given the game up where its moves end. */
  get resigned(): Side | undefined {
    const { game } = this;
    return this.#resigned?.game === game && this.#resigned.ply === game.moves.length ? this.#resigned.side : undefined;
  }

  /** Who has lost without the board saying so: by giving up, or by the clock. */
  get forfeited(): Side | undefined {
    return this.resigned ?? this.clock.flagged;
  }

  /** Whether the game has come to its end: on the board, by the clock, or as somebody gave it up. */
  get isDecided(): boolean {
    return this.game.isOver || this.forfeited !== undefined;
  }

  /** Whether it is a game between sides that want to win, and not one that is only looked at. */
  get isMatch(): boolean {
    return this.person !== undefined || this.clock.on;
  }

  /** Whether nothing is told of the game: somebody plays it against an engine, and wants to play it alone. */
  get isSilent(): boolean {
    return this.person !== undefined && !this.settings.told && !this.isDecided && !this.setup;
  }

  /** Whether hints are on the board: all the time, or those that were asked for here. */
  get showsHints(): boolean {
    return this.isSilent ? this.#hintAsked === keyOf(this.shown) : this.settings.hints;
  }

  /** Who has won a game that has come to its end. */
  get winner(): Side | undefined {
    const { game, forfeited } = this;
    if (game.isOver) return winnerOf(game.at(game.moves.length).squares);
    return forfeited && other(forfeited);
  }

  get showsCard(): boolean {
    return this.ended && !this.setup && !this.preview && this.game.atEnd && this.isDecided;
  }

  get hasEngineGame(): boolean {
    return this.player('black').kind !== 'person' && this.player('white').kind !== 'person';
  }

  // What a person does

  /** A square of the board was chosen. */
  choose(square: number): void {
    if (this.setup) {
      const { squares, brush } = this.setup;
      const disc = squares[square] === brush ? '-' : brush;
      this.setup.squares = squares.slice(0, square) + disc + squares.slice(square + 1);
      this.changed();
      return;
    }
    if (!this.canPlay) return;
    if (!legalMoves(this.shown).includes(square)) return this.#refuse(square);
    if (this.preview) this.#enterLine();
    this.#play(nameOf(square));
  }

  /** Says why one cannot play on a square, and shows where one can. */
  #refuse(square: number): void {
    this.#say(t(this.shown.squares[square] === '-' ? 'nothingEnclosed' : 'occupied', { square: nameOf(square) }));
    this.point(legalMoves(this.shown));
    clearTimeout(this.#pointing);
    this.#pointing = setTimeout(() => this.point([]), POINTED);
  }
  #pointing: ReturnType<typeof setTimeout> | undefined;

  /** Hints on the board, or none: while one plays alone for this position, and they are counted. */
  toggleHints(): void {
    if (!this.isSilent) return this.set({ hints: !this.settings.hints });
    const here = keyOf(this.shown);
    const asks = this.#hintAsked !== here;
    this.#hintAsked = asks ? here : undefined;
    if (asks && this.canPlay) this.game.hints += 1;
    this.changed();
  }
  #hintAsked: string | undefined;

  /** A side gives the game up. */
  resign(side: Side): void {
    this.markResigned(side);
    this.go(this.game.moves.length);
    this.#end();
  }

  /** The game was given up by a side where its moves end. */
  markResigned(side: Side): void {
    this.#resigned = { game: this.game, ply: this.game.moves.length, side };
  }
  #resigned: { game: Game; ply: number; side: Side } | undefined;

  closeCard(): void {
    this.ended = false;
    this.changed();
  }

  analyseFromCard(): void {
    this.tab = 'moves';
    this.ended = false;
    this.analyse(this.settings.effort);
  }

  /** The game has come to its end: its card is shown, and the moves are looked for that decided it. */
  #end(): void {
    this.clock.stop();
    this.ended = true;
    if (this.game.moves.length === 0 || !this.engineRuns) return;
    this.analysis = { level: CURVE_LEVEL };
    this.analysed = this.game;
  }

  #play(move: string): void {
    const side = this.game.position.side;
    const before = this.game.atEnd ? undefined : this.#copy();
    const seconds = this.#thoughtFrom > 0 ? (performance.now() - this.#thoughtFrom) / 1000 : undefined;
    const known = this.game.moves[this.game.cursor];
    if (!this.game.play(move, seconds)) return;
    this.#thoughtFrom = performance.now();
    if (before && known !== move) {
      this.#say(t('replaced'), { text: t('restore'), run: () => this.show(before) });
    }
    if (this.game.atEnd) {
      if (this.game.isOver) this.#end();
      else {
        this.clock.press(side);
        this.clock.start(this.game.position.side);
      }
    }
    this.changed();
  }

  #copy(): Game {
    const copy = new Game(this.game.start);
    this.game.moves.forEach((move, ply) => copy.play(move, this.game.seconds[ply]));
    for (const [ply, comment] of this.game.comments) copy.comments.set(ply, comment);
    copy.hasVariations = this.game.hasVariations;
    copy.hints = this.game.hints;
    copy.tags = this.game.tags;
    copy.takeNotes(this.game);
    copy.cursor = this.game.cursor;
    return copy;
  }

  /** Looks at the game after so many moves. */
  go(ply: number): void {
    this.preview = undefined;
    this.game.cursor = ply;
    if (!this.game.atEnd) this.clock.stop();
    this.changed();
  }

  /** A move on or back, in the game or in a line that is looked at. */
  step(by: number): void {
    if (this.setup) return;
    const { preview, game } = this;
    if (preview) {
      const at = Math.max(0, Math.min(preview.line.length, preview.at + by));
      if (preview.at + by < 0) this.leaveLine();
      else this.lookAt(preview.base, preview.line, at);
      return;
    }
    let ply = game.cursor + by;
    // A pass is nothing to look at.
    if (Math.abs(by) === 1 && by < 0 && game.moves[ply] === PASS) ply -= 1;
    if (Math.abs(by) === 1 && by > 0 && game.moves[ply] === PASS) ply += 1;
    this.go(ply);
  }

  /** Back to the last position in which a person was to move. */
  undo(): void {
    this.preview = undefined;
    let ply = this.game.cursor;
    if (this.hasEngineGame) {
      this.paused = true;
      ply -= 1;
    } else {
      do ply -= 1;
      while (ply > 0 && (this.player(this.game.mover(ply)).kind !== 'person' || this.game.moves[ply] === PASS));
    }
    this.go(Math.max(0, ply));
  }

  /** Forward to the next position in which a person is to move. */
  redo(): void {
    this.preview = undefined;
    const all = this.game.moves.length;
    let ply = this.game.cursor;
    do ply += 1;
    while (ply < all && (this.player(this.game.mover(ply)).kind !== 'person' || this.game.moves[ply] === PASS));
    this.go(Math.min(all, ply));
  }

  lookAt(base: number, line: readonly string[], at: number): void {
    this.preview = { base, line, at };
    this.clock.stop();
    this.changed();
  }

  leaveLine(): void {
    const base = this.preview?.base;
    this.preview = undefined;
    if (base !== undefined) this.go(base);
  }

  /** Goes on with the game from the line that is looked at. */
  playLine(): void {
    this.#enterLine();
    this.changed();
  }

  #enterLine(): void {
    const { preview } = this;
    if (!preview) return;
    this.preview = undefined;
    const before = this.#copy();
    this.game.cursor = preview.base;
    for (const move of preview.line.slice(0, preview.at)) this.game.play(move);
    const kept = before.moves.every((move, ply) => this.game.moves[ply] === move);
    if (!kept) this.#say(t('replaced'), { text: t('restore'), run: () => this.show(before) });
  }

  /** Puts a game on the table. */
  show(game: Game): void {
    this.game = game;
    this.preview = this.setup = this.analysis = this.analysed = undefined;
    this.paused = this.ended = false;
    this.#hintAsked = undefined;
    this.#thoughtFrom = performance.now();
    this.mind.reset();
    this.changed();
  }

  beginSetup(): void {
    const { squares, side } = this.shown;
    this.preview = undefined;
    this.setup = { squares, side, brush: 'X' };
    this.clock.stop();
    this.changed();
  }

  endSetup(take: boolean): void {
    const { setup } = this;
    this.setup = undefined;
    if (!setup || !take) return this.changed();
    this.games.open(new Game({ squares: setup.squares, side: setup.side }));
  }

  analyse(level: number | undefined): void {
    this.analysis = level === undefined ? undefined : { level };
    if (level !== undefined) {
      this.settings.effort = level;
      this.analysed = this.game;
    }
    this.changed();
  }

  /** The engine moves where one looks, whoever's turn it is. */
  engineMove(): void {
    this.preview = undefined;
    if (isOver(this.game.position)) return;
    this.#asked = { position: this.game.position };
    this.changed();
  }
  #asked: { position: Position } | undefined;

  set(values: Partial<Settings>): void {
    Object.assign(this.settings, values);
    this.changed();
  }

  point(squares: Iterable<number>): void {
    this.pointed = new Set(squares);
    this.#draw();
  }

  /** Draws, keeps and asks anew, once for all that changes at a time. */
  changed(): void {
    if (this.#drawing) return;
    this.#drawing = true;
    queueMicrotask(() => {
      this.#drawing = false;
      if (this.isLive && !this.paused) this.clock.start(this.game.position.side);
      else this.clock.stop();
      this.games.keep();
      saveSettings(this.settings);
      this.#draw();
      this.mind.update();
    });
  }

  /** To be called now and then: whether somebody's time is over. */
  tick(): void {
    if (this.clock.running && this.clock.flagged) {
      this.#end();
      this.changed();
    }
  }

  // What is known of the position on the board

  /** The moves that were scored in the position on the board. */
  get scored(): Info[] {
    return [...(this.#hints.get(keyOf(this.shown))?.values() ?? [])].sort((a, b) => b.score - a.score);
  }

  /** The moves up to the cursor by which an opening can be known. */
  get #opened(): readonly string[] {
    const { game } = this;
    if (keyOf(game.start) !== keyOf(START)) return [];
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

  get progress(): { done: number; all: number } {
    const { game } = this;
    const level = this.analysis?.level ?? 0;
    const plies = [...game.moves.keys()].filter((ply) => game.moves[ply] !== PASS);
    return { done: plies.filter((ply) => game.isJudged(ply, level)).length, all: plies.length };
  }

  // What the engine should do now

  #job(): Job | undefined {
    if (this.away || this.setup || !this.engineRuns) return undefined;
    return (
      this.#explainJob() ??
      this.#askedJob() ??
      this.#moveJob() ??
      this.#openingJob() ??
      this.#analysisJob() ??
      this.#hintJob() ??
      this.#curveJob()
    );
  }

  #askedJob(): Job | undefined {
    const asked = this.#asked;
    if (!asked || keyOf(asked.position) !== keyOf(this.game.position)) {
      this.#asked = undefined;
      return undefined;
    }
    const player: Player = { kind: 'bianca', skill: FULL_SKILL };
    return {
      key: `asked ${keyOf(asked.position)}`,
      run: async (work) => {
        const found = await work.move(asked.position, player, undefined);
        if (!found || work.cancelled) return;
        this.#asked = undefined;
        this.#play(found.move);
      },
    };
  }

  #openingJob(): Job | undefined {
    const moves = this.#opened;
    const key = openingKey(moves);
    if (moves.length === 0 || this.#openings.has(key)) return undefined;
    return {
      key: `opening ${key}`,
      run: async (work) => {
        this.#openings.set(key, await work.opening(moves));
        this.changed();
      },
    };
  }

  #moveJob(): Job | undefined {
    const side = this.engineTurn;
    if (!side) return undefined;
    const position = this.game.position;
    const player = this.player(side);
    return {
      key: `move ${this.game.moves.length} ${keyOf(position)} ${JSON.stringify(player)}`,
      run: async (work) => {
        const begun = performance.now();
        const found = await work.move(
          position,
          player,
          this.clock.on ? { control: this.clock.control, left: (one) => this.clock.left(one) } : undefined,
        );
        const pace = this.hasEngineGame ? PACE : ANSWER;
        await work.wait(pace - (performance.now() - begun));
        if (!found || work.cancelled) return;
        if (found.info && player.kind === 'bianca') this.game.setNote(position, noteOf(position, found.info, found.info.depth));
        this.#play(found.move);
      },
    };
  }

  /** Whatever is more urgent comes between; the review goes on with the moves that are left then. */
  #analysisJob(): Job | undefined {
    const level = this.analysis?.level;
    if (level === undefined) return undefined;
    const { game } = this;
    const left = game.unjudged(level);
    if (left === 0) {
      this.analysis = undefined;
      this.changed();
      return undefined;
    }
    return {
      key: `review ${level} ${keyOf(game.start)} ${game.moves.join('')}`,
      run: (work) =>
        work.review(game.start, game.moves.slice(0, left), level, (judged) => {
          game.judge(judged, level);
          this.changed();
        }),
    };
  }

  #curveJob(): Job | undefined {
    if (!this.settings.evaluation || this.isSilent) return undefined;
    const { game } = this;
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
    const game = this.game;
    const position = game.at(ply);
    return {
      key: `note ${level} ${keyOf(position)}`,
      run: async (work: Work) => {
        const note = await work.evaluate(position, level);
        if (note) game.setNote(position, note);
        if (note) this.changed();
      },
    };
  }

  #hintJob(): Job | undefined {
    const position = this.shown;
    const key = keyOf(position);
    if (!this.showsHints || this.#hintsDone.has(key) || isOver(position)) return undefined;
    return {
      key: `hint ${key}`,
      run: async (work) => {
        const found = this.#hints.get(key) ?? new Map<string, Info>();
        this.#hints.set(key, found);
        const all = legalMoves(position).length;
        const game = this.game;
        await work.analyse(position, HINT_SECONDS, (info) => {
          const known = found.get(info.move);
          if (known && known.depth > info.depth) return;
          found.set(info.move, info);
          if (found.size < all) return;
          if (info.rank === 1) game.setNote(position, noteOf(position, info, info.depth));
          this.#draw();
        });
        if (!work.cancelled) this.#hintsDone.add(key);
        if (this.#hints.size > 500) this.#hints.clear();
        this.#draw();
      },
    };
  }

  #explainJob(): Job | undefined {
    const { position, before, move } = this.line;
    const key = `explain ${keyOf(position)} ${move ?? ''}`;
    if (this.tab !== 'explain' || this.#explained === key || this.isSilent) return undefined;
    return {
      key,
      run: async (work) => {
        const found: Explanation[] = [];
        if (before && move) {
          found.push({ title: t('aboutMove', { move }), lines: await work.explain(before, move) });
        }
        found.push({ title: t('aboutPosition'), lines: await work.explain(position) });
        if (work.cancelled) return;
        this.#explained = key;
        this.explanations = found;
        this.#draw();
      },
    };
  }

  /** Forgets the explanation, so that it is given in another language. */
  forgetWords(): void {
    this.#explained = '';
  }

  /** Says something in passing, with something to do about it. */
  say(text: string, action?: { text: string; run: () => void }): void {
    this.#say(text, action);
  }

  #trouble(reason: string): void {
    this.#say(t('errorEngine', { reason }));
    this.changed();
  }
}

const keyOf = (position: Position): string => position.squares + position.side[0]!;
