import type { RelayedLayout } from '../../upstream/relayed-layout.ts';
import { hexOfBytes } from '../../wire/hex.ts';
import { beamLayout } from './beam.ts';
import type { BeamFound, BeamWork } from './beam-client.ts';

const nonceDigits = 16;

/** Beam's Stratum for work that another pool gives: the answer to the login says how nonces begin, and nothing says it later. */
export const relayedBeam: RelayedLayout<BeamWork, BeamFound> = {
  own: beamLayout,
  factsOf: ({ input, height }) => ({ work: input, height, networkTarget: undefined }),
  foundOf(seal, prefix) {
    const digits = hexOfBytes(seal);
    return { free: digits.slice(prefix.length, nonceDigits), output: digits.slice(nonceDigits) };
  },
};
