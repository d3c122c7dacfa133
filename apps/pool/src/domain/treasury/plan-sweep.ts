import { unitsOf } from '@openlode/catalogue/chain-units';
import { roundDownTo } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../runtime/database/database.ts';
import type { Rail } from '../kernel/rail.ts';
import type { Wallet } from '../kernel/wallet.ts';
import type { WalletFloat } from '../kernel/wallet-float.ts';
import type { CoinOnNetwork, PayoutContext } from '../payouts/payout-context.ts';
import { claimedOn } from '../payouts/payout-transaction.ts';
import { lockOwnMoney, type NotTakenOff } from './own-money.ts';

/** What bounds a sweep: the least of them is the most that may leave. */
export type SweepLimit =
  /** What the ledger has as the pool's own, and no place has yet. */
  | 'own'
  /** What the wallet holds beyond everything that is owed of the coin, or waits to be. */
  | 'held'
  /** What can be spent now, less what payouts that are not signed need. */
  | 'spendable'
  /** What the wallet holds beyond its target. */
  | 'target';

/** After "because". */
export const limitWords: Readonly<Record<SweepLimit, string>> = {
  own: 'the rest is owed to miners, is on its way, or may be taken by networks',
  held: 'the wallet holds no more beyond what miners are owed: a payout is on its way, or something is missing or not booked yet',
  spendable: 'the rest is not deep enough, or payouts that wait need it',
  target: 'the rest is its target',
};

/** All amounts in units of 10^-18. */
export interface SweepFigures {
  /** What the wallet of the network holds. */
  readonly held: bigint;
  /** What a payment costs now, of which `feeMax` is the most. */
  readonly fee: bigint;
  readonly feeMax: bigint;
  /** Of the coin, to miners: also what waits for a rate, is on its way or has not matured. */
  readonly owed: bigint;
  readonly most: bigint;
  readonly limit: SweepLimit;
}

/** A float from which the pool sweeps. */
export type SweptFloat = WalletFloat & { readonly cold: string };

/** What the wallet of a network and its nodes say. */
export interface WalletSide extends Pick<SweepFigures, 'held' | 'fee'> {
  /** What can be spent now that nothing else spends. */
  readonly spendable: bigint;
}

/**
 * Asked before the ledger is read: what leaves the wallet meanwhile is in the ledger before.
 *
 * @param except the transaction of a sweep: what it spends can be spent by it
 * @throws Error where the wallet does not say what it holds, or what can be spent of it
 */
export async function askWalletSide(
  ctx: Pick<PayoutContext, 'db'> & { readonly wallet: Wallet },
  rail: Rail,
  { coin, network }: CoinOnNetwork,
  except?: string,
): Promise<WalletSide> {
  const held = await heldOn(ctx.wallet, coin, network);
  if (rail.funds === undefined) throw new Error('its wallet does not say what can be spent');
  const { spendable, fee } = await rail.funds(coin, network, await claimedOn(ctx.db, network, except));
  return { held, spendable, fee };
}

/**
 * What may leave a wallet for its cold address, by the ledger and by its nodes, the less of both: nothing that is owed to miners, whatever an
 * operator has accepted as missing; nothing that a payout was reserved for; nothing that a network may still take; and what stays is the target
 * at the least. Until the transaction ends, nothing of the coin is booked or reserved.
 */
export async function limitSweep(
  tx: Transaction,
  now: number,
  { coin, network, target }: SweptFloat,
  asked: { readonly side: WalletSide; readonly feeMax: bigint },
  without: NotTakenOff = {},
): Promise<SweepFigures> {
  const { held, spendable, fee } = asked.side;
  const { feeMax } = asked;
  const own = await lockOwnMoney(tx, coin, now, without);
  const { owed, waiting, unsigned } = await readOwed(tx, coin, network);
  const limits: readonly (readonly [SweepLimit, bigint])[] = [
    ['own', own.inWallets - feeMax],
    ['held', held - owed - own.spoken - feeMax],
    ['spendable', spendable - waiting - feeMax * (unsigned + 1n)],
    ['target', held - target - feeMax],
  ];
  const [limit, least] = limits.reduce((a, b) => (b[1] < a[1] ? b : a));
  const decimals = unitsOf(coin, network)?.decimals ?? 0;
  return { held, fee, feeMax, owed, most: least > 0n ? roundDownTo(decimals, least) : 0n, limit };
}

/** What the wallet of one network holds. */
export async function heldOn({ byNetwork }: Wallet, coin: string, network: string): Promise<bigint> {
  const wallet = byNetwork?.find((each) => each.network === network);
  if (wallet === undefined) throw new Error(`the wallet of ${network} is none that is asked by itself`);
  return (await wallet.amounts()).get(coin) ?? 0n;
}

/**
 * `owed`: of the coin on all its networks, with what conversions hold to be sold. What payouts have taken out of a wallet already counts until
 * they have settled: rather too little leaves than too much. `waiting`: what payouts of the network need that are not signed.
 * `unsigned`: how many of those there are of any coin, a token among them: each may cost a fee of its own.
 */
async function readOwed(
  db: Queryable,
  coin: string,
  network: string,
): Promise<{ readonly owed: bigint; readonly waiting: bigint; readonly unsigned: bigint }> {
  const [row] = await db.query<{ owed: bigint; converted: bigint; waiting: bigint; unsigned: bigint }>(sql`
    SELECT coalesce(sum(amount) FILTER (WHERE kind IN ('mining', 'referral', 'pending', 'inflight', 'round')), 0) AS owed,
           coalesce(sum(amount) FILTER (WHERE kind = 'conversion'), 0) AS converted,
           (SELECT coalesce(sum(amount), 0) FROM payouts
             WHERE coin = ${coin} AND network = ${network} AND state = 'reserved') AS waiting,
           (SELECT count(*) FROM payouts WHERE network = ${network} AND state = 'reserved') AS unsigned
      FROM balances WHERE asset = ${coin}`);
  const { owed, converted, waiting, unsigned } = row ?? {
    owed: 0n,
    converted: 0n,
    waiting: 0n,
    unsigned: 0n,
  };
  return { owed: owed + (converted > 0n ? converted : 0n), waiting, unsigned };
}
