/**
 * The puzzle of the day: which day it is, how it went, and the row of squares that tells others.
 *
 * It is that of the reader's own calendar, and kept for all tabs; an older day's is forgotten.
 */

import { dayOf } from '../kept';
import { isRecord } from '../store';
import { t } from '../words';

const KEY = 'bianca.daily';
const RIGHT = '🟩';
const WRONG = '🟥';
/** So many tries are shown; the last one always. */
const MOST = 12;

/** How the puzzle of a day went: of each move, whether it was right. */
export interface Daily {
  readonly day: string;
  readonly marks: readonly boolean[];
  /** Whether it was solved, at whichever try. */
  readonly isSolved: boolean;
}

export const today = (): string => dayOf(new Date());

export function loadDaily(day: string): Daily {
  const none = { day, marks: [], isSolved: false };
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    if (!isRecord(value) || value['day'] !== day || !Array.isArray(value['marks'])) return none;
    return { day, marks: value['marks'].map((mark) => mark === true), isSolved: value['isSolved'] === true };
  } catch {
    // What is damaged is of one day, and of no use.
    return none;
  }
}

/** Adds a try: what was made of it after it was solved is none. */
export function addTry(daily: Daily, marks: readonly boolean[], isSolved: boolean): Daily {
  if (daily.isSolved || marks.length === 0) return daily;
  const made = { day: daily.day, marks: [...daily.marks, ...marks], isSolved };
  try {
    localStorage.setItem(KEY, JSON.stringify(made));
  } catch {
    // Then it is known until the tab is closed.
  }
  return made;
}

/** The tries that are shown. */
export const shownMarks = ({ marks }: Daily): readonly boolean[] =>
  marks.length > MOST ? [...marks.slice(0, MOST - 1), marks.at(-1)!] : marks;

export const squares = (daily: Daily): string =>
  shownMarks(daily)
    .map((mark) => (mark ? RIGHT : WRONG))
    .join('');

/** What is copied: the day, the squares, and where the puzzle is. */
export const rowOf = (daily: Daily, address: string | undefined): string =>
  [`Bianca · ${t('trainDaily')} · ${daily.day}`, squares(daily), ...(address === undefined ? [] : [address])].join('\n');
