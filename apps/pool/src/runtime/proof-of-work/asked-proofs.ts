import { EventEmitter } from 'node:events';
import type { Proofs } from './open-proofs.ts';
import { type PowRequest, type PowThread, PowThreads } from './pow-threads.ts';
import { type AskProof, type PowVerifier, unverifiable } from './pow-verifier.ts';

/** Questions that are under way at the same time. */
const askedMax = 4;

/**
 * The same verifiers, but for algorithms whose proofs others calculate: those are asked, with the same line and the same turns as threads
 * have. Where they cannot say, the verdict is `unverifiable`. To close it leaves the given ones open.
 */
export function withAsked(proofs: Proofs, asked: ReadonlyMap<string, AskProof>): Proofs {
  const opened = new Map([...asked].map(([algorithm, ask]) => [algorithm, openAsked(ask)]));
  return {
    of: (algorithm) => opened.get(algorithm)?.verifier ?? proofs.of(algorithm),
    missing: (algorithm) => (opened.has(algorithm) ? undefined : proofs.missing(algorithm)),
    async close() {
      await Promise.all([...opened.values()].map(({ threads }) => threads.close()));
    },
  };
}

function openAsked(ask: AskProof): { readonly verifier: PowVerifier; readonly threads: PowThreads } {
  const threads = new PowThreads({
    threadsMax: askedMax,
    start: () => new AskingThread(ask) as unknown as PowThread,
  });
  const verifier: PowVerifier = {
    verify: (input, owner, standing) => threads.verify('', input, owner, standing),
    capacity: () => threads.capacity,
    waiting: () => threads.waiting,
  };
  return { verifier, threads };
}

/** Stands for a thread: one question after the other. */
class AskingThread extends EventEmitter {
  readonly #ask: AskProof;
  #last: Promise<void> = Promise.resolve();

  constructor(ask: AskProof) {
    super();
    this.#ask = ask;
  }

  postMessage({ id, input }: PowRequest): void {
    this.#last = this.#last.then(async () => {
      const began = performance.now();
      try {
        const verdict = (await this.#ask(input)) ?? unverifiable;
        this.emit('message', { id, verdict, ms: performance.now() - began });
      } catch (error) {
        this.emit('message', { id, fault: String(error) });
      }
    });
  }

  async terminate(): Promise<number> {
    return 0;
  }

  unref(): void {}
}
