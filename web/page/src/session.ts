/**
 * The engine's session as the page uses it: its options, and the game on its board.
 *
 * Invariant: what is on its board is known here, or known not to be known. A position is reached from there by
 * taking moves back and playing on, as at any table, so that the engine knows how the game came there and keeps
 * what it has searched; only another game begins anew. Knows nothing of what is asked there.
 */

import type { Engine } from '../../package/src/client';
import type { Line } from './game';
import { type Side, START, keyOf, letter } from './rules';

/** The commands that bring a board from one line to another; from none if it is not known what is there. */
export function way(from: Line | undefined, { start, moves }: Line): string[] {
  const commands: string[] = [];
  let kept = 0;
  if (from && keyOf(from.start) === keyOf(start)) {
    while (kept < moves.length && moves[kept] === from.moves[kept]) kept += 1;
    const back = from.moves.length - kept;
    if (back > 0) commands.push(`gg-undo ${back}`);
  } else {
    commands.push(keyOf(start) === keyOf(START) ? 'newgame othello' : `setboard ${start.squares} ${letter(start.side)}`);
  }
  if (kept < moves.length) commands.push(`play ${moves.slice(kept).join(' ')}`);
  return commands;
}

export class Session {
  readonly #engine: Engine;
  #generation: number;
  #options = new Map<string, string>();
  #line: Line | undefined;
  /** Whether it has followed somebody since it was started. */
  #knowsReader = false;

  constructor(engine: Engine) {
    this.#engine = engine;
    this.#generation = engine.generation;
  }

  /** How often the engine was started anew. */
  get generation(): number {
    return this.#engine.generation;
  }

  /** Takes nothing for known any more: another game begins, or somebody else has used the session. */
  forget(): void {
    this.#options.clear();
    this.#line = undefined;
  }

  /** An engine that was started anew is as at its start. */
  #look(): void {
    if (this.#generation === this.#engine.generation) return;
    this.#generation = this.#engine.generation;
    this.#knowsReader = false;
    this.forget();
  }

  /** The answer to a command that leaves options and board alone; throws what is said against it. */
  async ask(command: string, onLine?: (line: string) => void): Promise<string> {
    const reply = await this.#engine.send(command, onLine);
    if (!reply.ok) throw new Error(reply.text);
    return reply.text;
  }

  /** Ends the search that runs. */
  stop(): void {
    this.#engine.stop();
  }

  /** Sets an option; whether it has the value then. */
  async set(name: string, value: string): Promise<boolean> {
    this.#look();
    if (this.#options.get(name) === value) return true;
    const reply = await this.#engine.send(`option ${name} ${value}`);
    if (reply.ok) this.#options.set(name, value);
    return reply.ok;
  }

  /** Whether the engine follows who plays against it. */
  get follows(): boolean {
    this.#look();
    return this.#options.get('Skill') === 'follow';
  }

  /** Lets it follow who plays against it, from this strength on if it does not know them yet. */
  async follow(elo: number): Promise<void> {
    if (this.follows) return;
    if (!this.#knowsReader) await this.ask(`option Elo ${elo}`);
    this.#knowsReader = await this.set('Skill', 'follow');
  }

  /** Brings the board to the end of a line. */
  async reach(line: Line): Promise<void> {
    this.#look();
    const commands = way(this.#line, line);
    this.#line = { start: line.start, moves: [...line.moves] };
    // All at once, so that none of them comes to an engine that was started anew meanwhile.
    const reply = await this.#engine.sendAll(commands);
    if (reply.ok) return;
    this.#line = undefined;
    throw new Error(reply.text);
  }

  /** The move that the engine finds for a side, which is made on the board. */
  async genmove(side: Side): Promise<string> {
    const move = (await this.ask(`genmove ${side}`)).trim();
    if (this.#line) this.#line = { start: this.#line.start, moves: [...this.#line.moves, move] };
    return move;
  }
}
