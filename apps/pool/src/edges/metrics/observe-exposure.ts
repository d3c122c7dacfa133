import type { Registry } from 'prom-client';
import type { ExposureView } from '../../domain/treasury/read-exposure.ts';
import { gauges, oneAtATime } from './read-gauges.ts';

/** Metrics of what conversions have left to be sold and bought. */
export function observeExposure(registers: Registry[], exposure: () => Promise<ExposureView>): void {
  const read = oneAtATime(exposure);
  gauges(
    registers,
    {
      name: 'openlode_exposure_dollars',
      help: 'What conversions have left of a coin to be sold or bought, in US dollars at the agreed price; no sample without one',
      labelNames: ['coin'],
    },
    async () =>
      (await read()).coins.flatMap(({ coin, usd }) =>
        usd === null ? [] : [[{ coin }, Number(usd)] as const],
      ),
  );
  gauges(
    registers,
    {
      name: 'openlode_exposure_limit_dollars',
      help: 'How much of one coin, and of all together, conversions may leave; no sample where the settings name no limit',
      labelNames: ['of'],
    },
    async () => {
      const { coinLimitUsd, allLimitUsd } = await read();
      if (coinLimitUsd === null || allLimitUsd === null) return [];
      return [[{ of: 'coin' }, Number(coinLimitUsd)] as const, [{ of: 'all' }, Number(allLimitUsd)] as const];
    },
  );
}
