import type { Queryable } from '../../runtime/database/database.ts';
import { readMaintenance } from './maintenance.ts';
import { assetSuspension, everyNetwork, readSuspensions, suspensionElsewhere } from './suspensions.ts';

/** What decides, beside the database, whether payouts leave. */
export interface Payability {
  /** Why this process lets no payout leave, for example its clock. */
  readonly payoutBlockReason?: (() => string | undefined) | undefined;
  /** Whether the pool has a rail that pays a coin on a network; without it, every pair. */
  readonly pays?: ((coin: string, network: string) => boolean) | undefined;
}

export const hourMs = 3_600_000;

/**
 * Those of `pairs`, as `COIN:NETWORK`, whose miners are paid if they ask now: a rail pays them, nothing suspends them or another network of
 * the coin, and the network is not left to the daily run.
 */
export async function payablePairs(
  db: Queryable,
  pairs: readonly string[],
  { pays = () => true }: Pick<Payability, 'pays'>,
): Promise<string[]> {
  const [suspensions, maintained] = await Promise.all([readSuspensions(db), readMaintenance(db)]);
  const closed = new Set([...suspensions, ...maintained].map(({ network }) => network));
  return pairs.filter((pair) => {
    const [coin = '', network = ''] = pair.split(':');
    if ([network, assetSuspension(coin), everyNetwork].some((each) => closed.has(each))) return false;
    return pays(coin, network) && suspensionElsewhere(suspensions, { coin, network }) === undefined;
  });
}
