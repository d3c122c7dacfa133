import { nonceWithin } from '../../core/define-header-dialect.ts';
import { targetOfBits } from '../../core/difficulty.ts';
import { bytesOf } from '../../upstream/read-terms.ts';
import type { OpenRelayedHeader, RelayedLayout } from '../../upstream/relayed-layout.ts';
import { hexOfBytes } from '../../wire/hex.ts';
import { notificationLine, resultLine } from '../../wire/reply.ts';
import type { EthereumFound } from '../ethereum/ethereum-client.ts';
import type { EthashInput, EthashVerdict } from '../ethereum/jobs.ts';
import { hash32 } from '../ethereum/session.ts';
import type { KawpowWork } from './kawpow-client.ts';
import { kawpowLines } from './kawpow-lines.ts';

const nonceBytes = 8;

/**
 * Ravencoin's Stratum for work that another pool gives: the beginning of the nonce is that pool's and the lane. The seal of a share is its
 * nonce and the mix that its miner says.
 */
export const relayedKawpow: RelayedLayout<KawpowWork, EthereumFound> = {
  own: {
    name: 'kawpow',
    prefixBytes: 2,
    subscribed: (id, { prefix }) => resultLine(id, [null, prefix]),
    alsoAccepted: ['eth_submitHashrate'],
    work({ opened, target }, isNewWork) {
      const { job, upstream } = opened as OpenRelayedHeader<KawpowWork>;
      return kawpowLines({ ...job, ...upstream.work, limit: hexOfBytes(target.toReversed()) }, isNewWork);
    },
    /** `[login, job, nonce, header, mix]`. */
    submissionOf({ params: [user, id, nonceText, header, mixText] }, { prefix }) {
      const nonce = nonceWithin(nonceText, nonceBytes, prefix);
      const mix = hash32(mixText);
      const jobId = `${String(id)} ${String(header)}`;
      if (nonce === undefined || mix === undefined) return { user, jobId, seal: undefined };
      return { user, jobId, seal: Uint8Array.of(...nonce, ...mix) };
    },
    isJob: ({ job: { id, work } }, jobId) => jobId === `${id} 0x${hexOfBytes(work)}`,
    inputOf: ({ job: { work, height } }, seal, limit): EthashInput => ({
      headerHash: work,
      nonce: new DataView(seal.buffer, seal.byteOffset).getBigUint64(0),
      height,
      mix: seal.slice(nonceBytes),
      limit,
    }),
    hashOf: (verdict) => (verdict as EthashVerdict).hash.toReversed(),
  },
  factsOf: ({ header, height, bits }) => ({
    work: bytesOf(header) ?? new Uint8Array(32),
    height,
    bits,
    networkTarget: targetOfBits(bits),
  }),
  foundOf(seal, prefix) {
    const digits = hexOfBytes(seal);
    return { free: digits.slice(prefix.length, 2 * nonceBytes), mix: digits.slice(2 * nonceBytes) };
  },
  /** A mix that gives a low hash is cheap to find: only the right one is proof of work. */
  hashOf(verdict, { mix: claimed }) {
    const { mix, hash } = verdict as EthashVerdict;
    return hexOfBytes(mix) === claimed ? hash.toReversed() : 'wrong-proof';
  },
  movedLine: (prefix) => notificationLine('mining.set_extranonce', [prefix]),
};
