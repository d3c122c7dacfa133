import type { Standing } from './verifier-queue.ts';

/** The answer to a share that had to make room for those of others. */
export const busy = 'busy';

/** The answer where there is no word on a share: those that were asked are silent, or disagree. */
export const unverifiable = 'unverifiable';

/** Asks others for a proof of work; undefined where they do not say, or disagree. Input and answer are those of the algorithm's verifier. */
export type AskProof = (input: unknown) => Promise<unknown>;

/** What a verifier can do. */
export interface VerifierCapacity {
  /** What a share takes a thread on average, in ms; shares that are refused at a glance are left out, and the first of each thread. */
  readonly msPerShare: number;
  /** Threads that it may use at the same time. */
  readonly threads: number;
}

/** Calculates proofs of work, slow ones off the event loop. Input and verdict are what the dialects of the algorithm say they are. */
export interface PowVerifier<Input = unknown, Verdict = unknown> {
  /**
   * @param owner whose turn it takes where shares wait: one miner, whatever the number of its connections
   * @param standing of the connection; left out where the pool itself asks
   */
  verify(
    input: Input,
    owner: string,
    standing?: Standing,
  ): Promise<Verdict | typeof busy | typeof unverifiable>;
  /** Called in place of `verify` where it is there: most verdicts are known at once, and such a share need not be waited for. */
  verifyNow?(input: Input): Verdict | Promise<Verdict>;
  /** Undefined before its first share, or where nothing is known about it. */
  capacity?(): VerifierCapacity | undefined;
  /** Makes ready what shares of a job need, and those of jobs that soon follow, without waiting for the first. */
  prepare?(job: { readonly height: number }): void;
  /** Shares that wait for a thread. */
  waiting(): number;
}
