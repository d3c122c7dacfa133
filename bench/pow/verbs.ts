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
