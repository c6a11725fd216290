/** What is kept when the tab is closed. A browser that keeps nothing does no harm. */

import type { Player } from './mind';
import type { TimeControl } from './clock';
import { FULL_SKILL, type Language, LANGUAGES } from './words';

export interface Settings {
  language: Language | 'auto';
  theme: 'auto' | 'light' | 'dark';
  legal: boolean;
  evaluation: boolean;
  coordinates: boolean;
  hints: boolean;
  black: Player;
  white: Player;
  time: TimeControl;
  effort: number;
}

export const DEFAULTS: Settings = {
  language: 'auto',
  theme: 'auto',
  legal: true,
  evaluation: true,
  coordinates: true,
  hints: false,
  black: { kind: 'person' },
  white: { kind: 'bianca', skill: 4 },
  time: { main: 0, increment: 0 },
  effort: 12,
};

export interface Saved {
  readonly link: string;
  readonly cursor: number;
  readonly tags: Record<string, string>;
  readonly left?: { black: number; white: number };
}

function get(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as unknown;
  } catch {
    return null;
  }
}

function put(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is full or forbidden; the game goes on without.
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function isPlayer(value: unknown): value is Player {
  if (!isRecord(value)) return false;
  if (value['kind'] === 'person') return true;
  if (value['kind'] === 'bianca') return Number.isInteger(value['skill']) && Number(value['skill']) >= 1 && Number(value['skill']) <= FULL_SKILL;
  return value['kind'] === 'book' && ['random', 'greedy', 'uc3m', 'minimax:4'].includes(String(value['name']));
}

/** The settings that were kept; what is not understood is left as it is by default. */
export function loadSettings(): Settings {
  const kept = get('bianca.settings');
  const settings = { ...DEFAULTS };
  if (!isRecord(kept)) return settings;
  if (kept['language'] === 'auto' || String(kept['language']) in LANGUAGES) {
    settings.language = kept['language'] as Settings['language'];
  }
  if (kept['theme'] === 'light' || kept['theme'] === 'dark') settings.theme = kept['theme'];
  for (const name of ['legal', 'evaluation', 'coordinates', 'hints'] as const) {
    if (typeof kept[name] === 'boolean') settings[name] = kept[name];
  }
  if (isPlayer(kept['black'])) settings.black = kept['black'];
  if (isPlayer(kept['white'])) settings.white = kept['white'];
  const time = kept['time'];
  if (isRecord(time) && Number(time['main']) >= 0 && Number(time['increment']) >= 0) {
    settings.time = { main: Number(time['main']), increment: Number(time['increment']) };
  }
  if (Number.isInteger(kept['effort'])) settings.effort = Number(kept['effort']);
  return settings;
}

export const saveSettings = (settings: Settings): void => put('bianca.settings', settings);

export function loadGame(): Saved | undefined {
  const kept = get('bianca.game');
  if (!isRecord(kept) || typeof kept['link'] !== 'string') return undefined;
  const tags: Record<string, string> = {};
  if (isRecord(kept['tags'])) {
    for (const [name, value] of Object.entries(kept['tags'])) if (typeof value === 'string') tags[name] = value;
  }
  const left = kept['left'];
  const times = isRecord(left) ? { left: { black: Number(left['black']), white: Number(left['white']) } } : {};
  return { link: kept['link'], cursor: Number(kept['cursor']) || 0, tags, ...times };
}

export const saveGame = (saved: Saved): void => put('bianca.game', saved);
