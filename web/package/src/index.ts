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

/** Limits of a search; without any it goes by the level. The first that is reached ends it. */
export interface Limits {
  /** 1 to 30, for this search and those after it if they have no other limits. */
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
export interface ReviewTerms {
  /** 1 to 30; that of the option `Level` if it is left out. */
  readonly level?: number;
  /** From how many discs lost a move is a blunder; 5 if it is left out. */
  readonly blunder?: number;
  /** The language in which blunders are explained, if they are. */
  readonly explain?: 'en' | 'es' | 'fr' | 'ja' | 'zh';
}

/** An engine with a game. */
export class Bianca {
  /** The engine itself, for all other commands. */
  readonly engine: Engine;
  #stopped = false;

  constructor(engine: Engine) {
    this.engine = engine;
  }

  /** Sends a command and gives its answer; throws what the engine says against it. */
  async ask(line: string, onLine?: (line: string) => void): Promise<string> {
    const reply = await this.engine.send(line, onLine);
    if (!reply.ok) throw new Error(reply.text);
    return reply.text;
  }

  /** A new game, from the start or from a board such as `setboard` takes. */
  async newGame(board?: string): Promise<void> {
    await this.ask('newgame');
    if (board !== undefined) await this.ask(`setboard ${board}`);
  }

  /** Plays a move or a whole transcript. */
  async play(moves: string): Promise<void> {
    await this.ask(`play ${moves}`);
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
    const { level, depth, movetime, nodes, exact } = limits;
    const words = [
      depth === undefined ? '' : ` depth ${depth}`,
      movetime === undefined ? '' : ` movetime ${movetime}`,
      nodes === undefined ? '' : ` nodes ${nodes}`,
      exact === true ? ' exact' : '',
    ];
    const [info] = readInfos(await this.#searchAt(level, 'go' + words.join('')));
    if (!info) throw new Error('the game is over');
    return info;
  }

  /** The scores of the best moves. */
  async hint(moves: number, level?: number): Promise<Info[]> {
    return readInfos(await this.#searchAt(level, `hint ${moves}`));
  }

  /** Sets the level, if there is one, and searches; a `stop` between the two is meant for the search. */
  async #searchAt(level: number | undefined, command: string): Promise<string> {
    this.#stopped = false;
    if (level !== undefined) await this.ask(`option Level ${level}`);
    const answer = this.ask(command);
    if (this.#stopped) this.engine.stop();
    return answer;
  }

  /** Scores the best moves ever deeper until `stop`; `found` gets each as soon as it is known. */
  async analyze(moves: number, found: (info: Info) => void): Promise<void> {
    await this.ask(`analyze ${moves}`, (line) => {
      const info = readInfo(line);
      if (info) found(info);
    });
  }

  /**
   * Judges every move of the game, the last one first, until `stop`; `found` gets each as soon as it is
   * known. Gives them in the order of the game.
   */
  async review(terms: ReviewTerms = {}, found: (judged: JudgedMove) => void = () => {}): Promise<JudgedMove[]> {
    const words = Object.entries(terms).flatMap(([name, value]) => (value === undefined ? [] : [name, String(value)]));
    const all: JudgedMove[] = [];
    const answer = await this.ask(['review', ...words].join(' '), (line) => {
      const judged = readJudged(line);
      if (!judged) return;
      all.unshift(judged);
      found(judged);
    });
    const failure = failureIn(answer);
    if (failure !== undefined) throw new Error(failure);
    return all;
  }

  /** Finds a move and plays it; `pass` if there is no other. */
  genmove(): Promise<string> {
    return this.ask('genmove');
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

/** Where things are, if not in the package. */
export interface Options {
  /** The WebAssembly module, if it is not to be read from the package. */
  readonly module?: WebAssembly.Module | Uint8Array<ArrayBuffer>;
}

/** Starts an engine in a worker. */
export async function start(options: Options = {}): Promise<Bianca> {
  const module = options.module ?? moduleOfPackage();
  const engine = new Engine((listener: Listener) => workerTransport(makeWorker, module, listener));
  const bianca = new Bianca(engine);
  await bianca.ask('protocol_version');
  return bianca;
}
