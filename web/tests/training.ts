// What the tests of training share: a game, a browser's storage, logs that are closed again, and an engine in place of Bianca.
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { IDBFactory } from 'fake-indexeddb';
import { gameOf } from '../page/src/game';
import type { Work } from '../page/src/mind';
import { START } from '../page/src/rules';
import type { Asked, Coach } from '../page/src/train/coach';
import { TrainingLog } from '../page/src/train/log';

export const MOVES =
  'f5f6d3c5c6c7g7e3e2f4b6d6f3b5a5c4b8e6d7e7f7d8c3d2c2b4a3c8b7a8b3f2g1g3g4a7h3e1f1a4d1h8g5a6h7g8f8a2e8h6g6h5h4g2h2c1b1h1b2a1';
export const gameWith = (moves: string) => gameOf(START, moves.match(/../g) ?? []).game;

/** A browser's storage of texts. */
export class Texts {
  readonly all = new Map<string, string>();
  getItem = (key: string): string | null => this.all.get(key) ?? null;
  setItem = (key: string, value: string): void => void this.all.set(key, value);
  removeItem = (key: string): void => void this.all.delete(key);
}

/** Logs of the tests; an open one would keep the process. */
export const logs: TrainingLog[] = [];
export const newLog = (told?: () => void): TrainingLog => {
  logs.push(new TrainingLog(told));
  return logs.at(-1)!;
};
after(async () => {
  for (const log of logs) await log.close();
});

export function fresh(): Texts {
  globalThis.indexedDB = new IDBFactory();
  const texts = new Texts();
  Object.assign(globalThis, { localStorage: texts });
  return texts;
}

export const line = (n: number): string => JSON.stringify({ n, text: 'x'.repeat(20) });

/** An engine that takes lines with a number, each once, and refuses others. */
export class Double implements Asked {
  generation = 0;
  cancelled = false;
  readonly asked: string[] = [];
  readonly lines = new Set<string>();
  answer: (command: string) => unknown = () => ({});

  train(command: string): Promise<string> {
    this.asked.push(command);
    assert.ok(new TextEncoder().encode(command).length < 60_000);
    if (!command.startsWith('take ')) return Promise.resolve(JSON.stringify(this.answer(command)));
    const took = { taken: 0, known: 0, bad: [] as number[] };
    for (const [place, one] of command
      .slice(5)
      .split(/(?<=\}) (?=\{)/)
      .entries()) {
      if (!/^\{"n":\d+,/.test(one)) took.bad.push(place);
      else if (this.lines.has(one)) took.known += 1;
      else took.taken += 1;
      this.lines.add(one);
    }
    return Promise.resolve(JSON.stringify(took));
  }

  /** It was started anew, and knows nothing. */
  restart(): void {
    this.generation += 1;
    this.lines.clear();
  }
}

/** Asks, with whoever runs what is to be done. */
export async function ask<T>(coach: Coach, engine: Asked, command: string, read: (value: unknown) => T): Promise<T> {
  const answer = coach.ask(command, read);
  answer.catch(() => {});
  while (coach.next) await coach.next.run(engine as Work);
  return answer;
}

export const position = (moves: string): string => {
  const { squares, side } = gameWith(moves).position;
  return `${squares} ${side === 'black' ? 'X' : 'O'}`;
};
