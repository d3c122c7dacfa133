import { bytesOf } from '../../upstream/read-terms.ts';
import { freeBehind, type RelayedLayout } from '../../upstream/relayed-layout.ts';
import { confluxLayout } from './conflux.ts';
import type { ConfluxWork } from './conflux-client.ts';

/** Conflux's Stratum for work that another pool gives: all miners of all connections search one hash, and what a share counts is one for all. */
export const relayedConflux: RelayedLayout<ConfluxWork> = {
  own: confluxLayout,
  factsOf: ({ powHash, height }) => ({
    work: bytesOf(powHash) ?? new Uint8Array(32),
    height,
    networkTarget: undefined,
  }),
  foundOf: freeBehind,
};
