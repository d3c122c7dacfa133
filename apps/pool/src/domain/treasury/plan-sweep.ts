import { unitsOf } from '@openlode/catalogue/chain-units';
import { roundDownTo } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../runtime/database/database.ts';
import type { Rail } from '../kernel/rail.ts';
import type { Wallet } from '../kernel/wallet.ts';
import type { WalletFloat } from '../kernel/wallet-float.ts';
import type { CoinOnNetwork, PayoutContext } from '../payouts/payout-context.ts';
import { claimedOn } from '../payouts/payout-transaction.ts';
import { lockMoney, type ExcludedMoney, readOwnMoney } from './own-money.ts';
import { noSale, readSale } from './to-sell.ts';

/** What bounds a sweep: the least of them is the most that may leave. */
export type SweepLimit =
  /** What the ledger has as the pool's own, and no place has yet. */
  | 'own'
  /** What the wallet holds beyond everything that is owed of the coin, or waits to be. */
  | 'held'
  /** What can be spent now, less what payouts that are not signed need. */
  | 'spendable'
  /** What the wallet holds beyond its target. */
  | 'target'
  /** Its network takes its fee of another coin, and that has too little. */
  | 'fee'
  /** What may lie at exchanges for conversions, by the cap. */
  | 'exposure';

/** After "because". */
export const limitWords: Readonly<Record<SweepLimit, string>> = {
  own: 'the rest is owed to miners, is on its way, or may be taken by networks',
  held: 'the wallet holds no more beyond what miners are owed: a payout is on its way, or something is missing or not booked yet',
  spendable: 'the rest is not deep enough, or payouts that wait need it',
  target: 'the rest is its target',
  fee: 'its network takes a fee of its own coin, of which the pool has too little that is owed to no miner, needed by no payout and in this wallet',
  exposure:
    'what lies at exchanges for conversions, or is on its way there, may be worth no more (OPENLODE_TRADE_CAP_EXPOSURE)',
};

/** All amounts in units of 10^-18. */
export interface SweepFigures {
  /** What the wallet of the network holds. */
  readonly held: bigint;
  /** What a payment costs now, of which `feeMax` is the most: of the coin, or of that in which its network takes fees. */
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
  /** The same of the coin in which the network takes its fee, where that is another. */
  readonly ofFee?: FeeSide;
}

interface FeeSide extends Pick<WalletSide, 'held' | 'spendable'> {
  readonly asset: string;
}

/** What conversions have to sell may leave as well, and how much of it the cap leaves room for; undefined where that was judged before. */
export interface SoldThere {
  readonly room: bigint | undefined;
}

/** What is swept from a wallet, and of what its network takes the fee. */
export interface SweptPair extends CoinOnNetwork {
  readonly feeAsset: string;
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
  { coin, network, feeAsset }: SweptPair,
  except?: string,
): Promise<WalletSide> {
  const held = await holdingsOn(ctx.wallet, network);
  if (rail.funds === undefined) throw new Error('its wallet does not say what can be spent');
  const claimed = await claimedOn(ctx.db, network, except);
  const { spendable, fee } = await rail.funds(coin, network, claimed);
  const side = { held: held.get(coin) ?? 0n, spendable };
  if (feeAsset === coin) return { ...side, fee };
  const quote = await rail.quote?.(coin, network);
  if (quote?.feeAsset !== feeAsset) throw new Error('its network does not say what a payment costs');
  const ofFee = await rail.funds(feeAsset, network, claimed);
  return {
    ...side,
    fee: quote.alone,
    ofFee: { asset: feeAsset, held: held.get(feeAsset) ?? 0n, spendable: ofFee.spendable },
  };
}

/**
 * What may leave a wallet for its cold address or an exchange, by the ledger and by its nodes, the less of both: nothing that is owed to miners but,
 * with `sold`, what conversions have to sell, whatever an operator has accepted as missing; nothing that a payout was reserved for; nothing that a
 * network may still take; and what stays is the target at the least. A fee of another coin is bounded in the same way: where the most that it may be
 * is not the pool's own, nothing leaves. Until the transaction ends, nothing of either coin is booked.
 */
export async function limitSweep(
  tx: Transaction,
  now: number,
  { coin, network, target }: SweptFloat,
  asked: { readonly side: WalletSide; readonly feeMax: bigint; readonly sold?: SoldThere | undefined },
  without: ExcludedMoney = {},
): Promise<SweepFigures> {
  const { held, spendable, fee, ofFee } = asked.side;
  const { feeMax, sold } = asked;
  await lockMoney(tx, [coin, ofFee?.asset ?? coin]);
  const own = await readOwnMoney(tx, coin, now, without);
  const { owed, waiting, unsigned } = await readOwed(tx, coin, network);
  const sale = sold === undefined ? noSale : await readSale(tx, coin, without.sweep?.id);
  // What it takes of this coin.
  const cost = ofFee === undefined ? feeMax : 0n;
  // What lies elsewhere for conversions was taken off, and is none of the pool's own: it pays the fee, whatever is sent to be sold.
  const isFeeOwn =
    ofFee === undefined
      ? sold === undefined || own.inWallets + sale.there >= cost
      : (await freeForFees(tx, now, { network, ofFee, feeMax }, without)) >= feeMax;
  const limits: readonly (readonly [SweepLimit, bigint])[] = [
    ['own', own.inWallets + sale.amount - cost],
    ['held', held - (owed - sale.ofOwed) - own.spoken - cost],
    ['spendable', spendable - waiting - cost * (unsigned + 1n)],
    ['target', held - target - cost],
    ...(isFeeOwn ? [] : ([['fee', 0n]] as const)),
    ...(sold?.room === undefined ? [] : ([['exposure', sold.room]] as const)),
  ];
  const [limit, least] = limits.reduce((a, b) => (b[1] < a[1] ? b : a));
  const decimals = unitsOf(coin, network)?.decimals ?? 0;
  return { held, fee, feeMax, owed, most: least > 0n ? roundDownTo(decimals, least) : 0n, limit };
}

/** What a network may take of a coin of its own for a sweep of another: the pool's own by the ledger and by the wallet, beside what payouts need. */
async function freeForFees(
  tx: Transaction,
  now: number,
  { network, ofFee, feeMax }: { readonly network: string; readonly ofFee: FeeSide; readonly feeMax: bigint },
  without: ExcludedMoney,
): Promise<bigint> {
  const { asset, held, spendable } = ofFee;
  const own = await readOwnMoney(tx, asset, now, without);
  const { owed, waiting, unsigned } = await readOwed(tx, asset, network);
  const free = [own.inWallets, held - owed - own.spoken, spendable - waiting - feeMax * unsigned];
  return free.reduce((least, each) => (each < least ? each : least));
}

/** What the wallet of one network holds of a coin. */
export async function heldOn(wallet: Wallet, coin: string, network: string): Promise<bigint> {
  return (await holdingsOn(wallet, network)).get(coin) ?? 0n;
}

async function holdingsOn({ byNetwork }: Wallet, network: string): Promise<ReadonlyMap<string, bigint>> {
  const wallet = byNetwork?.find((each) => each.network === network);
  if (wallet === undefined) throw new Error(`the wallet of ${network} is none that is asked by itself`);
  return wallet.amounts();
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
