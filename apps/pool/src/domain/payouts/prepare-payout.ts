import sql, { type Sql } from 'sql-template-tag';
import type { Transaction } from '../../runtime/database/database.ts';
import { crashPoint } from '../kernel/crash-point.ts';
import type { JournalLine } from '../kernel/payout-journal.ts';
import type { BuildOutcome, PaymentOrder } from '../kernel/rail.ts';
import { requireRail } from '../kernel/rails.ts';
import { readPayment } from './booked-transactions.ts';
import { setBoundAside } from './bound-payouts.ts';
import { movePayout } from './move-payout.ts';
import type { Payout } from './payout.ts';
import type { PayoutContext } from './payout-context.ts';
import { ClaimTaken, claimedOn, type NewTransaction, storeTransaction } from './payout-transaction.ts';
import { releaseReserved } from './release-payout.ts';
import { signings } from './signings.ts';
import { suspendPayouts } from './suspensions.ts';
import { splitOutputs, verifyPayment, verifyShare } from './verify-payment.ts';

export type PrepareOutcome =
  | { readonly kind: 'prepared' }
  /** Another process was faster; its bytes are the ones that count and ours are thrown away. */
  | { readonly kind: 'superseded' }
  | { readonly kind: 'held' }
  /** None of them can ever be made; their money was given back. */
  | { readonly kind: 'refused' }
  /** Another transaction spends what this one would: nothing was stored, and it is signed again later. */
  | { readonly kind: 'claimed'; readonly why: string }
  /** Each was signed for before, in transactions that could still be confirmed: nothing was signed, and it is tried again later. */
  | { readonly kind: 'bound' }
  /** The database lacks what this process has seen or sent: nothing was signed or stored, and every network is suspended. */
  | { readonly kind: 'rolled-back' }
  /** The wallet has not been compared with the database, or has sent what it does not know: nothing was signed or stored. */
  | { readonly kind: 'not-compared' }
  | { readonly kind: 'fee-over-cap' }
  /** What was signed is not what was reserved: nothing was stored, and the network is suspended. */
  | { readonly kind: 'altered'; readonly what: string };

/**
 * Builds one transaction for these reserved payouts of one coin on one network, each to another address, checks the bytes with a decoder
 * of its own, and stores them. What the rail refuses is released, and the others are built without it. Nothing is sent here. Where the database has
 * lost what was sent, the bytes of the journal are stored again, and no others are made.
 */
export async function preparePayouts(
  ctx: PayoutContext,
  payouts: readonly Payout[],
): Promise<PrepareOutcome> {
  const [payout] = payouts;
  if (payout === undefined || payouts.some(({ hold }) => hold !== null)) return { kind: 'held' };
  if ((await ctx.rollback.check(ctx.db, ctx.clock.now())) !== undefined) return { kind: 'rolled-back' };
  if ((await ctx.outgoing.compare(ctx, payout)) !== undefined) return { kind: 'not-compared' };
  for (const each of payouts) {
    const [before, other] = await signedBefore(ctx, orderOf(each));
    if (before === undefined) continue;
    if (other === undefined) return storeChecked(ctx, [each], before, { mayHaveLeft: true });
    await holdForChoice(ctx, each, before.txid, other.txid);
    return { kind: 'held' };
  }
  return build(ctx, payouts);
}

async function build(ctx: PayoutContext, payouts: readonly Payout[]): Promise<PrepareOutcome> {
  const [payout] = payouts;
  if (payout === undefined) throw new Error('nothing is left to build');
  const rail = requireRail(ctx.rails, payout.network);
  const signing = await rail.build(payouts.map(orderOf), await claimedOn(ctx.db, payout.network));
  if (signing.kind === 'signed') return storeChecked(ctx, payouts, signing, { mayHaveLeft: false });
  if (signing.kind === 'bound') {
    const aside = new Set(signing.payments.map(({ payoutId }) => payoutId));
    const free = payouts.filter(({ id }) => !aside.has(id));
    if (free.length === payouts.length)
      throw new Error('the wallet names payments that it was not asked for');
    await setBoundAside(ctx, payouts, signing.payments);
    return free.length > 0 ? build(ctx, free) : { kind: 'bound' };
  }
  const refused = new Map(signing.payments.map((each) => [each.payoutId, each]));
  const left = payouts.filter(({ id }) => !refused.has(id));
  if (left.length === payouts.length)
    throw new Error('the wallet refuses payments that it was not asked for');
  let isReleased = false;
  for (const each of payouts) {
    const why = refused.get(each.id);
    if (why !== undefined)
      isReleased = (await releaseReserved(ctx, each, { reason: why.reason, note: why.why })) || isReleased;
  }
  if (left.length > 0) return build(ctx, left);
  return isReleased ? { kind: 'refused' } : { kind: 'superseded' };
}

