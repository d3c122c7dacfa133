import { randomBytes, randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { DatabaseWatch } from '../runtime/database/database-watch.ts';
import type { Clock } from '../domain/kernel/clock.ts';
import type { ServiceContext } from '../domain/kernel/context.ts';
import { refuseBrokenChain } from '../domain/ledger/refuse-broken-chain.ts';
import type { ClosingOrder } from './closing-order.ts';
import { openMigrated } from './open-migrated.ts';
import { openSecret } from './open-secret.ts';
import type { PoolFiles } from './pool-files.ts';

/** The database of the settings, brought to this release, with the secret that belongs to it. */
export async function openFoundation(
  config: Config,
  files: PoolFiles,
  parts: {
    readonly clock: Clock;
    readonly log: Logger;
    readonly order: ClosingOrder;
    readonly watch: DatabaseWatch;
  },
): Promise<Pick<ServiceContext, 'db' | 'clock' | 'random' | 'secret'>> {
  const { clock } = parts;
  const db = await openMigrated(config, files, clock, parts);
  const secret = await openSecret(db, clock, config.sharedDirectory);
  await refuseBrokenChain({ db });
  return { db, clock, random: { uuid: randomUUID, bytes: randomBytes }, secret };
}
