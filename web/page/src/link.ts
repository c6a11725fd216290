/** How the page gets its engine: from within itself, unless it was built for a bridge. */

import type { Listener, Transport } from '../../package/src/client';
import { type Maker, workerTransport } from '../../package/src/transport';
import type { Told } from '../../package/src/worker';
import { bytesOf } from './base85';
import { bridge } from './bridge';

declare const BRIDGED: boolean;
/** The worker's script. */
declare const WORKER: string;

const make: Maker = (told, broken) => {
  const address = URL.createObjectURL(new Blob([WORKER], { type: 'text/javascript' }));
  const worker = new Worker(address);
  worker.addEventListener('message', (event: MessageEvent<Told>) => told(event.data));
  worker.addEventListener('error', (event) => broken(event.message || 'no worker'));
  return {
    post: (order) => worker.postMessage(order),
    end: () => {
      worker.terminate();
      URL.revokeObjectURL(address);
    },
  };
};

let compiled: Promise<WebAssembly.Module> | undefined;

/** The WebAssembly module. */
export const module = (): Promise<WebAssembly.Module> =>
  (compiled ??= BRIDGED ? WebAssembly.compileStreaming(fetch('bianca.wasm')) : unpacked());

/** The module that stands in the page: packed, with a hole where its weights belong, which stand beside it. */
async function unpacked(): Promise<WebAssembly.Module> {
  const hole = Number(document.getElementById('engine')?.dataset['hole'] ?? 0);
  const [packed, weights] = [taken('engine'), taken('weights')];
  if (packed.length === 0 || weights.length === 0) throw new Error('there is no engine in this page');
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  const rest = new Uint8Array(await new Response(stream).arrayBuffer());
  const bytes = new Uint8Array(rest.length + weights.length);
  bytes.set(rest.subarray(0, hole));
  bytes.set(weights, hole);
  bytes.set(rest.subarray(hole), hole + weights.length);
  return WebAssembly.compile(bytes);
}

/** The bytes of an element, which is taken out of the page. */
function taken(id: string): Uint8Array<ArrayBuffer> {
  const element = document.getElementById(id);
  const bytes = bytesOf(element?.textContent?.trim() ?? '');
  element?.remove();
  return bytes;
}

export function connect(listener: Listener): Transport {
  if (BRIDGED) return bridge(listener);
  try {
    return workerTransport(make, module(), listener);
  } catch (error) {
    const reason = String(error);
    queueMicrotask(() => listener.failed(reason));
    return { send: () => {}, interrupt: () => {}, close: () => {} };
  }
}
