/**
 * The engine in a worker of a browser or of Node. A message is a line to obey; a running search
 * blocks messages, so the word to stop it comes another way: by shared memory where there is any,
 * otherwise by two addresses that cease to exist, for one of which the worker looks now and then. Two by
 * turns, as WebKit goes on serving an address that was revoked in the middle of a look.
 */

import { Host } from './host.js';

/** What a worker is told. */
export type Order =
  | {
      readonly kind: 'start';
      readonly module: WebAssembly.Module | Uint8Array<ArrayBuffer>;
      readonly shared?: Int32Array;
      readonly probe?: string;
    }
  | { readonly kind: 'line'; readonly line: string; readonly id: number; readonly tokens?: readonly string[] };

/** What a worker tells. */
export type Told =
  | { readonly kind: 'ready'; readonly stop: Stop }
  | { readonly kind: 'line'; readonly text: string }
  | { readonly kind: 'dead'; readonly reason: string };

/** How a search can be stopped: by shared memory, by addresses, or only with the worker. */
export type Stop = 'shared' | 'address' | 'none';

/** Milliseconds between two looks at an address, each of which takes a fraction of one. */
const LOOK_EVERY = 40;

export interface Place {
  listen(obey: (order: Order) => void): void;
  tell(told: Told): void;
}

export function serve(place: Place): void {
  let host: Host | undefined;
  let shared: Int32Array | undefined;
  let tokens: readonly string[] = [];
  let id = 0;
  let stopped = false;
  let looked = 0;
  let looks = 0;
  const look = (): boolean => {
    if (stopped) return true;
    if (shared) return (stopped = Atomics.load(shared, 0) >= id);
    if (tokens.length === 0) return false;
    const now = performance.now();
    if (now - looked < LOOK_EVERY) return false;
    looked = now;
    looks += 1;
    return (stopped = !exists(tokens[looks % tokens.length]!));
  };
  place.listen((order) => {
    try {
      if (order.kind === 'start') {
        const module = order.module instanceof WebAssembly.Module ? order.module : new WebAssembly.Module(order.module);
        host = new Host(module, { line: (text) => place.tell({ kind: 'line', text }), stopped: look });
        shared = order.shared;
        const stop = shared ? 'shared' : order.probe !== undefined && exists(order.probe) ? 'address' : 'none';
        place.tell({ kind: 'ready', stop });
        return;
      }
      id = order.id;
      tokens = order.tokens ?? [];
      stopped = false;
      looked = performance.now();
      host?.obey(order.line);
    } catch (error) {
      place.tell({ kind: 'dead', reason: error instanceof Error ? error.message : String(error) });
    }
  });
}

/** Whether an address can be read, found out without leaving the running search. */
function exists(address: string): boolean {
  try {
    const request = new XMLHttpRequest();
    request.open('GET', address, false);
    request.send();
    return request.status === 200;
  } catch {
    return false;
  }
}
