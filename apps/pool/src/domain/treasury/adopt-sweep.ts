import sql from 'sql-template-tag';
import type { Transaction } from '../../runtime/database/database.ts';
import { recordDecision } from '../kernel/decision.ts';
import type { JournalLine } from '../kernel/payout-journal.ts';
import { requireRail } from '../kernel/rails.ts';
import { readPayment } from '../payouts/booked-transactions.ts';
import { storeLines, sweepLine } from '../payouts/check-journal.ts';
import { findTransaction } from '../payouts/find-transaction.ts';
import { isLostSweep } from '../payouts/lost-sweep.ts';
import type { PayoutContext } from '../payouts/payout-context.ts';
import { type NewTransaction, storeTransaction } from '../payouts/payout-transaction.ts';
import { verifyPayment } from '../payouts/verify-payment.ts';
import { findSweep, moveSweep, selectSweeps, type Sweep } from './sweep.ts';

type Context = PayoutContext & { readonly actor: string };

export type AdoptSweepOutcome =
  /** Its transaction is followed from here on, and booked once it is final. */
  | { readonly kind: 'swept'; readonly sweep: string; readonly amount: bigint; readonly coin: string }
  /** It is a sweep already: nothing was done. */
  | { readonly kind: 'known-sweep'; readonly sweep: string };

/**
 * Takes up a sweep that left, or may have, and that the database does not know, because a copy of it was put back. Undefined where the transaction
 * is none: then it may be a payout (`adoptPayout`). Adopting it again changes nothing.
 */
export async function adoptSweep(
  ctx: Context,
  { txid: typed, reason }: { readonly txid: string; readonly reason: string },
): Promise<AdoptSweepOutcome | undefined> {
  const [known] = await selectSweeps(
    ctx.db,
    sql`WHERE lower(${typed}) IN (lower(txid), lower(cancel_txid)) AND state <> 'returned' LIMIT 1`,
  );
  if (known !== undefined) return { kind: 'known-sweep', sweep: known.id.toString() };
  const { written, sent } = await findTransaction(ctx, typed);
  const lines = [...written, ...sent];
  // A journal says more than a wallet: the id that the signer knows.
  const line = lines.find(({ payout, orderId }) => payout === sweepLine && orderId !== undefined) ?? lines[0];
  if (line === undefined || !(await isLostSweep(ctx, line, lines))) return undefined;
  const reading = await readPayment(ctx.rails, line);
  if (reading.kind !== 'payment') return undefined;
  const { decoded } = reading;
  const rail = requireRail(ctx.rails, line.network);
  const order = { ...line, payoutId: line.payout };
  if (verifyPayment([order], line.txid, decoded, rail.terms(line.coin, line.network))?.kind === 'altered')
    return undefined;
  const feeMax = rail.terms(line.coin, line.network).feeMax;
  return ctx.db.transaction((tx) =>
    adopt(tx, ctx, { line, signed: { ...line, payees: 1, decoded }, reason, feeMax }),
  );
}

interface Adopting {
  readonly line: JournalLine;
  readonly signed: NewTransaction;
  readonly reason: string;
  readonly feeMax: bigint;
}

async function adopt(tx: Transaction, ctx: Context, adopting: Adopting): Promise<AdoptSweepOutcome> {
  const { line, signed, reason } = adopting;
  const { coin, amount, txid } = line;
  // Twice at once: the second waits here.
  await tx.query(sql`LOCK TABLE sweeps IN SHARE ROW EXCLUSIVE MODE`);
  const at = ctx.clock.now();
  const sweep = await findRow(tx, ctx, adopting);
  if (sweep.signed !== null && sweep.state !== 'returned')
    return { kind: 'known-sweep', sweep: sweep.id.toString() };
  // What may be anywhere is followed, and never handed out from here: something else may have been built on its coins.
  await storeTransaction(tx, signed, { state: 'sent', at, mayHaveLeft: true });
  await moveSweep(tx, sweep, 'sent', at, sql`, txid = ${txid}, found = true, note = NULL`);
  await storeLines(tx, [{ ...line, payout: sweepLine, orderId: sweep.orderId }], 'chain');
  await recordDecision(tx, ctx, { kind: 'adopt-sweep', subject: `${sweep.id}: ${txid}`, reason });
  return { kind: 'swept', sweep: sweep.id.toString(), amount, coin };
}

/** The one that the database has as planned, or as given up, or a new one. */
async function findRow(tx: Transaction, ctx: Context, { line, reason, feeMax }: Adopting): Promise<Sweep> {
  const { coin, network, address, amount, orderId, txid } = line;
  const [same] = await selectSweeps(
    tx,
    sql`WHERE txid = ${txid} OR order_id = ${orderId ?? ''} AND txid IS NULL
           OR txid IS NULL AND state = 'planned' AND (coin, network, address, amount) = (${coin}, ${network}, ${address}, ${amount})
         ORDER BY txid NULLS LAST LIMIT 1 FOR UPDATE`,
  );
  if (same !== undefined) return same;
  const at = new Date(ctx.clock.now());
  const named = orderId ?? `sweep-${ctx.random.uuid().replaceAll('-', '')}`;
  const [row] = await tx.query<{ id: bigint }>(sql`
    INSERT INTO sweeps (order_id, coin, network, address, amount, fee_max, state, state_at, found, planned_at, reason, operator)
    VALUES (${named}, ${coin}, ${network}, ${address}, ${amount}, ${feeMax}, 'planned', ${at}, true, ${at}, ${reason}, ${ctx.actor})
    RETURNING id`);
  const made = row && (await findSweep(tx, row.id));
  if (made === undefined) throw new Error('the sweep was not kept');
  return made;
}
