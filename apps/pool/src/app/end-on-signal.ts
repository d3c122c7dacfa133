import type { Logger } from 'pino';
import type { DrainLimits } from './drain-pool.ts';

/** Ctrl+C reaches a process under npm twice at once; asked again after this time, it means now. */
const impatientAfterMs = 2000;
const stopWithinMs = 15_000;

export interface EndedPool {
  drain(limits: DrainLimits): Promise<void>;
  stop(): Promise<void>;
}

export interface EndOptions {
  readonly drainMs: number;
  readonly log: Pick<Logger, 'info' | 'error'>;
  /** Ends the process. */
  readonly exit: (exitCode: 0 | 1) => void;
  /** A monotonic clock, ms. */
  readonly steadyNow: () => number;
}

/**
 * What a signal does. SIGTERM hands the miners over and then closes the pool; SIGINT, which a person gives, closes it at once. Asked
 * again, or by the other signal, while miners are handed over it closes the pool, and asked again while that is closed it ends the process.
 */
export function endOnSignal(
  pool: EndedPool,
  { drainMs, log, exit, steadyNow }: EndOptions,
): (signal: NodeJS.Signals) => void {
  const drained = new AbortController();
  let phase: 'open' | 'drains' | 'closes' = 'open';
  let since = 0;
  let last: NodeJS.Signals | undefined;

  function enter(next: typeof phase): void {
    phase = next;
    since = steadyNow();
  }

  async function end(limitMs: number): Promise<void> {
    enter('drains');
    await pool
      .drain({ limitMs, signal: drained.signal })
      .catch((error: unknown) => log.error({ err: error }, 'the miners could not be handed over'));
    enter('closes');
    setTimeout(() => {
      log.error('the pool did not close in time');
      exit(1);
    }, stopWithinMs).unref();
    await pool.stop();
    log.info('the pool is closed');
    exit(0);
  }

  return (signal) => {
    if (phase === 'open') {
      log.info({ signal, uptimeSeconds: Math.round(process.uptime()) }, 'the pool closes');
      void end(signal === 'SIGINT' ? 0 : drainMs);
    } else if (phase === 'drains' && signal !== last) drained.abort();
    else if (steadyNow() - since > impatientAfterMs) {
      if (phase === 'closes') exit(1);
      else drained.abort();
    }
    last = signal;
  };
}
