import type { Diagnosis } from '../../edges/operator/contexts.ts';
import { randomxFault } from '../../runtime/proof-of-work/randomx-library.ts';
import { warning, well } from './diagnosis.ts';

/** What the verifiers need that is not part of the pool. */
export function checkProofs(faultOfRandomx: () => string | undefined = randomxFault): Diagnosis[] {
  const fault = faultOfRandomx();
  if (fault === undefined) return [well('randomx', 'the library is there')];
  return [
    warning(
      'randomx',
      `${fault}: RandomX (XMR) is not offered`,
      'Install it (on Debian: apt install librandomx0) and start the pool again.',
    ),
  ];
}
