/**
 * How good somebody is: whose games there are, and the engine asked about them, one after the other.
 *
 * Invariant: every figure is the engine's. Knows nothing of drawing.
 */

import type { Engine } from '../../package/src/client';
import type { App } from './app';
import type { Game, Tags } from './game';
import { gameOf } from './keeping';
import { visible } from './phrases';
import type { Found } from './reader';
import { type Position, type Side, letter } from './rules';
import { isRecord } from './store';
import { givenBefore } from './variations';
import { t } from './words';

/** The rating that a value is which was kept; `undefined` if it is damaged, or nothing may be said of it. */
export function ratingOf(value: unknown): Rating | undefined {
  const isNumber = (one: unknown): boolean => typeof one === 'number';
  const isMean = (one: unknown): boolean => one === null || isNumber(one);
  const isLoss = (one: unknown): boolean => isRecord(one) && isNumber(one['moves']) && isMean(one['mean']) && isMean(one['error']);
  if (!isRecord(value) || !isLoss(value['loss']) || !isLoss(value['after_opening']) || !isMean(value['accuracy'])) return undefined;
  const { phases, told, skill, lapses } = value;
  if (told !== 'range' && told !== 'rank') return undefined;
  if (told === 'rank' ? !SKILLS.includes(String(skill)) : skill !== null) return undefined;
  if (!isRecord(lapses) || !LAPSES.every((least) => isNumber(lapses[least]))) return undefined;
  const numbers = ['games', 'moves', 'doubles', 'rating', 'low', 'high', 'peers'];
  const isPhase = (one: unknown): boolean => isLoss(one) && isRecord(one) && isNumber(one['from']) && isNumber(one['to']);
  if (!numbers.every((name) => isNumber(value[name])) || !Array.isArray(phases) || !phases.every(isPhase)) return undefined;
  return value as unknown as Rating;
}

/** A game, and which side of it somebody played. */
export interface Played {
  readonly start: Position;
  readonly moves: readonly string[];
  /** How many of them, from the start, nobody chose. */
  readonly given: number;
  readonly side: Side | 'both';
}

/** Somebody who has played some of the games. */
export interface Somebody {
  readonly name: string;
  /** By what the last rating is kept, the same in all languages. */
  readonly key: string;
  readonly games: readonly Played[];
}

/** Discs lost a move: the mean, and how far it lies to each side in 95 of 100 cases. */
export interface Loss {
  readonly moves: number;
  readonly mean: number | null;
  readonly error: number | null;
}

/** Moves that lose so many discs or more are counted. */
export const LAPSES = ['4', '10'] as const;

/** What the command `rate` says of a player; docs/rate.md has what the names mean. Of somebody of whom nothing is told, numbers are `null`. */
export interface Rating {
  readonly games: number;
  readonly moves: number;
  /** Games that were there again. */
  readonly doubles: number;
  readonly told: 'nothing' | 'range' | 'rank';
  /** Moves with a choice before anything may be told. */
  readonly missing: number;
  readonly rating: number;
  readonly low: number;
  readonly high: number;
  /** The nearest skill, of `SKILLS`; `null` without a rank. */
  readonly skill: string | null;
  readonly peers: number;
  readonly accuracy: number | null;
  readonly lapses: Readonly<Record<(typeof LAPSES)[number], number>>;
  readonly loss: Loss;
  readonly after_opening: Loss;
  readonly phases: readonly (Loss & {
    readonly from: number;
    readonly to: number;
    readonly peers: number | null;
    readonly skill: number | null;
  })[];
}

/** The names of the skills in the protocol, the weakest first. */
export const SKILLS: readonly string[] = [
  'first-game',
  'beginner',
  'learner',
  'casual',
  'club',
  'strong',
  'expert',
  'master',
  'champion',
  'full',
];

const SIDES = ['black', 'white'] as const;

/** The key of whoever plays here; no name has a line break. */
export const OWN = '\nyou';

