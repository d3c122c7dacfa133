import sql from 'sql-template-tag';
import type { Transaction } from '../../runtime/database/database.ts';
import { recordDecision } from '../kernel/decision.ts';
import type { JournalLine } from '../kernel/payout-journal.ts';
import type { RailTerms } from '../kernel/rail.ts';
import { requireRail } from '../kernel/rails.ts';
import { type AdoptOutcome, adoptPayout } from '../payouts/adopt-payout.ts';
import { readPayment } from '../payouts/booked-transactions.ts';
import { storeLines, sweepLine } from '../payouts/check-journal.ts';
import { type NewTransaction, storeTransaction } from '../payouts/payout-transaction.ts';
import { verifyPayment } from '../payouts/verify-payment.ts';
import { placeOfAddress } from './places/place-addresses.ts';
import { isOfSweep } from './own-transaction.ts';
import { findSweep, isToExchange, moveSweep, newOrderId, selectSweeps, type Sweep } from './sweep.ts';
import { isToSell } from './to-sell.ts';
import { lockOutward } from './treasury-movements.ts';

type Context = Parameters<typeof adoptPayout>[0];
type LostSweep = Extract<AdoptOutcome, { kind: 'sweep' }>;

export type AdoptSweepOutcome =
  /** Its transaction is followed from here on, and booked once it is final. */
  | { readonly kind: 'swept'; readonly sweep: string; readonly amount: bigint; readonly coin: string }
  /** It is a sweep already: nothing was done. */
  | { readonly kind: 'known-sweep'; readonly sweep: string }
  /** It went to an exchange, and no exchange has named its address to this database. */
  | { readonly kind: 'unknown-place'; readonly address: string; readonly coin: string }
  | Extract<AdoptOutcome, { kind: 'movement' | 'unread' | 'not-a-payout' }>;

/**
 * Makes a payout (`adoptPayout`) or a sweep of a transaction that left, or may have, and that the database does not know, because a copy of it was
 * put back. Adopting it again changes nothing.
 */
export async function adoptTransaction(
  ctx: Context,
  request: Parameters<typeof adoptPayout>[1],
): Promise<AdoptSweepOutcome | Exclude<AdoptOutcome, LostSweep>> {
  const isOwn = isOfSweep(request.txid);
  const [known] = await selectSweeps(ctx.db, sql`WHERE ${isOwn} AND state <> 'returned' LIMIT 1`);
  if (known !== undefined) return { kind: 'known-sweep', sweep: known.id.toString() };
  const outcome = await adoptPayout(ctx, request);
  return outcome.kind === 'sweep' ? adoptSweep(ctx, outcome, request.reason) : outcome;
}

/** What an operator has booked by hand is not booked again: it is `movement`. */
async function adoptSweep(ctx: Context, { lines }: LostSweep, reason: string): Promise<AdoptSweepOutcome> {
  // A journal says more than a wallet: the id that the signer knows.
  const line = lines.find(({ payout, orderId }) => payout === sweepLine && orderId !== undefined) ?? lines[0];
  if (line === undefined) throw new TypeError('a lost sweep has a line');
  const reading = await readPayment(ctx.rails, line);
  if (reading.kind === 'unanswered') return { kind: 'unread', network: line.network, why: reading.why };
  if (reading.kind === 'unreadable') return { kind: 'not-a-payout', what: 'content that cannot be read' };
  const { decoded } = reading;
  const terms = requireRail(ctx.rails, line.network).terms(line.coin, line.network);
  const difference = verifyPayment([{ ...line, payoutId: line.payout }], line.txid, decoded, terms);
  if (difference?.kind === 'altered') return { kind: 'not-a-payout', what: difference.what };
  const signed = { ...line, payees: 1, decoded };
  return ctx.db.transaction((tx) => adopt(tx, ctx, { line, signed, reason, terms }));
}

