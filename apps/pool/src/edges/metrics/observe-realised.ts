import type { Registry } from 'prom-client';
import type { RealisedFigure } from '../../domain/treasury/realised-pairs.ts';
import { gauges } from './read-gauges.ts';

export function observeRealised(registers: Registry[], read: () => Promise<readonly RealisedFigure[]>): void {
  gauges(
    registers,
    {
      name: 'openlode_realised_ratio',
      help: 'What trades of this and of the last week of UTC brought for one coin, over what conversions of that week credited for it; no sample where nothing was traded',
      labelNames: ['asset', 'coin', 'week'],
    },
    async () =>
      (await read()).map(
        ({ asset, coin, week, percent }) => [{ asset, coin, week }, Number(percent) / 100] as const,
      ),
  );
}
