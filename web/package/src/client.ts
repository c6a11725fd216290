/**
 * The text protocol from the client's side: commands in, replies out, one at a time.
 *
 * Invariant: replies come in the order of their commands, as GTP has it. Knows nothing of how lines
 * travel (a `Transport` does) and nothing of Othello.
 */

import { BiancaError, type ErrorCode } from './errors.js';
import { type Proven, readProven } from './values.js';

/** How lines get to an engine and back. */
export interface Transport {
  /** Sends a command; the engine obeys commands in their order. */
  send(line: string): void;
  /** Asks the engine to end the command that it obeys now. */
  interrupt(): void;
  /** Ends the engine. */
  close(): void;
}

/** What a transport reports. */
export interface Listener {
  /** A line of output, without its line end. */
  line(text: string): void;
  /**
   * The engine is a new one: the old one broke, or had to be ended. What it was told is forgotten,
   * and what it was doing is not answered.
   */
  lost(reason: string): void;
  /** There is no engine, nor will there be one. */
  failed(reason: string): void;
}

/** The answer to a command. */
export interface Reply {
  /** Whether the command was obeyed. */
  readonly ok: boolean;
  /** The answer, or why there is none. */
  readonly text: string;
  /** What kind of a reason that is, where it is not the engine that refuses. */
  readonly code?: ErrorCode;
}

interface Waiting {
  readonly line: string;
  readonly onLine: ((line: string) => void) | undefined;
  readonly resolve: (reply: Reply) => void;
  lines: string[];
  stopped: boolean;
}

/** What is said of a command that was given up before it was sent. */
const ABORTED = 'aborted before it was sent';

/** An engine that obeys commands of the protocol. */
export class Engine {
  #queue: Waiting[] = [];
  #transport: Transport;
  #generation = 0;
  #closed: Reply | undefined;

  constructor(connect: (listener: Listener) => Transport) {
    this.#transport = connect({
      line: (text) => this.#line(text),
      lost: (reason) => this.#lost(reason),
      failed: (reason) => {
        this.#closed = { ok: false, text: reason, code: 'failed' };
        this.#refuseAll(this.#closed);
      },
    });
  }

  /** How often the engine was started anew; its options and its game are then as at the start. */
  get generation(): number {
    return this.#generation;
  }

  /** Whether a command is being obeyed or waits. */
  get busy(): boolean {
    return this.#queue.length > 0;
  }

  /**
   * Sends one command and gives its answer. `onLine` gets each line of a long answer, such as that
   * of `analyze`, as soon as it is there. `signal` ends it: a search that runs then answers with what
   * it has, and a command that still waits is never sent, and refused.
   */
  send(line: string, onLine?: (line: string) => void, signal?: AbortSignal): Promise<Reply> {
    if (/[\r\n]/.test(line)) throw new BiancaError('argument', 'a command is one line');
    // The engine answers neither; whoever waits would do so for ever.
    if (
      line
        .replace(/#.*/, '')
        .replace(/\p{Cc}/gu, '')
        .trim() === ''
    )
      throw new BiancaError('argument', 'a command has words');
    if (this.#closed !== undefined) return Promise.resolve(this.#closed);
    if (signal?.aborted) return Promise.resolve({ ok: false, text: ABORTED });
    return new Promise((resolve) => {
      const abort = (): void => this.#abort(waiting);
      const waiting: Waiting = {
        line,
        onLine,
        resolve: (reply) => {
          signal?.removeEventListener('abort', abort);
          resolve(reply);
        },
        lines: [],
        stopped: false,
      };
      signal?.addEventListener('abort', abort);
      this.#queue.push(waiting);
      if (this.#queue.length === 1) this.#next();
    });
  }

  /** Ends a command, wherever it is on its way. */
  #abort(waiting: Waiting): void {
    const at = this.#queue.indexOf(waiting);
    if (at === 0) this.stop();
    if (at <= 0) return;
    this.#queue.splice(at, 1);
    waiting.resolve({ ok: false, text: ABORTED });
  }

  /** Sends commands one after another and gives the last answer, or the first refusal. */
  async sendAll(lines: readonly string[], onLine?: (line: string) => void): Promise<Reply> {
    const replies = lines.map((line, i) => this.send(line, i === lines.length - 1 ? onLine : undefined));
    let last: Reply = { ok: true, text: '' };
    for (const reply of await Promise.all(replies)) {
      if (!reply.ok) return reply;
      last = reply;
    }
    return last;
  }

  /** Ends the search that runs: it answers with the best move it has. Nothing happens without one. */
  stop(): void {
    const running = this.#queue[0];
    if (!running || running.stopped) return;
    running.stopped = true;
    this.#transport.interrupt();
  }

  /** Ends the engine; what still waits is refused. */
  close(): void {
    this.#closed ??= { ok: false, text: 'the engine is closed', code: 'closed' };
    this.#transport.close();
    this.#refuseAll(this.#closed);
  }

  #next(): void {
    const head = this.#queue[0];
    if (head) this.#transport.send(head.line);
  }

  #line(text: string): void {
    const head = this.#queue[0];
    if (!head) return;
    if (text === '' && head.lines.length > 0) {
      this.#queue.shift();
      this.#next();
      head.resolve(reply(head.lines));
      return;
    }
    if (text === '') return;
    head.lines.push(text);
    const shown = head.lines.length === 1 ? text.replace(/^[=?]\d* ?/, '') : text;
    if (shown !== '' && head.lines[0]?.startsWith('=')) head.onLine?.(shown);
  }

  #lost(reason: string): void {
    this.#generation += 1;
    this.#refuseAll({ ok: false, text: reason, code: 'lost' });
  }

  #refuseAll(reply: Reply): void {
    const waiting = this.#queue;
    this.#queue = [];
    for (const one of waiting) one.resolve(reply);
  }
}

