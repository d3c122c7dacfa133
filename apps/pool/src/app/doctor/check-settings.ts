import { coins } from '@openlode/catalogue/coins';
import { samplePrices } from '@openlode/catalogue/sample-prices';
import type { Diagnosis } from '../../edges/operator/contexts.ts';
import type { Config } from '../../config.ts';
import { neverRunOnMain } from '../../domain/kernel/pool-kind.ts';
import { warning, well } from './diagnosis.ts';

export function checkSettings(config: Config): Diagnosis[] {
  const found: Diagnosis[] = [];
  if (config.host === 'localhost')
    found.push(
      warning('settings', 'OPENLODE_HOST is localhost', 'Set the name that miners elsewhere can connect to.'),
    );
  if (config.publicUrl === null)
    found.push(
      warning(
        'settings',
        'OPENLODE_PUBLIC_URL is not set',
        'Set where visitors find the site, for links in search engines.',
      ),
    );
  if (config.operator.contact === null)
    found.push(
      warning(
        'settings',
        'OPENLODE_OPERATOR_CONTACT is not set',
        'Say how miners reach you: payouts will raise questions.',
      ),
    );
  if (config.sandboxControl !== undefined)
    found.push(
      warning(
        'settings',
        'OPENLODE_SANDBOX_CONTROL is set',
        'It moves the clock, for suites: leave it out of a pool that people use.',
      ),
    );
  if (config.nodePool?.kind === 'real')
    found.push(
      warning(
        'settings',
        neverRunOnMain,
        'Begin with little: low caps, small floats, a payout to yourself of each coin, and the plan of docs/test-network.md for the first days.',
      ),
    );
  return [...(found.length === 0 ? [well('settings', 'complete')] : found), ...checkExposure(config)];
}

/** What conversions leave is a price that can move before it is traded; a test network has none. */
export function checkExposure({
  nodePool,
  conversionCaps,
}: Pick<Config, 'nodePool' | 'conversionCaps'>): Diagnosis[] {
  if (nodePool?.kind !== 'real' || conversionCaps?.exposure !== undefined) return [];
  return [
    warning(
      'conversions',
      'nothing limits what they may leave to be traded',
      'Set OPENLODE_CONVERSION_EXPOSURE_USD and OPENLODE_CONVERSION_EXPOSURE_ALL_USD to what the pool can lose the change of: what goes beyond waits.',
    ),
  ];
}

export function checkRates(config: Config): Diagnosis[] {
  const missing = coins.filter(({ symbol, delisted }) => !delisted && samplePrices.usd[symbol] === undefined);
  const found = [
    well(
      'rates',
      config.nodePool === undefined
        ? `${config.rates} rates of ${samplePrices.date}: a sandbox's, and receipts say so`
        : `${config.rates} rates of ${samplePrices.date}: coins of a test network have no price`,
    ),
  ];
  if (missing.length === 0) return found;
  const names = missing.map(({ symbol }) => symbol).join(', ');
  return [
    ...found,
    warning('rates', `no price for ${names}`, 'Rewards for these coins wait until there is one.'),
  ];
}
