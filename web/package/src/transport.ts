/** A transport to an engine in a worker; begins a new worker if the old one breaks. */

import type { Listener, Transport } from './client.js';
import type { Order, Stop, Told } from './worker.js';

/** A worker as this module needs it, in a browser or in Node. */
export interface Worker {
  post(order: Order): void;
  end(): void;
}

/** Makes a worker; `told` gets its messages, `broken` what becomes of it if it cannot be loaded. */
export type Maker = (told: (message: Told) => void, broken: (reason: string) => void) => Worker;

/** After so many breaks without an answer in between there is no use in trying again. */
const MOST_BREAKS = 3;

export function workerTransport(
  make: Maker,
  module: WebAssembly.Module | Uint8Array<ArrayBuffer> | Promise<WebAssembly.Module | Uint8Array<ArrayBuffer>>,
  listener: Listener,
): Transport {
  const shared = sharedMemory();
  let worker: Worker | undefined;
  let stop: Stop | undefined;
  let waiting: string[] = [];
  /** Whether the line that waits for the worker is to be interrupted as soon as it is sent. */
  let interrupted = false;
  let id = 0;
  let tokens: string[] = [];
  let breaks = 0;
  let closed = false;

  const revoke = (): void => {
    for (const token of tokens.splice(0)) URL.revokeObjectURL(token);
  };
  const post = (line: string): void => {
    id += 1;
    revoke();
    if (stop === 'address') tokens = [address(), address()];
    worker?.post({ kind: 'line', line, id, ...(tokens.length > 0 ? { tokens } : {}) });
  };
  const interrupt = (): void => {
    if (stop === undefined) interrupted = true;
    else if (shared) Atomics.store(shared, 0, id);
    else if (stop === 'address') revoke();
    else end('stopped');
  };
  const end = (reason: string): void => {
    worker?.end();
    worker = stop = undefined;
    waiting = [];
    interrupted = false;
    revoke();
    if (closed) return;
    breaks += reason === 'stopped' ? 0 : 1;
    if (breaks >= MOST_BREAKS) {
      closed = true;
      listener.failed(reason);
    } else {
      start();
      listener.lost(reason);
    }
  };
  const told = (message: Told): void => {
    switch (message.kind) {
      case 'ready':
        stop = message.stop;
        for (const line of waiting.splice(0)) post(line);
        if (interrupted) interrupt();
        interrupted = false;
        break;
      case 'line':
        breaks = 0;
        listener.line(message.text);
        break;
      case 'dead':
        end(message.reason);
    }
  };
  const start = (): void => {
    const mine: Worker = make(
      (message) => mine === worker && told(message),
      (reason) => mine === worker && end(reason),
    );
    worker = mine;
    Promise.resolve(module).then(
      (content) => {
        if (worker !== mine) return;
        const probe = shared ? undefined : address();
        mine.post({ kind: 'start', module: content, ...(shared ? { shared } : {}), ...(probe === undefined ? {} : { probe }) });
      },
      (error: unknown) => {
        closed = true;
        mine.end();
        listener.failed(String(error));
      },
    );
  };
  start();
  return {
    send(line) {
      if (stop === undefined) waiting.push(line);
      else post(line);
    },
    interrupt,
    close() {
      closed = true;
      end('closed');
    },
  };
}

/** Memory that a worker shares, where the page is isolated from others, and in Node. */
function sharedMemory(): Int32Array | undefined {
  const isolated = (globalThis as { crossOriginIsolated?: boolean }).crossOriginIsolated !== false;
  if (typeof SharedArrayBuffer === 'undefined' || !isolated) return undefined;
  return new Int32Array(new SharedArrayBuffer(4));
}

/** An address that exists until it is revoked. */
const address = (): string => URL.createObjectURL(new Blob(['.'], { type: 'text/plain' }));
