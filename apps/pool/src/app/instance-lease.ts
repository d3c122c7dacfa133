import type { Logger } from 'pino';
import type { Extranonce1Pool } from '@openlode/stratum/core/extranonce1-pool';
import type { ServiceContext } from '../domain/kernel/context.ts';
import { keepMs, leaseInstance, releaseInstance, renewInstance } from '../runtime/lease-instance.ts';

export interface InstanceLease {
  /** Renews the lease, or leases another number after the old one was lost. Runs by itself; here for those who cannot wait. */
  keep(): Promise<void>;
  /** Gives the number back, when all listeners are closed. */
  close(): Promise<void>;
}

export interface InstanceLeaseOptions {
  readonly ctx: Pick<ServiceContext, 'db'>;
  readonly extranonces: Extranonce1Pool;
  readonly newHolder: () => string;
  /** The wall clock and a monotonic clock, both in ms. */
  readonly now: () => number;
  readonly steadyNow: () => number;
  readonly log: Pick<Logger, 'warn' | 'error' | 'info'>;
  readonly renewMs?: number;
}

/**
 * Holds the lease of this process's number, which is unique among the processes of its database. Rejects when no number can be leased at
 * the start. When the lease is lost, or can no longer be confirmed, sessions stop using the number: those that support it get another
 * extranonce1, the others are disconnected.
 */
export async function holdInstanceLease(options: InstanceLeaseOptions): Promise<InstanceLease> {
  const { ctx, extranonces, log, renewMs = 20_000 } = options;
  let holder: string | undefined;
  let renewedAt = 0;
  let closed = false;

  async function lease(): Promise<boolean> {
    const candidate = options.newHolder();
    const since = options.steadyNow();
    const number = await leaseInstance(ctx, candidate, options.now());
    if (number === undefined) return false;
    holder = candidate;
    renewedAt = since;
    extranonces.begin(number);
    log.info({ number }, 'leased the number of this process');
    return true;
  }

  function lose(why: string): void {
    log.error(
      { why },
      'the lease of the process number is lost: miners get another extranonce1 or are disconnected',
    );
    holder = undefined;
    extranonces.retire();
  }

  /** A database that hangs takes longer than the next turn: two at once would lease two numbers, and one of them would lapse unseen. */
  let keeping: Promise<void> | undefined;
  function keep(): Promise<void> {
    // Asked before the database is, and while it is: it may not answer for long.
    if (!closed && holder !== undefined && options.steadyNow() - renewedAt >= keepMs)
      lose('it could not be renewed');
    keeping ??= keepOnce().finally(() => {
      keeping = undefined;
    });
    return keeping;
  }

  async function keepOnce(): Promise<void> {
    if (closed) return;
    const since = options.steadyNow();
    try {
      if (holder === undefined) {
        if (!(await lease())) log.error({}, allTaken);
      } else if ((await renewInstance(ctx, holder, options.now())) === 'renewed') renewedAt = since;
      else {
        lose('another process has it');
        await lease();
      }
    } catch (error) {
      log.warn({ err: error }, 'the lease of the process number could not be renewed');
    }
  }

  if (!(await lease())) throw new Error(allTaken);
  const timer = setInterval(() => void keep(), renewMs);
  timer.unref();
  return {
    keep,
    async close() {
      closed = true;
      clearInterval(timer);
      await keeping;
      if (holder !== undefined) await releaseInstance(ctx, holder);
    },
  };
}

const allTaken = 'all 256 instance numbers are in use, or were until less than half an hour ago';
