/** The way to the readers: a worker for each text, so that the page goes on meanwhile, and nothing of a long one stays in memory. */

import { type Content, type Lists, MOST_GAMES, Unreadable } from './reader';
import type { Read, Text } from './reading-worker';

/** The worker's script. */
declare const READER: string;

/** The games of a file's bytes, which are given away. Throws `Unreadable`, or what the browser has against the module. */
export function readElsewhere(
  module: WebAssembly.Module,
  bytes: Uint8Array<ArrayBuffer>,
  lists: Lists,
  most = MOST_GAMES,
): Promise<Content> {
  const address = URL.createObjectURL(new Blob([READER], { type: 'text/javascript' }));
  const worker = new Worker(address);
  const reading = new Promise<Content>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Read>) => {
      if ('games' in data) resolve(data);
      else reject(data.kind ? new Unreadable(data.kind, data.reason) : new Error(data.reason));
    });
    worker.addEventListener('error', (event) => reject(new Error(event.message || 'no worker')));
    worker.postMessage({ module, bytes, lists, most } satisfies Text, [bytes.buffer]);
  });
  return reading.finally(() => {
    worker.terminate();
    URL.revokeObjectURL(address);
  });
}
