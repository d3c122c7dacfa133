import sql, { type Sql } from 'sql-template-tag';
import type { Transaction } from '../../runtime/database/database.ts';
import { crashPoint } from '../kernel/crash-point.ts';
import type { JournalLine } from '../kernel/payout-journal.ts';
import type { BuildOutcome, PaymentOrder } from '../kernel/rail.ts';
import { requireRail } from '../kernel/rails.ts';
import { readPayment } from './booked-transactions.ts';
import { movePayout } from './move-payout.ts';
import type { Payout } from './payout.ts';
import type { PayoutContext } from './payout-context.ts';
import { ClaimTaken, claimedOn, type NewTransaction, storeTransaction } from './payout-transaction.ts';
import { releaseReserved } from './release-payout.ts';
import { suspendPayouts } from './suspensions.ts';
import { verifyPayment } from './verify-payment.ts';

export type PrepareOutcome =
  | { readonly kind: 'prepared' }
  /** Another process was faster; its bytes are the ones that count and ours are thrown away. */
  | { readonly kind: 'superseded' }
  | { readonly kind: 'held' }
  | { readonly kind: 'refused'; readonly reason: string }
  /** Another transaction spends what this one would: nothing was stored, and it is signed again later. */
  | { readonly kind: 'claimed'; readonly why: string }
  /** The database lacks what this process has seen or sent: nothing was signed or stored, and every network is suspended. */
  | { readonly kind: 'rolled-back' }
  /** The wallet has not been compared with the database, or has sent what it does not know: nothing was signed or stored. */
  | { readonly kind: 'not-compared' }
  | { readonly kind: 'fee-over-cap' }
  /** What was signed is not what was reserved: nothing was stored, and the network is suspended. */
  | { readonly kind: 'altered'; readonly what: string };

/**
 * Signs a reserved payout, checks the bytes with a decoder of its own, and stores them. Nothing has left when this is done, but where
 * the database has lost what was sent: then the bytes that were are stored again, and no others are made.
 */
export async function preparePayout(ctx: PayoutContext, payout: Payout): Promise<PrepareOutcome> {
  if (payout.hold !== null) return { kind: 'held' };
  const order = orderOf(payout);
  if ((await ctx.rollback.check(ctx.db, ctx.clock.now())) !== undefined) return { kind: 'rolled-back' };
  if ((await ctx.outgoing.compare(ctx, payout)) !== undefined) return { kind: 'not-compared' };
  const rail = requireRail(ctx.rails, payout.network);
  const [before, other] = await signedBefore(ctx, order);
  if (before !== undefined && other !== undefined) {
    await holdForChoice(ctx, payout, before.txid, other.txid);
    return { kind: 'held' };
  }
  const signing = before ?? (await rail.build([order], await claimedOn(ctx.db, payout.network)));
  if (signing.kind === 'refused') {
    const refused = signing.payments.find(({ payoutId }) => payoutId === payout.id);
    if (refused === undefined) throw new Error('the wallet refuses payments that it was not asked for');
    const released = await releaseReserved(ctx, payout, { reason: refused.reason, note: refused.why });
    return released ? { kind: 'refused', reason: refused.reason } : { kind: 'superseded' };
  }
  const decoded = await rail.inspect({ ...signing, network: payout.network });
  if (decoded === 'unreadable') throw new Error('what was signed cannot be read');
  const difference = verifyPayment([order], signing.txid, decoded, rail.terms(payout.coin, payout.network));
  if (difference?.kind === 'fee-over-cap') {
    await note(ctx, payout, `the network asks for a fee of ${difference.fee} units, over the cap`);
    return { kind: 'fee-over-cap' };
  }
  if (difference?.kind === 'altered') {
    const detail = `payout ${payout.id}: what was signed has another ${difference.what}`;
    const suspension = { network: payout.network, reason: 'altered-transaction', detail } as const;
    await suspendPayouts(ctx.db, suspension, ctx.clock.now());
    return { kind: 'altered', what: difference.what };
  }
  crashPoint('payout-signed');
  const store = async (tx: Transaction): Promise<StoreOutcome> => {
    if ((await ctx.rollback.check(tx, ctx.clock.now())) !== undefined) return 'rolled-back';
    if (ctx.outgoing.missing(ctx, payout) !== undefined) return 'not-compared';
    if (await isHeldNow(tx, payout)) return 'held';
    return storeSigned(tx, ctx, payout, { ...signing, decoded }, { mayHaveLeft: before !== undefined });
  };
  const stored = await ctx.db.transaction(store).catch((error: unknown) => {
    if (error instanceof ClaimTaken) return error;
    throw error;
  });
  if (stored instanceof ClaimTaken) return { kind: 'claimed', why: stored.message };
  if (typeof stored === 'string') return { kind: stored };
  if (stored) crashPoint('payout-prepared');
  return stored ? { kind: 'prepared' } : { kind: 'superseded' };
}

