export interface PowFigures {
  readonly shares: number;
  /** CPU time of all threads, in ms. */
  readonly msPerShare: number;
  /** CPU time until the first verdict, less that of a share: the thread, its modules and what its epoch needs. */
  readonly setUpMs: number;
  /** Resident, in bytes. */
  readonly memory: number;
}

export interface PowVerbs {
  /** `missing`: why the algorithm cannot be verified here. */
  measure(options: {
    readonly algorithm: string;
    readonly seconds: number;
  }): Promise<PowFigures | { readonly missing: string }>;
}

/** What a whole pool with one algorithm can be asked. */
export interface PathVerbs {
  start(options: { readonly algorithm: PathAlgorithm }): Promise<{ readonly port: number }>;
  /** CPU time of all threads since the process began, in ms, the database apart. */
  cpu(none: undefined): number;
  /** Waits until everything that was acknowledged is recorded; answers how many shares the database holds. */
  flush(none: undefined): Promise<number>;
}

/** Algorithms whose miners send no more than a nonce. */
export type PathAlgorithm = 'nexapow' | 'octopus';
