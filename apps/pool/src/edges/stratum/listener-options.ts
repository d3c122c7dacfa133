import type { ReportedHashrates } from './reported-hashrates.ts';
import type { Login, LoginOutcome } from '@openlode/mining/user-string';
import type { Dialects } from '@openlode/stratum/core/dialect';
import type { HashInto } from '@openlode/stratum/core/hash-into';
import type { Extranonce1Pool } from '@openlode/stratum/core/extranonce1-pool';
import type { LoginRefusal, PortRules, RejectReason } from '@openlode/stratum/core/session-state';
import type { Logger } from 'pino';
import type { PowVerifier } from '../../runtime/proof-of-work/pow-verifier.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { BlockCandidate } from '../../domain/rounds/block-candidate.ts';
import type { ConnectedWorkers } from './connected-workers.ts';
import type { JobFeed } from './job-feed.ts';
import type { ListenerLimits } from './listener-limits.ts';
import type { MinerConnections } from './miner-connections.ts';
import type { MinerLog } from './miner-log.ts';
import type { ShareAccumulator } from './share-accumulator.ts';
import type { ClientGate } from './client-gate.ts';
import type { RelayedFeed } from './relayed-feed.ts';
import type { TlsContext } from './tls-context.ts';
import type { VerifierLoad } from './verifier-load.ts';

/** What a port needs of one source of work. */
export type ListenedSource = Pick<
  StratumListenerOptions,
  'rules' | 'feed' | 'seats' | 'accumulator' | 'dialects' | 'verifier' | 'load'
>;

/** Which of the sources of an algorithm gives the work of connections that come now. */
export interface SourceInUse {
  /** Its place in their order, from 0 on. */
  readonly using: number;
  /** What connections are refused with that come while none of them has given work for too long; undefined while they are taken. */
  readonly noWork?: string | undefined;
}

export interface StratumListenerOptions {
  readonly algorithm: string;
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly rules: PortRules;
  /** Shared by all listeners of an algorithm, like the two below. */
  readonly feed: JobFeed;
  /** Where each connection is given work of its own, that another pool gives. */
  readonly seats?: Pick<RelayedFeed, 'enter' | 'leave' | 'versionMask'>;
  readonly accumulator: Pick<ShareAccumulator, 'add' | 'writeShares' | 'reject' | 'accepting' | 'flush'>;
  readonly extranonces: Extranonce1Pool;
  /** Shared by all listeners of the pool, like the two below. */
  readonly gate: Pick<ClientGate, 'admit' | 'isPaused'>;
  /** Whether an address is one of our balancers: its connections begin with a header of the PROXY protocol, and are closed without one. */
  isBalancer?(address: string): boolean;
  readonly minerConnections: MinerConnections;
  readonly minerLog: MinerLog;
  /** Notified of accepted logins and of the end of their connections. */
  readonly reported?: Pick<ReportedHashrates, 'enter' | 'prove' | 'report' | 'leave'>;
  readonly connectedWorkers?: Pick<ConnectedWorkers, 'enter' | 'leave'>;
  /** Given for a TLS port. */
  readonly tls?: Pick<TlsContext, 'context'>;
  /** Whether the port takes more connections of one account than others do. */
  readonly forProxies?: boolean;
  /** Where such a port is, for the refusal on the others. */
  readonly proxyPort?: number;
  login(text: string, workerField?: string): LoginOutcome;
  /** Work that `login` has to wait for; undefined where there is none. */
  prepareLogin?(text: string): Promise<void> | undefined;
  /** Whether the operator has restricted a miner. */
  restricted?(login: Login): boolean;
  /** Why a miner whose login was accepted must go now; undefined where it may stay. */
  expelled?(login: Login): LoginRefusal | undefined;
  /** Called for every accepted login, with its client address (see `clientAddressOf`), before any of its shares. */
  onMiner?(login: Login, clientAddress: string): void;
  /** Called for every accepted share with what statistics are made of; see the `share` effect. */
  onShare?(login: Login, depth: number, blocks: number, isBlock?: boolean): void;
  /** Called for refused logins; `text` is what a stranger typed. */
  onRefusedLogin?(text: string, refusal: LoginRefusal, clientAddress: string): void;
  /** Resolves when the block is durable. Its own share is recorded before it, so that its round counts it. */
  foundBlock(candidate: BlockCandidate, shareRecorded: Promise<void>): Promise<void>;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;
  readonly limits?: Partial<ListenerLimits>;
  readonly metrics?: ListenerMetrics;
  readonly hash?: HashInto;
  /** What miners of the port may speak; told apart by their first message where there are several. */
  readonly dialects: Dialects;
  /** For an algorithm whose proof of work is not the SHA-256d of the header. Takes what the dialects give out to be verified. */
  readonly verifier?: PowVerifier;
  /** Who shares that verifier; of all listeners of the algorithm. */
  readonly load?: VerifierLoad;
  /** Where its work comes from one of several sources: those behind the first, which is the one above. A connection has its work of one. */
  readonly further?: readonly ListenedSource[];
  /** Of all listeners of the algorithm; the first source where it is left out. */
  readonly order?: SourceInUse;
}

export interface ListenerMetrics {
  /** `work`: the hashes that an accepted share stands for. */
  onShare(result: 'accepted' | RejectReason, work?: bigint): void;
  /** `port`: the one that is listened on. */
  onSession(change: 1 | -1, port: number): void;
  /** An answer was timed, see `AnswerTimes`. */
  onAnswer?(ms: number): void;
}
