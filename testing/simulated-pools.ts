import { PoolProcess } from './pool-process.ts';
import type { RelayedNetwork } from './relayed-networks.ts';
import { createScratchPostgres, type ScratchPostgres } from './scratch-postgres.ts';

/**
 * Two Openlodes, each with a database and a chain of its own, which checks real proofs and pays nothing: another pool, and its next address.
 *
 * @param difficulty of all shares, as `OPENLODE_STATIC_DIFFICULTY` has it
 * @param opened takes what has to be closed, the last first
 */
export async function simulatedPools(
  server: string,
  difficulty: string,
  opened: (() => Promise<unknown>)[],
): Promise<Pick<RelayedNetwork, 'others' | 'databases'>> {
  const others: PoolProcess[] = [];
  const databases: ScratchPostgres[] = [];
  for (let each = 0; each < 2; each += 1) {
    const database = await createScratchPostgres(server);
    opened.push(() => database.drop());
    const env = { DATABASE_URL: database.url, OPENLODE_STATIC_DIFFICULTY: difficulty };
    const pool = await PoolProcess.start({ env });
    opened.push(() => pool.close());
    others.push(pool);
    databases.push(database);
  }
  return { others, databases };
}
