import type { Login } from '@openlode/mining/user-string';
import type { StatisticsLine } from '../../domain/shares/record-share-statistics.ts';

/** Sums of accepted shares by login, until they are recorded. Statistics only: a crash may lose a minute of them. */
export interface ShareStatistics {
  /** `depth` and `blocks` as the session's `share` effect has them. */
  add(algorithm: string, login: Login, depth: number, blocks: number): void;
  /** Empties it. */
  take(): readonly StatisticsLine[];
}

interface Sums {
  shares: number;
  depth: number;
  blocks: number;
}

export function createShareStatistics(): ShareStatistics {
  let algorithms = new Map<string, Map<Login, Sums>>();
  return {
    add(algorithm, login, depth, blocks) {
      let logins = algorithms.get(algorithm);
      if (logins === undefined) algorithms.set(algorithm, (logins = new Map()));
      const sums = logins.get(login);
      if (sums === undefined) logins.set(login, { shares: 1, depth, blocks });
      else {
        sums.shares += 1;
        sums.depth += depth;
        sums.blocks += blocks;
      }
    },
    take() {
      const taken = algorithms;
      algorithms = new Map();
      return [...taken].flatMap(([algorithm, logins]) =>
        [...logins].map(([login, sums]) => ({ algorithm, miner: login, ...sums })),
      );
    },
  };
}
