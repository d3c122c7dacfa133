import { openingEntry, placeCorrectionEntry } from '@openlode/ledger/place-entries';
import { formatAmount, parseAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import { judgeReason, recordDecision } from '../../kernel/decision.ts';
import { coldAccountInSql } from '../../ledger/account-names.ts';
import { bookEntries } from '../../ledger/book-entry.ts';
import type { UpstreamTerms } from '../../kernel/upstream-terms.ts';
import type { PayoutContext } from '../../payouts/payout-context.ts';
import { orWords } from '../../payouts/signed-for.ts';
import { keysElsewhere } from '../keys-elsewhere.ts';
import { findLostTrades, isStillToMake, lostTradeWords } from '../orders/lost-trades.ts';
import { depositsOfOthers, type OthersDeposits } from './deposits-of-others.ts';
import { exchangeOf } from './place-addresses.ts';
import {
  bookedAt,
  lockDifference,
  lockLook,
  type PlaceRefusal,
  refused,
  underWay,
} from './place-difference.ts';
import { recordMs } from './transits.ts';

type Context = Pick<PayoutContext, 'db' | 'clock' | 'exchanges' | 'traders' | 'hasKeysElsewhere'> & {
  readonly actor: string;
  /** Other pools that pay into accounts at exchanges, or have; none where it is left out. */
  readonly upstreams?: readonly UpstreamTerms[];
};

/** `amount`: what the operator was shown, as decimal text; nothing else is booked. */
interface PlaceRequest {
  readonly place: string;
  readonly coin: string;
  readonly amount?: string | undefined;
  readonly reason: string;
}

export type PlaceOutcome =
  /** `amount` as decimal text, below zero where the exchange has less. */
  | { readonly kind: 'booked'; readonly amount: string }
  | { readonly kind: 'malformed-reason' }
  | { readonly kind: 'malformed-amount'; readonly amount: string }
  | PlaceRefusal;

/**
 * Begins a coin at an exchange: what the exchange has said twice is the operator's own money, once, but what other pools may have paid of it, which is
 * left for `income add`. Everything after that has to be explained. The amount is the exchange's; where it is not what was shown, nothing is booked.
 */
export async function openPlace(ctx: Context, request: PlaceRequest): Promise<PlaceOutcome> {
  const reason = judgeReason(request.reason);
  if (reason === undefined) return { kind: 'malformed-reason' };
  const { place, coin } = request;
  const cold = await countedAsCold(ctx, request);
  if (cold !== undefined) return refused(cold);
  const others = await othersIn(ctx, request);
  if (others !== undefined && 'kind' in others) return others;
  const now = ctx.clock.now();
  return ctx.db.transaction(async (tx): Promise<PlaceOutcome> => {
    await tx.query(sql`LOCK TABLE sweeps IN SHARE ROW EXCLUSIVE MODE`);
    const row = await lockLook(tx, ctx, request);
    if ('kind' in row) return row;
    if (row.openedAt !== null)
      return refused(`the ledger knows since ${row.openedAt.toISOString()} what ${place} has of ${coin}`);
    const open = await underWay(tx, request);
    if (open !== undefined) return refused(open);
    // What was adopted after a restore is in the ledger before.
    const amount = row.said - (await bookedAt(tx, request)).all - (others?.amount ?? 0n);
    if (others !== undefined) {
      const words = othersWords(others, { place, coin, said: row.said, amount });
      if (words.mustWait || request.amount !== formatAmount(amount)) return refused(words.why);
    }
    if (amount < 0n)
      return refused(
        `${place} has less than the ledger says of transfers to it: ${formatAmount(amount)} ${coin}`,
      );
    if (request.amount !== formatAmount(amount)) return refused(changedWords(place, amount, coin));
    const at = new Date(now);
    await tx.query(sql`
      UPDATE place_balances SET opened_at = ${at}, state = 'unknown', difference = 0, since = ${at}, note = NULL,
             equal_at = ${others === undefined ? at : new Date(others.since)}
       WHERE place = ${place} AND coin = ${coin}`);
    await recordDecision(tx, ctx, {
      kind: 'open-place',
      subject: `${place}: ${formatAmount(amount)} ${coin}`,
      reason,
    });
    if (amount > 0n) await bookEntries(tx, [openingEntry(place, coin, amount, now)]);
    return { kind: 'booked', amount: formatAmount(amount) };
  });
}

/**
 * Books what an exchange has more or less than the ledger says as gained or lost, within a bound. Only where two looks have seen it, nothing is on
 * its way there, what came there is not counted at a cold address, and no trade explains it that conversions have still to make: that is adopted, because
 * the next plan would order it again. No other place changes by it.
 */
export async function correctPlace(
  ctx: Context,
  request: PlaceRequest & { readonly atMost: string },
): Promise<PlaceOutcome> {
  const reason = judgeReason(request.reason);
  if (reason === undefined) return { kind: 'malformed-reason' };
  const atMost = /^\d{1,30}(\.\d{1,18})?$/.test(request.atMost) ? parseAmount(request.atMost) : 0n;
  if (atMost <= 0n) return { kind: 'malformed-amount', amount: request.atMost };
  const { place, coin } = request;
  const why = keysElsewhere(ctx) ?? (await countedAsCold(ctx, request)) ?? (await lostTradeOf(ctx, request));
  if (why !== undefined) return refused(why);
  const now = ctx.clock.now();
  return ctx.db.transaction(async (tx): Promise<PlaceOutcome> => {
    const seen = await lockDifference(tx, ctx, request);
    if ('kind' in seen) return seen;
    const { difference, lookedAt, booked, bought } = seen;
    if (request.amount !== formatAmount(difference)) return refused(changedWords(place, difference, coin));
    const size = difference < 0n ? -difference : difference;
    if (size > atMost)
      return refused(`it is ${formatAmount(size)} ${coin}, more than ${formatAmount(atMost)}`);
    const at = new Date(now);
    await tx.query(sql`
      UPDATE place_balances SET state = 'unknown', difference = 0, since = ${at}, equal_at = ${lookedAt}, note = NULL
       WHERE place = ${place} AND coin = ${coin}`);
    await recordDecision(tx, ctx, {
      kind: 'correct-place',
      subject: `${place}: ${formatAmount(difference)} ${coin}`,
      reason,
    });
    const look = String(lookedAt.getTime());
    const correction = { place, asset: coin, amount: difference, booked, bought, look };
    await bookEntries(tx, [placeCorrectionEntry(correction, now)]);
    return { kind: 'booked', amount: formatAmount(difference) };
  });
}

/** What of it is not the operator's own. */
async function othersIn(
  ctx: Context,
  { place, coin }: Pick<PlaceRequest, 'place' | 'coin'>,
): Promise<OthersDeposits | PlaceRefusal | undefined> {
  const exchange = exchangeOf(ctx, place);
  if (exchange === undefined) return undefined;
  try {
    return await depositsOfOthers(ctx, exchange, coin, ctx.upstreams ?? []);
  } catch (error) {
    return refused(
      `the record of ${place} is not known: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** What is to be done about it. It has to be waited where a deposit may be in the record and not in the balance that two looks have seen. */
function othersWords(
  { upstreams, amount: theirs, named, isOnTheWay, balance }: OthersDeposits,
  {
    place,
    coin,
    said,
    amount,
  }: { readonly place: string; readonly coin: string; readonly said: bigint; readonly amount: bigint },
): { readonly mustWait: boolean; readonly why: string } {
  const what = `${formatAmount(theirs)} ${coin} came to ${place} since ${upstreams.join(' and ')} gives work for it (${named}), which its miners are owed`;
  if (isOnTheWay)
    return { mustWait: true, why: `${what}, and one of them is on its way still: wait until it is there` };
  if (balance !== said || amount < 0n)
    return { mustWait: true, why: `${what}, and they are not what is there: wait for the next look` };
  return {
    mustWait: false,
    why: `${what}: begin with --amount ${formatAmount(amount)}, and credit the others with openlode income add once openlode places shows them as a difference`,
  };
}

function changedWords(place: string, amount: bigint, coin: string): string {
  return `it is ${formatAmount(amount)} ${coin} at ${place} by now, and not what was shown: look again`;
}

/** Why it may be counted twice: a cold address is one of the exchange's own, and the ledger has what came there at the cold address. */
async function countedAsCold(
  ctx: Context,
  { place, coin }: Pick<PlaceRequest, 'place' | 'coin'>,
): Promise<string | undefined> {
  const { db, clock } = ctx;
  const exchange = exchangeOf(ctx, place);
  if (exchange === undefined) return `the settings name no exchange ${place}`;
  const swept = await db.query<{ id: bigint; ids: readonly string[] }>(sql`
    SELECT id, lower(txid) || COALESCE((SELECT chain_ids FROM payout_transactions AS own WHERE own.txid = sweeps.txid), '{}') AS ids
      FROM sweeps WHERE coin = ${coin} AND place IS NULL AND state IN ('sent', 'final')
       AND (state = 'sent' OR EXISTS (SELECT 1 FROM balances WHERE account = ${coldAccountInSql} AND asset = coin AND amount < 0))`);
  if (swept.length === 0) return undefined;
  try {
    const came = await exchange.transfers('deposit', coin, clock.now() - recordMs);
    const both = swept.find(({ ids }) => came.some(({ txid = '' }) => ids.includes(txid.toLowerCase())));
    return (
      both &&
      `sweep ${both.id} went to a cold address that is this exchange's own: what lies there is counted in two places. Take it out of the cold address in the books first (openlode treasury cold-withdraw), and name another address in the file`
    );
  } catch (error) {
    return `the record of ${place} is not known: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** A trade that the exchange has made and the ledger lacks, where a key can ask for it. */
async function lostTradeOf(ctx: Context, { place, coin }: PlaceRequest): Promise<string | undefined> {
  const exchange = exchangeOf(ctx, place);
  const trader = ctx.traders?.find(({ name }) => name === place);
  if (exchange === undefined || trader === undefined) return undefined;
  const found = await orWords(findLostTrades(ctx, { exchange, trader }));
  if ('why' in found) return `${place} does not say what it has traded: ${found.why}`;
  for (const lost of found) {
    if (coin !== lost.base && coin !== lost.quote) continue;
    if (await isStillToMake(ctx.db, lost))
      return `${lostTradeWords(lost)}; conversions would make it again, so book it as that: openlode orders adopt ${place} ${lost.order}`;
  }
  return undefined;
}
