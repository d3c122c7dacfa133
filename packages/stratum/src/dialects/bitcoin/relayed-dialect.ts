import type { Dialect } from '../../core/dialect.ts';
import type { RelayedVerdict, Seat } from '../../upstream/relayed-share.ts';
import { bitcoin } from './dialect.ts';
import { giveRelayedJob, mayMove, takeSeat } from './give-relayed-job.ts';
import type { OpenRelayedJob } from './relayed-job.ts';
import { completeRelayedShare, relayedStep } from './relayed-session.ts';
import {
  isMiningRelayed,
  newRelayedState,
  type PendingRelayedShare,
  type RelayedState,
} from './relayed-state.ts';

/**
 * Stratum as Bitcoin and its relatives speak it, for work that another pool gives. Input of the verifier: `RelayedInput`. Verdict:
 * `RelayedVerdict`.
 */
export const relayedBitcoin: Dialect<RelayedState, OpenRelayedJob> = {
  ...bitcoin,
  open: newRelayedState,
  receive: relayedStep,
  announce: giveRelayedJob,
  complete: (state, share, verdict) =>
    completeRelayedShare(state, share as PendingRelayedShare, verdict as RelayedVerdict),
  isMining: isMiningRelayed,
  // Miners are told apart by their lanes.
  numbers: undefined,
  seats: {
    asks: (message) => message.kind === 'request' && message.method === 'mining.subscribe',
    mayMove,
    take: (state, seat) => takeSeat(state, seat as Seat),
  },
};
