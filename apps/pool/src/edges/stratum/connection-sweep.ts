import type { ConnectionTimes } from './connection-times.ts';
import type { ListenerLimits } from './listener-limits.ts';
import type { ConnectionPermit } from './connection-permit.ts';

/** A connection as its time limits see it. */
export interface SweptConnection {
  readonly times: ConnectionTimes;
  readonly authorized: boolean;
  /** Whether a share of it was accepted. */
  readonly hasAcceptedShare: boolean;
  /** Whether it waits for another extranonce1. */
  readonly withdrawn: boolean;
  readonly ending: boolean;
  readonly permit: Pick<ConnectionPermit, 'exempt' | 'minedWithin'>;
}

/** Why a connection has to end; `overdue` needs no explanation to the miner. Undefined where it may stay. */
export type SweepVerdict = 'slow-line' | 'overdue' | 'byte-flood' | 'no-share';

export function judgeConnection(
  { times, authorized, hasAcceptedShare, withdrawn, ending, permit }: SweptConnection,
  limits: ListenerLimits,
): SweepVerdict | undefined {
  if (times.lineAge > limits.lineSeconds) return 'slow-line';
  const isLate = times.age > limits.loginSeconds && !authorized;
  const isIdle = times.silent > limits.idleSeconds;
  const isLost = withdrawn && times.silent > limits.withdrawnSeconds;
  if (isLate || isIdle || isLost || ending) return 'overdue';
  // A farm whose difficulty climbs has shares accepted meanwhile, on one connection or another.
  const { throttledSeconds } = limits;
  if (times.throttledFor > throttledSeconds && !permit.minedWithin(throttledSeconds * 1000))
    return 'byte-flood';
  return times.age > limits.firstShareSeconds && !hasAcceptedShare && !permit.exempt ? 'no-share' : undefined;
}
