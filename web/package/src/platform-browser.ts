/** How a browser makes the worker and finds the module. */

import type { Maker } from './transport.js';
import type { Told } from './worker.js';

export const makeWorker: Maker = (told, broken) => {
  const worker = new Worker(new URL('./worker-browser.js', import.meta.url), { type: 'module' });
  worker.addEventListener('message', (event: MessageEvent<Told>) => told(event.data));
  worker.addEventListener('error', (event) => broken(event.message));
  return { post: (order) => worker.postMessage(order), end: () => worker.terminate() };
};

export async function moduleOfPackage(): Promise<WebAssembly.Module> {
  const response = await fetch(new URL('./bianca.wasm', import.meta.url));
  if (!response.ok) throw new Error(`bianca.wasm: ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}
