import { targetOfBits } from '../../core/difficulty.ts';
import { freeBehind, type RelayedLayout } from '../../upstream/relayed-layout.ts';
import { nexaLayout } from './nexa.ts';
import type { NexaWork } from './nexa-client.ts';

/** Nexa's Stratum for work that another pool gives: its four bytes of the nonce are all that is fixed, so that a connection has one miner. */
export const relayedNexa: RelayedLayout<NexaWork> = {
  own: nexaLayout,
  factsOf: ({ commitment, height, bits }) => ({
    work: commitment,
    height,
    bits,
    networkTarget: targetOfBits(bits),
  }),
  foundOf: freeBehind,
};
