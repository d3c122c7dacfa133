import type { ConnectionGroup } from './connection-group.ts';
import type { SourceState } from './source-memory.ts';

/** A connected source, or a network around it: what is known of it, and its connections. */
export interface SourceScope {
  readonly name: string;
  readonly state: SourceState;
  readonly connectionsMax: number;
  readonly group: ConnectionGroup;
  /** The connected sources of a network; none for a source. */
  readonly members: Set<SourceScope>;
  /** False for the /24 of IPv4: it belongs to many customers, and only its connections are counted. */
  readonly hasBudgets: boolean;
}

/** For so long after an accepted share a source is not refused for what others of its network did. */
const provenMs = 3_600_000;

/** Whether a source mined within the hour, and was not banned since. */
export function isProvenSource({ provenAt }: SourceState, now: number): boolean {
  return provenAt > 0 && now - provenAt < provenMs;
}

/**
 * Where all connections of a network have accepted shares, its largest source makes room for one that has fewer: a share on each of
 * its connections does not keep a neighbour out. False where none has two more than the `size` of the source that asks.
 */
export function evictFromLargest({ members }: SourceScope, size: number): boolean {
  let largest: SourceScope | undefined;
  for (const member of members) if (member.group.size > (largest?.group.size ?? size + 1)) largest = member;
  return largest?.group.evictOldestProven() ?? false;
}
