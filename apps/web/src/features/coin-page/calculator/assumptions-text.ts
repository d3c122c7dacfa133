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
    return `${network.coin} network ${value} ${unit}`;
  });
  // A snapshot has a day of its own; how long ago the pool read it says nothing.
  const age = rates_source.includes('snapshot') ? '' : `, ${relativeTimeText(0, rates_age_s * 1000)}`;
  return `1 ${coin} = $${price_usd} (${rates_source}${age}). Fee ${fee}%. ${rates.join(', ')}. A month is 30 days.`;
}

/** Coins in money; null where no rate of that money is known. An estimate for people, so a float will do. */
export function fiatOf(
  coins: string,
  assumptions: RewardAssumptions | undefined,
  currency: string,
): number | null {
  const perUsd = assumptions?.fiat_per_usd[currency];
  return perUsd === undefined ? null : Number(coins) * Number(assumptions?.price_usd) * Number(perUsd);
}

/** `$1.23`, `€0.000012`: two decimals from a unit up, three significant digits below; undefined where it is not known. */
export function fiatText(
  coins: string,
  assumptions: RewardAssumptions | undefined,
  currency: string,
): string | undefined {
  const money = fiatOf(coins, assumptions, currency);
  if (money === null) return undefined;
  const digits =
    money >= 1 ? { maximumFractionDigits: 2 } : { minimumSignificantDigits: 3, maximumSignificantDigits: 3 };
  return new Intl.NumberFormat('en-US', { style: 'currency', currency, ...digits }).format(money);
}
