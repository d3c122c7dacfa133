/** A connection of a miner to this process. Nothing of it is stored. */
export interface ListedSession {
  readonly algorithm: string;
  readonly port: number;
  readonly isSecure: boolean;
  /** In ms. */
  readonly since: number;
  /** When something was last read of it, in ms. */
  readonly heardAt: number;
  /** Whether a share of it was accepted. */
  readonly hasShare: boolean;
  /** `COIN:ADDRESS`, with `:MEMO` where there is one, and the worker, of its first login; null before it has one. */
  readonly miner: string | null;
  readonly worker: string | null;
  /** How many workers have logged in on it. */
  readonly workers: number;
  /** The network address that its limits count for. */
  readonly client: string;
  /** The same as the log of today names it. */
  readonly source: string;
}

/** A network address, or a network, that is refused for now. */
export interface ListedBan {
  /** As the log of today names it: a keyed hash. */
  readonly source: string;
  readonly client: string;
  /** The violation that led to it. */
  readonly reason: string;
  /** In ms. */
  readonly until: number;
}

/** What sessions are asked for: all of the conditions hold. */
export interface SessionQuery {
  readonly algorithm?: string | undefined;
  /** By exact coin and address. */
  readonly miner?: { readonly coin: string; readonly address: string } | undefined;
  /** A network address as the system writes it. */
  readonly client?: string | undefined;
  readonly limit: number;
}

/** Who is connected to this process, and who is refused; it is forgotten with the process. */
export interface ConnectedMiners {
  /** What this process is called among those of its machine. */
  readonly process: string;
  /** Whether miners can connect to it. */
  readonly takesMiners: boolean;
  /** How many processes of this database take miners, this one included. */
  countTaking(): Promise<number>;
  /** The newest first. */
  sessions(query: SessionQuery): readonly ListedSession[];
  /** Those that end last come first. */
  bans(limit: number): readonly ListedBan[];
  /** The banned network addresses and networks that the log of today, or of the day before, names so. */
  bannedAs(source: string): Promise<readonly string[]>;
  /** Ends the ban of one of those. */
  lift(client: string): void;
  /** Takes no new connections from now on, or takes them again; who is connected is served on. */
  pause(isPaused: boolean): void;
}
