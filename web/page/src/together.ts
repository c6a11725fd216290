/**
 * Several files that are opened at once.
 *
 * A database (WTHOR) is three: games, and the lists of names that their numbers point to. Knows nothing of
 * what is in a file.
 */

import { type Content, MOST_GAMES } from './reader';

/** A file by its name. */
interface Named {
  readonly name: string;
}

/** Files of games, and the lists of names of a database among them. */
export interface Sorted<File extends Named> {
  readonly games: readonly File[];
  readonly players?: File;
  readonly tournaments?: File;
}

/** Tells files of games from lists of names. A list that is opened alone is read, so that it is told to be no game. */
export function sortFiles<File extends Named>(files: readonly File[]): Sorted<File> {
  const ends = (end: string) => (file: File) => file.name.toLowerCase().endsWith(end);
  const [players, tournaments] = [files.find(ends('.jou')), files.find(ends('.trn'))];
  const games = files.filter((file) => file !== players && file !== tournaments);
  if (games.length === 0) return { games: files };
  return { games, ...(players && { players }), ...(tournaments && { tournaments }) };
}

/** What several files hold as if it were one, with no more games than one may have. */
export function together(contents: readonly Content[], most = MOST_GAMES): Content {
  const games = contents.flatMap((content) => content.games);
  return {
    games: games.slice(0, most),
    faults: contents.flatMap((content) => content.faults),
    faulty: contents.reduce((sum, content) => sum + content.faulty, 0),
    hasMore: games.length > most || contents.some((content) => content.hasMore),
  };
}
