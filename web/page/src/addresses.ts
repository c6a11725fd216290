/**
 * Addresses of the web with a game in them: this page's own links, and those of other boards that write the
 * moves, or a position, anywhere behind the server's name.
 *
 * Knows no server: whatever is a game by the rules is one. Nothing is fetched.
 */

import { readBoard, readLink, readMoves, writeBoard, writeTranscript } from './formats';
import { type Game, gameOf } from './game';
import { START, isOver } from './rules';

/** Shorter runs of squares may be parts of other words. */
const LEAST_MOVES = 3;

/** An address that has no game in it. */
export class NoGameInAddress extends Error {}

/** Whether a text is an address and nothing else. */
export const isAddress = (text: string): boolean => /^(https?:\/\/|www\.)\S+$/i.test(text.trim());

/** The game of an address as text that every reader understands. Throws `NoGameInAddress`. */
export function textOfAddress(address: string): string {
  const { hash, rest } = parted(address.trim());
  const game = ownLink(hash) ?? longest(rest + hash);
  if (!game) throw new NoGameInAddress();
  const moves = writeTranscript(game);
  return game.isStandard && moves !== '' ? moves : `${writeBoard(game.start)} ${moves}`.trim();
}

/** What follows the server's name, without escapes; what follows the number sign apart. */
function parted(address: string): { rest: string; hash: string } {
  const behind = address.replace(/^(https?:\/\/)?[^/?#]*/i, '');
  const at = behind.indexOf('#');
  const [rest, hash] = at < 0 ? [behind, ''] : [behind.slice(0, at), behind.slice(at)];
  return { rest: decoded(rest), hash: decoded(hash) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replace(/\+/g, ' '));
  } catch {
    return text;
  }
}

function ownLink(hash: string): Game | undefined {
  try {
    return readLink(hash);
  } catch {
    return undefined;
  }
}

/** The longest game among the runs of squares, from the position in the address if it has one. */
function longest(text: string): Game | undefined {
  const board = /(?<![XO.*_-])[XO.*_-]{64}(?![XO.*_-])/i.exec(text)?.[0];
  const start = board === undefined ? START : readBoard(board.replace(/[._]/g, '-').replace(/\*/g, 'X'));
  // Parted by signs that no word has, or by none.
  const runs = text.match(/(?<![a-z0-9])(?:[a-h][1-8][-_,;.| /]*)+(?![a-z0-9])/gi) ?? [];
  const games = runs.flatMap((run) => {
    const moves = readMoves(run.replace(/[^a-h1-8]/gi, ''));
    const { game, wrong } = gameOf(start ?? START, moves);
    return wrong === undefined && moves.length >= LEAST_MOVES ? [game] : [];
  });
  const found = games.sort((one, two) => two.moves.length - one.moves.length)[0];
  if (found) return found;
  return board !== undefined && start && !isOver(start) ? gameOf(start, []).game : undefined;
}
