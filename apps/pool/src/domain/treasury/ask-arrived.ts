import { formatAmount } from '@openlode/money/amount';
import type { Transaction } from '../../runtime/database/database.ts';
import type { Arrivals } from '../kernel/arrivals.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { Wallet } from '../kernel/wallet.ts';
import type { PayoutContext } from '../payouts/payout-context.ts';
import { bareReference } from './bare-reference.ts';
import { exchangeOf } from './places/place-addresses.ts';
import {
  lockDifference,
  type PlaceRefusal,
  readDifference,
  type SeenDifference,
} from './places/place-difference.ts';
import { recordMs } from './places/transits.ts';
import { readUnbooked } from './read-unbooked.ts';
import type { IncomeSource, ReadIncome } from './read-income-request.ts';

type Context = Pick<ServiceContext, 'clock'> & {
  readonly wallet: Wallet;
  readonly arrivals: Pick<Arrivals, 'outputOf'>;
  readonly payouts?: Pick<PayoutContext, 'exchanges'>;
};

/** What another pool has paid, as it was found. */
export interface Arrived {
  /** Without what EVM networks write before it. */
  readonly txid: string;
  /** What wallets hold of the coin; undefined for what an exchange has. */
  readonly held: bigint | undefined;
  /** The exchange that has it; undefined for what is in a wallet. */
  readonly place: string | undefined;
}

export type ArrivalRefusal =
  /** It is not there as money of the pool that is final: why, in words. */
  | { readonly kind: 'not-arrived'; readonly why: string }
  /** `by` whom it is said. */
  | { readonly kind: 'other-amount'; readonly amount: string; readonly coin: string; readonly by: string }
  /** The wallets hold so much more than the ledger says, which is less: it is booked already, under another name. */
  | { readonly kind: 'booked-otherwise'; readonly unbooked: string; readonly coin: string };

/**
 * Whether money has come: an output by the word of the nodes, a deposit by the record of the exchange.
 *
 * @throws Error where these do not answer
 */
export function askArrived(ctx: Context, read: ReadIncome): Promise<Arrived | ArrivalRefusal> {
  const { paidBy } = read;
  return paidBy.kind === 'output' ? askNodes(ctx, read, paidBy) : askExchange(ctx, read, paidBy);
}

type Paid = Pick<ReadIncome, 'upstream' | 'amount'>;

async function askNodes(
  { wallet, arrivals }: Context,
  { upstream: { coin, network }, amount }: Paid,
  { name }: Extract<IncomeSource, { kind: 'output' }>,
): Promise<Arrived | ArrivalRefusal> {
  const output = await arrivals.outputOf(coin, name);
  if (output.kind === 'not-arrived') return output;
  if (output.amount !== amount)
    return { kind: 'other-amount', amount: formatAmount(output.amount), coin, by: 'the nodes' };
  const { amounts, unanswered } = await wallet.holdings();
  const silent = unanswered.find((each) => each.network === network);
  if (silent !== undefined) throw new Error(silent.why);
  return { txid: name.txid, held: amounts.get(coin) ?? 0n, place: undefined };
}

async function askExchange(
  { clock, payouts }: Context,
  { upstream: { coin }, amount }: Paid,
  { place, record }: Extract<IncomeSource, { kind: 'deposit' }>,
): Promise<Arrived | ArrivalRefusal> {
  const exchange = payouts && exchangeOf(payouts, place);
  if (exchange === undefined) return notArrived(`the settings name no exchange ${place}`);
  const deposits = await exchange.transfers('deposit', coin, clock.now() - recordMs);
  const [only, ...others] = deposits.filter(({ exchangeId }) => exchangeId === record);
  if (only === undefined)
    return notArrived(`the record of ${place} has no deposit of ${coin} that it calls ${record}`);
  if (others.length > 0) return notArrived(`${place} calls ${others.length + 1} deposits ${record}`);
  if (only.state !== 'done')
    return notArrived(
      only.state === 'failed' ? `${place} names it as failed` : `${place} has not credited it yet`,
    );
  // By it a transaction of the pool's own is known as one, and what is on its way to a place.
  if (only.txid === undefined) return notArrived(`${place} names no transaction for it`);
  if (only.amount !== amount)
    return { kind: 'other-amount', amount: formatAmount(only.amount), coin, by: place };
  return { txid: bareReference(only.txid), held: undefined, place };
}

function notArrived(why: string): ArrivalRefusal {
  return { kind: 'not-arrived', why };
}

/**
 * Whether what has come is booked already, under another name: the wallets, or the exchange, must have so much more than the ledger says. What an
 * exchange has may change until `lockArrived`.
 */
export async function findBookedOtherwise(
  tx: Transaction,
  ctx: ExchangeContext,
  { upstream: { coin }, amount }: Paid,
  { held = 0n, place }: Arrived,
): Promise<ArrivalRefusal | undefined> {
  if (place !== undefined)
    return refusalOf(await readDifference(tx, lookContext(ctx), { place, coin }), { place, coin, amount });
  const unbooked = await readUnbooked(tx, coin, held);
  if (unbooked >= amount) return undefined;
  return { kind: 'booked-otherwise', unbooked: formatAmount(unbooked > 0n ? unbooked : 0n), coin };
}

/** Ends a transaction of which nothing is to stay. */
export class NotArrived extends Error {
  override readonly name = 'NotArrived';
  readonly refusal: ArrivalRefusal;

  constructor(refusal: ArrivalRefusal) {
    super(refusal.kind);
    this.refusal = refusal;
  }
}

/**
 * Makes sure that an exchange has so much more than the ledger said before this transaction has booked it. After its entries: chains are locked after
 * conversions, and looks after chains, as everywhere.
 *
 * @throws NotArrived where it has less
 */
export async function lockArrived(
  tx: Transaction,
  ctx: ExchangeContext,
  paid: { readonly place: string; readonly coin: string; readonly amount: bigint },
): Promise<void> {
  const refusal = refusalOf(await lockDifference(tx, lookContext(ctx), paid, paid.amount), paid);
  if (refusal !== undefined) throw new NotArrived(refusal);
}

type ExchangeContext = Pick<Context, 'clock' | 'payouts'>;

function lookContext({ clock, payouts }: ExchangeContext): Parameters<typeof lockDifference>[1] {
  return { clock, exchanges: payouts?.exchanges };
}

function refusalOf(
  seen: SeenDifference | PlaceRefusal,
  { place, coin, amount }: { readonly place: string; readonly coin: string; readonly amount: bigint },
): ArrivalRefusal | undefined {
  if ('kind' in seen) return notArrived(seen.why);
  if (seen.difference >= amount) return undefined;
  return notArrived(
    `${place} has ${formatAmount(seen.difference)} ${coin} more than the ledger says, which is less: it is booked already, or more has left it`,
  );
}
