import { formatAmount } from '@openlode/money/amount';
import { valueInUsd } from '@openlode/money/convert';
import sql from 'sql-template-tag';
import type { Arrivals } from '../../kernel/arrivals.ts';
import type { Withdrawer } from '../../kernel/exchange.ts';
import { judgeReason } from '../../kernel/decision.ts';
import type { Wallet } from '../../kernel/wallet.ts';
import type { PayoutContext } from '../../payouts/payout-context.ts';
import { orWords } from '../../payouts/signed-for.ts';
import { readBooked } from '../places/watch-places.ts';
import { readPrices } from '../trade-positions.ts';
import { followTransfers, sendTransfer } from './follow-transfer.ts';
import { amountOf, ownAddress, planTransfers } from './plan-transfers.ts';
import { lastTransferNumber, storeTransfer } from './store-transfer.ts';
import { isUnbookedInSql, selectTransfers, type TransferState } from './transfer-rows.ts';

type Context = Pick<
  PayoutContext,
  'db' | 'clock' | 'random' | 'rates' | 'rollback' | 'payoutBlockReason' | 'floats' | 'rails'
> & {
  readonly wallet: Wallet;
  readonly arrivals: Arrivals;
  readonly actor: string;
  /** What all transfers of a day may be worth, in units of 10^-18 dollars. */
  readonly dayUsdMax: bigint;
  /** Lets a moment pass before what was sent is looked up. */
  readonly pause: () => Promise<void>;
};

export type TransferOutcome =
  | {
      readonly kind: 'sent';
      readonly id: string;
      readonly amount: string;
      readonly state: TransferState;
      readonly note: string | null;
    }
  | { readonly kind: 'malformed-reason' }
  | { readonly kind: 'malformed-amount'; readonly amount: string }
  /** Nothing was asked for; `why` in words. */
  | { readonly kind: 'refused'; readonly why: string };

export interface TransferTyped {
  readonly coin: string;
  /** Decimal text; left out, what the plan has. */
  readonly amount?: string | undefined;
  readonly reason: string;
}

/** A transfer whose fate is not known after this many looks is left to later ones. */
const looksMax = 5;

/**
 * Brings a coin from an exchange to the wallet of its network: one transfer, to the address that the rail calls its own, stored before it is asked for and
 * asked for once. The exchange is asked what it has at that moment, and has to equal the ledger to the unit.
 */
export async function transferOnce(
  ctx: Context,
  withdrawer: Withdrawer,
  { coin, amount: typed, reason: typedReason }: TransferTyped,
): Promise<TransferOutcome> {
  const reason = judgeReason(typedReason);
  if (reason === undefined) return { kind: 'malformed-reason' };
  const { exchange, listed } = withdrawer;
  const place = exchange.name;
  const pair = listed.find((each) => each.coin === coin);
  const address = pair && ownAddress(ctx, pair);
  if (pair === undefined || address === undefined)
    return refused(`the settings list no wallet of ${coin} at ${place}, or no rail has one`);
  await followTransfers(ctx, exchange);
  const after = await lastTransferNumber(ctx.db, place);
  const planned = (await planTransfers(ctx, withdrawer)).find((each) => each.coin === coin);
  if (typed === undefined && planned?.why !== null) return refused(planned?.why ?? 'nothing is planned');
  const text = typed ?? planned?.amount ?? '';
  const amount = amountOf(pair, text);
  if (amount === undefined) return { kind: 'malformed-amount', amount: text };
  const price = (await readPrices(ctx, [coin])).get(coin);
  if (price === undefined)
    return refused(`there is no agreed price of ${coin}: what it is worth is not known`);
  const differs = await differsNow(ctx, withdrawer, coin);
  if (differs !== undefined) return refused(differs);
  const stored = await storeTransfer(ctx, {
    ...pair,
    place,
    after,
    address,
    amount,
    usd: valueInUsd(amount, price.askUsd),
    dayUsdMax: ctx.dayUsdMax,
    reason,
  });
  if (stored.kind === 'refused') return stored;
  const fault = await orWords(sendTransfer(ctx, exchange, stored.id));
  const [now] = await selectTransfers(ctx.db, sql`WHERE id = ${stored.id}`);
  if (fault !== undefined && now?.state === 'stored') return refused(`nothing was asked for: ${fault.why}`);
  for (let look = 0; look < looksMax; look += 1) {
    await followTransfers(ctx, exchange);
    const [open] = await selectTransfers(ctx.db, sql`WHERE id = ${stored.id} AND ${isUnbookedInSql}`);
    if (open === undefined) break;
    await ctx.pause();
  }
  const [row] = await selectTransfers(ctx.db, sql`WHERE id = ${stored.id}`);
  return {
    kind: 'sent',
    id: stored.id,
    amount: formatAmount(amount),
    state: row?.state ?? 'stored',
    note: row?.note ?? null,
  };
}

function refused(why: string): TransferOutcome {
  return { kind: 'refused', why };
}

/** The exchange itself, asked now: a copy of the ledger that is older than its transfers must not make them again. */
async function differsNow(
  { db }: Context,
  { exchange }: Withdrawer,
  coin: string,
): Promise<string | undefined> {
  const place = exchange.name;
  const before = (await readBooked(db, place)).get(coin) ?? 0n;
  const balances = await orWords(exchange.balances());
  if ('why' in balances) return `${place} does not say what it has: ${balances.why}`;
  const reported = balances.get(coin)?.total ?? 0n;
  const after = (await readBooked(db, place)).get(coin) ?? 0n;
  return reported === after && after === before
    ? undefined
    : `${place} says now that it has ${formatAmount(reported)} ${coin}, and the ledger ${formatAmount(after)}`;
}
