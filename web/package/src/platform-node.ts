/** How Node makes the worker and finds the module. */

import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import type { Maker } from './transport.js';
import type { Told } from './worker.js';

export const makeWorker: Maker = (told, broken) => {
  const worker = new Worker(new URL('./worker-node.js', import.meta.url));
  worker.on('message', (message: Told) => told(message));
  worker.on('error', (error: Error) => broken(error.message));
  return { post: (order) => worker.postMessage(order), end: () => void worker.terminate() };
};

export async function moduleOfPackage(): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(new URL('./bianca.wasm', import.meta.url)));
}
