import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { PoolProcess } from '../../testing/pool-process.ts';
import { seededData } from './seeded-data.ts';

let shared: Promise<PoolProcess> | undefined;

/** What an operator sets: its address, servers in three regions that are not there, and whom to write to. */
const deployed = {
  OPENLODE_PUBLIC_URL: 'https://pool.example',
  OPENLODE_REGIONS: 'eu=eu.pool.example,us=us.pool.example,asia=asia.pool.example',
  OPENLODE_OPERATOR_CONTACT: 'help@pool.example',
  OPENLODE_OPERATOR_LINKS: 'Mastodon=https://social.example/@pool',
};

/**
 * A pool that a worker's files of journeys share, because a start takes longer than most journeys: only for those that change nothing on it
 * that another looks at. It is set up as an operator does, and ends with the worker, so no journey closes it. Journeys on the history of the
 * demo take `test` of demo-test.ts.
 */
export function sharedPool(): Promise<PoolProcess> {
  if (shared !== undefined) return shared;
  shared = PoolProcess.start({ env: deployed });
  // The process itself is ended by `PoolProcess`.
  void shared.then(({ dataDirectory }) =>
    process.once('exit', () =>
      rmSync(dirname(dataDirectory), { recursive: true, force: true, maxRetries: 3 }),
    ),
  );
  return shared;
}

/** A pool with the history of the demo; who changes something on it has one of its own. */
export async function seededPool(): Promise<PoolProcess> {
  return PoolProcess.start({ dataFrom: await seededData(), env: { OPENLODE_SEED: 'openlode' } });
}
