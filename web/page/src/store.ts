/**
 * What is kept when the tab is closed. A browser that keeps nothing does no harm.
 *
 * Each tab keeps its game, with who plays it, for itself, so that two tabs do not disturb each other;
 * the game that was changed last in any of them is also what a new tab begins with. What was replaced and is
 * no game, or all of it where the browser has no database (`kept.ts`), is that of all tabs. Invariant: every value is
 * checked as it is read, and one that is damaged takes no other with it and is handed to whoever lays it aside.
 */

import type { Player } from './mind';
import type { TimeControl } from './clock';
import type { Tags } from './game';
import { type Side, indexOf } from './rules';
import { type Branch, GLYPHS, type Mark, SHAPES, type Told } from './variations';
import { FULL_SKILL, SKILL_ELO, type Language, isLanguage } from './words';

export const BOARD_THEMES = ['felt', 'wood', 'print'] as const;
export type BoardTheme = (typeof BOARD_THEMES)[number];

/** The ratings of the people whose moves can be shown; 0 shows none. */
export const CROWDS: readonly number[] = [0, 900, 1100, 1300, 1500, 1700, 1900, 2100, 2300];

export interface Settings {
  language: Language | 'auto';
  theme: 'auto' | 'light' | 'dark';
  legal: boolean;
  evaluation: boolean;
  /** Whether that is shown also to one who plays against an engine, while the game runs. */
  told: boolean;
  /** Whether the rules were shown once. */
  rulesSeen: boolean;
  coordinates: boolean;
  /** How board and discs look. */
  boardTheme: BoardTheme;
  /** Whether the board is seen from the other side, with h8 at its upper left. */
  flipped: boolean;
  sounds: boolean;
  hints: boolean;
  /** Whether squares with hints are coloured by their score. */
  colours: boolean;
  /** Of which rating people are whose moves are told beside the engine's: one of `CROWDS`. */
  crowd: number;
  /** How strong the opponent is in the next game that follows the reader. */
  followed: number;
  /** Whether an engine that plays as people do takes a person's time for a move. */
  personTime: boolean;
  black: Player;
  white: Player;
  time: TimeControl;
}

export const DEFAULTS: Settings = {
  language: 'auto',
  theme: 'auto',
  legal: true,
  evaluation: true,
  told: false,
  rulesSeen: false,
  coordinates: true,
  boardTheme: 'felt',
  flipped: false,
  sounds: false,
  hints: false,
  colours: false,
  crowd: 0,
  followed: 1200,
  personTime: false,
  black: { kind: 'person' },
  white: { kind: 'bianca', skill: 4 },
  time: { main: 0, increment: 0 },
};

/** Who plays a game, and with how much time. */
export type Match = Pick<Settings, 'black' | 'white' | 'time'>;
const OF_MATCH = ['black', 'white', 'time'] as const;

export interface Saved extends Partial<Match> {
  /** Under which it is kept, and what is known of it. */
  readonly id?: string;
  readonly link: string;
  /** How many moves have been made where one looks; at the end without it. */
  readonly cursor?: number;
  readonly tags: Tags;
  /** What is told of its moves. */
  readonly told?: readonly Told[];
  readonly branches?: readonly Branch[];
  /** Which branch one looks along; the game itself without it. */
  readonly branch?: number;
  /** Seconds. */
  readonly left?: Record<Side, number>;
  readonly paused?: boolean;
  /** Who has given the game up. */
  readonly resigned?: Side;
  /** How many hints the person has taken. */
  readonly hintsTaken?: number;
}

const SETTINGS = 'bianca.settings';
const GAME = 'bianca.game';
const EARLIER = 'bianca.earlier';
const LIST = 'bianca.list';
const RATINGS = 'bianca.ratings';
const DAMAGED = 'bianca.damaged';

/** So many people's ratings are kept, and so many characters of what is damaged where there is no database. */
const MOST_RATINGS = 20;
const MOST_DAMAGED = 500_000;

/** Longer times are no times. */
const LONGEST = 1_000_000;

/** Of this tab, or of all tabs. */
type Place = 'sessionStorage' | 'localStorage';

