import { nonceWithin } from '../../core/define-header-dialect.ts';
import type { OpenRelayedHeader, RelayedLayout } from '../../upstream/relayed-layout.ts';
import { hexOfBytes } from '../../wire/hex.ts';
import { resultLine } from '../../wire/reply.ts';
import { type XelisInput, xelisInput, xelisLayout } from './xelis.ts';
import type { XelisWork } from './xelis-client.ts';

const nonceBytes = 8;
const digitsOfExtranonce = 64;

/**
 * Xelis's Stratum for work that another pool gives: extranonce and key are that pool's, so that a connection has one miner, and what is fixed
 * before its nonce are both of them, 128 digits.
 */
export const relayedXelis: RelayedLayout<XelisWork> = {
  own: {
    ...xelisLayout,
    subscribed: (id, { prefix }) =>
      resultLine(id, [
        prefix.slice(0, 8),
        prefix.slice(0, digitsOfExtranonce),
        digitsOfExtranonce / 2,
        prefix.slice(digitsOfExtranonce),
      ]),
    submissionOf: ({ params: [user, jobId, nonce] }) => ({
      user,
      jobId,
      seal: nonceWithin(nonce, nonceBytes, ''),
    }),
    inputOf(opened, seal): XelisInput {
      const { upstream } = opened as OpenRelayedHeader<XelisWork>;
      const { workHash, timestamp, extranonce, publicKey } = upstream.work;
      const input = xelisInput(workHash, timestamp, Uint8Array.of(...seal, ...extranonce));
      input.set(publicKey, input.length - publicKey.length);
      return input;
    },
  },
  factsOf: ({ workHash, timestamp }) => ({ work: workHash, height: 0, timestamp, networkTarget: undefined }),
  foundOf: (seal) => ({ free: hexOfBytes(seal) }),
};
