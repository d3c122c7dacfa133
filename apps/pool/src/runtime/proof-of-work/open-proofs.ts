import { availableParallelism } from 'node:os';
import { threadedProofs } from './hashers.ts';
import { lastRequest, type PowThread, PowThreads } from './pow-threads.ts';
import type { PowVerifier } from './pow-verifier.ts';
import type { PowWorkerData } from './pow-worker.ts';
import type { ProofKeys } from './proof-keys.ts';
import { randomxFault } from './randomx-library.ts';

/** The verifiers that work in threads, one for each algorithm, for ports and chains alike. */
export interface Proofs {
  /** @throws Error for an algorithm that is not verified in threads */
  of(algorithm: string): PowVerifier;
  /** In words what this machine lacks to verify an algorithm; undefined where it lacks nothing. */
  missing(algorithm: string): string | undefined;
  close(): Promise<void>;
}

/** One core is left to the event loop. */
const threadsMaxHere = Math.max(1, Math.min(4, availableParallelism() - 1));

/** A thread starts when it is first needed: an algorithm without miners costs nothing. */
export function openProofs(
  start: (data: Omit<PowWorkerData, 'modules'>) => PowThread,
  threadsMax = threadsMaxHere,
): Proofs {
  const opened = new Map<string, { readonly verifier: PowVerifier; readonly threads: PowThreads }>();

  function open(algorithm: string): { readonly verifier: PowVerifier; readonly threads: PowThreads } {
    const proof = threadedProofs.get(algorithm);
    if (proof === undefined) throw new Error(`${algorithm} is not verified in threads`);
    const { keys = oneKey } = proof;
    const threads = new PowThreads({
      threadsMax,
      start: (key, shared) => {
        const thread = start({ algorithm, key, shared });
        return proof.isClosed === true ? endingGently(thread) : thread;
      },
    });
    const verifier: PowVerifier = {
      verify: (input, owner, standing) => threads.verify(keys.of(input), input, owner, standing),
      capacity: () => threads.capacity,
      prepare(job) {
        // The present one last: it is the one that is kept longest.
        for (const key of keys.ahead(job)) threads.prepare(key);
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
    missing: missingHere,
    async close() {
      await Promise.all([...opened.values()].map(({ threads }) => threads.close()));
    },
  };
}

/** What an algorithm needs that is not part of the pool. */
export function missingHere(algorithm: string): string | undefined {
  return algorithm === 'randomx' ? randomxFault() : undefined;
}

const oneKey: ProofKeys = { of: () => '', ahead: () => [''] };

/** A thread is given this long to end what it is calculating, in ms. */
const endMs = 5000;

/** The thread gives back what it holds outside of JavaScript before it ends. */
function endingGently(thread: PowThread): PowThread {
  return {
    on: thread.on.bind(thread),
    postMessage: thread.postMessage.bind(thread),
    unref: thread.unref.bind(thread),
    async terminate() {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, endMs);
        thread.on('exit', () => {
          clearTimeout(timer);
          resolve();
        });
        thread.postMessage(lastRequest);
      });
      return thread.terminate();
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
  missing: missingHere,
  close: async () => undefined,
};
