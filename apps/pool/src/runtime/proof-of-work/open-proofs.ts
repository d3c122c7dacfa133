import { availableParallelism } from 'node:os';
import { threadedProofs } from './hashers.ts';
import { type PowThread, PowThreads } from './pow-threads.ts';
import type { PowVerifier } from './pow-verifier.ts';
import type { PowWorkerData } from './pow-worker.ts';

/** The verifiers that work in threads, one for each algorithm, for ports and chains alike. */
export interface Proofs {
  /** @throws Error for an algorithm that is not verified in threads */
  of(algorithm: string): PowVerifier;
  close(): Promise<void>;
}

/** One core is left to the event loop. */
const threadsMaxHere = Math.max(1, Math.min(4, availableParallelism() - 1));

/** What an epoch needs is built this number of blocks before it begins: minutes on every chain, and seconds are enough. */
const aheadBlocks = 30;

/** A thread starts when it is first needed: an algorithm without miners costs nothing. */
export function openProofs(
  start: (data: Pick<PowWorkerData, 'algorithm' | 'epoch'>) => PowThread,
  threadsMax = threadsMaxHere,
): Proofs {
  const opened = new Map<string, { readonly verifier: PowVerifier; readonly threads: PowThreads }>();

  function open(algorithm: string): { readonly verifier: PowVerifier; readonly threads: PowThreads } {
    const proof = threadedProofs.get(algorithm);
    if (proof === undefined) throw new Error(`${algorithm} is not verified in threads`);
    const epochOf = proof.epochOf ?? (() => 0);
    const threads = new PowThreads({
      threadsMax,
      start: (key) => start({ algorithm, epoch: Number(key) }),
    });
    const keyOf = (input: unknown): string =>
      proof.epochOf === undefined ? '0' : String(epochOf((input as { readonly height: number }).height));
    const verifier: PowVerifier = {
      verify: (input, owner) => threads.verify(keyOf(input), input, owner),
      prepare(height) {
        // The present one last: it is the one that is kept longest.
        for (const each of new Set([epochOf(height + aheadBlocks), epochOf(height)]))
          threads.prepare(String(each));
      },
      waiting: () => threads.waiting,
    };
    return { verifier, threads };
  }

  return {
    of(algorithm) {
      const found = opened.get(algorithm) ?? open(algorithm);
      opened.set(algorithm, found);
      return found.verifier;
    },
    async close() {
      await Promise.all([...opened.values()].map(({ threads }) => threads.close()));
    },
  };
}

/** For parts of a pool that mine nothing that takes a thread. */
export const noProofs: Proofs = {
  of: (algorithm) => ({
    verify: async () => {
      throw new Error(`no threads were opened for ${algorithm}`);
    },
    waiting: () => 0,
  }),
  close: async () => undefined,
};
