import { parentPort } from 'node:worker_threads';
import { serve } from './worker.js';

serve({
  listen: (obey) => parentPort?.on('message', obey),
  tell: (told) => parentPort?.postMessage(told),
});