/** True where the bytes were stored, false where another process has stored others. */
type StoreOutcome = boolean | 'rolled-back' | 'not-compared' | 'held';

/** An operator may have held it while its wallet was asked. */
async function isHeldNow(tx: Transaction, { id }: Payout): Promise<boolean> {
  const held = await tx.query(sql`SELECT 1 FROM payouts WHERE id = ${id} AND hold IS NOT NULL FOR UPDATE`);
  return held.length > 0;
}

type Signing = Extract<BuildOutcome, { kind: 'signed' }>;

/**
 * Stores again the bytes of a reserved payout that the journal lists as sent before the database was lost: a payout that may have left
 * must not be released. False for any other, where no node says what the bytes do, and where the journal has two transactions of it: an
 * operator says which one left.
 */
export async function storeSentBytes(ctx: PayoutContext, payout: Payout): Promise<boolean> {
  if (payout.state !== 'reserved') return false;
  if (payout.releaseAskedAt !== null) return storeBytesToEnd(ctx, payout);
  const [sent, other] = await signedBefore(ctx, orderOf(payout));
  if (sent === undefined || other !== undefined) return false;
  const { network } = payout;
  const reading = await readPayment(ctx.rails, { ...sent, network });
  if (reading.kind !== 'payment') return false;
  const { decoded } = reading;
  return ctx.db.transaction((tx) =>
    storeAdoptedBytesIn(tx, ctx, payout, { ...sent, decoded }, { hasLeft: false }),
  );
}

/**
 * Stores the bytes that a journal has of a reserved payout whose end an operator asked for: it stays held until its chain ends it.
 * Bytes that may be another pool's are stored too, because held bytes are looked up and never sent. False where no journal has any, or
 * where journals have two transactions.
 */
export async function storeBytesToEnd(ctx: PayoutContext, payout: Payout): Promise<boolean> {
  const [sent, other] = await signedBefore(ctx, orderOf(payout), { unnamed: true });
  if (sent === undefined) return false;
  if (other !== undefined) {
    await holdForChoice(ctx, payout, sent.txid, other.txid);
    return false;
  }
  const reading = await readPayment(ctx.rails, { ...sent, network: payout.network });
  if (reading.kind !== 'payment') return false;
  const { decoded } = reading;
  const terms = requireRail(ctx.rails, payout.network).terms(payout.coin, payout.network);
  if (verifyPayment([orderOf(payout)], sent.txid, decoded, terms)?.kind === 'altered') return false;
  // Not where an operator has approved it meanwhile: then it is sent, and is not to be held by this.
  return ctx.db.transaction(async (tx) => {
    const asked = await tx.query(
      sql`SELECT 1 FROM payouts WHERE id = ${payout.id} AND release_asked_at IS NOT NULL FOR UPDATE`,
    );
    return (
      asked.length === 1 &&
      storeSigned(
        tx,
        ctx,
        payout,
        { ...sent, decoded },
        { mayHaveLeft: true, more: sql`, note = ${payout.note}` },
      )
    );
  });
}

/**
 * Stores the bytes of this transaction in a reserved payout. With `hasLeft` a hold ends, because it was about an unsigned payout.
 * Without it a hold stays, because the same money may have been paid another way since; the nodes will say if it has left after all.
 */
