import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { PoolProcess } from '../../testing/pool-process.ts';
import { seededData } from './seeded-data.ts';

const pools = new Map<string, Promise<PoolProcess>>();

/** What an operator sets: its address, servers in three regions that are not there, and whom to write to. */
const deployed = {
  OPENLODE_PUBLIC_URL: 'https://pool.example',
  OPENLODE_REGIONS: 'eu=eu.pool.example,us=us.pool.example,asia=asia.pool.example',
  OPENLODE_OPERATOR_CONTACT: 'help@pool.example',
  OPENLODE_OPERATOR_LINKS: 'Mastodon=https://social.example/@pool',
};

/**
 * A pool that a worker's files of journeys share, because a start takes longer than most journeys: only for those that change nothing on it
 * that another looks at. It ends with the worker, so no journey closes it. Without the history of the demo (`openlode`) it is set up as an
 * operator does.
 */
export function sharedPool(seed: 'none' | 'openlode' = 'none'): Promise<PoolProcess> {
  const known = pools.get(seed);
  if (known !== undefined) return known;
  const started = seed === 'none' ? PoolProcess.start({ env: deployed }) : seededPool();
  pools.set(seed, started);
  // The process itself is ended by `PoolProcess`.
  void started.then(({ dataDirectory }) =>
    process.once('exit', () =>
      rmSync(dirname(dataDirectory), { recursive: true, force: true, maxRetries: 3 }),
    ),
  );
  return started;
}

/** A pool with the history of the demo; who changes something on it has one of its own. */
export async function seededPool(): Promise<PoolProcess> {
  return PoolProcess.start({ dataFrom: await seededData(), env: { OPENLODE_SEED: 'openlode' } });
}
