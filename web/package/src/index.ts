/**
 * bianca-engine: the Othello engine Bianca in a worker, in browsers and in Node.
 *
 * Commands and answers are those of protocol.md; `Bianca` adds typed methods for the usual ones.
 */

import {
  Engine,
  failureIn,
  type GameState,
  type Info,
  type JudgedMove,
  type Listener,
  readInfo,
  readInfos,
  readJudged,
  readState,
} from './client.js';
import { BiancaError, checkOptions } from './errors.js';
import { type BookMove, type Crowd, type Opening, readBookMove, readCrowd, readOpening } from './values.js';
import { makeWorker, moduleOfPackage } from '#platform';
import { workerTransport } from './transport.js';

export {
  type Cell,
  type GameState,
  type Info,
  type JudgedMove,
  type Reply,
  Engine,
  readInfo,
  readInfos,
  readJudged,
  readState,
} from './client.js';
export type { Listener, Transport } from './client.js';
export { BiancaError, type ErrorCode } from './errors.js';
export type { BookMove, Crowd, CrowdMove, Opening, Proven, Trap } from './values.js';

/** How whoever asked can give up. */
export interface Abortable {
  /** Ends the search that runs, or that waits for its turn; the promise is rejected with its reason. */
  readonly signal?: AbortSignal;
}

/** Limits of a search; without any it goes by the level. The first that is reached ends it. */
export interface Limits extends Abortable {
  /** 1 to 60, for this search and those after it if they have no other limits. */
  readonly level?: number;
  /** Plies. */
  readonly depth?: number;
  /** Milliseconds. */
  readonly movetime?: number;
  /** Positions. */
  readonly nodes?: number;
  /** To the end of the game. */
  readonly exact?: boolean;
}

/** How the moves of a game are judged. */
export interface ReviewTerms extends Abortable {
  /** 1 to 60; that of the option `Level` if it is left out. It, or one of the next three, is for each search. */
  readonly level?: number;
  /** Plies. */
  readonly depth?: number;
  /** Milliseconds. */
  readonly movetime?: number;
  /** Positions. */
  readonly nodes?: number;
  /** From how many discs lost a move is a blunder; 5 if it is left out. */
  readonly blunder?: number;
  /** The language in which mistakes and blunders are explained, if they are. */
  readonly explain?: 'en' | 'es' | 'fr' | 'ja' | 'zh';
}

const ABORTABLE = ['signal'];
const LIMITS = ['level', 'depth', 'movetime', 'nodes', 'exact', 'signal'];
const REVIEW = ['level', 'depth', 'movetime', 'nodes', 'blunder', 'explain', 'signal'];

/** An engine with a game. What it throws is a `BiancaError`, or the reason of a signal that has aborted. */
export class Bianca {
  /** The engine itself, for all other commands. */
  readonly engine: Engine;
  #stopped = false;

  constructor(engine: Engine) {
    this.engine = engine;
  }

  /** Sends a command and gives its answer; throws what the engine says against it. */
  async ask(line: string, onLine?: (line: string) => void, options: Abortable = {}): Promise<string> {
    checkOptions(options, ABORTABLE);
    const { signal } = options;
    const reply = await this.engine.send(line, onLine, signal);
    signal?.throwIfAborted();
    if (!reply.ok) throw new BiancaError(reply.code ?? 'refused', reply.text);
    return reply.text;
  }

  /** A new game, from the start or from a board such as `setboard` takes. */
  async newGame(board?: string): Promise<void> {
    await this.ask('newgame');
    if (board !== undefined) await this.ask(`setboard ${board}`);
  }

  /** Plays a move, a whole transcript, or several moves; if one is illegal none is played. */
  async play(moves: string | readonly string[]): Promise<void> {
    const words = typeof moves === 'string' ? moves.trim() : moves.join(' ');
    if (words !== '') await this.ask(`play ${words}`);
  }

  /** Takes moves back. */
  async undo(moves = 1): Promise<void> {
    await this.ask(`gg-undo ${moves}`);
  }

  /** Plays moves again that were taken back. */
  async redo(moves = 1): Promise<void> {
    await this.ask(`redo ${moves}`);
  }

  /** The moves that were played, passes included. */
  async history(): Promise<string[]> {
    return (await this.ask('history')).split(' ').filter((move) => move !== '');
  }

  /** The last named position that the game went through; `undefined` if there is none. */
  async opening(): Promise<Opening | undefined> {
    return readOpening(await this.ask('opening'));
  }

  /** The moves that the opening book knows here, best first. */
  async book(): Promise<BookMove[]> {
    return (await this.ask('book')).split('\n').flatMap((line) => readBookMove(line) ?? []);
  }

  /** The legal moves of the side to move: `pass` if that is the only one, none after the end. */
  async legalMoves(): Promise<string[]> {
    return (await this.ask('legal')).split(' ').filter((move) => move !== '');
  }

  /** The game on the table: its board cell by cell, whose turn it is, what was played, the result. */
  async state(): Promise<GameState> {
    return readState(await this.ask('state'));
  }

