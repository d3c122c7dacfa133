import { formatAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import type { Transaction } from '../../runtime/database/database.ts';
import type { Arrivals } from '../kernel/arrivals.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { recordDecision } from '../kernel/decision.ts';
import type { UpstreamTerms } from '../kernel/upstream-terms.ts';
import type { Wallet } from '../kernel/wallet.ts';
import { creditIncome } from '../rounds/credit-income.ts';
import { keepMiners } from '../miners/crediting-lock.ts';
import type { PayoutContext } from '../payouts/payout-context.ts';
import { notifyRound } from '../rounds/notify-round.ts';
import { type IncomeWindow, readIncomeWindow } from '../rounds/read-income-window.ts';
import { closeRelayedSlice } from '../shares/slices.ts';
import {
  type ArrivalRefusal,
  type Arrived,
  askArrived,
  findBookedOtherwise,
  lockArrived,
  NotArrived,
} from './ask-arrived.ts';
import {
  type CreditedIncome,
  findKnownIncome,
  findOtherBooking,
  type KnownIncome,
} from './find-known-income.ts';
import { readSpan } from './income-span.ts';
import { awaitLook } from './places/place-standing.ts';
import {
  type IncomeRequest,
  type MalformedIncome,
  type ReadIncome,
  readIncomeRequest,
} from './read-income-request.ts';

type Context = Pick<
  ServiceContext,
  'db' | 'clock' | 'rates' | 'publisher' | 'conversionCaps' | 'conversionSpreads'
> & {
  readonly actor: string;
  readonly wallet: Wallet;
  readonly arrivals: Pick<Arrivals, 'outputOf'>;
  readonly payouts?: Pick<PayoutContext, 'exchanges'>;
  readonly upstreams: readonly UpstreamTerms[];
};

export type IncomeOutcome =
  | ({ readonly kind: 'booked' } & CreditedIncome)
  | KnownIncome
  | MalformedIncome
  /** The upstream paid another coin before: its work is of another network. */
  | { readonly kind: 'other-coin'; readonly coin: string }
  | { readonly kind: 'over-cap'; readonly most: string; readonly coin: string }
  | ArrivalRefusal
  | { readonly kind: 'no-answer'; readonly why: string }
  | { readonly kind: 'no-work' }
  /** What a block took lies so far apart within its work that the work of one time would take all of it. */
  | { readonly kind: 'difficulty-jumped'; readonly least: string; readonly most: string }
  /** The newest payment was booked too long ago, or there is none. */
  | { readonly kind: 'no-further' };

/** The work of a month of many miners is millions of lines, which one statement sums up. An operator waits for it. */
const bookMs = 10 * 60_000;
/** Networks become this many times harder within weeks, not within a payment's work. */
const difficultyFactor = 4n;

/**
 * Credits what another pool has paid, once, among those whose work it paid for. Nothing is taken on that pool's word, or the operator's: nodes
 * must have the output, as an own one and with this amount, and the wallets so much more than the ledger says; or an exchange the deposit, and so much
 * more there. The work is all that was
 * recorded since the payment before it, up to a moment.
 */
export async function addIncome(ctx: Context, request: IncomeRequest): Promise<IncomeOutcome> {
  const read = readIncomeRequest(ctx.upstreams, request, ctx.clock.now());
  if ('kind' in read) return read;
  const known = await ctx.db.transaction((tx) => findKnown(tx, read));
  if (known !== undefined) return known;
  // Before the transaction: a node may take long to answer.
  const arrived = await askArrived(ctx, read).catch((error: unknown) => ({
    kind: 'no-answer' as const,
    why: error instanceof Error ? error.message : String(error),
  }));
  if ('kind' in arrived) return arrived;
  const outcome = await ctx.db
    .transaction((tx) => book(tx, ctx, read, arrived), { answerWithinMs: bookMs })
    .catch((error: unknown) => {
      if (error instanceof NotArrived) return error.refusal;
      throw error;
    });
  if (outcome.kind === 'booked') await notifyRound(ctx, BigInt(outcome.round));
  return outcome;
}

/** Of a deposit at an exchange the transaction is known once that was asked. */
async function findKnown(tx: Transaction, read: ReadIncome): Promise<KnownIncome | undefined> {
  const { paidBy } = read;
  const known = await findKnownIncome(tx, read);
  return known ?? (paidBy.kind === 'output' ? findOtherBooking(tx, read, paidBy.name.txid) : undefined);
}

async function book(
  tx: Transaction,
  ctx: Context,
  read: ReadIncome,
  arrived: Arrived,
): Promise<IncomeOutcome> {
  const { upstream, amount, reference } = read;
  const { coin } = upstream;
  const { place, txid } = arrived;
  const now = ctx.clock.now();
  await keepMiners(tx);
  if (place !== undefined) await tx.query(sql`LOCK TABLE sweeps IN SHARE ROW EXCLUSIVE MODE`);
  // Two operators at once: the second waits, and finds what the first has booked.
  await tx.query(sql`LOCK TABLE treasury_movements, incomes IN SHARE ROW EXCLUSIVE MODE`);
  const known = (await findKnownIncome(tx, read)) ?? (await findOtherBooking(tx, read, txid));
  if (known !== undefined) return known;
  const other = await otherCoinOf(tx, upstream);
  if (other !== undefined) return { kind: 'other-coin', coin: other };
  const isOverCap = amount > upstream.incomeMax;
  if (isOverCap && read.overCap === undefined)
    return { kind: 'over-cap', most: formatAmount(upstream.incomeMax), coin };
  const otherwise = await findBookedOtherwise(tx, ctx, read, arrived);
  if (otherwise !== undefined) return otherwise;
  await closeRelayedSlice(tx, upstream.algorithm, upstream.name, now);
  const span = await readSpan(tx, upstream, read, now);
  if (span === undefined) return { kind: read.further ? 'no-further' : 'no-work' };
  const income = await readIncomeWindow(tx, span);
  if (income === undefined) return { kind: 'no-work' };
  const { easiest, hardest } = income;
  const hasJumped = hardest >= difficultyFactor * easiest;
  if (hasJumped && read.despiteDifficulty === undefined)
    return { kind: 'difficulty-jumped', least: easiest.toString(), most: hardest.toString() };
  const subject = `${upstream.name} ${reference}`;
  for (const [kind, reason] of [
    ['income-over-cap', isOverCap ? read.overCap : undefined],
    ['income-despite-difficulty', hasJumped ? read.despiteDifficulty : undefined],
  ] as const)
    if (reason !== undefined) await recordDecision(tx, ctx, { kind, subject, reason });
  const round = await creditIncome(tx, ctx, {
    upstream,
    amount,
    reference,
    place,
    lastSlice: span.lastSlice,
    income,
  });
  if (place !== undefined) {
    await lockArrived(tx, ctx, { place, coin, amount });
    await awaitLook(tx, place, [coin], now);
  }
  await tx.query(sql`
    INSERT INTO incomes (round_id, upstream, algorithm, asset, network, amount, reference, place, deposit_txid, after_slice, last_slice,
                         worked_from, worked_until, worked_ms, work, blocks, upstream_fee_ppm, reason, operator, booked_at)
    VALUES (${round}, ${upstream.name}, ${upstream.algorithm}, ${coin}, ${upstream.network}, ${amount}, ${reference},
            ${place ?? null}, ${place === undefined ? null : txid}, ${span.afterSlice}, ${span.lastSlice}, ${new Date(income.workedFrom)}, ${new Date(income.workedUntil)},
            ${income.workedMs}, ${income.window.work}, ${income.blocks}, ${upstream.feePpm}, ${read.reason}, ${ctx.actor}, ${new Date(now)})`);
  return { kind: 'booked', round: round.toString(), ...figuresOf(income) };
}

/** What this upstream has paid before, where that is another coin. */
export async function otherCoinOf(
  db: Pick<Transaction, 'query'>,
  { name, algorithm, coin }: UpstreamTerms,
): Promise<string | undefined> {
  const [row] = await db.query<{ asset: string }>(sql`
    SELECT asset FROM incomes WHERE algorithm = ${algorithm} AND upstream = ${name} AND asset <> ${coin} LIMIT 1`);
  return row?.asset;
}

function figuresOf({ window, blocks, workedFrom, workedUntil }: IncomeWindow): Omit<CreditedIncome, 'round'> {
  return {
    miners: window.shares.length,
    work: window.work.toString(),
    blocks: formatAmount(blocks),
    workedFrom,
    workedUntil,
  };
}
