import { scrypt } from 'node:crypto';
import { busy, type PowVerifier } from '../../runtime/proof-of-work/pow-verifier.ts';
import { VerifierQueue } from '../../runtime/proof-of-work/verifier-queue.ts';

/** More than there are connections: nothing is refused before that. */
const waitingMax = 65_536;
const litecoinScrypt = { N: 1024, r: 1, p: 1 } as const;

/**
 * Scrypt as Litecoin uses it, on the threads that node keeps for its own slow work. Of its four only `threads` are ever
 * busy with shares, so that files and names do not wait behind a flood. Those that wait take turns (`VerifierQueue`).
 */
export function createScryptVerifier(threads = 2): PowVerifier<Uint8Array, Uint8Array> {
  const queue = new VerifierQueue<(isRefused: boolean) => void>(waitingMax);
  let working = 0;

  function next(): void {
    const start = queue.next()?.entry;
    if (start === undefined) working -= 1;
    else start(false);
  }

  return {
    verify(header, owner, standing) {
      return new Promise((resolve, reject) => {
        const start = (isRefused: boolean): void => {
          if (isRefused) return resolve(busy);
          scrypt(header, header, 32, litecoinScrypt, (error, hash) => {
            next();
            if (error === null) resolve(hash);
            else reject(error);
          });
        };
        if (working < threads) {
          working += 1;
          start(false);
        } else queue.add(owner, start, standing)?.(true);
      });
    },
    waiting: () => queue.size,
  };
}
