import { type Order, serve } from './worker.js';

serve({
  listen: (obey) => self.addEventListener('message', (event: MessageEvent<Order>) => obey(event.data)),
  tell: (told) => (self as unknown as { postMessage(message: unknown): void }).postMessage(told),
});
