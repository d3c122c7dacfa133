import type { AccountSummary as WireSummary } from '@openlode/contracts/http/account-summary';
import type { MinerSummary } from '../../domain/views/read-summary.ts';
import { wireHashrate, inPreUnit } from './present-hashrate.ts';

export function presentSummary(summary: MinerSummary): WireSummary {
  return {
    timestamp: summary.at,
    raw: {
      worker_count: summary.workersOnline,
      algorithm_count: summary.hashesPerSecond.size,
      hr: presentHashrates(summary.hashesPerSecond),
    },
  };
}

/** Decimal text in each algorithm's pre-unit, keyed by its code. */
export function presentHashrates(hashesPerSecond: ReadonlyMap<string, number>): Record<string, string> {
  return Object.fromEntries(
    [...hashesPerSecond].map(([code, rate]) => [code, wireHashrate(inPreUnit(code, rate))]),
  );
}
