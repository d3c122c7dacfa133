import type { ConnectionGroup } from './connection-group.ts';
import type { ClientState } from './client-memory.ts';

/** A connected client address, or a network around it: what is known of it, and its connections. */
export interface ClientScope {
  readonly name: string;
  readonly state: ClientState;
  readonly connectionsMax: number;
  readonly group: ConnectionGroup;
  /** The connected client addresses of a network; none for a client address. */
  readonly members: Set<ClientScope>;
  /** False for the /24 of IPv4: it belongs to many customers, and only its connections are counted. */
  readonly hasBudgets: boolean;
}

/** For so long after an accepted share a client address is not refused for what others of its network did. */
const provenMs = 3_600_000;

/** Whether a client address mined within the hour, and was not banned since. */
export function isProvenClient({ provenAt }: ClientState, now: number): boolean {
  return provenAt > 0 && now - provenAt < provenMs;
}

/**
 * Where all connections of a network have accepted shares, its largest client address makes room for one that has fewer: a share on each of
 * its connections does not keep a neighbour out. False where none has two more than the `size` of the client address that asks.
 */
export function evictFromLargest({ members }: ClientScope, size: number): boolean {
  let largest: ClientScope | undefined;
  for (const member of members) if (member.group.size > (largest?.group.size ?? size + 1)) largest = member;
  return largest?.group.evictOldestProven() ?? false;
}