/** Stores signed bytes that do exactly what was reserved; with `mayHaveLeft` they may pay others besides. */
async function storeChecked(
  ctx: PayoutContext,
  payouts: readonly Payout[],
  signing: Signing,
  { mayHaveLeft }: { readonly mayHaveLeft: boolean },
): Promise<PrepareOutcome> {
  const [payout] = payouts;
  if (payout === undefined) throw new Error('nothing was signed');
  const { id, coin, network } = payout;
  const rail = requireRail(ctx.rails, network);
  const decoded = await rail.inspect({ ...signing, network });
  if (decoded === 'unreadable') throw new Error('what was signed cannot be read');
  const terms = rail.terms(coin, network);
  const difference = mayHaveLeft
    ? verifyShare(orderOf(payout), signing.txid, decoded, terms)
    : verifyPayment(payouts.map(orderOf), signing.txid, decoded, terms);
  if (difference?.kind === 'fee-over-cap') {
    await note(ctx, payouts, `the network asks for a fee of ${difference.fee} units, over the cap`);
    return { kind: 'fee-over-cap' };
  }
  if (difference?.kind === 'altered') {
    const detail = `payout ${id}: what was signed has another ${difference.what}`;
    await suspendPayouts(ctx.db, { network, reason: 'altered-transaction', detail }, ctx.clock.now());
    return { kind: 'altered', what: difference.what };
  }
  crashPoint('payout-signed');
  const payees = splitOutputs(decoded, terms).outward.length;
  const store = async (tx: Transaction): Promise<StoreOutcome> => {
    if ((await ctx.rollback.check(tx, ctx.clock.now())) !== undefined) return 'rolled-back';
    if (ctx.outgoing.missing(ctx, payout) !== undefined) return 'not-compared';
    if (await isOneHeld(tx, payouts)) return 'held';
    return storeSigned(tx, ctx, payouts, { ...signing, payees, decoded }, { mayHaveLeft });
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

/** An operator may have held one while the wallet was asked. */
async function isOneHeld(tx: Transaction, payouts: readonly Payout[]): Promise<boolean> {
  const rows = await tx.query<{ held: boolean }>(sql`
    SELECT hold IS NOT NULL AS held FROM payouts WHERE id = ANY(${payouts.map(({ id }) => id)}::bigint[]) ORDER BY id FOR UPDATE`);
  return rows.some(({ held }) => held);
}

type Signing = Extract<BuildOutcome, { kind: 'signed' }>;

/**
 * Stores again the bytes of a reserved payout that the journal lists as sent before the database was lost: a payout that may have left
 * must not be released. False where the journal has nothing of it, or where no node says what the bytes do; also where it has two transactions, because
 * an operator must say which one left.
 */
export async function storeSentBytes(ctx: PayoutContext, payout: Payout): Promise<boolean> {
  if (payout.state !== 'reserved') return false;
  if (payout.releaseAskedAt !== null) return storeBytesToEnd(ctx, payout);
  const [sent, other] = await signedBefore(ctx, orderOf(payout));
  if (sent === undefined || other !== undefined) return false;
  const { network } = payout;
  const reading = await readPayment(ctx.rails, { ...sent, network });
  if (reading.kind !== 'payment') return false;
  const { decoded, outward } = reading;
  return ctx.db.transaction((tx) =>
    storeAdoptedBytesIn(
      tx,
      ctx,
      payout,
      { ...sent, payees: Math.max(1, outward.length), decoded },
      { hasLeft: false },
    ),
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
  const { decoded, outward } = reading;
  const terms = requireRail(ctx.rails, payout.network).terms(payout.coin, payout.network);
  if (verifyShare(orderOf(payout), sent.txid, decoded, terms)?.kind === 'altered') return false;
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
        [payout],
        { ...sent, payees: outward.length, decoded },
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
  ctx: Pick<PayoutContext, 'clock' | 'rails'>,
  payout: Payout,
  signed: Omit<NewTransaction, 'network'>,
  { hasLeft }: { readonly hasLeft: boolean },
): Promise<boolean> {
  const more = hasLeft
    ? sql`, hold = NULL, note = NULL, release_asked_at = NULL, release_to_owner = false, awaited = NULL`
    : sql`, note = ${payout.note}`;
  return storeSigned(tx, ctx, [payout], signed, { mayHaveLeft: true, more });
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
    sql`SELECT txid FROM ${signings}
         WHERE txid = ANY(${lines.map(({ txid }) => txid)}::text[]) AND (coin, address, memo) = (${coin}, ${address}, ${memo})`,
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

export function orderOf(payout: Payout): PaymentOrder {
  const { id: payoutId, orderId, coin, network, address, memo, amount } = payout;
  return { payoutId, orderId, coin, network, address, memo, amount };
}

async function storeSigned(
  tx: Transaction,
  { clock, rails }: Pick<PayoutContext, 'clock' | 'rails'>,
  payouts: readonly Payout[],
  signed: Omit<NewTransaction, 'network'>,
  { mayHaveLeft, more = sql`, note = NULL` }: { readonly mayHaveLeft: boolean; readonly more?: Sql },
): Promise<boolean> {
  const [payout] = payouts;
  if (payout === undefined) return false;
  const { network, state } = payout;
  const at = clock.now();
  const open = await tx.query<{ orderId: string }>(sql`
    SELECT order_id AS "orderId" FROM payouts WHERE id = ANY(${payouts.map(({ id }) => id)}::bigint[]) AND state = ${state} ORDER BY id FOR UPDATE`);
  if (open.length < payouts.length) return false;
  // The signer remembers it under the id that it was asked with: under another one, what it signs later would not exclude it.
  const signedAs = new Set(payouts.map(({ orderId }) => orderId));
  if (!mayHaveLeft && open.some(({ orderId }) => !signedAs.has(orderId))) return false;
  const { resend } = requireRail(rails, network);
  await storeTransaction(tx, { ...signed, network }, { state: 'signed', at, mayHaveLeft, resend });
  for (const each of payouts) {
    if (!(await movePayout(tx, each, 'prepared', at, sql`, txid = ${signed.txid} ${more}`)))
      throw new Error(`payout ${each.id} was locked and has changed`);
  }
  return true;
}

async function note(ctx: PayoutContext, payouts: readonly Payout[], text: string): Promise<void> {
  await ctx.db.query(sql`
    UPDATE payouts SET note = ${text} WHERE id = ANY(${payouts.map(({ id }) => id)}::bigint[]) AND state = 'reserved'`);
}
