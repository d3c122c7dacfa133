import sql from 'sql-template-tag';
import type { Queryable } from '../../../runtime/database/database.ts';
import type { WatchedExchange } from '../../kernel/exchange.ts';
import type { WalletFloat } from '../../kernel/wallet-float.ts';
import type { CoinOnNetwork, PayoutContext } from '../../payouts/payout-context.ts';

/** The account at an exchange that the settings name; undefined where they name none of this name. */
export function exchangeOf({ exchanges = [] }: Pick<PayoutContext, 'exchanges'>, place: string) {
  return exchanges.find(({ name }) => name === place);
}

/**
 * Asks an exchange where it takes a coin now, and keeps its answer: no address is typed. Whether the address may be paid is for the signer, whose
 * own list has to name it.
 *
 * @throws Error where the exchange does not answer, wants a memo beside the address, or names an address that the file has as a cold one; that is
 *   kept all the same, so that nothing is swept there as cold
 */
export async function askPlaceAddress(
  { db, clock, floats = [] }: Pick<PayoutContext, 'db' | 'clock' | 'floats'>,
  exchange: WatchedExchange,
  { coin, network }: CoinOnNetwork,
): Promise<{ readonly address: string; readonly networkAddress: string }> {
  const { address, networkAddress, memo } = await exchange.depositAddress(coin, network);
  if (memo !== '')
    throw new Error(`it wants a memo beside ${address}, which no transaction of ${network} carries`);
  await db.query(sql`
    INSERT INTO place_addresses (place, coin, network, address, answered_at)
    VALUES (${exchange.name}, ${coin}, ${network}, ${address}, ${new Date(clock.now())})
    ON CONFLICT (place, coin, network, address) DO UPDATE SET answered_at = excluded.answered_at`);
  if (floats.some((float) => float.coin === coin && float.network === network && float.cold === address))
    throw new Error(countedTwice(address));
  return { address, networkAddress };
}

export function countedTwice(cold: string): string {
  return `${cold} is the cold address of the file as well: what lies there would be counted in two places`;
}

/** The exchange that has named an address as its own. */
export async function placeOfAddress(
  db: Queryable,
  { coin, network, address }: CoinOnNetwork & { readonly address: string },
): Promise<string | undefined> {
  const [row] = await db.query<{ place: string }>(sql`
    SELECT place FROM place_addresses WHERE (coin, network, address) = (${coin}, ${network}, ${address})
     ORDER BY answered_at DESC LIMIT 1`);
  return row?.place;
}

/** The cold address of a file that an exchange has named as its own, so that what lies there is counted twice. */
export async function coldAtExchange(
  db: Queryable,
  floats: readonly WalletFloat[] = [],
): Promise<{ readonly place: string; readonly cold: string } | undefined> {
  for (const { coin, network, cold } of floats) {
    const place = cold === undefined ? undefined : await placeOfAddress(db, { coin, network, address: cold });
    if (cold !== undefined && place !== undefined) return { place, cold };
  }
  return undefined;
}
