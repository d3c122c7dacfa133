import type { DisconnectReason } from '@openlode/stratum/core/session-state';

/** Why a connection ended: what the session decides, and what the listener does. */
export type EndReason =
  | DisconnectReason
  | 'slow-reader'
  | 'slow-line'
  | 'byte-flood'
  | 'evicted'
  | 'fault'
  | 'banned'
  | 'no-share'
  | 'no-work'
  | 'expelled'
  | 'database-away'
  | 'moved';
