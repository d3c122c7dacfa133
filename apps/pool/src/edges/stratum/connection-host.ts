import type { Login } from '@openlode/mining/user-string';
import type { Arrival } from '@openlode/stratum/core/arrival';
import type { Violation } from '@openlode/stratum/core/ban-score';
import type { Dialects } from '@openlode/stratum/core/dialect';
import type {
  DisconnectReason,
  Effect,
  FoundBlock,
  PortRules,
  SessionEnv,
} from '@openlode/stratum/core/session-state';
import type { ConnectionPermit } from './connection-permit.ts';
import type { SenderOptions } from './line-sender.ts';
import type { ReadQueue } from './read-queue.ts';
import type { SeatedConnection } from './relayed-feed.ts';

// What the listener, a connection and its session ask of each other.

/** Why a connection ended: what the session decides, and what the listener does. */
export type EndReason =
  | DisconnectReason
  | 'slow-reader'
  | 'slow-line'
  | 'byte-flood'
  | 'evicted'
  | 'fault'
  | 'banned'
  | 'no-share'
  | 'no-work'
  | 'expelled'
  | 'database-away'
  | 'moved';

/** A connection as its host sees it. */
export interface HostedConnection {
  readonly permit: ConnectionPermit;
  /** The workers that it mines for. */
  readonly logins: Iterable<Login>;
  /** Whether its shares are verified before those of connections that have none, or whose shares were wasted. */
  readonly isTrusted: boolean;
}

/** The connection of a session. */
export interface SessionConnection extends HostedConnection {
  readonly ending: boolean;
  readonly destroyed: boolean;
  /** Whether its shares may come too fast without a violation: its difficulty is still being found. */
  readonly isSettling: boolean;
  /** Takes a seat at another pool, where it has none yet. */
  enterSeat(): void;
  pauseReading(): void;
  /** Reads on, unless something else keeps it from that. */
  readOn(): void;
  onShareAccepted(): void;
  /** A share was verified and is none. */
  onShareWasted(violation: Violation): void;
  recordViolation(violation: Violation): void;
  /** Sends why the client address is banned and closes, where a violation led to a ban. */
  closeIfBanned(): void;
  /** Takes a line that was held since it arrived. */
  takeLine(line: string, arrival: Arrival): void;
  end(reason: EndReason): void;
  /** Runs work whose fault may cost this connection only. */
  guard(work: () => void): void;
  fail(error: unknown): void;
}

/** What the listener does for its connections. */
export interface ConnectionHost extends SenderOptions {
  /** The environment of a step that is taken now. */
  env(connection: HostedConnection): SessionEnv;
  /** Every effect but blocks and the end of the connection, which the connection handles itself. */
  onEffect(effect: Effect, connection: HostedConnection): void;
  /** Work before a login can be judged; undefined where it can be judged at once. */
  prepareLogin(text: string): Promise<void> | undefined;
  /** The verdict on what a dialect gave out to be verified, or a promise of it; `busy` where it had to make room for others. */
  verify(input: unknown, connection: HostedConnection): unknown;
  /** Resolves when the block is durable; rejects when that failed. */
  storeBlock(block: FoundBlock): Promise<void>;
  /** Gives a connection a seat at another pool, where the port's work comes from one. */
  enterSeat(connection: SeatedConnection): void;
  onDisconnect(reason: EndReason, connection: HostedConnection, error?: unknown): void;
  /** The socket is not read for a while, because of its bytes. Called once for each time that it was read freely before. */
  onThrottled(connection: HostedConnection): void;
  /** A share of the connection was accepted or wasted, so that it may be trusted or not. */
  onTrust(connection: HostedConnection): void;
  /** What it takes on average to verify a share; 0 where that is not known. */
  readonly msPerShare: number;
  /** The listener closes: what a connection that is gone had sent and that waits still is dropped. */
  readonly isClosing: boolean;
  readonly readQueue: ReadQueue;
  readonly rules: PortRules;
  readonly dialects: Dialects;
  /** Seconds in which difficulty settles: shares that come too fast in them are no violation. */
  readonly settleSeconds: number;
}
