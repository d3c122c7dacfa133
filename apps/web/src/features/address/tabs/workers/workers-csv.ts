import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import { hashesPerSecond } from '../../../../shared/format/format-hashrate.ts';
import { rejectedOf } from './share-words.ts';
import type { WorkerLine } from './worker-view.ts';

interface Listed {
  /** Code. */
  readonly algorithm: string;
  readonly lines: readonly WorkerLine[];
}

type Unit = Pick<AlgorithmItem, 'preUnitOfMeasurement' | 'unitLabel'>;

const columns = [
  'algorithm',
  'worker',
  'state',
  'hashrate',
  'unit',
  'accepted_24h',
  'stale_24h',
  'rejected_24h',
  'last_share',
  'referral_code',
] as const;

/**
 * The workers of a list as CSV (RFC 4180), a line each in its order. Times are ISO 8601 in UTC; counts that are not known are left empty.
 * No field needs quotes: names and codes have letters, digits, hyphens and underscores only.
 */
export function workersCsv(
  listed: readonly Listed[],
  unitOf: (algorithm: string) => Unit | undefined,
): string {
  const lines = listed.flatMap(({ algorithm, lines: ofAlgorithm }) => {
    const { preUnitOfMeasurement = '', unitLabel = 'H/s' } = unitOf(algorithm) ?? {};
    return ofAlgorithm.map(({ worker, rate, shares, last }) =>
      [
        algorithm,
        worker.name,
        worker.online ? 'online' : 'offline',
        hashesPerSecond(rate, preUnitOfMeasurement),
        unitLabel,
        shares?.accepted,
        shares?.rejected.stale,
        shares && rejectedOf(shares),
        new Date(last).toISOString(),
        worker.referral,
      ]
        .map((field) => String(field ?? ''))
        .join(','),
    );
  });
  return [columns.join(','), ...lines, ''].join('\r\n');
}
