import type { Offence } from '@openlode/stratum/misconduct';
import type { DisconnectReason, RejectReason } from '@openlode/stratum/session-state';

/** What a refused share says about who sent it. A stale share, or a pool that cannot record, is nobody's fault. */
export const offenceOfReject: Readonly<Partial<Record<RejectReason, Offence>>> = {
  malformed: 'malformed-share',
  'time-out-of-range': 'malformed-share',
  'version-bits': 'malformed-share',
  unauthorized: 'malformed-share',
  'not-subscribed': 'malformed-share',
  'low-difficulty': 'light-share',
  duplicate: 'repeated-share',
};

/** A refused login is held against its source already when it is refused. */
export const offenceOfEnd: Readonly<Partial<Record<DisconnectReason, Offence>>> = {
  'line-too-long': 'endless-line',
  'not-stratum': 'not-stratum',
  faults: 'malformed-messages',
};