export async function storeAdoptedBytesIn(
  tx: Transaction,
  ctx: Pick<PayoutContext, 'clock'>,
  payout: Payout,
  signed: Omit<NewTransaction, 'network'>,
  { hasLeft }: { readonly hasLeft: boolean },
): Promise<boolean> {
  const more = hasLeft
    ? sql`, hold = NULL, note = NULL, release_asked_at = NULL, release_to_owner = false, awaited = NULL`
    : sql`, note = ${payout.note}`;
  return storeSigned(tx, ctx, payout, signed, { mayHaveLeft: true, more });
}

/**
 * What the journals hold of just this payment and no payout has taken over: the file of this process, and the table for the others. Lines
 * that do not name their ledger are left to an operator, who adopts or disregards them: they count where they are asked for (`unnamed`).
 */
async function signedBefore(
  { db, journal }: Pick<PayoutContext, 'db' | 'journal'>,
  { payoutId, coin, network, address, memo, amount }: PaymentOrder,
  { unnamed = false }: { readonly unnamed?: boolean } = {},
): Promise<readonly Signing[]> {
  const ofOthers = await db.query<Omit<JournalLine, 'at' | 'epoch'>>(sql`
    SELECT payout, txid, network, coin, address, memo, amount, bytes, proof FROM payout_journal
     WHERE payout = ${payoutId}
       AND (origin <> 'unknown' OR ${unnamed} AND NOT EXISTS (SELECT 1 FROM operator_decisions
                                                              WHERE kind = 'disregard-transaction' AND subject = txid))
     ORDER BY position`);
  const own = journal.linesOf(payoutId).filter(({ ledger }) => ledger !== '');
  const lines = [...own, ...ofOthers].filter(
    (each) =>
      each.coin === coin &&
      each.network === network &&
      each.address === address &&
      each.memo === memo &&
      each.amount === amount,
  );
  if (lines.length === 0) return [];
  const taken = await db.query<{ txid: string }>(
    sql`SELECT txid FROM payouts WHERE txid = ANY(${lines.map(({ txid }) => txid)}::text[])`,
  );
  const known = new Set(taken.map(({ txid }) => txid));
  const left = new Map(lines.filter(({ txid }) => !known.has(txid)).map((each) => [each.txid, each]));
  return [...left.values()].map(({ bytes, txid, proof }) => ({ kind: 'signed', bytes, txid, proof }));
}

/** Two transactions may have paid it: sending either could pay twice. */
async function holdForChoice(ctx: PayoutContext, { id }: Payout, one: string, other: string): Promise<void> {
  const text = `two transactions may have paid it, ${one} and ${other}: adopt the one that left (payouts adopt)`;
  await ctx.db.query(
    sql`UPDATE payouts SET hold = 'operator', note = ${text} WHERE id = ${id} AND state = 'reserved'`,
  );
}

function orderOf(payout: Payout): PaymentOrder {
  const { id: payoutId, coin, network, address, memo, amount } = payout;
  return { payoutId, coin, network, address, memo, amount };
}

async function storeSigned(
  tx: Transaction,
  { clock }: Pick<PayoutContext, 'clock'>,
  payout: Payout,
  signed: Omit<NewTransaction, 'network'>,
  { mayHaveLeft, more = sql`, note = NULL` }: { readonly mayHaveLeft: boolean; readonly more?: Sql },
): Promise<boolean> {
  const { network } = payout;
  const at = clock.now();
  const open = sql`SELECT 1 FROM payouts WHERE id = ${payout.id} AND state = ${payout.state} FOR UPDATE`;
  if ((await tx.query(open)).length === 0) return false;
  await storeTransaction(tx, { ...signed, network }, { state: 'signed', at, mayHaveLeft });
  return movePayout(tx, payout, 'prepared', at, sql`, txid = ${signed.txid} ${more}`);
}

async function note(ctx: PayoutContext, payout: Payout, text: string): Promise<void> {
  await ctx.db.query(
    sql`UPDATE payouts SET note = ${text} WHERE id = ${payout.id} AND state = ${payout.state}`,
  );
}
