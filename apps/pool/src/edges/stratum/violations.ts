import type { Violation } from '@openlode/stratum/core/ban-score';
import type { LoginRefusal, RejectReason } from '@openlode/stratum/core/session-state';
import type { EndReason } from './connection-host.ts';

/** What a refused share says about who sent it. A stale share, or a pool that cannot record, is not the fault of the miner. */
export const violationOfReject: Readonly<Partial<Record<RejectReason, Violation>>> = {
  malformed: 'malformed-share',
  'time-out-of-range': 'malformed-share',
  'version-bits': 'malformed-share',
  'wrong-proof': 'malformed-share',
  'wrong-chain': 'malformed-share',
  unauthorized: 'malformed-share',
  'not-subscribed': 'malformed-share',
  'low-difficulty': 'light-share',
  duplicate: 'repeated-share',
};

/** A refused login is held against its client address already when it is refused. */
export const violationOfEnd: Readonly<Partial<Record<EndReason, Violation>>> = {
  'line-too-long': 'endless-line',
  'not-stratum': 'not-stratum',
  faults: 'malformed-messages',
  'byte-flood': 'byte-flood',
  'no-share': 'no-share',
};

/** Refusals that say nothing about who is refused: others, or the operator, have brought them about. */
const blameless: ReadonlySet<LoginRefusal['kind']> = new Set([
  'too-many-connections',
  'restricted',
  'delisted-coin',
  'not-paid-here',
  'not-obtained',
]);

/** What a refused login is held to be. */
export function violationOfRefusal({ kind }: LoginRefusal): Violation | undefined {
  return blameless.has(kind) ? undefined : 'refused-login';
}