function textOf(place: Place, key: string): string | undefined {
  try {
    return window[place].getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

function get(place: Place, key: string): unknown {
  const text = textOf(place, key) ?? 'null';
  try {
    return JSON.parse(text) as unknown;
  } catch {
    isDamaged(key, text);
    try {
      window[place].removeItem(key);
    } catch {
      // Then it is found again.
    }
    return null;
  }
}

/** What was found damaged and not taken yet, by what it is as text. */
const damaged = new Map<string, { from: string; value: unknown }>();

/** Something that was kept under a name cannot be read. */
export function isDamaged(from: string, value: unknown): void {
  damaged.set(JSON.stringify([from, value]), { from, value });
}

/** What was found damaged since the last time. */
export function takeDamaged(): { from: string; value: unknown }[] {
  const taken = [...damaged.values()];
  damaged.clear();
  return taken;
}

/** What was laid aside where there is no database. */
export function loadDamaged(): unknown[] {
  const all = get('localStorage', DAMAGED);
  return Array.isArray(all) ? all : [];
}

export function saveDamaged(all: readonly unknown[]): void {
  const text = JSON.stringify(all);
  if (text.length <= MOST_DAMAGED) put('localStorage', DAMAGED, text);
}

function put(place: Place, key: string, value: string): void {
  try {
    window[place].setItem(key, value);
  } catch {
    // Storage is full or forbidden; the game goes on without.
  }
}

type Fields = Record<string, unknown>;
export const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
/** Less than 0 is what was used of a byo-yomi. */
const isRest = (value: unknown): value is number => typeof value === 'number' && isTime(Math.abs(value));
const isTime = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= LONGEST;

/** Whether somebody who follows can be as strong. */
export const isFollowed = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= SKILL_ELO[0]! && Number(value) < SKILL_ELO.at(-1)!;

function isPlayer(value: unknown): value is Player {
  if (!isRecord(value)) return false;
  if (value['kind'] === 'person') return true;
  if (value['kind'] === 'bianca')
    return Number.isInteger(value['skill']) && Number(value['skill']) >= 1 && Number(value['skill']) <= FULL_SKILL;
  if (value['kind'] === 'following') return isFollowed(value['elo']);
  return value['kind'] === 'book' && ['random', 'greedy', 'uc3m', 'minimax:4'].includes(String(value['name']));
}

const CHECKS: { readonly [Name in keyof Settings]: (value: unknown) => value is Settings[Name] } = {
  language: (value): value is Settings['language'] => value === 'auto' || isLanguage(value),
  theme: (value): value is Settings['theme'] => value === 'auto' || value === 'light' || value === 'dark',
  legal: isBoolean,
  evaluation: isBoolean,
  told: isBoolean,
  rulesSeen: isBoolean,
  coordinates: isBoolean,
  boardTheme: (value): value is BoardTheme => BOARD_THEMES.includes(value as BoardTheme),
  flipped: isBoolean,
  sounds: isBoolean,
  hints: isBoolean,
  colours: isBoolean,
  crowd: (value): value is number => CROWDS.includes(value as number),
  followed: isFollowed,
  personTime: isBoolean,
  black: isPlayer,
  white: isPlayer,
  time: (value): value is TimeControl =>
    isRecord(value) && [value['main'], value['increment'], value['white'] ?? 0, value['byoyomi'] ?? 0].every(isTime),
};
const NAMES = Object.keys(CHECKS) as (keyof Settings)[];

/** Those fields of a value that are what they should be. */
function checked<Name extends keyof Settings>(value: unknown, names: readonly Name[]): Partial<Pick<Settings, Name>> {
  if (!isRecord(value)) return {};
  const valid = names.filter((name) => CHECKS[name](value[name])).map((name) => [name, value[name]]);
  return Object.fromEntries(valid) as Partial<Pick<Settings, Name>>;
}

/** The settings as this tab has read or kept them last, as text. */
const known = new Map<string, string>();
/** The game as this tab has kept it last. */
let kept: string | undefined;
/** The same as this tab has kept it last for new tabs. */
let shared: string | undefined;

/** The settings that were kept; what is not understood is left as it is by default. */
export function loadSettings(): Settings {
  const settings = { ...DEFAULTS, ...checked(get('localStorage', SETTINGS), NAMES) };
  for (const name of NAMES) known.set(name, JSON.stringify(settings[name]));
  return settings;
}

/** Keeps the settings; those that this tab has not changed stay as other tabs have left them. */
export function saveSettings(settings: Settings): void {
  const changed = NAMES.filter((name) => known.get(name) !== JSON.stringify(settings[name]));
  if (changed.length === 0) return;
  for (const name of changed) known.set(name, JSON.stringify(settings[name]));
  const others = checked(get('localStorage', SETTINGS), NAMES);
  put('localStorage', SETTINGS, JSON.stringify({ ...others, ...Object.fromEntries(changed.map((name) => [name, settings[name]])) }));
}

export const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;

/** What was told before there were variations, in their form. */
const olderComments = (value: unknown): unknown =>
  isRecord(value) ? Object.entries(value).map(([ply, comment]) => ({ ply: Number(ply), comment })) : [];

function toldOf(value: unknown): Told[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isRecord).flatMap(({ ply, seconds, comment, glyph, marks }) =>
    isCount(ply)
      ? {
          ply,
          ...(isTime(seconds) ? { seconds } : {}),
          ...(typeof comment === 'string' ? { comment } : {}),
          ...(isCount(glyph) && glyph < GLYPHS.length ? { glyph } : {}),
          ...(Array.isArray(marks) ? { marks: marks.flatMap(markOf) } : {}),
        }
      : [],
  );
}

function markOf(value: unknown): Mark | [] {
  if (!isRecord(value)) return [];
  const { square, text } = value;
  const shape = SHAPES.find((one) => one === value['shape']);
  if (!shape || typeof square !== 'string' || indexOf(square) < 0) return [];
  return { square, shape, ...(typeof text === 'string' ? { text } : {}) };
}

function branchesOf(value: unknown): Branch[] {
  if (!Array.isArray(value)) return [];
  return value
    .filter(isRecord)
    .flatMap(({ of, after, moves, told }) =>
      isCount(of) && isCount(after) && Array.isArray(moves) ? { of, after, moves: moves.map(String), told: toldOf(told) } : [],
    );
}

/** A game as it was kept; `undefined` if the value is none. */
export function savedOf(value: unknown): Saved | undefined {
  if (!isRecord(value) || typeof value['link'] !== 'string') return undefined;
  const { link, cursor, branch, left, paused, resigned, hintsTaken } = value;
  const texts = isRecord(value['tags']) ? value['tags'] : {};
  const told = toldOf(value['told'] ?? olderComments(value['comments']));
  const branches = branchesOf(value['branches']);
  const named = (['black', 'white', 'event', 'date', 'result', 'theory', 'ended'] as const).filter(
    (name) => typeof texts[name] === 'string',
  );
  return {
    ...checked(value, OF_MATCH),
    ...(typeof value['id'] === 'string' ? { id: value['id'] } : {}),
    link,
    tags: Object.fromEntries(named.map((name) => [name, texts[name]])),
    ...(told.length > 0 ? { told } : {}),
    ...(branches.length > 0 ? { branches } : {}),
    ...(isCount(branch) ? { branch } : {}),
    ...(Number.isInteger(cursor) ? { cursor: Number(cursor) } : {}),
    ...(isRecord(left) && isRest(left['black']) && isRest(left['white']) ? { left: { black: left['black'], white: left['white'] } } : {}),
    ...(paused === true ? { paused } : {}),
    ...(resigned === 'black' || resigned === 'white' ? { resigned } : {}),
    ...(Number.isInteger(hintsTaken) && Number(hintsTaken) > 0 ? { hintsTaken: Number(hintsTaken) } : {}),
  };
}

/** The game of a value from a place; one that is there and damaged is handed on. */
function readGame(from: string, value: unknown): Saved | [] {
  const saved = savedOf(value);
  if (!saved && value !== null) isDamaged(from, value);
  return saved ?? [];
}

/** The games that were kept, the best first: this tab's own, and the one that a new tab begins with. */
export function loadGames(): Saved[] {
  const places: readonly Place[] = ['sessionStorage', 'localStorage'];
  return places.flatMap((place) => readGame(GAME, get(place, GAME)));
}

/** Keeps the game for this tab and, once it has changed here, for new ones; gives another tab's that it replaces there. */
export function saveGame(saved: Saved): Saved | undefined {
  const text = JSON.stringify(saved);
  const forAll = textOf('localStorage', GAME);
  // A tab that was loaded again knows its own game by the same text in both places.
  if (kept === undefined && forAll === textOf('sessionStorage', GAME)) shared = forAll;
  put('sessionStorage', GAME, text);
  // What a tab begins with is no change: another tab may have gone on with the same game.
  const isChanged = kept !== undefined && kept !== text;
  kept = text;
  if (!isChanged) return undefined;
  const replaced = forAll === shared ? undefined : savedOf(get('localStorage', GAME));
  put('localStorage', GAME, text);
  shared = text;
  return replaced;
}

/** The games that were replaced, the last first; `undefined` where nothing is kept. */
export function loadEarlier(): Saved[] | undefined {
  const kept = get('localStorage', EARLIER);
  if (kept === null) return undefined;
  // There was one alone once.
  return [kept].flat().flatMap((one: unknown) => readGame(EARLIER, one));
}

export function saveEarlier(all: readonly Saved[]): void {
  put('localStorage', EARLIER, JSON.stringify(all));
}

/** The list of games that this tab has open, by its id, and which of them is on the table; -1 for none. */
export interface OpenList {
  readonly id: string;
  readonly at: number;
}

export function loadList(): OpenList | undefined {
  const value = get('sessionStorage', LIST);
  if (!isRecord(value) || typeof value['id'] !== 'string') return undefined;
  return { id: value['id'], at: isCount(value['at']) ? value['at'] : -1 };
}

export function saveList(list: OpenList | undefined): void {
  put('sessionStorage', LIST, JSON.stringify(list ?? null));
}

/** The last rating of somebody, by a name: when that was, and of how many games. */
export interface Rated {
  readonly name: string;
  readonly at: number;
  readonly done: number;
  readonly rating: unknown;
}

export function loadRatings(): Rated[] {
  const all = get('localStorage', RATINGS);
  return (Array.isArray(all) ? all : []).flatMap((one: unknown) => {
    if (!isRecord(one) || typeof one['name'] !== 'string' || !isTimestamp(one['at']) || !isCount(one['done'])) return [];
    return [{ name: one['name'], at: one['at'], done: one['done'], rating: one['rating'] }];
  });
}

const isTimestamp = (value: unknown): value is number => typeof value === 'number' && value > 0;

/** Keeps the rating of somebody in the place of the one before. */
export function saveRating(rated: Rated): void {
  const others = loadRatings().filter(({ name }) => name !== rated.name);
  put('localStorage', RATINGS, JSON.stringify([rated, ...others].slice(0, MOST_RATINGS)));
}
