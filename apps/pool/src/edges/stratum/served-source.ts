import type { OpenJob } from '@openlode/stratum/core/jobs';
import { ListenerHost } from './listener-host.ts';
import type { ListenerLimits } from './listener-limits.ts';
import type { StratumListenerOptions } from './listener-options.ts';
import type { MinerConnection } from './miner-connection.ts';
import { SharedLine } from './shared-line.ts';

/** How long jobs are made before other work gets its turn. */
const turnMs = 8;

/** One source of work of a port: the connections that have their work of it, each for as long as it lasts, and its jobs for them. */
export class ServedSource {
  readonly options: StratumListenerOptions;
  readonly host: ListenerHost;
  readonly #connections = new Set<MinerConnection>();
  readonly #giveJob: (connection: MinerConnection, opened: OpenJob, shared: SharedLine) => void;
  /** Whether each session is given jobs that are made for it alone. */
  readonly #ownJobs: boolean;
  #spreading: NodeJS.Immediate | undefined;
  #stopJobs: (() => void) | undefined;

  constructor(
    options: StratumListenerOptions,
    limits: ListenerLimits,
    giveJob: (connection: MinerConnection, opened: OpenJob, shared: SharedLine) => void,
  ) {
    this.options = options;
    this.host = new ListenerHost(options, limits);
    this.#giveJob = giveJob;
    this.#ownJobs = options.dialects.every(({ numbers }) => numbers === undefined);
  }

  get connections(): ReadonlySet<MinerConnection> {
    return this.#connections;
  }

  start(): void {
    this.#stopJobs = this.options.feed.onJob((opened) => this.#fanOut(opened));
  }

  /** Gives no jobs any more, and takes no lines. */
  stop(): void {
    this.host.isClosing = true;
    this.#stopJobs?.();
    clearImmediate(this.#spreading);
    this.host.readQueue.close();
  }

  enter(connection: MinerConnection): void {
    this.#connections.add(connection);
  }

  leave(connection: MinerConnection): void {
    this.#connections.delete(connection);
    this.options.seats?.leave(connection);
    this.options.load?.leave(connection);
  }

  #fanOut(opened: OpenJob): void {
    clearImmediate(this.#spreading);
    const shared = new SharedLine();
    if (this.#ownJobs) this.#spread([...this.#connections], opened, shared);
    else for (const connection of this.#connections) this.#giveJob(connection, opened, shared);
  }

  /**
   * Building a block for each of ten thousand sessions takes a second or two of hashing, so shares are answered in between. A job that
   * opens meanwhile goes to every session, also to those that this one has not reached yet.
   */
  #spread(connections: readonly MinerConnection[], opened: OpenJob, shared: SharedLine): void {
    const started = performance.now();
    for (const [index, connection] of connections.entries()) {
      if (performance.now() - started > turnMs) {
        this.#spreading = setImmediate(() => this.#spread(connections.slice(index), opened, shared));
        return;
      }
      if (this.#connections.has(connection)) this.#giveJob(connection, opened, shared);
    }
  }
}
