import { algorithms } from '@openlode/catalogue/algorithms';
import type { AlgorithmWorkers } from '@openlode/contracts/http/account-workers';
import type { HashratePoint } from '../../domain/views/read-hashrate-series.ts';
import type { Worker } from '../../domain/views/read-workers.ts';
import { wireHashrate, inPreUnit } from './present-hashrate.ts';

/** Every algorithm of the pool, also those without workers. */
export function presentWorkers(
  workers: readonly Worker[],
  series: ReadonlyMap<string, readonly HashratePoint[]>,
): Record<string, AlgorithmWorkers> {
  return Object.fromEntries(
    algorithms.map(({ code }) => {
      const points = series.get(code) ?? [];
      const own = workers.filter((worker) => worker.algorithm === code);
      return [
        code,
        {
          workers: own.map((worker) => ({
            name: worker.name,
            online: worker.online,
            last: worker.lastShareAt,
            // Programs of this dialect report no hashrate of their own.
            rhr: 0,
            chr: inPreUnit(code, worker.hashesPerSecond),
            referral: worker.referralCode,
            ...(worker.simulated && { simulated: true as const }),
          })),
          chart: {
            reported: { data: [], timestamps: [] },
            calculated: {
              data: points.map((point) => wireHashrate(inPreUnit(code, point.hashesPerSecond))),
              timestamps: points.map((point) => point.at),
            },
          },
        },
      ];
    }),
  );
}
