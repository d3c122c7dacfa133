import type { Login } from '@openlode/mining/user-string';
import { ConnectionGroup } from './connection-group.ts';
import type { ConnectionPermit } from './connection-permit.ts';

type Miner = Pick<Login, 'coin' | 'address' | 'memo'>;

/**
 * The connections of each miner from each source, over all ports of the process. A stranger who connects under a miner's name
 * from elsewhere takes none of the miner's places.
 */
export interface MinerConnections {
  /** How many of the miner's connections from this source have an accepted share: only these count against its limit. */
  proven(miner: Miner, source: string): number;
  /**
   * Counts a connection until it leaves; once for each miner, however many workers it has. Where the miner has `max` from this source,
   * the oldest without an accepted share is evicted.
   */
  enter(miner: Miner, permit: ConnectionPermit, max: number): void;
  /** Miners and sources that are connected. */
  readonly size: number;
}

export function createMinerConnections(): MinerConnections {
  const groups = new Map<string, ConnectionGroup>();
  return {
    proven: (miner, source) => groups.get(keyOf(miner, source))?.proven ?? 0,
    enter(miner, permit, max) {
      const key = keyOf(miner, permit.source);
      const group = groups.get(key) ?? new ConnectionGroup(() => groups.delete(key));
      group.makeRoom(max);
      permit.join(group);
      if (group.size > 0) groups.set(key, group);
    },
    get size() {
      return groups.size;
    },
  };
}

/** The logins among `logins` that are of this miner. */
export function loginsOf(miner: Miner, logins: Iterable<Login>): Login[] {
  const key = keyOf(miner, '');
  return [...logins].filter((login) => keyOf(login, '') === key);
}

function keyOf({ coin, address, memo }: Miner, source: string): string {
  return `${source} ${coin}:${address}:${memo ?? ''}`;
}
