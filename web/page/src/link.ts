/** How the page gets its engine. */

import type { Listener, Transport } from '../../package/src/client';
import { bridge } from './bridge';

export function connect(listener: Listener): Transport {
  return bridge(listener);
}
