import type { LiveEvent } from '../../apps/pool/src/domain/kernel/publisher.ts';

/** CPU time since the process began, in microseconds, the database apart. */
export interface CpuReading {
  readonly server: number;
  readonly database: number;
}

/** What a server of this benchmark can be asked. */
export interface ServerVerbs {
  start(options: ServerOptions): Promise<{ readonly port: number }>;
  cpu(none: undefined): CpuReading;
}

/** What the server can be asked that serves pages too. */
export interface PageServerVerbs extends ServerVerbs {
  /** Sends events to the watchers of their miners. */
  publish(events: readonly LiveEvent[]): void;
}

export interface ServerOptions {
  readonly databaseUrl: string | undefined;
  /** Of the reference: what it answers, as text of bytes. */
  readonly body: string;
  /** What miner ids are made with; without it, a random one. */
  readonly secret?: string;
  /** Whether the built web app is served besides, with its live channel. */
  readonly withSite?: boolean;
}

/** What the load generator can be asked. */
export interface LoadVerbs {
  /** Asks for the paths one after the other, over and over, `connections` at a time. Throws on any answer but a 200. */
  load(options: LoadOptions): Promise<{ readonly bytes: number }>;
}

export interface LoadOptions {
  readonly port: number;
  readonly paths: readonly string[];
  readonly requests: number;
  readonly connections: number;
}
