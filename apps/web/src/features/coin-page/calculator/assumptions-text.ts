import type { RewardAssumptions } from '@openlode/contracts/http/calculate-reward';
import { formatHashrate } from '../../../shared/format/format-hashrate.ts';
import { relativeTimeText } from '../../../shared/format/relative-time.ts';

/** Rate and its age, fee and network in one line. */
export function assumptionsText(
  { fee, price_usd, rates_source, rates_age_s, networks }: RewardAssumptions,
  coin: string,
  unitLabel: 'H/s' | 'Sol/s',
): string {
  const rates = networks.map((network) => {
    const { value, unit } = formatHashrate(Number(network.rate), '', unitLabel);
    return `${network.coin} network ${value} ${unit}${spreadText(network, coin)}`;
  });
  // A snapshot has a day of its own; how long ago the pool read it says nothing.
  const age = rates_source.includes('snapshot') ? '' : `, ${relativeTimeText(0, rates_age_s * 1000)}`;
  return `1 ${coin} = $${price_usd} (${rates_source}${age}). Fee ${fee}%. ${rates.join(', ')}. A month is 30 days.`;
}

function spreadText(
  { coin: mined, conversion_spread_percent: percent }: RewardAssumptions['networks'][number],
  coin: string,
): string {
  return percent === undefined ? '' : `, conversion spread ${percent}% from ${mined} to ${coin}`;
}
