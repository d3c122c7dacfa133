/** CPU time since the process began, in microseconds, the database apart. */
export interface CpuReading {
  readonly server: number;
  readonly database: number;
}

/** What a server of this benchmark can be asked. */
export interface ServerVerbs {
  start(options: ServerOptions): Promise<{ readonly port: number }>;
  cpu(none: undefined): CpuReading;
  /** What the process holds after a full garbage collection, in bytes. */
  memory(none: undefined): { readonly resident: number; readonly heap: number };
  /** Hands a new job to every miner. */
  job(none: undefined): void;
  /**
   * Waits until everything that was acknowledged is recorded; answers the time that it took until then, and how many shares the database holds. Only
   * the list of batches is read: who reads a table that recordings write clears it of their old rows, which they would have to do.
   */
  flush(none: undefined): Promise<{ readonly recordedShares: number; readonly cpu: CpuReading }>;
  /** How many shares the database holds after all, by every table that has them. */
  audit(none: undefined): Promise<number>;
  /** How long ago the oldest share came that is acknowledged and not recorded, in ms; 0 without one. */
  unrecordedMs(none: undefined): number;
}

export interface ServerOptions {
  /** How many transactions a block has, as the depth of its tree: 12 is a full block of Bitcoin. */
  readonly merkleBranches: number;
  readonly databaseUrl: string | undefined;
  readonly dataDirectory: string;
  /** The pool's own limits for client addresses hold, as for any miner; without it no limit applies. */
  readonly isLimited?: boolean;
}

export interface LoadConnections {
  readonly port: number;
  readonly connections: number;
  /** The number of the first miner, and then each comes from an address of 250, four of them in a network. Without it all come from one. */
  readonly first?: number;
}

/** What the load generator can be asked. */
export interface LoadVerbs {
  /** Adds connections to those that are there. */
  connect(options: LoadConnections): Promise<void>;
  /** How many of them the server has closed. */
  lost(none: undefined): number;
  /** From the first connection that hears of the next job to the last one, in ms. */
  hearJob(none: undefined): Promise<{ readonly spreadMs: number }>;
  /** As fast as the server answers, each connection with `window` shares under way. */
  rush(options: { readonly shares: number; readonly window: number }): Promise<LoadResult>;
  /** At an even rate over all connections, answered or not. */
  pace(options: { readonly perSecond: number; readonly shares: number }): Promise<LoadResult>;
}

export interface LoadResult {
  readonly accepted: number;
  /** Refusals by their text. */
  readonly refused: Readonly<Record<string, number>>;
  /** Submit to acknowledgement, in milliseconds. */
  readonly latenciesMs: readonly number[];
}
