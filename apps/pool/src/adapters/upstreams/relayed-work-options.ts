import type {
  ClientDialect,
  ClientSettings,
  Solution,
  UpstreamJob,
} from '@openlode/stratum/upstream/client-dialect';
import type { LanePlan } from '@openlode/stratum/upstream/lane-plan';
import type { TakenLane } from './divided-room.ts';
import type { RelayedBlock } from './relayed-block.ts';
import type { RelayNote } from './relay-verdict.ts';
import type { LinkOptions } from './upstream-link.ts';
import type { UpstreamMemory } from './upstream-memory.ts';

/** The miner of a late share that was judged here is answered after this long, whatever becomes of it, ms: all behind it wait. */
export const lateAnswerMsUsual = 1000;

export interface RelayedWorkOptions<Work, Found extends Solution>
  extends Pick<
    LinkOptions<Work, Found>,
    'addresses' | 'now' | 'random' | 'mayConnect' | 'connectMs' | 'tickMs'
  > {
  readonly dialect: ClientDialect<Work, Found>;
  readonly settings: Omit<ClientSettings, 'digest'>;
  /** Of all connections to the same upstream. */
  readonly memory: UpstreamMemory;
  /** Why a job cannot be given, whatever it asks for; undefined for one that can. */
  readonly refusesJob?: (job: UpstreamJob<Work>) => string | undefined;
  /** Expected hashes for a block of its network, by the word of our own nodes, where jobs do not say it. */
  readonly networkWork?: (() => bigint | undefined) | undefined;
  readonly lateAnswerMs?: number;
  /** For all miners of this connection. */
  readonly onJob: (job: UpstreamJob<Work>) => void;
  /** No lane and no job of before holds any more. Miners need others, or to be let go where `plan` is undefined: there is no work. */
  readonly onLanes: (plan: LanePlan | undefined) => void;
  /** The miner of a lane must be let go, or all others suffer: the upstream refuses its shares, one after another. */
  readonly onBadLane: (lane: TakenLane) => void;
  /** A share that was sent on is a block of its network. */
  readonly onBlock?: ((block: RelayedBlock) => void) | undefined;
  /** What an operator should know. */
  readonly onNote: (note: RelayNote) => void;
}

/** What of them is the connection's. */
export function linkOptionsOf<Work, Found extends Solution>({
  addresses,
  now,
  random,
  mayConnect,
  connectMs,
  tickMs,
}: RelayedWorkOptions<Work, Found>): Pick<
  LinkOptions<Work, Found>,
  'addresses' | 'now' | 'random' | 'mayConnect' | 'connectMs' | 'tickMs'
> {
  return {
    addresses,
    now,
    random,
    ...(mayConnect && { mayConnect }),
    ...(connectMs === undefined ? {} : { connectMs }),
    ...(tickMs === undefined ? {} : { tickMs }),
  };
}
