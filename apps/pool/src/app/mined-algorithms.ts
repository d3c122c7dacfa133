import type { ServiceContext } from '../domain/kernel/context.ts';
import type { JobFeed } from '../edges/stratum/job-feed.ts';
import type { RelayedFeed } from '../edges/stratum/relayed-feed.ts';
import type { ServeInOrder } from '../edges/stratum/serve-in-order.ts';
import type { ShareAccumulator } from '../edges/stratum/share-accumulator.ts';
import type { UpstreamGroup } from './open-relays.ts';
import type { StratumListener } from '../edges/stratum/stratum-listener.ts';

/** Another pool that gives the work of an algorithm, as far as it is measured. */
export interface MinedRelay {
  readonly upstream: string;
  readonly group: Pick<UpstreamGroup, 'counts' | 'blocks' | 'connections' | 'hasWork'>;
  /** What a block takes by its newest job, where that says it. */
  readonly feed?: Pick<RelayedFeed, 'relayed'>;
}

/** What is open of an algorithm that is mined here. */
export interface MinedAlgorithm {
  readonly accumulator: ShareAccumulator;
  readonly feed: JobFeed;
  /** When its nodes last gave work; undefined where another pool alone gives it. */
  readonly times: JobFeed['times'];
  /** The other pools that give its work: the connections to them. */
  readonly relays: readonly MinedRelay[];
  /** Which source gives the work now; undefined in a sandbox. */
  readonly order?: Pick<ServeInOrder, 'used' | 'sources'>;
  readonly listeners: readonly StratumListener[];
  /** Where the demo's own machines mine it; undefined where they do not. */
  readonly rigPort?: number;
}

/** The algorithms of a pool, as they open one after another. */
export interface MinedAlgorithms {
  /** What this process is called where processes write down how other pools stand; another name after each start. */
  readonly process: string;
  /** The codes of all that are to open. */
  readonly awaited: readonly string[];
  /** Undefined while it is not open. */
  find(algorithm: string): MinedAlgorithm | undefined;
  add(algorithm: string, mined: MinedAlgorithm): void;
  /** When the oldest share came in that is not recorded, in ms; now where all are. */
  oldestUnrecordedAt(): number;
  /** The same; 0 before every write-ahead log is open, because nothing is known of what waits on disk. */
  unrecordedSince(): number;
}

export function minedAlgorithms(
  awaited: readonly string[],
  { clock, random }: Pick<ServiceContext, 'clock' | 'random'>,
): MinedAlgorithms {
  const open = new Map<string, MinedAlgorithm>();
  const oldestUnrecordedAt = (): number => {
    const now = clock.now();
    return Math.min(
      now,
      ...[...open.values()].map(({ accumulator }) => accumulator.oldestUnrecordedAt() ?? now),
    );
  };
  return {
    process: random.uuid(),
    awaited,
    find: (algorithm) => open.get(algorithm),
    add: (algorithm, mined) => void open.set(algorithm, mined),
    oldestUnrecordedAt,
    unrecordedSince: () => (open.size < awaited.length ? 0 : oldestUnrecordedAt()),
  };
}
