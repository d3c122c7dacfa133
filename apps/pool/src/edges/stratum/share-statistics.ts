import type { Login } from '@openlode/mining/user-string';
import type { StatisticsLine } from '../../domain/shares/record-share-statistics.ts';

/** Sums of accepted shares by login, until they are recorded. Statistics only: a crash may lose a minute of them. */
export interface ShareStatistics {
  /** `depth`, `blocks` and `isBlock` as the session's `share` effect has them. */
  add(algorithm: string, login: Login, depth: number, blocks: number, isBlock?: boolean): void;
  /** Empties it. */
  take(): readonly StatisticsLine[];
}

interface Sums {
  shares: number;
  depth: number;
  blocks: number;
  relayedBlocks: number;
  relayedFound: number;
}

export function createShareStatistics(): ShareStatistics {
  let algorithms = new Map<string, Map<Login, Sums>>();
  return {
    add(algorithm, login, depth, blocks, isBlock) {
      let logins = algorithms.get(algorithm);
      if (logins === undefined) algorithms.set(algorithm, (logins = new Map()));
      let sums = logins.get(login);
      if (sums === undefined)
        logins.set(login, (sums = { shares: 0, depth: 0, blocks: 0, relayedBlocks: 0, relayedFound: 0 }));
      sums.shares += 1;
      sums.depth += depth;
      if (isBlock === undefined) sums.blocks += blocks;
      else {
        sums.relayedBlocks += blocks;
        if (isBlock) sums.relayedFound += 1;
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
