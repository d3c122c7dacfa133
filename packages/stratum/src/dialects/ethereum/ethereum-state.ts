import type { OwnJobs } from '../../core/own-jobs.ts';
import { newSessionCore, type SessionEnv } from '../../core/session-state.ts';
import type { Seat } from '../../upstream/relayed-share.ts';
import type { OpenEthereumJob } from './jobs.ts';
import type { OpenRelayedEthereumJob } from './relayed-job.ts';

export interface EthereumState extends OwnJobs<OpenEthereumJob> {
  readonly subscribed: boolean;
  /** The first bytes of every nonce in EthereumStratum/1.0.0: four digits. */
  readonly prefix: string;
  /** Where the work is another pool's; undefined for own work, of which each session has jobs of its own. */
  readonly relayed: RelayedPart | undefined;
}

/** What a session of relayed work has besides. */
export interface RelayedPart {
  readonly seat: Seat | undefined;
  /** The newest job of the seat, whether it was sent or not. */
  readonly current: OpenRelayedEthereumJob | undefined;
  /** The prefix that the miner knows; undefined before it was given one. */
  readonly knownPrefix: string | undefined;
  /** Whether the miner asked to be given another prefix where it changes. */
  readonly followsPrefix: boolean;
}

export type EthereumEnv = SessionEnv<OpenEthereumJob>;

export function openEthereum(number: number): EthereumState {
  const prefix = (number & 0xffff).toString(16).padStart(4, '0');
  return { ...newSessionCore(), jobs: [], subscribed: false, prefix, relayed: undefined };
}
