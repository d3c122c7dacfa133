import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { ServiceContext } from '../domain/kernel/context.ts';
import { moveMiners } from '../edges/stratum/move-miners.ts';
import { countInstances } from '../runtime/lease-instance.ts';
import type { MinedAlgorithms } from './mined-algorithms.ts';

export interface DrainLimits {
  /** How long miners may take to go, ms; 0 drains nothing. */
  readonly limitMs: number;
  /** Ends it: the process is to close now. */
  readonly signal: AbortSignal;
}

/** How long the database may take to say whether there are other processes, ms. */
const askMs = 2000;

/**
 * Hands the miners of this process over to the others, so that it can be closed without a miner losing time. Where no other process takes
 * miners nothing is done: a miner that left would find a closed port, and is back the sooner the sooner this process is closed. Never rejects.
 */
export async function drainPool(
  {
    ctx,
    mined,
    log,
  }: { readonly ctx: Pick<ServiceContext, 'db'>; readonly mined: MinedAlgorithms; readonly log: Logger },
  { limitMs, signal }: DrainLimits,
): Promise<void> {
  const open = mined.awaited.flatMap((algorithm) => mined.find(algorithm) ?? []);
  const listeners = open.flatMap(({ listeners: ports, rigPort }) =>
    ports.filter(({ port }) => port !== rigPort),
  );
  if (limitMs === 0 || listeners.length === 0 || !(await othersMine(ctx, log))) return;
  log.info({ limitMs }, 'this process takes no more miners, and hands over those that it has');
  const since = performance.now();
  const moved = await moveMiners(listeners, { limitMs, signal, steadyNow: () => performance.now(), pause });
  log.info({ ...moved, ms: Math.round(performance.now() - since) }, 'the miners are handed over');
}

/** Whether another process of this database has a number for miners, which one has that drains as well; not, where the database does not say so in time. */
async function othersMine(ctx: Pick<ServiceContext, 'db'>, log: Logger): Promise<boolean> {
  // The embedded database has one process.
  if (ctx.db.engine === 'pglite') return false;
  const late = new AbortController();
  const known = countInstances(ctx, Date.now()).catch((error: unknown) => {
    log.warn({ err: error }, 'it is not known whether other processes take miners');
    return 0;
  });
  const count = await Promise.race([known, pause(askMs, 0, { signal: late.signal }).catch(() => 0)]);
  late.abort();
  return count > 1;
}
