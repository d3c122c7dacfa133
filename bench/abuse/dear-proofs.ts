import { Worker } from 'node:worker_threads';
import { openProofs, type Proofs } from '../../apps/pool/src/runtime/proof-of-work/open-proofs.ts';
import { busy } from '../../apps/pool/src/runtime/proof-of-work/pow-verifier.ts';

/** A header's nonce that stands for a hash that is no share. */
const JUNK_NONCE_BYTE = 0xff;
const NONCE_AT = 79;

/**
 * The true verifier with its threads and its 40 ms a share. Its verdict is replaced, so that honest shares need no search: a nonce
 * that begins with ff is none, any other is one.
 */
export function openDearProofs(): Proofs {
  const proofs = openProofs(
    (data) =>
      new Worker(new URL('./pow-worker.js', import.meta.url), {
        workerData: { ...data, modules: new URL('./pow/', import.meta.url).href },
      }),
  );
  return {
    of: (algorithm) => {
      const verifier = proofs.of(algorithm);
      return {
        ...verifier,
        verify: async (...asked) => {
          const verdict = await verifier.verify(...asked);
          if (verdict === busy) return busy;
          const isJunk = (asked[0] as Uint8Array)[NONCE_AT] === JUNK_NONCE_BYTE;
          return new Uint8Array(32).fill(isJunk ? 0xff : 0x7f);
        },
      };
    },
    missing: (algorithm) => proofs.missing(algorithm),
    close: () => proofs.close(),
  };
}
