/**
 * What the engine's trainer says, read from its JSON; `protocol.md` has what the names mean.
 *
 * Invariant: what is of another form than it should be is an error here, and nowhere later. No rule of what is right and
 * no figure is made here.
 */

import type { Position } from '../rules';
import { readBoard } from '../formats';
import { isRecord } from '../store';

/** What exercises are drawn from. */
export const DECKS = ['mistakes', 'puzzles', 'openings'] as const;
export type Deck = (typeof DECKS)[number];

export type Kind = 'ending' | 'trap' | 'two' | 'only';
const KINDS: readonly Kind[] = ['ending', 'trap', 'two', 'only'];

export interface Exercise {
  readonly id: string;
  readonly deck: Deck;
  /** Of puzzles alone. */
  readonly kind: Kind | undefined;
  readonly position: Position;
  readonly empties: number;
  /** How it was reached from the usual start, if that is known. */
  readonly moves: readonly string[];
  readonly last: string | undefined;
  /** The squares between which one has to choose. */
  readonly choices: readonly string[];
  readonly rating: number | undefined;
  /** The game that it is from. */
  readonly source: string | undefined;
  /** Of an opening. */
  readonly name: string | undefined;
  /** How often it was answered. */
  readonly seen: number;
}

/** An exercise of a deck, and how many there are. */
export interface Next {
  readonly exercise: Exercise | undefined;
  readonly due: number;
  readonly fresh: number;
  /** When the next one is due if none is now, in seconds since 1970. */
  readonly later: number | undefined;
}

export interface Best {
  readonly move: string;
  readonly score: number;
  readonly variation: readonly string[];
}

export interface Judged {
  readonly move: string;
  readonly right: boolean;
  readonly over: boolean;
  /** The other side's answer where it goes on. */
  readonly reply: string | undefined;
  readonly exact: boolean;
  readonly score: number;
  /** All moves that are right, the best first. */
  readonly best: readonly Best[];
  /** What follows the move, which it begins with. */
  readonly variation: readonly string[];
  readonly sentence: string;
  /** What it is about, in the language. */
  readonly title: string | undefined;
  /** What was played in the game. */
  readonly played: string | undefined;
  /** Of an answer: when it is asked again, whether it never is, how the rating has changed, and the line to keep. */
  readonly due: number | undefined;
  readonly mastered: boolean;
  readonly rating: { readonly before: number; readonly after: number } | undefined;
  readonly line: string | undefined;
}

export interface Share {
  readonly name: string;
  readonly title: string;
  readonly asked: number;
  readonly right: number;
}

export interface Day {
  readonly day: string;
  readonly asked: number;
  readonly right: number;
  readonly rating: number | undefined;
  readonly deviation: number | undefined;
}

export type Counts = Readonly<Record<Deck, number>>;

export interface Progress {
  readonly due: Counts;
  readonly fresh: Counts;
  readonly items: Counts;
  readonly mastered: Counts;
  readonly answers: number;
  readonly right: number;
  readonly rating: { readonly value: number; readonly deviation: number } | undefined;
  readonly phases: readonly Share[];
  readonly themes: readonly Share[];
  readonly days: readonly Day[];
}

/** An opening that has a name. */
export interface Opening {
  readonly name: string;
  readonly moves: string;
}

/** An answer of another form than it should have. */
export class Unreadable extends Error {}

type Fields = Record<string, unknown>;

function fieldsOf(value: unknown): Fields {
  if (!isRecord(value) || Array.isArray(value)) throw new Unreadable(`not an object: ${JSON.stringify(value)?.slice(0, 40)}`);
  return value;
}

function listOf<T>(value: unknown, read: (one: unknown) => T): T[] {
  if (!Array.isArray(value)) throw new Unreadable('not a list');
  return value.map(read);
}

function number(value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new Unreadable(`not a number: ${JSON.stringify(value)}`);
  return value;
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw new Unreadable(`not a text: ${JSON.stringify(value)}`);
  return value;
}

/** What may be missing, or null. */
const maybe = <T>(value: unknown, read: (one: unknown) => T): T | undefined =>
  value === undefined || value === null ? undefined : read(value);
const texts = (value: unknown): string[] => maybe(value, (one) => listOf(one, text)) ?? [];

