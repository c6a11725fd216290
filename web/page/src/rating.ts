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
import { type Position, type Side, letter } from './rules';
import { isRecord } from './store';
import { t } from './words';

/** The rating that a value is which was kept; `undefined` if it is damaged. */
export function ratingOf(value: unknown): Rating | undefined {
  const isNumber = (one: unknown): boolean => typeof one === 'number';
  const isMean = (one: unknown): boolean => one === null || isNumber(one);
  const isLoss = (one: unknown): boolean => isRecord(one) && isNumber(one['moves']) && isMean(one['mean']) && isMean(one['error']);
  if (!isRecord(value) || !isLoss(value['loss']) || !isMean(value['accuracy']) || !SKILLS.includes(String(value['skill'])))
    return undefined;
  const numbers = ['games', 'moves', 'rating', 'low', 'high', 'peers'];
  const isPhase = (one: unknown): boolean => isLoss(one) && isRecord(one) && isNumber(one['from']) && isNumber(one['to']);
  const { phases } = value;
  if (!numbers.every((name) => isNumber(value[name])) || !Array.isArray(phases) || !phases.every(isPhase)) return undefined;
  return value as unknown as Rating;
}

/** A game, and which side of it somebody played. */
export interface Played {
  readonly start: Position;
  readonly moves: readonly string[];
  readonly side: Side | 'both';
  /** Whether it was played to its end. */
  readonly isFinished: boolean;
}

/** So many moves with a choice say something of a strength, too, where no game was finished. */
export const LEAST_CHOICES = 15;

/** Whether the games that were judged are enough to say how strong somebody is. */
export const isEnough = (rating: Rating, judged: readonly Played[]): boolean =>
  rating.moves >= LEAST_CHOICES || judged.some(({ isFinished }) => isFinished);

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

/** What the command `rate` says of a player; docs/rate.md has what the names mean. */
export interface Rating {
  readonly games: number;
  readonly moves: number;
  readonly rating: number;
  readonly low: number;
  readonly high: number;
  /** The nearest skill, of `SKILLS`. */
  readonly skill: string;
  readonly peers: number;
  readonly accuracy: number | null;
  readonly loss: Loss;
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
interface Named {
  readonly start: Position;
  readonly moves: readonly string[];
  readonly tags: Tags;
  /** Whether it was played to its end. */
  readonly isOver: boolean;
}

/** The players of games, who has most of them first; those without a name by their colours. */
export function playersOf(games: readonly Named[]): Somebody[] {
  const players = new Map<string, { key: string; name: string; games: Played[] }>();
  for (const { start, moves, tags, isOver } of games) {
    if (moves.length === 0) continue;
    const { black, white } = tags;
    const isOne = black !== undefined && black === white;
    for (const side of isOne ? (['both'] as const) : SIDES) {
      const name = side === 'white' ? white : black;
      const key = name ?? `\n${side}`;
      const player = players.get(key) ?? {
        key,
        name: name === undefined ? t('rateNameless', { side: t(side as Side) }) : visible(name),
        games: [],
      };
      players.set(key, player);
      player.games.push({ start, moves, side, isFinished: isOver });
    }
  }
  return [...players.values()].sort((one, two) => two.games.length - one.games.length);
}

/** The moves of a game, without its variations. */
const movesOf = ({ tree }: Game): string[] => tree.mainLine.slice(1).map(({ move }) => move);

/** Everybody of whom there are games: who plays here against engines, and the players of the games that are open. */
export function everybody(app: App): Somebody[] {
  const { game, person, games } = app;
  const own: Played[] = [];
  if (person && !app.isSilent) own.push({ start: game.start, moves: movesOf(game), side: person, isFinished: app.isDecided });
  const others = games.keeping.entries.filter(({ id }) => id !== games.keeping.idOf(game)).map(({ saved }) => saved);
  for (const saved of [...games.earlier.map((one) => one.saved), ...others]) {
    const sides = SIDES.filter((side) => (saved[side]?.kind ?? 'person') === 'person');
    const played = sides.length === 1 ? gameOf(saved) : undefined;
    if (!played) continue;
    const isFinished = played.isFinished || saved.resigned !== undefined;
    own.push({ start: played.start, moves: movesOf(played), side: sides[0]!, isFinished });
  }
  const played = own.filter(({ moves }) => moves.length > 0);
  const listed = games.list.map(({ found }) => found);
  const isListed = games.list.some((one) => one.is(game));
  const shown =
    isListed || person || app.isSilent ? [] : [{ start: game.start, moves: movesOf(game), tags: game.tags, isOver: game.isFinished }];
  return [...(played.length > 0 ? [{ key: OWN, name: t('you'), games: played }] : []), ...playersOf([...listed, ...shown])];
}

/**
 * Rates somebody by the games; `told` gets what is known after each of them, `undefined` while there was no choice
 * among moves, and how many are done. Throws if the engine fails or is closed.
 */
export async function rate(
  engine: Pick<Engine, 'send'>,
  games: readonly Played[],
  told: (rating: Rating | undefined, done: number) => void,
): Promise<void> {
  let rating: Rating | undefined;
  for (const [i, { start, moves, side }] of games.entries()) {
    for (const line of [`setboard ${start.squares} ${letter(start.side)}`, `play ${moves.join(' ')}`]) {
      const reply = await engine.send(line);
      if (!reply.ok) throw new Error(reply.text);
    }
    const reply = await engine.send(rating ? `rate ${side} add` : `rate ${side}`);
    if (reply.ok) rating = JSON.parse(reply.text) as Rating;
    else if (!reply.text.startsWith('there is nothing to rate')) throw new Error(reply.text);
    told(rating, i + 1);
  }
}
