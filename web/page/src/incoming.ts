/** Texts and files that come in: how they are read, and what is said of them. */

import { NoGameInAddress, isAddress, textOfAddress } from './addresses';
import { FormatError } from './formats';
import { module } from './link';
import { visible } from './phrases';
import { type Content, type Fault, LONGEST, MOST_GAMES, Unreadable } from './reader';
import { readElsewhere } from './reading';
import { sortFiles, together } from './together';
import { colon, t } from './words';

export type { Content, Fault } from './reader';

/** Text that is too long to be read. */
class TooLong extends Error {}

const bytesOf = async (blob: Blob): Promise<Uint8Array<ArrayBuffer>> => {
  if (blob.size > LONGEST) throw new TooLong();
  return new Uint8Array(await blob.arrayBuffer());
};

/** The games of a text, or of a file that was given to the page by an app. */
export async function incoming(source: string | Blob): Promise<Content> {
  const text = typeof source === 'string' && isAddress(source) ? textOfAddress(source) : source;
  return readElsewhere(await module(), await bytesOf(typeof text === 'string' ? new Blob([text]) : text), {});
}

/** The games of files that were opened together; those of a database (WTHOR) have the names of its lists. */
export async function incomingFiles(files: readonly File[], most = MOST_GAMES): Promise<Content> {
  const sorted = sortFiles(files);
  const players = sorted.players && (await bytesOf(sorted.players));
  const tournaments = sorted.tournaments && (await bytesOf(sorted.tournaments));
  const contents: Content[] = [];
  for (const file of sorted.games) contents.push(await readElsewhere(await module(), await bytesOf(file), { players, tournaments }, most));
  return together(contents, most);
}

/** What is wrong with a text, in words. */
export function wrong(error: unknown): string {
  if (error instanceof TooLong) return t('errorSize');
  if (error instanceof NoGameInAddress) return t('errorAddress');
  if (error instanceof Unreadable) return error.kind === 'encoding' ? t('errorEncoding') : error.message;
  if (error instanceof FormatError)
    return error.reason === 'illegal' ? illegalText(error.word, error.number) : t('errorUnknown', { word: error.word });
  return t('errorReader', { reason: error instanceof Error ? error.message : String(error) });
}

/** What is wrong with a place, in words. */
export function faultText({ kind, word, reason }: Fault): string {
  // Of words that are no game one wants to know what would be one.
  if (kind === 'other' && /is no game: |is not a square \(black/.test(reason)) return t('errorNoGame');
  if (kind === 'other') return t('errorOther', { reason: visible(reason) });
  // The reader says in English which move it is.
  const number = /(?:^|: )move (\d+): /.exec(reason)?.[1];
  return kind === 'illegal' ? illegalText(visible(word), number && Number(number)) : t('errorUnknown', { word: visible(word) });
}

const illegalText = (word: string, n: number | string | undefined): string =>
  n ? t('errorIllegalAt', { n, word }) : t('errorIllegal', { word });

/** The same, with where it is. */
export const faultWithPlace = (fault: Fault): string =>
  (fault.line > 0 ? t('atLine', { n: fault.line }) : t('atGame', { n: fault.number })) + colon() + faultText(fault);

/** What is said of a text in which no game can be read. */
export const noGames = ({ faults: [first] }: Content): string => (first ? faultText(first) : t('errorEmpty'));

/** What is said once a text is open. */
export function openedText({ games, faults, faulty, hasMore }: Content): string {
  const parts = [t('loaded', { n: games.length })];
  if (hasMore) parts.push(t('moreGames'));
  if (games.some((game) => game.lacksVariations)) parts.push(t('variations'));
  if (faults[0]) parts.push(t('notRead', { n: faulty }), faultWithPlace(faults[0]));
  return parts.join(' · ');
}
