import { defineHeaderDialect, nonceWithin, targetDigits } from '../../core/define-header-dialect.ts';
import type { HeaderLayout } from '../../core/header-layout.ts';
import { hexOfBytes } from '../../wire/hex.ts';
import { idText, notificationLine } from '../../wire/reply.ts';

const nonceBytes = 8;

/** What a verifier of Octopus is given; its verdict is the hash, 32 bytes, most significant first. */
export interface OctopusInput {
  /** 32 bytes. */
  readonly powHash: Uint8Array;
  readonly nonce: bigint;
  readonly height: number;
}

/**
 * Conflux's Stratum: `mining.subscribe` is the login, the whole nonce is the miner's, and each job has its boundary.
 *
 * @see Conflux-Chain/conflux-rust, blockgen's Stratum
 */
export const confluxLayout: HeaderLayout = {
  name: 'conflux',
  prefixBytes: 0,
  alsoAccepted: ['mining.authorize', 'mining.hashrate'],
  work: ({ opened, target }) => {
    const { height, work } = opened.job;
    const hash = `0x${hexOfBytes(work)}`;
    return [notificationLine('mining.notify', [hash, String(height), hash, `0x${targetDigits(target)}`])];
  },
  /** `[worker, job, nonce, hash]`. The id of a job is its hash. */
  submissionOf: ({ params: [user, , nonce, hash] }) => ({
    user,
    jobId: hash,
    seal: nonceWithin(typeof nonce === 'string' ? padded(nonce) : undefined, nonceBytes, ''),
  }),
  isJob: ({ job: { work } }, hash) =>
    typeof hash === 'string' && hash.toLowerCase() === `0x${hexOfBytes(work)}`,
  inputOf: ({ job: { work, height } }, nonce): OctopusInput => ({
    powHash: work,
    nonce: new DataView(nonce.buffer, nonce.byteOffset).getBigUint64(0),
    height,
  }),
  hashOf: (verdict) => (verdict as Uint8Array).toReversed(),
  accepted: (id) => `{"id":${idText(id)},"result":[true],"error":null}\n`,
};

export const conflux = defineHeaderDialect(confluxLayout);

/** Programs leave out zeros at the beginning, but never all digits. */
function padded(nonce: string): string | undefined {
  const digits = nonce.replace(/^0x/i, '');
  return digits === '' ? undefined : digits.padStart(2 * nonceBytes, '0');
}
