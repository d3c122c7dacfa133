import { parseAmount } from '@openlode/money/amount';
import type { RewardLine } from '../../domain/kernel/chain.ts';
import type { Fleet } from './fleet.ts';

const unit = 10n ** 18n;

/** What the fleet earns in a day: laptops mine, which by the sample networks would earn nothing at all, so it is scaled to what a sandbox pays. */
const earningsByAlgorithm: Readonly<Record<string, readonly RewardLine[]>> = {
  sha256: [{ asset: 'BTC', amount: parseAmount('0.0006') }],
  scrypt: [
    { asset: 'LTC', amount: parseAmount('0.3') },
    { asset: 'DOGE', amount: parseAmount('120') },
    { asset: 'BELLS', amount: parseAmount('10') },
  ],
  ghostrider: [{ asset: 'RTM', amount: parseAmount('60000') }],
  randomx: [{ asset: 'XMR', amount: parseAmount('0.15') }],
  ethash: [{ asset: 'ETHW', amount: parseAmount('9') }],
  etchash: [{ asset: 'ETC', amount: parseAmount('0.9') }],
  karlsenhash: [{ asset: 'KLS', amount: parseAmount('2400') }],
  blake3: [{ asset: 'ALPH', amount: parseAmount('24') }],
  autolykos: [{ asset: 'ERG', amount: parseAmount('18') }],
  nexapow: [{ asset: 'NEXA', amount: parseAmount('15000000') }],
  octopus: [{ asset: 'CFX', amount: parseAmount('180') }],
  xelishash: [{ asset: 'XEL', amount: parseAmount('6') }],
  kawpow: [{ asset: 'RVN', amount: parseAmount('1500') }],
  fishhash: [{ asset: 'IRON', amount: parseAmount('450') }],
  beamhash: [{ asset: 'BEAM', amount: parseAmount('600') }],
  equihash: [{ asset: 'ZEC', amount: parseAmount('0.6') }],
  kheavyhash: [{ asset: 'KAS', amount: parseAmount('240') }],
};

/** What the fleet earns of an algorithm in a day, in units of 10^-18. */
export function earningsPerDay(algorithm: string): readonly RewardLine[] {
  const earnings = earningsByAlgorithm[algorithm];
  if (earnings === undefined) throw new Error(`the fleet earns nothing of ${algorithm}`);
  return earnings;
}

/** Expected hashes for one simulated block that stands for a span of mining: what the fleet usually does in it. */
export function networkWork(fleet: Fleet, algorithm: string, spanMs: number): bigint {
  return (usualRate(fleet, algorithm) * BigInt(spanMs)) / (1000n * unit);
}

/** In 10^-18 hashes a second, of the workers that come back. */
function usualRate(fleet: Fleet, algorithm: string): bigint {
  return (fleet.byAlgorithm.get(algorithm) ?? [])
    .filter(({ attendance }) => attendance === 'steady' || attendance === 'flapping')
    .reduce((sum, { rate }) => sum + rate, 0n);
}
