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
  connection: SweptConnection,
  limits: ListenerLimits,
): SweepVerdict | undefined {
  const { times, ending } = connection;
  if (times.lineAge > limits.lineSeconds) return 'slow-line';
  // What lies in the session is asked last: it is cold memory of each of ten thousand connections.
  const isLate = times.age > limits.loginSeconds && !connection.hasAcceptedShare && !connection.authorized;
  const isIdle = times.silent > limits.idleSeconds;
  const isLost = times.silent > limits.withdrawnSeconds && connection.withdrawn;
  if (isLate || isIdle || isLost || ending) return 'overdue';
  // A farm whose difficulty climbs has shares accepted meanwhile, on one connection or another.
  const { throttledSeconds } = limits;
  if (times.throttledFor > throttledSeconds && !connection.permit.minedWithin(throttledSeconds * 1000))
    return 'byte-flood';
  const isShareless = times.age > limits.firstShareSeconds && !connection.hasAcceptedShare;
  return isShareless && !connection.permit.exempt ? 'no-share' : undefined;
}
