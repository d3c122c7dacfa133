import { formatAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../runtime/database/database.ts';
import { errorText } from '../../runtime/error-text.ts';
import { crashPoint } from '../kernel/crash-point.ts';
import { judgeReason } from '../kernel/decision.ts';
import type { Wallet } from '../kernel/wallet.ts';
import type { PayoutContext } from '../payouts/payout-context.ts';
import { type MoveOutcome, readFunds } from './move-funds.ts';
import { placeBarrier } from './places/place-standing.ts';
import {
  askWalletSide,
  limitSweep,
  type SweepFigures,
  type SweepLimit,
  type SweptFloat,
  type WalletSide,
} from './plan-sweep.ts';
import { roomToSell } from './room-to-sell.ts';
import { type SignOutcome, signSweep } from './sign-sweep.ts';
import { findSweep, newOrderId, sweepBarrier, sweepBarrierIn } from './sweep.ts';
import { sweptAmount } from './swept-amount.ts';
import { chooseDestination, type DestinationRefusal } from './swept-float.ts';

/** What a sweep would do now; amounts as decimal text in the coin, those of the fee in its own. */
export interface PlannedSweep {
  readonly coin: string;
  readonly network: string;
  readonly address: string;
  /** The exchange whose address it is; null for the cold address of the file. */
  readonly place: string | null;
  readonly amount: string;
  /** What the network would take now, and the most that it may. */
  readonly feeAsset: string;
  readonly fee: string;
  readonly feeMax: string;
  readonly held: string;
  /** What stays in the wallet, if the network takes the most. */
  readonly remains: string;
  /** What miners are owed of the coin, on all its networks. */
  readonly owed: string;
  readonly target: string;
}

export type SweepRefusal =
  | { readonly kind: 'malformed-reason' }
  | Extract<MoveOutcome, { kind: 'malformed-amount' | 'unknown-network' | 'too-many-decimals' }>
  | DestinationRefusal
  /** Its rail does not sweep. */
  | { readonly kind: 'not-swept'; readonly network: string }
  /** A sweep from the wallet is not over. */
  | { readonly kind: 'under-way'; readonly sweep: string }
  /** Nothing may leave the network now. */
  | { readonly kind: 'not-leaving'; readonly why: string }
  /** What the wallet has is not known. */
  | { readonly kind: 'no-answer'; readonly why: string }
  /** No more than `most` may leave, and less where the network takes no payment that is so small. */
  | { readonly kind: 'exceeds'; readonly most: string; readonly coin: string; readonly limit: SweepLimit };

export type PlanOutcome = ({ readonly kind: 'planned' } & PlannedSweep) | SweepRefusal;

export type SweepOutcome =
  | SweepRefusal
  | (SignOutcome & { readonly sweep: string; readonly address: string; readonly amount: string });

/** Without an amount everything that may leave. */
export interface SweepRequest {
  readonly coin: string;
  readonly network?: string | undefined;
  readonly amount?: string | undefined;
  /** The exchange that it goes to; the cold address of the file without it. */
  readonly to?: string | undefined;
  /** What conversions have to sell goes there, as far as the cap for what may lie there leaves room; not only what is the pool's own. */
  readonly toSell?: boolean | undefined;
}

type LookContext = PayoutContext & { readonly wallet: Wallet };

/** Says what a sweep would do; nothing is kept or signed. */
export async function planSweep(ctx: LookContext, request: SweepRequest): Promise<PlanOutcome> {
  const planned = await plan(ctx, request);
  if ('kind' in planned) return planned;
  const { float, to, amount, figures, side, feeAsset } = planned;
  const { held, fee, feeMax, owed } = figures;
  const cost = side.ofFee === undefined ? feeMax : 0n;
  return {
    kind: 'planned',
    coin: float.coin,
    network: float.network,
    address: float.cold,
    place: to ?? null,
    amount: formatAmount(amount),
    feeAsset,
    fee: formatAmount(fee),
    feeMax: formatAmount(feeMax),
    held: formatAmount(held),
    remains: formatAmount(held - amount - cost),
    owed: formatAmount(owed),
    target: formatAmount(float.target),
  };
}

/**
 * Keeps that the pool's own money is to go to the cold address of the file or to an exchange, and has it signed and stored; `followSweeps`
 * sends it. One at a time for each wallet: an operator who asks a second time, because an answer was lost, is shown the first.
 */
export async function sweepFunds(
  ctx: LookContext & { readonly actor: string },
  request: SweepRequest & { readonly reason: string },
): Promise<SweepOutcome> {
  const reason = judgeReason(request.reason);
  if (reason === undefined) return { kind: 'malformed-reason' };
  const planned = await plan(ctx, request);
  if ('kind' in planned) return planned;
  const kept = await keep(ctx, planned, reason);
  if (typeof kept !== 'bigint') return kept;
  crashPoint('sweep-planned');
  const sweep = await findSweep(ctx.db, kept);
  if (sweep === undefined) throw new Error(`sweep ${kept} is gone`);
  const { address, amount } = sweep;
  return { ...(await signSweep(ctx, sweep)), sweep: kept.toString(), address, amount: formatAmount(amount) };
}

interface Planned {
  readonly float: SweptFloat;
  readonly to: string | undefined;
  readonly amount: bigint;
  readonly feeAsset: string;
  readonly side: WalletSide;
  readonly figures: SweepFigures;
  readonly toSell: boolean;
}

async function plan(ctx: LookContext, request: SweepRequest): Promise<Planned | SweepRefusal> {
  const { coin, network, amount: typed, to, toSell = false } = request;
  const named = readFunds({ coin, amount: typed ?? '1', ...(network !== undefined && { network }) });
  if ('kind' in named) return named;
  const pair = { coin: named.asset, network: named.network };
  if (toSell && to === undefined)
    return { kind: 'no-place', why: 'what is to be sold goes to an exchange: say which (--to)' };
  const float = await chooseDestination(ctx, pair, to);
  if ('kind' in float) return float;
  const choice = ctx.rails.railOf(pair.network);
  if (choice.kind === 'no-rail') return { kind: 'not-swept', network: pair.network };
  const { rail } = choice;
  const { feeAsset, feeMax } = rail.terms(pair.coin, pair.network);
  if (rail.sweep === undefined) return { kind: 'not-swept', network: pair.network };
  const open = await openSweep(ctx.db, pair);
  if (open !== undefined) return { kind: 'under-way', sweep: open.toString() };
  const barrier = await sweepBarrier(ctx, pair);
  if (barrier !== undefined) return { kind: 'not-leaving', why: barrier };
  const swept = { ...pair, feeAsset };
  const side = await askWalletSide(ctx, rail, swept).catch((error: unknown) => errorText(error));
  if (typeof side === 'string') return { kind: 'no-answer', why: side };
  const figures = await ctx.db.transaction((tx) => limitNow(tx, ctx, float, { side, feeMax, toSell }));
  if (figures === undefined) return unpriced(pair.coin);
  const asTyped = typed === undefined ? undefined : named.amount;
  const amount = sweptAmount(pair.coin, to, { most: figures.most, typed: asTyped });
  if (typeof amount !== 'bigint') return amount;
  if (amount === 0n || amount > figures.most) return exceeds(pair.coin, figures.most, figures.limit);
  return { float, to, amount, feeAsset, side, figures, toSell };
}

/** Undefined where what may lie at an exchange to be sold is not known. */
async function limitNow(
  tx: Transaction,
  ctx: LookContext,
  float: SweptFloat,
  asked: { readonly side: WalletSide; readonly feeMax: bigint; readonly toSell: boolean },
): Promise<SweepFigures | undefined> {
  const room = asked.toSell ? await roomToSell(tx, ctx, float.coin) : undefined;
  if (asked.toSell && room === undefined) return undefined;
  const sold = asked.toSell ? { room } : undefined;
  return limitSweep(tx, ctx.clock.now(), float, { ...asked, sold });
}

function unpriced(coin: string): SweepRefusal {
  return {
    kind: 'not-leaving',
    why: `no price of ${coin} is agreed on, and what is to be sold is capped by what it is worth`,
  };
}

function exceeds(coin: string, most: bigint, limit: SweepLimit): SweepRefusal {
  return { kind: 'exceeds', most: formatAmount(most), coin, limit };
}

async function openSweep(
  db: Queryable,
  { coin, network }: { readonly coin: string; readonly network: string },
): Promise<bigint | undefined> {
  const [open] = await db.query<{ id: bigint }>(sql`
    SELECT id FROM sweeps WHERE coin = ${coin} AND network = ${network} AND state IN ('planned', 'signed', 'sent')
     ORDER BY id LIMIT 1`);
  return open?.id;
}

/** Keeps it before anything is signed, so that nothing else is built on the same money: the ledger is read again under its lock. */
async function keep(
  ctx: LookContext & { readonly actor: string },
  { float, to, amount, feeAsset, side, toSell, figures: { feeMax } }: Planned,
  reason: string,
): Promise<bigint | SweepRefusal> {
  const { coin, network, cold } = float;
  return ctx.db.transaction(async (tx): Promise<bigint | SweepRefusal> => {
    // The second of two waits here, and finds the first.
    await tx.query(sql`LOCK TABLE sweeps IN SHARE ROW EXCLUSIVE MODE`);
    const open = await openSweep(tx, { coin, network });
    if (open !== undefined) return { kind: 'under-way', sweep: open.toString() };
    const barrier = await sweepBarrierIn(tx, ctx, float);
    if (barrier !== undefined) return { kind: 'not-leaving', why: barrier };
    const now = ctx.clock.now();
    const closed = to === undefined ? undefined : await placeBarrier(tx, { place: to, coin }, now);
    if (closed !== undefined) return { kind: 'place-closed', why: closed };
    const limited = await limitNow(tx, ctx, float, { side, feeMax, toSell });
    if (limited === undefined) return unpriced(coin);
    if (amount > limited.most) return exceeds(coin, limited.most, limited.limit);
    const at = new Date(now);
    const [row] = await tx.query<{ id: bigint }>(sql`
      INSERT INTO sweeps (order_id, coin, network, address, place, amount, fee_asset, fee_max, state, state_at, planned_at, reason, operator)
      VALUES (${newOrderId(ctx, to, toSell)}, ${coin}, ${network}, ${cold}, ${to ?? null}, ${amount}, ${feeAsset}, ${feeMax},
              'planned', ${at}, ${at}, ${reason}, ${ctx.actor}) RETURNING id`);
    if (row === undefined) throw new Error('the sweep was not kept');
    return row.id;
  });
}
