/**
 * The table: a game, who plays it, what is shown of it, and what the engine is asked meanwhile.
 *
 * Invariant: whatever changes ends in `changed`, which draws everything, keeps the game and says
 * what the engine should do now. Other modules draw and ask; this one decides.
 */

import type { Engine } from '../../package/src/client';
import { Clock } from './clock';
import { Game } from './game';
import { type Table as TableOfGames, Games } from './games';
import { type Table as TableOfJobs, CURVE_LEVEL, Jobs, LEVELS } from './jobs';
import { type Player, Mind } from './mind';
import { visible } from './phrases';
import { engineName } from './players';
import { type Position, type Side, PASS, flips, indexOf, isOver, keyOf, legalMoves, nameOf, other, play, winnerOf } from './rules';
import { type Settings, saveSettings } from './store';
import { type Table as TableOfTraining, Trainer } from './train/trainer';
import type { Mark, Turn } from './variations';
import { t } from './words';

/** A line that is looked at on the board without being played. */
export interface Preview {
  readonly base: number;
  readonly line: readonly string[];
  readonly at: number;
}

/** Milliseconds for which squares are pointed at that can be played on. */
const POINTED = 1800;

export type Door = 'play' | 'study' | 'train';
export type Tab = 'moves' | 'book' | 'explain' | 'games' | 'share';

export class App implements TableOfGames, TableOfJobs, TableOfTraining {
  game = new Game();
  settings: Settings;
  clock: Clock;
  paused = false;
  preview: Preview | undefined;
  setup: { squares: string; side: Side; brush: 'X' | 'O' | '-' } | undefined;
  tab: Tab = 'moves';
  /** Whether a game is played on the table, or one is studied, or neither while somebody trains. */
  door: Door = 'play';
  pointed: ReadonlySet<number> = new Set();
  analysis: { level: number } | undefined;
  /** Whether somebody has stopped what is analysed by itself. */
  rests = false;
  /** False once the engine could not be started. */
  engineRuns = true;
  /** Whether the game came to its end here, and nobody has put its card away. */
  ended = false;
  /** While another game is on the table. */
  away = false;
  readonly mind: Mind;
  /** What the engine is asked, and what it has said. */
  readonly jobs = new Jobs(this);
  /** How games come to the table and go. */
  readonly games = new Games(this, () => this.changed());
  readonly training = new Trainer(this);
  readonly draw: () => void;
  #say: (text: string, action?: { text: string; run: () => void }) => void;
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
    this.draw = draw;
    this.#say = say;
    this.mind = new Mind(
      engine,
      () => this.jobs.next(),
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
    for (const one of this.#previewed(preview)) {
      const next = play(position, one)!;
      if (one !== PASS) [before, move] = [position, one];
      position = next;
    }
    return { position, before, move };
  }

