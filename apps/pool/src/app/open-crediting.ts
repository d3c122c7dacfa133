import type { PoolFiles } from './pool-files.ts';
import type { Config } from '../config.ts';
import { crashHits } from '../domain/kernel/crash-at.ts';
import type { ServiceContext } from '../domain/kernel/context.ts';
import type { CreditOutcome } from '../domain/rounds/credit-round.ts';
import type { ClosingOrder } from './closing-order.ts';
import { openCreditThread } from './credit-thread.ts';

/**
 * On PostgreSQL rounds are credited in a thread with connections of its own. The embedded database has one connection, which this
 * process holds, and is for pools whose rounds are small.
 */
export function openCrediting(
  config: Config,
  ctx: ServiceContext,
  files: PoolFiles,
  order: ClosingOrder,
): { readonly credit?: (roundId: bigint) => Promise<CreditOutcome> } {
  const { databaseUrl: url, crashAt } = config;
  if (url === undefined) return {};
  const crash = crashAt === undefined ? undefined : { at: crashAt, hits: crashHits };
  const thread = openCreditThread(ctx, files.creditWorker, { url, crash });
  order.add('crediting', () => thread.close());
  return { credit: (roundId) => thread.credit(roundId) };
}
