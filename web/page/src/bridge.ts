/** For development: an engine in a native process, reached through dev/bridge.mjs. */

import type { Listener, Transport } from '../../package/src/client';

export function bridge(listener: Listener): Transport {
  const id = Math.random().toString(36).slice(2);
  const events = new EventSource(`/engine?id=${id}`);
  let sent: Promise<unknown> = new Promise((open) => events.addEventListener('open', open, { once: true }));
  const send = (line: string): void => {
    sent = sent.then(() => fetch(`/engine?id=${id}`, { method: 'POST', body: line }));
  };
  events.onmessage = (event: MessageEvent<string>) => listener.line(event.data);
  events.onerror = () => listener.failed('the bridge is closed');
  return { send, interrupt: () => send('# interrupt'), close: () => events.close() };
}
