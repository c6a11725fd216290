/** The worker that reads one text and ends: a long one takes a second, in which the page goes on. */

import { type Content, type Lists, Unreadable, readGames } from './reader';

/** What is to be read. */
export interface Text {
  readonly module: WebAssembly.Module;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The names of a database. */
  readonly lists: Lists;
  /** So many games are read. */
  readonly most: number;
}

/** What became of it: why it cannot be read, and of which kind that is; without a kind the reader broke. */
export type Read = Content | { readonly reason: string; readonly kind?: Unreadable['kind'] };

const tell = (read: Read): void => (self as unknown as { postMessage(message: Read): void }).postMessage(read);

self.addEventListener('message', ({ data }: MessageEvent<Text>) => {
  readGames(data.module, data.bytes, data.lists, data.most).then(tell, (error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    tell(error instanceof Unreadable ? { reason, kind: error.kind } : { reason });
  });
});