export function exerciseOf(value: unknown): Exercise {
  const fields = fieldsOf(value);
  const position = readBoard(text(fields['position']));
  const deck = DECKS.find((one) => one === fields['deck']);
  if (!position || !deck) throw new Unreadable('not an exercise');
  return {
    id: text(fields['id']),
    deck,
    kind: KINDS.find((one) => one === fields['kind']),
    position,
    empties: maybe(fields['empties'], number) ?? position.squares.replace(/[XO]/g, '').length,
    moves: texts(fields['moves']),
    last: maybe(fields['last'], text),
    choices: texts(fields['choices']),
    rating: maybe(fields['rating'], number),
    source: maybe(fields['source'], text),
    name: maybe(fields['name'], text),
    seen: maybe(fields['seen'], number) ?? 0,
  };
}

export function nextOf(value: unknown): Next {
  const fields = fieldsOf(value);
  return {
    exercise: maybe(fields['exercise'], exerciseOf),
    due: maybe(fields['due'], number) ?? 0,
    fresh: maybe(fields['new'], number) ?? 0,
    later: maybe(fields['later'], number),
  };
}

export function judgedOf(value: unknown): Judged {
  const fields = fieldsOf(value);
  const best = listOf(fields['best'], (one): Best => {
    const { move, score, variation } = fieldsOf(one);
    return { move: text(move), score: number(score), variation: texts(variation) };
  });
  return {
    move: text(fields['move']),
    right: fields['right'] === true,
    over: fields['over'] !== false,
    reply: maybe(fields['reply'], text),
    exact: fields['exact'] === true,
    score: maybe(fields['score'], number) ?? 0,
    best,
    variation: texts(fields['variation']),
    sentence: maybe(fields['sentence'], text) ?? '',
    title: maybe(fields['title'], text),
    played: maybe(fields['played'], text),
    due: maybe(fields['due'], number),
    mastered: fields['mastered'] === true,
    rating: maybe(fields['rating'], (one) => {
      const { before, after } = fieldsOf(one);
      return { before: number(before), after: number(after) };
    }),
    line: maybe(fields['line'], text),
  };
}

function countsOf(value: unknown): Counts {
  const fields = fieldsOf(value);
  const of = (deck: Deck): number => maybe(fields[deck], number) ?? 0;
  return { mistakes: of('mistakes'), puzzles: of('puzzles'), openings: of('openings') };
}

function shareOf(value: unknown): Share {
  const { name, title, asked, right } = fieldsOf(value);
  return { name: text(name), title: maybe(title, text) ?? text(name), asked: number(asked), right: number(right) };
}

export function progressOf(value: unknown): Progress {
  const fields = fieldsOf(value);
  return {
    due: countsOf(fields['due']),
    fresh: countsOf(fields['new']),
    items: countsOf(fields['items']),
    mastered: countsOf(fields['mastered']),
    answers: number(fields['answers']),
    right: number(fields['right']),
    rating: maybe(fields['rating'], (one) => {
      const { value, deviation } = fieldsOf(one);
      return { value: number(value), deviation: number(deviation) };
    }),
    phases: listOf(fields['phases'], shareOf),
    themes: listOf(fields['themes'], shareOf),
    days: listOf(fields['days'], (one): Day => {
      const { day, asked, right, rating, deviation } = fieldsOf(one);
      return {
        day: text(day),
        asked: number(asked),
        right: number(right),
        rating: maybe(rating, number),
        deviation: maybe(deviation, number),
      };
    }),
  };
}

/** The places of lines that are none, among those that were told. */
export const badOf = (value: unknown): number[] => listOf(fieldsOf(value)['bad'], number);

/** The line to keep of a position that was taken in; none if it was not. */
export function addedOf(value: unknown): string | undefined {
  const { added, line } = fieldsOf(value);
  return added === true ? text(line) : undefined;
}

export function openingTakenOf(value: unknown): { readonly added: number; readonly known: number; readonly lines: readonly string[] } {
  const { added, known, lines } = fieldsOf(value);
  return { added: number(added), known: number(known), lines: texts(lines) };
}

export function openingsOf(value: unknown): Opening[] {
  return listOf(fieldsOf(value)['openings'], (one) => {
    const { name, moves } = fieldsOf(one);
    return { name: text(name), moves: text(moves) };
  });
}

export const droppedOf = (value: unknown): string => text(fieldsOf(value)['line']);
