import { algorithms } from '@openlode/catalogue/algorithms';
import type { AlgorithmWorkers, HashrateSeries } from '@openlode/contracts/http/account-workers';
import type { HashratePoint } from '../../domain/views/read-hashrate-series.ts';
import type { Worker } from '../../domain/views/read-workers.ts';
import { wireHashrate, inPreUnit } from './present-hashrate.ts';

/** Every algorithm of the pool, also those without workers. */
export function presentWorkers(
  workers: readonly Worker[],
  {
    calculated,
    reported,
  }: Readonly<Record<'calculated' | 'reported', ReadonlyMap<string, readonly HashratePoint[]>>>,
): Record<string, AlgorithmWorkers> {
  return Object.fromEntries(
    algorithms.map(({ code }) => {
      const own = workers.filter((worker) => worker.algorithm === code);
      return [
        code,
        {
          workers: own.map((worker) => ({
            name: worker.name,
            online: worker.online,
            last: worker.lastShareAt,
            rhr: inPreUnit(code, worker.reportedHashesPerSecond),
            chr: inPreUnit(code, worker.hashesPerSecond),
            referral: worker.referralCode,
            ...(worker.simulated && { simulated: true as const }),
          })),
          chart: {
            reported: presentSeries(code, reported.get(code) ?? []),
            calculated: presentSeries(code, calculated.get(code) ?? []),
          },
        },
      ];
    }),
  );
}

function presentSeries(algorithm: string, points: readonly HashratePoint[]): HashrateSeries {
  return {
    data: points.map((point) => wireHashrate(inPreUnit(algorithm, point.hashesPerSecond))),
    timestamps: points.map((point) => point.at),
  };
}
