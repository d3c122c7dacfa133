import { freeBehind, type RelayedLayout } from '../../upstream/relayed-layout.ts';
import { notificationLine } from '../../wire/reply.ts';
import { ergoLayout } from './ergo.ts';
import type { ErgoWork } from './ergo-client.ts';

const nonceBytes = 8;

/** Ergo's Stratum for work that another pool gives. */
export const relayedErgo: RelayedLayout<ErgoWork> = {
  own: ergoLayout,
  factsOf: ({ message, height }) => ({ work: message, height, networkTarget: undefined }),
  foundOf: freeBehind,
  movedLine: (prefix) => notificationLine('mining.set_extranonce', [prefix, nonceBytes - prefix.length / 2]),
};
