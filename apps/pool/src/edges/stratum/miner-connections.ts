import type { Login } from '@openlode/mining/user-string';
import { ConnectionGroup } from './connection-group.ts';
import type { ConnectionPermit } from './connection-permit.ts';

type Miner = Pick<Login, 'coin' | 'address' | 'memo'>;

/**
 * The connections of each miner from each client address, over all ports of the process. A stranger who connects under a miner's name
 * from elsewhere takes none of the miner's places.
 */
export interface MinerConnections {
  /** How many of the miner's connections from this client address have an accepted share: only these count against its limit. */
  proven(miner: Miner, clientAddress: string): number;
  /**
   * Counts a connection until it leaves; once for each miner, however many workers it has. Where the miner has `max` from this client address,
   * the oldest without an accepted share is evicted.
   */
  enter(miner: Miner, permit: ConnectionPermit, max: number): void;
  /** Miners and client addresses that are connected. */
  readonly size: number;
}

export function createMinerConnections(): MinerConnections {
  const groups = new Map<string, ConnectionGroup>();
  return {
    proven: (miner, clientAddress) => groups.get(keyOf(miner, clientAddress))?.proven ?? 0,
    enter(miner, permit, max) {
      const key = keyOf(miner, permit.clientAddress);
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

function keyOf({ coin, address, memo }: Miner, clientAddress: string): string {
  return `${clientAddress} ${coin}:${address}:${memo ?? ''}`;
}
