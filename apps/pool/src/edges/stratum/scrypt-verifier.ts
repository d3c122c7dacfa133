import { scrypt } from 'node:crypto';
import type { PowVerifier } from '../../runtime/proof-of-work/pow-verifier.ts';

const litecoinScrypt = { N: 1024, r: 1, p: 1 } as const;

/**
 * Scrypt as Litecoin uses it, on the threads that node keeps for its own slow work. Of its four only `threads` are ever
 * busy with shares, so that files and names do not wait behind a flood. What waits is bounded by the connections: each has
 * one share in the line at most.
 */
export function createScryptVerifier(threads = 2): PowVerifier<Uint8Array, Uint8Array> {
  const line: (() => void)[] = [];
  let head = 0;
  let busy = 0;

  function next(): void {
    const start = line[head];
    if (start === undefined) {
      busy -= 1;
      return;
    }
    head += 1;
    if (head > 1024 && head * 2 > line.length) {
      line.splice(0, head);
      head = 0;
    }
    start();
  }

  return {
    verify(header) {
      return new Promise((resolve, reject) => {
        const start = (): void => {
          scrypt(header, header, 32, litecoinScrypt, (error, hash) => {
            next();
            if (error === null) resolve(hash);
            else reject(error);
          });
        };
        if (busy < threads) {
          busy += 1;
          start();
        } else line.push(start);
      });
    },
    waiting: () => line.length - head,
  };
}