interface Adopting {
  readonly line: JournalLine;
  readonly signed: NewTransaction;
  readonly reason: string;
  readonly terms: Pick<RailTerms, 'feeAsset' | 'feeMax'>;
}

async function adopt(tx: Transaction, ctx: Context, adopting: Adopting): Promise<AdoptSweepOutcome> {
  const { line, signed, reason } = adopting;
  const { coin, network, amount, txid } = line;
  const moved = await lockOutward(tx, { reference: txid, asset: coin, network });
  if (moved !== undefined) return { kind: 'movement', of: moved };
  // Twice at once: the second waits here.
  await tx.query(sql`LOCK TABLE sweeps IN SHARE ROW EXCLUSIVE MODE`);
  const at = ctx.clock.now();
  const place = await placeOfAddress(tx, line);
  if (place === undefined && isToExchange(line.orderId ?? ''))
    return { kind: 'unknown-place', address: line.address, coin };
  const sweep = await findRow(tx, ctx, adopting, place ?? null);
  if (sweep.signed !== null && sweep.state !== 'returned')
    return { kind: 'known-sweep', sweep: sweep.id.toString() };
  // What may be anywhere is followed, and never handed out from here: something else may have been built on its coins.
  await storeTransaction(tx, signed, { state: 'sent', at, mayHaveLeft: true });
  await moveSweep(tx, sweep, 'sent', at, sql`, txid = ${txid}, found = true, note = NULL`);
  await storeLines(tx, [{ ...line, payout: sweepLine, orderId: sweep.orderId }], 'chain');
  await recordDecision(tx, ctx, { kind: 'adopt-sweep', subject: `${sweep.id}: ${txid}`, reason });
  return { kind: 'swept', sweep: sweep.id.toString(), amount, coin };
}

/** The one that has its bytes; else the one that the database has under its id as planned or given up, or where no id is known, as planned; or a new one. */
async function findRow(
  tx: Transaction,
  ctx: Context,
  { line, reason, terms }: Adopting,
  place: string | null,
): Promise<Sweep> {
  const { coin, network, address, amount, orderId, txid } = line;
  const isSame =
    orderId === undefined
      ? sql`state = 'planned' AND (coin, network, address, amount) = (${coin}, ${network}, ${address}, ${amount})`
      : sql`order_id = ${orderId}`;
  const [same] = await selectSweeps(
    tx,
    sql`WHERE txid = ${txid} OR txid IS NULL AND ${isSame} ORDER BY txid NULLS LAST, id LIMIT 1 FOR UPDATE`,
  );
  if (same !== undefined) return same;
  const at = new Date(ctx.clock.now());
  const [row] = await tx.query<{ id: bigint }>(sql`
    INSERT INTO sweeps (order_id, coin, network, address, place, amount, fee_asset, fee_max, state, state_at, found, planned_at, reason, operator)
    VALUES (${await freeOrderIdOf(tx, ctx, orderId, place)}, ${coin}, ${network}, ${address}, ${place}, ${amount},
            ${terms.feeAsset}, ${terms.feeMax}, 'planned', ${at}, true, ${at}, ${reason}, ${ctx.actor})
    RETURNING id`);
  const made = row && (await findSweep(tx, row.id));
  if (made === undefined) throw new Error('the sweep was not kept');
  return made;
}

/** An id of its own where other bytes of the same order are stored: one order has one row. */
async function freeOrderIdOf(
  tx: Transaction,
  { random }: Pick<Context, 'random'>,
  orderId: string | undefined,
  place: string | null,
): Promise<string> {
  const fresh = newOrderId({ random }, place, isToSell(orderId ?? ''));
  // A wallet knows none, and a line of a journal may say anything.
  if (orderId === undefined || !/^sweep-[0-9a-z-]{1,34}$/.test(orderId)) return fresh;
  const taken = await tx.query(sql`SELECT 1 FROM sweeps WHERE order_id = ${orderId}`);
  return taken.length > 0 ? fresh : orderId;
}
