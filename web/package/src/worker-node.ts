import { parentPort } from 'node:worker_threads';
import { serve } from './worker';

serve({
  listen: (obey) => parentPort?.on('message', obey),
  tell: (told) => parentPort?.postMessage(told),
});
