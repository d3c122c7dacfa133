import type { Extranonce1Pool } from '@openlode/stratum/core/extranonce1-pool';
import type { Login, LoginOutcome } from '@openlode/mining/user-string';
import type { LoginRefusal } from '@openlode/stratum/core/session-state';
import type { Logger } from 'pino';
import type { Clock } from '../domain/kernel/clock.ts';
import type { ServiceContext } from '../domain/kernel/context.ts';
import type { WorkBatch } from '../domain/kernel/work-batch.ts';
import type { FoundRelayedBlock } from '../domain/kernel/relayed-block.ts';
import type { BlockCandidate } from '../domain/rounds/block-candidate.ts';
import type { PoolMetrics } from '../edges/metrics/pool-metrics.ts';
import type { ConnectedWorkers } from '../edges/stratum/connected-workers.ts';
import type { BitcoinFeedOptions } from '../edges/stratum/bitcoin-feed.ts';
import type { MinerConnections } from '../edges/stratum/miner-connections.ts';
import type { MinerLog } from '../edges/stratum/miner-log.ts';
import type { ShareAccumulatorOptions } from '../edges/stratum/share-accumulator.ts';
import type { ReportedHashrates } from '../edges/stratum/reported-hashrates.ts';
import type { ShareStatistics } from '../edges/stratum/share-statistics.ts';
import type { ClientGate } from '../edges/stratum/client-gate.ts';
import type { StratumListenerOptions } from '../edges/stratum/listener-options.ts';
import type { Proofs } from '../runtime/proof-of-work/open-proofs.ts';
import type { ClosingOrder } from './closing-order.ts';
import type { OfferedRelay } from './open-relays.ts';
import type { ListenedPort } from './listened-ports.ts';

export interface StratumParts {
  readonly host: string;
  /** By algorithm. */
  readonly ports: ReadonlyMap<string, readonly ListenedPort[]>;
  /** Where work and blocks wait that the database cannot take; in memory alone where it is left out. */
  readonly dataDirectory?: string;
  readonly tls?: StratumListenerOptions['tls'];
  readonly gate: ClientGate;
  readonly isBalancer?: NonNullable<StratumListenerOptions['isBalancer']>;
  /** Other pools that give work, by name; none where it is left out. */
  readonly relays?: ReadonlyMap<string, OfferedRelay>;
  /** The verifiers of algorithms that take a thread. */
  readonly proofs: Proofs;
  /** Our own proxies, and networks that many miners share: a client address in one proves no ownership. */
  readonly proxies: readonly string[];
  readonly sharedNetworks: readonly string[];
  readonly extranonces: (
    ctx: ServiceContext,
    log: Logger,
    order: ClosingOrder,
  ) => Extranonce1Pool | Promise<Extranonce1Pool>;
  /** Other settings than the usual ones, for suites and benches. */
  readonly tuning?: StratumTuning;
}

export interface StratumTuning {
  /** The stamper is the Bitcoin family's. */
  readonly feed?: Omit<BitcoinFeedOptions, 'chain'>;
  readonly accumulator?: Pick<ShareAccumulatorOptions, 'batchMs' | 'batchShares'>;
  readonly listener?: Partial<Pick<StratumListenerOptions, 'login' | 'limits'>>;
  /** Hears of every batch and block before it is recorded. */
  readonly onBatches?: (batches: readonly WorkBatch[]) => void;
  readonly onBlock?: (candidate: BlockCandidate) => void;
}

/** What decides who may log in, and who has to go. */
export interface Admittance {
  readonly login: (text: string, workerField?: string) => LoginOutcome;
  readonly prepareLogin: (text: string) => Promise<void> | undefined;
  readonly restricted: (login: Login) => boolean;
  /** Why a miner that was let in has to go now; undefined where it may stay. */
  readonly expelled: (login: Login) => LoginRefusal | undefined;
  readonly onRefusedLogin: (text: string, refusal: LoginRefusal, clientAddress: string) => void;
}

/** What all algorithms of a pool share. */
export interface MiningParts extends Admittance, Omit<StratumParts, 'extranonces'> {
  readonly clock: Clock;
  readonly log: Logger;
  readonly order: ClosingOrder;
  readonly minerConnections: MinerConnections;
  readonly connectedWorkers: ConnectedWorkers;
  readonly minerLog: MinerLog;
  readonly extranonces: Extranonce1Pool;
  readonly metrics: Pick<PoolMetrics, 'share' | 'session' | 'answered'>;
  readonly statistics: ShareStatistics;
  readonly reported: ReportedHashrates;
  readonly newId: () => string;
  readonly record: (batches: readonly WorkBatch[]) => Promise<void>;
  readonly recordBlock: (candidate: BlockCandidate) => Promise<void>;
  /** A share is a block of another pool's network. Never fails: it pays nothing here. */
  readonly recordRelayed: (block: FoundRelayedBlock) => void;
  /** What is kept of the client address that a login mines from; undefined where it can prove nothing. */
  readonly sourceKey: (login: Login, clientAddress: string) => string | undefined;
  /** A miner has come under a name that may be a challenge's. */
  readonly onChallenger: (login: Login, clientAddress: string) => void;
}