  /** Finds a move within the limits, without playing it. */
  async search(limits: Limits = {}): Promise<Info> {
    checkOptions(limits, LIMITS);
    const { level, depth, movetime, nodes, exact, signal } = limits;
    const words = [
      depth === undefined ? '' : ` depth ${depth}`,
      movetime === undefined ? '' : ` movetime ${movetime}`,
      nodes === undefined ? '' : ` nodes ${nodes}`,
      exact === true ? ' exact' : '',
    ];
    return best(await this.#searchAt(level, 'go' + words.join(''), { signal }));
  }

  /** The exact result of the position, or only who wins, however long it takes. */
  async solve(options: Abortable & { readonly wld?: boolean } = {}): Promise<Info> {
    checkOptions(options, ['wld', 'signal']);
    const { wld = false, signal } = options;
    return best(await this.#searchAt(undefined, wld ? 'solve wld' : 'solve', { signal }));
  }

  /** Whether the result is at least `high` or at most `low` discs; between them, what it is. */
  async window(low: number, high: number, options: Abortable = {}): Promise<Info> {
    checkOptions(options, ABORTABLE);
    const { signal } = options;
    return best(await this.#searchAt(undefined, `go window ${low} ${high}`, { signal }));
  }

  /** The scores of the best moves. */
  async hint(moves: number, level?: number, options: Abortable = {}): Promise<Info[]> {
    checkOptions(options, ABORTABLE);
    const { signal } = options;
    return readInfos(await this.#searchAt(level, `hint ${moves}`, { signal }));
  }

  /** How likely people of a rating from 900 to 2300 are to play each move, and the trap that most fall into. */
  async people(rating = 1500, options: Abortable = {}): Promise<Crowd> {
    return readCrowd(await this.ask(`hint people ${rating} json`, undefined, options));
  }

  /** Sets the level, if there is one, and searches; a `stop` between the two is meant for the search. */
  async #searchAt(level: number | undefined, command: string, { signal }: Given): Promise<string> {
    this.#stopped = false;
    if (level !== undefined) await this.ask(`option Level ${level}`, undefined, given(signal));
    const answer = this.ask(command, undefined, given(signal));
    if (this.#stopped) this.engine.stop();
    return answer;
  }

  /**
   * Scores the best moves ever deeper, until `stop` or until nothing is left to find; `found` gets each as
   * soon as it is known.
   */
  async analyze(moves: number, found: (info: Info) => void, options: Abortable = {}): Promise<void> {
    checkOptions(options, ABORTABLE);
    const { signal } = options;
    const told = (line: string): void => {
      const info = readInfo(line);
      if (info) found(info);
    };
    await this.ask(`analyze ${moves}`, told, given(signal));
  }

  /**
   * Judges every move of the game, the last one first, until `stop`; `found` gets each as soon as it is
   * known. Gives them in the order of the game.
   */
  async review(terms: ReviewTerms = {}, found: (judged: JudgedMove) => void = () => {}): Promise<JudgedMove[]> {
    checkOptions(terms, REVIEW);
    const { signal, ...said } = terms;
    const words = Object.entries(said).flatMap(([name, value]) => (value === undefined ? [] : [name, String(value)]));
    const all: JudgedMove[] = [];
    const told = (line: string): void => {
      const judged = readJudged(line);
      if (!judged) return;
      all.unshift(judged);
      found(judged);
    };
    const answer = await this.ask(['review', ...words].join(' '), told, given(signal));
    const failure = failureIn(answer);
    if (failure !== undefined) throw new BiancaError('refused', failure);
    return all;
  }

  /** Finds a move and plays it; `pass` if there is no other. */
  async genmove(options: Abortable = {}): Promise<string> {
    return this.ask('genmove', undefined, options);
  }

  /** Ends a search, which then answers with the best move it has. */
  stop(): void {
    this.#stopped = true;
    this.engine.stop();
  }

  /** Ends the engine. */
  close(): void {
    this.engine.close();
  }
}

interface Given {
  readonly signal: AbortSignal | undefined;
}

/** A signal, if there is one, as it is handed on. */
const given = (signal: AbortSignal | undefined): Abortable => (signal ? { signal } : {});

/** The first line of a search. */
function best(answer: string): Info {
  const [info] = readInfos(answer);
  if (!info) throw new BiancaError('over', 'the game is over');
  return info;
}

/** The module of the package, which all engines share. */
let ofPackage: Promise<WebAssembly.Module> | undefined;

/** Where things are, if not in the package. */
export interface Options {
  /** The WebAssembly module, if it is not to be read from the package. */
  readonly module?: WebAssembly.Module | Uint8Array<ArrayBuffer>;
}

/** Starts an engine in a worker of its own; several work at once. */
export async function start(options: Options = {}): Promise<Bianca> {
  checkOptions(options, ['module']);
  // A file that could not be read may be there the next time.
  const module =
    options.module ??
    (ofPackage ??= moduleOfPackage().catch((error: unknown) => {
      ofPackage = undefined;
      throw error;
    }));
  const engine = new Engine((listener: Listener) => workerTransport(makeWorker, module, listener));
  const bianca = new Bianca(engine);
  await bianca.ask('protocol_version');
  return bianca;
}
