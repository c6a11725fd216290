/** How the page gets its engine: from within itself, unless it was built for a bridge. */

import type { Listener, Transport } from '../../package/src/client';
import { type Maker, workerTransport } from '../../package/src/transport';
import type { Told } from '../../package/src/worker';
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

/** The module that stands in the page, packed. */
async function unpacked(): Promise<WebAssembly.Module> {
  const element = document.getElementById('engine');
  const packed = element?.textContent?.trim() ?? '';
  element?.remove();
  if (packed === '') throw new Error('there is no engine in this page');
  const binary = atob(packed);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
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
