import type { Arrival } from '@openlode/stratum/core/arrival';
import type { Violation } from '@openlode/stratum/core/ban-score';
import type { HostedConnection } from './connection-host.ts';
import type { EndReason } from './end-reason.ts';

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
