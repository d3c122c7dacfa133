import type { Login } from '@openlode/mining/user-string';

type Miner = Pick<Login, 'coin' | 'address' | 'memo'>;

/** A worker that is connected to this process now and whose login was accepted. */
export interface ConnectedWorker {
  readonly worker: string;
  /** Code. */
  readonly algorithm: string;
  /** When its newest login was accepted, in ms. */
  readonly since: number;
}

/**
 * Who is connected, by miner: what a page can say before the first share. It knows the connections of this process only and
 * forgets them with it.
 */
export interface ConnectedWorkers {
  /** `connection` stands for itself: it is only told from others. */
  enter(connection: object, login: Login, algorithm: string, at: number): void;
  leave(connection: object): void;
  /** At most `connectedMax`, the newest first. */
  of(miner: Miner): readonly ConnectedWorker[];
}

/** A setup watches one worker; a farm is not listed here. */
export const connectedMax = 100;

export function createConnectedWorkers(): ConnectedWorkers {
  const miners = new Map<string, Map<object, ConnectedWorker>>();
  const keys = new WeakMap<object, Set<string>>();
  return {
    enter(connection, login, algorithm, at) {
      const key = keyOf(login);
      const connections = miners.get(key) ?? new Map<object, ConnectedWorker>();
      // Deleted first, so that the newest stands last.
      connections.delete(connection);
      miners.set(key, connections.set(connection, { worker: login.worker, algorithm, since: at }));
      keys.set(connection, (keys.get(connection) ?? new Set()).add(key));
    },
    leave(connection) {
      for (const key of keys.get(connection) ?? []) {
        const connections = miners.get(key);
        connections?.delete(connection);
        if (connections?.size === 0) miners.delete(key);
      }
      keys.delete(connection);
    },
    of: (miner) => [...(miners.get(keyOf(miner))?.values() ?? [])].slice(-connectedMax).toReversed(),
  };
}

function keyOf({ coin, address, memo }: Miner): string {
  return `${coin}:${address}:${memo ?? ''}`;
}
