import { randomInt } from 'node:crypto';
import { createExtranonce1Pool, type Extranonce1Pool } from '@openlode/stratum/core/extranonce1-pool';
import type { Logger } from 'pino';
import type { ServiceContext } from '../domain/kernel/context.ts';
import type { ClosingOrder } from './closing-order.ts';
import { holdInstanceLease } from './instance-lease.ts';

/** The lock of the data directory keeps an embedded database to one process; those on a shared one agree through it. */
export async function openExtranonces(
  ctx: ServiceContext,
  log: Logger,
  order: ClosingOrder,
): Promise<Extranonce1Pool> {
  if (ctx.db.engine === 'pglite') return createExtranonce1Pool(randomInt, 0);
  const extranonces = createExtranonce1Pool(randomInt);
  const lease = await holdInstanceLease({
    ctx,
    extranonces,
    newHolder: () => ctx.random.uuid(),
    now: Date.now,
    steadyNow: () => performance.now(),
    log,
  });
  order.add('instance', () => lease.close());
  return extranonces;
}
