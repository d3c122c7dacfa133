export interface Ports {
  readonly stratum: number;
  readonly http: number;
}

/** What honest miners mine while an attack runs: shares that cost microseconds, or 40 ms in a thread each. */
export type Work = 'cheap' | 'dear';

/** What a process of the pool does: all of it, or one role. */
export type Part = 'all' | 'stratum' | 'web';

export interface PoolVerbs {
  /** Ports of what this process does not do are 0. */
  start(options: {
    readonly databaseUrl: string;
    readonly site: string;
    readonly work: Work;
    readonly part: Part;
    /** Client addresses to which no limit of calls applies. */
    readonly limitExempt: readonly string[];
  }): Promise<Ports>;
}

/** What honest miners and visitors saw, in ms, within some seconds. */
export interface Seen {
  readonly shares: readonly number[];
  readonly calls: readonly number[];
  /** Shares and calls that were not answered, or with a refusal. */
  readonly failed: number;
}

export interface HonestVerbs {
  connect(options: Ports & { readonly work: Work }): Promise<void>;
  look(seconds: number): Promise<Seen>;
}

export interface AttackerVerbs {
  /** Attacks until `stop`; answers as soon as the attack runs. */
  start(options: Ports & { readonly attack: string }): Promise<void>;
  /** Ends the attack and answers how many requests, writes or sockets it came to. */
  stop(none: undefined): Promise<{ readonly deeds: number }>;
}