function reply(lines: readonly string[]): Reply {
  const first = lines[0] ?? '';
  const text = [first.replace(/^[=?]\d* ?/, ''), ...lines.slice(1)].join('\n');
  return { ok: first.startsWith('='), text: text.replace(/^\n/, '') };
}

/** A place on the board of a game. */
export interface Cell {
  /** The move that a click there is; it need not be legal. */
  readonly move: string;
  /** Whose disc or mark stands there; of frogs, whether it goes right (black) or left. */
  readonly piece: 'black' | 'white' | null;
}

/** The game on the table, as the command `state` says it. */
export interface GameState {
  /** Its name, as `list_games` has it. */
  readonly game: string;
  /** What stands on the board; nothing where there is no board. */
  readonly pieces: 'discs' | 'marks' | 'frogs' | 'none';
  /** The position in one line. */
  readonly board: string;
  readonly to_move: 'black' | 'white';
  /** The moves of that side: `pass` if that is the only one, none after the end. */
  readonly legal: readonly string[];
  /** All that was played, passes included. */
  readonly history: readonly string[];
  readonly last: string | null;
  readonly over: boolean;
  /** Black's points, or the first player's; `null` while the game goes on. */
  readonly score: number | null;
  /** The discs that black and white have in hand, where they are counted. */
  readonly in_hand: readonly [number, number] | null;
  /** The rows of the board from the top. */
  readonly cells: readonly (readonly Cell[])[];
}

/** Reads the answer to `state`. */
export function readState(text: string): GameState {
  return JSON.parse(text) as GameState;
}

/** What a move of a game was worth, as the command `review` says it. Scores are for the side that moved. */
export interface JudgedMove {
  /** Which disc it is, from 1. */
  readonly number: number;
  /** Which turn of the game, from 0, passes counted. */
  readonly turn: number;
  readonly side: 'black' | 'white';
  readonly move: string;
  readonly score: number;
  /** The best move, which is the one played if none is better. */
  readonly best: string;
  readonly best_score: number;
  readonly loss: number;
  readonly grade: 'best' | 'good' | 'mistake' | 'blunder';
  /** Whether both scores are exact. */
  readonly proven: boolean;
  readonly depth: number;
  /** Percent. */
  readonly confidence: number;
  readonly to_end: boolean;
  /** What follows the best move, itself included. */
  readonly variation: readonly string[];
  /** Of a mistake or a blunder, where it was asked for. */
  readonly explanation?: {
    readonly reason?: {
      readonly name: string;
      readonly squares: readonly string[];
      readonly text: string;
      /** What it counted, if it counted anything. */
      readonly counts?: string;
      readonly variation: readonly string[];
    };
    readonly played: readonly string[];
    readonly best: readonly string[];
    readonly position: readonly string[];
  };
}

/** Reads a line of `review`; `undefined` if it is none. */
export function readJudged(line: string): JudgedMove | undefined {
  return line.startsWith('{') ? (JSON.parse(line) as JudgedMove) : undefined;
}

/** Why the answer to `review` breaks off; `undefined` if it does not. */
export function failureIn(answer: string): string | undefined {
  return /^error (.*)$/m.exec(answer)?.[1];
}

/** One move that a search looked at. */
export interface Info {
  /** 1 for the best move. */
  readonly rank: number;
  /** The move; `none` after the end. */
  readonly move: string;
  /** Final difference in discs for the side to move. */
  readonly score: number;
  readonly proven: Proven;
  /** Plies. */
  readonly depth: number;
  /** Percent. */
  readonly confidence: number;
  /** Positions visited so far by the whole search. */
  readonly nodes: number;
  /** Seconds since the search began. */
  readonly time: number;
  /** The expected moves. */
  readonly pv: readonly string[];
  /** What the opening book says of the move, if it knows it. */
  readonly book?: { readonly score: number; readonly depth: number; readonly confidence: number };
}

/** Reads an info line; `undefined` if it is none. Keys that later versions add are skipped. */
export function readInfo(line: string): Info | undefined {
  const words = line.trim().split(/\s+/);
  if (words[0] !== 'info') return undefined;
  const pvAt = words.indexOf('pv');
  const pairs = new Map<string, string>();
  for (let i = 1; i + 1 < (pvAt < 0 ? words.length : pvAt); i += 2) pairs.set(words[i]!, words[i + 1]!);
  const number = (key: string): number => Number(pairs.get(key) ?? 0);
  const move = pairs.get('move');
  if (move === undefined || !pairs.has('score')) return undefined;
  const bookAt = pvAt < 0 ? -1 : words.lastIndexOf('book', pvAt);
  const [score = 0, depth = 0, confidence = 0] = words.slice(bookAt + 1, bookAt + 4).map(Number);
  return {
    rank: number('rank'),
    move,
    score: number('score'),
    proven: readProven(pairs.get('proven')),
    depth: number('depth'),
    confidence: number('confidence'),
    nodes: number('nodes'),
    time: number('time'),
    pv: pvAt < 0 ? [] : words.slice(pvAt + 1),
    ...(bookAt < 0 ? {} : { book: { score, depth, confidence } }),
  };
}

/** The info lines of a whole answer, best first. */
export function readInfos(text: string): Info[] {
  return text.split('\n').flatMap((line) => readInfo(line) ?? []);
}