  /** The moves of a line that is looked at up to the one that is looked at, as far as they can be played. */
  #previewed({ base, line, at }: Preview): readonly string[] {
    let position = this.game.at(base);
    const wrong = line.slice(0, at).findIndex((move) => {
      const next = play(position, move);
      if (next) position = next;
      return !next;
    });
    return line.slice(0, wrong < 0 ? at : wrong);
  }

  /** The moves that led to the position on the board. */
  get path(): readonly string[] {
    const { game, preview } = this;
    return preview ? [...game.moves.slice(0, preview.base), ...this.#previewed(preview)] : game.moves.slice(0, game.cursor);
  }

  /** The marks on the board: those of the move in the game that led there. */
  get marks(): readonly Mark[] {
    return this.preview || this.setup ? [] : this.game.turn.marks;
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
    return engineName(player)!;
  }

  /** Whether the game goes on where one looks at it: nobody has lost on time, and it is not over. */
  get isLive(): boolean {
    return !this.setup && !this.preview && this.game.atEnd && !this.game.isOver && !this.isDecided;
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
    if (this.game.atEnd && this.game.isMain && this.forfeited) return false;
    return this.engineTurn === undefined && !isOver(this.game.position);
  }

  /** The side of a person who plays against an engine. */
  get person(): Side | undefined {
    const sides = (['black', 'white'] as const).filter((side) => this.player(side).kind === 'person');
    return sides.length === 1 ? sides[0] : undefined;
  }

  /** Who has given the game up where its moves end. */
  get resigned(): Side | undefined {
    return this.#resigned?.end === this.game.mainEnd ? this.#resigned.side : undefined;
  }

  /** Who has lost without the board saying so: by giving up, or by the clock. */
  get forfeited(): Side | undefined {
    return this.resigned ?? this.clock.flagged;
  }

  /** Whether the game has come to its end: on the board, by the clock, or as somebody gave it up. */
  get isDecided(): boolean {
    return this.game.isFinished || this.forfeited !== undefined;
  }

  /** Whether it is a game between sides that want to win, and not one that is only looked at. */
  get isMatch(): boolean {
    return this.person !== undefined || this.clock.on;
  }

  /** Whether somebody plays against an engine. */
  get isPlayed(): boolean {
    return this.person !== undefined && !this.isDecided && !this.setup;
  }

  /** Whether nothing is told of the game: somebody plays it against an engine, and wants to play it alone. */
  get isSilent(): boolean {
    return this.isPlayed && !this.settings.told;
  }

  /** Whether one may write on the game: not while one plays it. */
  get canWrite(): boolean {
    return !this.setup && (this.person === undefined || this.isDecided);
  }

  /** Whether hints are on the board: all the time, or those that were asked for here. */
  get showsHints(): boolean {
    return this.isSilent ? this.#hintAsked === keyOf(this.shown) : this.settings.hints;
  }

  /** Who has won a game that has come to its end. */
  get winner(): Side | undefined {
    const { game, forfeited } = this;
    if (game.isFinished) return winnerOf(game.mainEnd.position.squares);
    return forfeited && other(forfeited);
  }

  get showsCard(): boolean {
    return this.ended && !this.setup && !this.preview && this.game.atEnd && this.game.isMain && this.isDecided;
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
    clearTimeout(this.#pointing);
    this.pointed = new Set();
    this.playMove(nameOf(square));
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
    this.goTo(this.game.mainEnd);
    this.#end();
  }

  /** The game was given up by a side where its moves end. */
  markResigned(side: Side): void {
    this.#resigned = { end: this.game.mainEnd, side };
  }
  #resigned: { end: Turn; side: Side } | undefined;

  closeCard(): void {
    this.ended = false;
    this.changed();
  }

  analyseFromCard(): void {
    this.tab = 'moves';
    this.door = 'study';
    this.ended = false;
    this.rests = false;
    this.changed();
  }

  /** The game has come to its end: its card is shown, and the moves are looked for that decided it. */
  #end(): void {
    this.clock.stop();
    this.ended = true;
    if (this.game.moves.length === 0 || !this.engineRuns) return;
    this.#review(CURVE_LEVEL, this.game.mainEnd);
  }

  /** Whether a move that is played now is one of the game, and not of a variation. */
  get #goesOn(): boolean {
    const isRunning = (this.isMatch || this.hasEngineGame) && !this.isDecided;
    return isRunning || this.#takesBack;
  }

  /** Whether moves were taken back at the end of the game, so that another one changes it. */
  #takesBack = false;

  /** Plays a move where one looks. */
  playMove(move: string): void {
    const { game } = this;
    const { side } = game.position;
    const [isLive, goesOn, before] = [this.isLive, this.#goesOn, game.mainEnd];
    const seconds = this.#thoughtFrom > 0 ? Math.round((performance.now() - this.#thoughtFrom) / 10) / 100 : undefined;
    if (!game.play(move, seconds)) return;
    this.#thoughtFrom = performance.now();
    if (goesOn) {
      game.makeMain();
      this.#takesBack = false;
      if (!game.tree.isMain(before)) this.#say(t('replaced'), { text: t('restore'), run: () => this.#bringBack(before) });
    }
    if (game.atEnd && game.isMain) {
      if (game.isOver) this.#end();
      else if (isLive || goesOn) {
        this.clock.press(side);
        this.clock.start(game.position.side);
      }
    }
    this.changed();
  }

  /** Makes a line that was taken back the game again. */
  #bringBack(end: Turn): void {
    this.game.select(end);
    this.game.makeMain();
    this.goTo(end);
  }

  /** Looks at the line after so many moves. */
  go(ply: number): void {
    this.#takesBack = false;
    this.#look(ply);
  }

  #look(ply: number): void {
    this.preview = undefined;
    this.game.cursor = ply;
    if (!this.game.atEnd) this.clock.stop();
    this.changed();
  }

  /** Looks at a move of any variation. */
  goTo(turn: Turn): void {
    this.game.select(turn);
    this.go(this.game.cursor);
  }

  /** To the move before or after in a list of those that were played in place of the nearest one. */
  goBeside(by: number): void {
    const turn = this.setup ? undefined : this.game.beside(by);
    if (turn) this.goTo(turn);
  }

  /** Puts the variation on the board before the line that it leaves. */
  promote(): void {
    this.game.tree.promote(this.game.turn);
    this.changed();
  }

  /** Takes the move on the board and all that follows out of the game. */
  remove(): void {
    const { game } = this;
    const restore = game.remove();
    this.#say(t('removed'), {
      text: t('restore'),
      run: () => {
        if (this.game === game) restore();
        this.changed();
      },
    });
    this.go(game.cursor);
  }

  /** A move on or back, in the game or in a line that is looked at. */
  step(by: number): void {
    if (this.setup) return;
    const { preview, game } = this;
    if (preview) {
      const at = Math.max(0, Math.min(preview.line.length, preview.at + by));
      if (preview.at + by < 0) this.go(preview.base);
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
    if (this.game.atEnd && this.game.isMain && !this.preview) this.#takesBack = true;
    let ply = this.game.cursor;
    if (this.hasEngineGame) {
      this.paused = true;
      ply -= 1;
    } else {
      do ply -= 1;
      while (ply > 0 && (this.player(this.game.mover(ply)).kind !== 'person' || this.game.moves[ply] === PASS));
    }
    this.#look(Math.max(0, ply));
  }

  /** Forward to the next position in which a person is to move. */
  redo(): void {
    const all = this.game.moves.length;
    let ply = this.game.cursor;
    do ply += 1;
    while (ply < all && (this.player(this.game.mover(ply)).kind !== 'person' || this.game.moves[ply] === PASS));
    this.#look(Math.min(all, ply));
  }

  lookAt(base: number, line: readonly string[], at: number): void {
    this.preview = { base, line, at };
    this.clock.stop();
    this.changed();
  }

  /** Back to the move that was on the board before: of the line that was better than a mistake, to the mistake. */
  leaveLine(): void {
    if (this.preview) this.go(this.game.cursor);
  }

  /** Goes on with the game from the line that is looked at. */
  playLine(): void {
    this.#enterLine();
    this.changed();
  }

  #enterLine(): void {
    const { game, preview } = this;
    if (!preview) return;
    this.preview = undefined;
    const [goesOn, before] = [this.#goesOn, game.mainEnd];
    game.cursor = preview.base;
    for (const move of preview.line.slice(0, preview.at)) game.play(move);
    if (!goesOn) return;
    game.makeMain();
    if (!game.tree.isMain(before)) this.#say(t('replaced'), { text: t('restore'), run: () => this.#bringBack(before) });
  }

  /** Puts a game on the table, to be played or to be studied. */
  show(game: Game, door: 'play' | 'study'): void {
    this.game = game;
    this.door = door;
    this.preview = this.setup = this.analysis = this.#analysed = undefined;
    this.rests = false;
    this.#takesBack = false;
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
    // It would lie over the tools on a phone.
    this.#say('');
    this.clock.stop();
    this.changed();
  }

  endSetup(take: boolean): void {
    const { setup } = this;
    if (take && setup && !/[XO]/.test(setup.squares)) return this.#say(t('noDiscs'));
    this.setup = undefined;
    if (!setup || !take) return this.changed();
    this.games.open(new Game({ squares: setup.squares, side: setup.side }));
  }

  /** Stops what is analysed, or goes on with it. */
  toggleAnalysis(): void {
    this.rests = !this.rests;
    this.analysis = undefined;
    this.changed();
  }

  /** A game that is studied is analysed by itself: the line on the board and the game, deeper and deeper. */
  studyOn(): void {
    const { game, settings } = this;
    if (this.door !== 'study' || this.rests || this.isSilent || !settings.evaluation) return;
    for (const level of LEVELS) {
      const left = [game.end, game.mainEnd].find((end) => game.known.unjudged(game.tree.lineThrough(end), level) > 0);
      if (left) return this.#review(level, left);
    }
  }

  #review(level: number, end: Turn): void {
    this.analysis = { level };
    this.#analysed = end;
  }
  #analysed: Turn | undefined;

  /** The line that was analysed last, as it goes on now; empty without one. */
  get analysedLine(): readonly Turn[] {
    const { tree } = this.game;
    return this.#analysed && tree.holds(this.#analysed) ? tree.lineThrough(this.#analysed) : [];
  }

  /** The engine moves where one looks, whoever's turn it is. */
  engineMove(): void {
    this.preview = undefined;
    if (isOver(this.game.position)) return;
    this.jobs.askMove(this.game.placeAt(this.game.cursor));
    this.changed();
  }

  set(values: Partial<Settings>): void {
    Object.assign(this.settings, values);
    this.changed();
  }

  point(squares: Iterable<number>): void {
    this.pointed = new Set(squares);
    this.draw();
  }

  /** Draws, keeps and asks anew, once for all that changes at a time. */
  changed(): void {
    if (this.#drawing) return;
    this.#drawing = true;
    queueMicrotask(() => {
      this.#drawing = false;
      if (this.isLive && !this.paused && this.door !== 'train') this.clock.start(this.game.position.side);
      else this.clock.stop();
      this.games.keep();
      saveSettings(this.settings);
      this.draw();
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

  get progress(): { done: number; all: number } {
    const level = this.analysis?.level ?? 0;
    const turns = this.analysedLine.slice(1).filter(({ move }) => move !== PASS);
    return { done: turns.filter((turn) => this.game.known.isJudged(turn, level)).length, all: turns.length };
  }

  /** How deep the whole game was analysed; 0 if it was not. */
  get judgedTo(): number {
    const { known, tree } = this.game;
    const line = tree.mainLine;
    return line.length < 2 ? 0 : (LEVELS.findLast((level) => known.unjudged(line, level) === 0) ?? 0);
  }

  /** Goes through a door. */
  enter(door: Door): void {
    this.door = door;
    if (door === 'train') void this.training.enter();
    this.changed();
  }

  turnTo(tab: Tab): void {
    this.tab = tab;
  }

  /** Says something in passing, with something to do about it; an empty text takes away what was said. */
  say(text: string, action?: { text: string; run: () => void }): void {
    this.#say(text, action);
  }

  #trouble(reason: string): void {
    this.#say(t('errorEngine', { reason }));
    this.changed();
  }
}
