/**
 * The engine's trainer as the page asks it: one question after the other, each once the trainer knows all lines of the log.
 *
 * Invariant: what the trainer answers it answers by the whole log; an engine that was started anew is told it again. A line that
 * comes with an answer is in the log before anybody sees the answer. Knows nothing of what is asked.
 */

import type { Job, Work } from '../mind';
import { isRecord } from '../store';
import { language } from '../words';
import type { TrainingLog } from './log';
import { badOf } from './replies';

/** Bytes of lines that go to the trainer at a time: a command may have 65,536. */
const AT_A_TIME = 55_000;

/** What the engine can be asked with; a stand-in of it is enough. */
export type Asked = Pick<Work, 'train' | 'generation' | 'cancelled'>;

interface Question {
  readonly job: Job;
}

/** Seconds since 1970. */
const now = (): number => Math.floor(Date.now() / 1000);

/** When it is asked, and by how much the reader's clock is before UTC. */
export const at = (): string => `at ${now()} zone ${-new Date().getTimezoneOffset()}`;

/** The same with the language of sentences. */
export const aside = (): string => `lang ${language()} ${at()}`;

export class Coach {
  readonly #log: TrainingLog;
  readonly #changed: () => void;
  readonly #layAside: (values: readonly unknown[]) => Promise<void>;
  #questions: readonly Question[] = [];
  #count = 0;
  /** Which engine was told the lines up to which number. */
  #generation = -1;
  #told = 0;

  /** `changed` is called when there is another question; `layAside` keeps what is no line of the log. */
  constructor(log: TrainingLog, changed: () => void, layAside: (values: readonly unknown[]) => Promise<void>) {
    this.#log = log;
    this.#changed = changed;
    this.#layAside = layAside;
  }

  /** What is to be asked now, whatever else there is. */
  get next(): Job | undefined {
    return this.#questions[0]?.job;
  }

  /** Asks something; throws what the engine has against it. */
  ask<T>(command: string, read: (value: unknown) => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#count += 1;
      const key = `train ${this.#count}`;
      const end = (): void => {
        this.#questions = this.#questions.filter(({ job }) => job.key !== key);
      };
      const run = async (work: Asked): Promise<void> => {
        try {
          const answer = await this.obey(work, () => work.train(command), read);
          end();
          resolve(answer);
        } catch (error) {
          // It is asked again once there is time for it.
          if (work.cancelled) return;
          end();
          reject(error);
        }
      };
      this.#questions = [...this.#questions, { job: { key, run } }];
      this.#changed();
    });
  }

  /** Sends a command once the trainer knows all lines, and keeps the line of its answer. */
  async obey<T>(work: Asked, send: () => Promise<string>, read: (value: unknown) => T): Promise<T> {
    await this.tell(work);
    const { generation } = work;
    let said: string;
    try {
      said = await send();
    } catch (error) {
      if (work.cancelled || generation === work.generation) throw error;
      // Another engine has taken its place meanwhile.
      await this.tell(work);
      said = await send();
    }
    const value: unknown = JSON.parse(said);
    const answer = read(value);
    await this.#keep(value);
    return answer;
  }

  /** Keeps the lines of an answer. */
  async #keep(value: unknown): Promise<void> {
    if (!isRecord(value)) return;
    const lines = [value['line'], value['lines']].flat().filter((line) => typeof line === 'string');
    if (lines.length === 0) return;
    const last = await this.#log.add(lines);
    // Unless other tabs have written between, the trainer knows all up to there.
    if (last - lines.length === this.#told) this.#told = last;
  }

  /** Tells the trainer the lines that it does not know; what it refuses is laid aside. */
  async tell(work: Asked): Promise<void> {
    if (work.generation !== this.#generation) this.#told = 0;
    this.#generation = work.generation;
    const lines = (await this.#log.after(this.#told)).filter(({ value }) => value !== null);
    const bad = lines.filter(({ value }) => !isLine(value));
    for (const part of parts(lines.filter(({ value }) => isLine(value)))) {
      const places = badOf(JSON.parse(await work.train(`take ${part.map(({ value }) => value).join(' ')}`)));
      bad.push(...part.filter((_, i) => places.includes(i)));
    }
    if (bad.length > 0) {
      await this.#layAside(bad.map(({ value }) => value));
      await this.#log.remove(bad.map(({ key }) => key));
    }
    this.#told = Math.max(this.#told, ...lines.slice(-1).map(({ key }) => key));
  }
}

/** Whether it may be a line of the log: one object, without what would end or hide a part of a command. */
export const isLine = (value: unknown): value is string => {
  if (typeof value !== 'string' || sizeOf(value) > AT_A_TIME || /[#\p{Cc}]/u.test(value)) return false;
  try {
    const read: unknown = JSON.parse(value);
    return isRecord(read) && !Array.isArray(read);
  } catch {
    return false;
  }
};

const sizeOf = (text: string): number => new TextEncoder().encode(text).length;

/** Lines in parts that are short enough for a command. */
function parts<L extends { readonly value: unknown }>(lines: readonly L[]): L[][] {
  const all: L[][] = [];
  let room = 0;
  for (const line of lines) {
    const length = sizeOf(String(line.value)) + 1;
    if (length > room || all.length === 0) {
      all.push([]);
      room = AT_A_TIME;
    }
    all.at(-1)!.push(line);
    room -= length;
  }
  return all;
}
