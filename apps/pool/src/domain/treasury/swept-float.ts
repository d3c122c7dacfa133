import type { Queryable } from '../../runtime/database/database.ts';
import type { WalletFloat } from '../kernel/wallet-float.ts';
import type { CoinOnNetwork, PayoutContext } from '../payouts/payout-context.ts';
import { askPlaceAddress, exchangeOf, placeOfAddress } from './places/place-addresses.ts';
import { placeBarrier } from './places/place-standing.ts';
import type { SweptFloat } from './plan-sweep.ts';
import type { Sweep } from './sweep.ts';

export type DestinationRefusal =
  /** The file names no cold address for it. */
  | { readonly kind: 'no-cold-address'; readonly coin: string; readonly network: string }
  /** The file names no float of the wallet, or the settings no exchange of the name. */
  | { readonly kind: 'no-place'; readonly why: string }
  /** The exchange takes nothing now. */
  | { readonly kind: 'place-closed'; readonly why: string };

/** Where money of a wallet goes: the cold address of the file, or where an exchange says now that it takes the coin. */
export async function chooseDestination(
  ctx: PayoutContext,
  pair: CoinOnNetwork,
  to: string | undefined,
): Promise<SweptFloat | DestinationRefusal> {
  const float = (ctx.floats ?? []).find(
    ({ coin, network }) => coin === pair.coin && network === pair.network,
  );
  if (to === undefined) return coldOf(ctx, pair, float);
  if (float === undefined)
    return {
      kind: 'no-place',
      why: `the file names no float of ${pair.coin} on ${pair.network}, so what should stay in the wallet is not known`,
    };
  const exchange = exchangeOf(ctx, to);
  if (exchange === undefined) return { kind: 'no-place', why: `the settings name no exchange ${to}` };
  const closed = await placeBarrier(ctx.db, { place: to, coin: pair.coin }, ctx.clock.now());
  if (closed !== undefined) return { kind: 'place-closed', why: closed };
  try {
    const { address } = await askPlaceAddress(ctx, exchange, pair);
    return { ...float, cold: address };
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    return { kind: 'place-closed', why: `${to} does not say where it takes ${pair.coin}: ${words}` };
  }
}

async function coldOf(
  { db }: Pick<PayoutContext, 'db'>,
  pair: CoinOnNetwork,
  float: WalletFloat | undefined,
): Promise<SweptFloat | DestinationRefusal> {
  const cold = float?.cold;
  if (float === undefined || cold === undefined) return { kind: 'no-cold-address', ...pair };
  const why = await notColdWhy(db, { ...pair, address: cold });
  return why === undefined ? { ...float, cold } : { kind: 'place-closed', why };
}

/** A cold address that an exchange has named as its own is none: what lies there is at the exchange. */
async function notColdWhy(
  db: Queryable,
  cold: CoinOnNetwork & { readonly address: string },
): Promise<string | undefined> {
  const place = await placeOfAddress(db, cold);
  return (
    place &&
    `${place} has named ${cold.address}, the cold address of the file, as its own: what lies there would be counted in two places`
  );
}

/** The same of a sweep that is kept, from what is known; words where its destination is none any more. Asks no exchange. */
export async function destinationOf(ctx: PayoutContext, sweep: Sweep): Promise<SweptFloat | string> {
  const { coin, network, address, place } = sweep;
  const float = (ctx.floats ?? []).find((each) => each.coin === coin && each.network === network);
  if (place === null) {
    if (float?.cold !== address) return `the file does not name ${address} as its cold address any more`;
    return (await notColdWhy(ctx.db, sweep)) ?? { ...float, cold: address };
  }
  if (float === undefined) return 'the file names no float of its wallet any more';
  if (exchangeOf(ctx, place) === undefined) return `the settings do not name ${place} any more`;
  if ((await placeOfAddress(ctx.db, sweep)) !== place) return `${place} has not named ${address} as its own`;
  const closed = await placeBarrier(ctx.db, { place, coin }, ctx.clock.now());
  return closed ?? { ...float, cold: address };
}
