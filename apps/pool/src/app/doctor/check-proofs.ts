import type { Diagnosis } from '../../edges/operator/contexts.ts';
import { offeredChain } from '../../adapters/chains/offered-chains.ts';
import { randomxFault } from '../../runtime/proof-of-work/randomx-library.ts';
import type { NodePool } from '../../settings/parse-pool-file.ts';
import { warning, well } from './diagnosis.ts';

/** What the verifiers need that is not part of the pool. */
export function checkProofs(
  nodePool: NodePool | undefined,
  faultOfRandomx: () => string | undefined = randomxFault,
): Diagnosis[] {
  const fault = faultOfRandomx();
  const byNodes = nodePool?.chains.find(({ coin }) => offeredChain(coin).algorithm === 'randomx');
  if (fault === undefined) return [well('randomx', 'the library is there')];
  return [
    warning(
      'randomx',
      byNodes === undefined
        ? `${fault}: RandomX (XMR) is not offered`
        : `${fault}: the nodes of ${byNodes.coin} calculate each share, some ten a second and no more`,
      'Install it (on Debian: apt install librandomx0) and start the pool again.',
    ),
  ];
}