/** A game with the names that are known of its players. */
interface Named extends Omit<Played, 'side'> {
  readonly tags: Tags;
}

/** A name as the engine compares it: in small letters, with single blanks. */
const plain = (name: string): string => name.trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** The players of games, who has most of them first; those without a name by their colours. */
export function playersOf(games: readonly Named[]): Somebody[] {
  const players = new Map<string, { key: string; name: string; games: Played[] }>();
  for (const { start, moves, given, tags } of games) {
    if (moves.length === 0) continue;
    const { black, white } = tags;
    const isOne = black !== undefined && white !== undefined && plain(black) === plain(white);
    for (const side of isOne ? (['both'] as const) : SIDES) {
      const name = side === 'white' ? white : black;
      const key = name === undefined ? `\n${side}` : plain(name);
      const player = players.get(key) ?? {
        key,
        name: name === undefined ? t('rateNameless', { side: t(side as Side) }) : visible(name),
        games: [],
      };
      players.set(key, player);
      player.games.push({ start, moves, given, side });
    }
  }
  return [...players.values()].sort((one, two) => two.games.length - one.games.length);
}

/** The moves of a game, without its variations. */
function movesOf({ start, tree }: Game): Omit<Played, 'side'> {
  return { start, moves: tree.mainLine.slice(1).map(({ move }) => move), given: tree.given };
}

/** How many moves of a game that was read nobody chose. */
function givenOf({ times }: Found): number {
  const timed = times.split(',').findIndex((time) => time !== '');
  return givenBefore(timed < 0 ? undefined : timed + 1);
}

/** Everybody of whom there are games: who plays here against engines, and the players of the games that are open. */
export function everybody(app: App): Somebody[] {
  const { game, person, games } = app;
  const own: Played[] = [];
  if (person && !app.isSilent) own.push({ ...movesOf(game), side: person });
  const others = games.keeping.entries.filter(({ id }) => id !== games.keeping.idOf(game)).map(({ saved }) => saved);
  for (const saved of [...games.earlier.map((one) => one.saved), ...others]) {
    const sides = SIDES.filter((side) => (saved[side]?.kind ?? 'person') === 'person');
    const played = sides.length === 1 ? gameOf(saved) : undefined;
    if (!played) continue;
    own.push({ ...movesOf(played), side: sides[0]! });
  }
  const played = own.filter(({ moves }) => moves.length > 0);
  const listed = games.list.map(({ found }) => ({ ...found, given: givenOf(found) }));
  const isListed = games.list.some((one) => one.is(game));
  const shown = isListed || person || app.isSilent ? [] : [{ ...movesOf(game), tags: game.tags }];
  return [...(played.length > 0 ? [{ key: OWN, name: t('you'), games: played }] : []), ...playersOf([...listed, ...shown])];
}

/**
 * Rates somebody by the games; `told` gets what is known after each of them, `undefined` while there was no choice
 * among moves, how many are done, and how many of these began with discs in corners and do not count. Throws if the
 * engine fails or is closed.
 */
export async function rate(
  engine: Pick<Engine, 'send'>,
  games: readonly Played[],
  told: (rating: Rating | undefined, done: number, handicaps: number) => void,
): Promise<void> {
  let rating: Rating | undefined;
  let handicaps = 0;
  for (const [i, { start, moves, given, side }] of games.entries()) {
    for (const line of [`setboard ${start.squares} ${letter(start.side)}`, `play ${moves.join(' ')}`]) {
      const reply = await engine.send(line);
      if (!reply.ok) throw new Error(reply.text);
    }
    const after = given > 0 ? ` after ${given}` : '';
    const reply = await engine.send(`rate ${side}${after}${rating ? ' add' : ''}`);
    if (reply.ok) rating = JSON.parse(reply.text) as Rating;
    else if (!reply.text.startsWith('there is nothing to rate')) throw new Error(reply.text);
    else if (reply.text.endsWith('a handicap')) handicaps += 1;
    told(rating, i + 1, handicaps);
  }
}
