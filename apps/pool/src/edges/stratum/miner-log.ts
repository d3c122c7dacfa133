import { createHmac } from 'node:crypto';
import { type LoggedOfMiners, loggedOfMiners, logSummaryMs } from '@openlode/catalogue/logged';
import type { Logger } from 'pino';
import type { Clock } from '../../domain/kernel/clock.ts';

/**
 * What miners do that an operator should hear of, without their network addresses and without a flood of lines: the first of a kind
 * is a line of its own, those of the following half minute are one line with their number.
 */
export interface MinerLog {
  note(kind: LoggedOfMiners, clientAddress: string, reason: string): void;
  /** Writes what was counted, where its time has come. */
  flush(): void;
}

interface Count {
  since: number;
  times: number;
  readonly sources: Set<string>;
  readonly reasons: Map<string, number>;
}

const dayMs = 86_400_000;
/** Client addresses are told apart up to here; a larger flood says `sources: 1000`. */
const clientsMax = 1000;

export function createMinerLog(parts: {
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly clock: Clock;
  readonly secret: Uint8Array;
  /** Hears of each, also of those that are not a line of their own. */
  readonly onNote?: (kind: LoggedOfMiners, reason: string) => void;
}): MinerLog {
  const { log, clock, secret, onNote } = parts;
  const counts = new Map<LoggedOfMiners, Count>();

  function flushOne(kind: LoggedOfMiners, count: Count, now: number): void {
    if (Math.abs(now - count.since) < logSummaryMs) return;
    counts.delete(kind);
    if (count.times === 0) return;
    log.warn(
      {
        event: kind,
        times: count.times,
        sources: count.sources.size,
        reasons: Object.fromEntries(count.reasons),
        seconds: logSummaryMs / 1000,
      },
      `${loggedOfMiners[kind].line}, and again`,
    );
  }

  return {
    note(kind, clientAddress, reason) {
      onNote?.(kind, reason);
      const now = clock.now();
      const running = counts.get(kind);
      if (running !== undefined) flushOne(kind, running, now);
      const count = counts.get(kind);
      if (count === undefined) {
        counts.set(kind, { since: now, times: 0, sources: new Set(), reasons: new Map() });
        log.info(
          { event: kind, source: hashOfClient(secret, clientAddress, now), reason },
          loggedOfMiners[kind].line,
        );
        return;
      }
      count.times += 1;
      count.reasons.set(reason, (count.reasons.get(reason) ?? 0) + 1);
      if (count.sources.size < clientsMax) count.sources.add(clientAddress);
    },
    flush() {
      const now = clock.now();
      for (const [kind, count] of counts) flushOne(kind, count, now);
    },
  };
}

/** Tells one client address from another within a day (UTC), and cannot be turned back into its address without the pool's secret. */
export function hashOfClient(secret: Uint8Array, clientAddress: string, now: number): string {
  const day = Math.floor(now / dayMs);
  return createHmac('sha256', secret)
    .update(`log-source\n${day}\n${clientAddress}`)
    .digest('base64url')
    .slice(0, 12);
}
