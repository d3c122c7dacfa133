import type { SweptMoney } from '@openlode/ledger/treasury-entries';
import { formatAmount } from '@openlode/money/amount';
import sql, { empty, type Sql } from 'sql-template-tag';
import type { Queryable, Transaction } from '../../runtime/database/database.ts';
import { publishDomainEvent, sweepMoves } from '../kernel/domain-events.ts';
import type { InvalidationProof, PaymentOrder } from '../kernel/rail.ts';
import type { PayoutContext } from '../payouts/payout-context.ts';
import { suspensionBeforeLeaving } from '../payouts/suspensions.ts';

export type SweepState = 'planned' | 'signed' | 'sent' | 'final' | 'returned';

/** Money on its way to a cold address or an exchange, as its row has it: the pool's own, or what conversions have to sell. */
export interface Sweep {
  readonly id: bigint;
  readonly orderId: string;
  readonly coin: string;
  readonly network: string;
  readonly address: string;
  /** The exchange whose address it is, by the exchange's own word; null for a cold address. */
  readonly place: string | null;
  /** In units of 10^-18, without what the network takes. */
  readonly amount: bigint;
  /** Of what its network takes the fee: the coin itself, or for a token the coin of the network. */
  readonly feeAsset: string;
  /** In units of 10^-18 of that. */
  readonly feeMax: bigint;
  readonly state: SweepState;
  readonly stateAt: Date;
  /** Its bytes were found, and are never handed out from here: see `adoptSweep`. */
  readonly found: boolean;
  readonly bookings: number;
  readonly goneAt: Date | null;
  readonly note: string | null;
  /** Its transaction; null while nothing is stored. */
  readonly signed: StoredTransaction | null;
  /** What takes its place and pays no one: the newest. */
  readonly cancel: StoredTransaction | null;
  /** What did so before and is not over: it may be confirmed as well. */
  readonly outbid: readonly StoredTransaction[];
}

export interface StoredTransaction {
  readonly txid: string;
  readonly bytes: Uint8Array;
  readonly proof: InvalidationProof;
  readonly sends: number;
  readonly lastSentAt: Date | null;
  readonly refusal: string | null;
}

type Row = Omit<Sweep, 'signed' | 'cancel' | 'outbid'> & {
  readonly txid: string | null;
  readonly cancelTxid: string | null;
};

/** The sweeps of a condition, in its order. */
export async function selectSweeps(db: Queryable, condition: Sql): Promise<readonly Sweep[]> {
  const rows = await db.query<Row>(sql`
    SELECT id, order_id AS "orderId", coin, network, address, place, amount, fee_asset AS "feeAsset", fee_max AS "feeMax", state,
           state_at AS "stateAt", found, bookings, gone_at AS "goneAt", note, txid, cancel_txid AS "cancelTxid" FROM sweeps ${condition}`);
  const outbid = await readOutbid(
    db,
    rows.flatMap(({ txid, cancelTxid }) =>
      txid === null || cancelTxid === null ? [] : [{ txid, cancelTxid }],
    ),
  );
  const txids = rows.flatMap(({ txid, cancelTxid }) => [txid, cancelTxid, ...(outbid.get(txid ?? '') ?? [])]);
  const transactions = await readTransactions(
    db,
    txids.filter((each) => each !== null),
  );
  return rows.map(({ txid, cancelTxid, ...row }) => ({
    ...row,
    signed: transactions.get(txid ?? '') ?? null,
    cancel: transactions.get(cancelTxid ?? '') ?? null,
    outbid: (outbid.get(txid ?? '') ?? []).flatMap((each) => transactions.get(each) ?? []),
  }));
}

/** By the transaction of a sweep, what has cancelled it before the newest: it shares a claim with it, and pays no one. */
async function readOutbid(
  db: Queryable,
  cancelled: readonly { readonly txid: string; readonly cancelTxid: string }[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (cancelled.length === 0) return new Map();
  const rows = await db.query<{ txid: string; other: string }>(sql`
    SELECT DISTINCT own.txid, two.txid AS other
      FROM payout_claims AS own JOIN payout_claims AS two USING (network, claim)
      JOIN payout_transactions AS cancel ON cancel.txid = two.txid
     WHERE own.txid = ANY(${cancelled.map(({ txid }) => txid)}::text[]) AND two.txid <> own.txid
       AND cancel.payees = 0 AND cancel.state <> 'invalidated' ORDER BY two.txid`);
  return new Map(
    cancelled.map(({ txid, cancelTxid }) => [
      txid,
      rows.flatMap((row) => (row.txid === txid && row.other !== cancelTxid ? [row.other] : [])),
    ]),
  );
}

async function readTransactions(
  db: Queryable,
  txids: readonly string[],
): Promise<ReadonlyMap<string, StoredTransaction>> {
  if (txids.length === 0) return new Map();
  const rows = await db.query<StoredTransaction>(sql`
    SELECT txid, bytes, proof, sends, last_sent_at AS "lastSentAt", refusal FROM payout_transactions
     WHERE txid = ANY(${[...txids]}::text[])`);
  return new Map(rows.map((row) => [row.txid, row]));
}

/** One of them; with `locked` no other process changes it until the transaction ends. */
export async function findSweep(
  db: Queryable,
  id: bigint,
  { locked = false }: { readonly locked?: boolean } = {},
): Promise<Sweep | undefined> {
  // As its change will, so that no process that locks them all waits between the two.
  if (locked) await db.query(sql`LOCK TABLE sweeps IN ROW EXCLUSIVE MODE`);
  const [found] = await selectSweeps(db, sql`WHERE id = ${id} ${locked ? sql`FOR UPDATE` : empty}`);
  return found;
}

/**
 * What a signer and the journals know a sweep by, given once. It says which goes to an exchange, and whether to be sold there: after a restore, its row is
 * made of what a journal has.
 */
export function newOrderId(
  { random }: Pick<PayoutContext, 'random'>,
  place: string | null | undefined,
  toSell = false,
): string {
  const id = random.uuid().replaceAll('-', '');
  if (place === null || place === undefined) return `sweep-${id}`;
  // Of one length: the other begins with none of these letters.
  return toSell ? `sweep-x-s${id.slice(1)}` : `sweep-x-${id}`;
}

export function isToExchange(orderId: string): boolean {
  return orderId.startsWith('sweep-x-');
}

/** What a rail and a signer are asked for. A signer knows it by its own id, and no payout has that. */
export function orderOfSweep({ id, orderId, coin, network, address, amount }: Sweep): PaymentOrder {
  return { payoutId: -id, orderId, coin, network, address, memo: '', amount };
}

/** How it stands in the ledger, before the next booking. */
export function moneyOfSweep({ coin, network, place, amount, signed, bookings }: Sweep): SweptMoney {
  const to = place ?? undefined;
  return { asset: coin, network, amount, to, txid: signed?.txid ?? '', before: bookings };
}

/**
 * Takes a sweep from the state in which the caller saw it to the next. True for the one caller whose update changed the row; a caller that gets
 * false was superseded by another process, and must do nothing more.
 */
export async function moveSweep(
  tx: Transaction,
  { id, state }: Pick<Sweep, 'id' | 'state'>,
  to: Exclude<SweepState, 'planned'>,
  at: number,
  more: Sql = empty,
): Promise<boolean> {
  const [moved] = await tx.query<{ coin: string; network: string; amount: bigint; txid: string | null }>(sql`
    UPDATE sweeps SET state = ${to}, state_at = ${new Date(at)} ${more} WHERE id = ${id} AND state = ${state}
    RETURNING coin, network, amount, txid`);
  if (moved === undefined) return false;
  const { coin, network, amount, txid } = moved;
  publishDomainEvent(tx, {
    event: sweepMoves[to],
    sweep: id.toString(),
    coin,
    network,
    amount: formatAmount(amount),
    transaction: txid,
  });
  return true;
}

/** Says for the operator what it waits for. */
export async function noteSweep(db: Queryable, { id, state }: Pick<Sweep, 'id' | 'state'>, note: string) {
  await db.query(sql`
    UPDATE sweeps SET note = ${note.slice(0, 500)} WHERE id = ${id} AND state = ${state} AND note IS DISTINCT FROM ${note.slice(0, 500)}`);
}

/** Forgets what it waited for. */
export async function forgetNote(db: Queryable, { id, state, note }: Pick<Sweep, 'id' | 'state' | 'note'>) {
  if (note !== null) await db.query(sql`UPDATE sweeps SET note = NULL WHERE id = ${id} AND state = ${state}`);
}

/** Why nothing may be signed or sent on a network now; asks its wallet where that is due. */
export async function sweepBarrier(
  ctx: PayoutContext,
  pair: Pick<Sweep, 'coin' | 'network'>,
): Promise<string | undefined> {
  const broken = ctx.journal.broken();
  if (broken !== undefined) return `the journal of payouts is broken: ${broken}`;
  const rolledBack = await ctx.rollback.check(ctx.db, ctx.clock.now());
  if (rolledBack !== undefined) return rolledBack;
  const missing = await ctx.outgoing.compare(ctx, pair);
  if (missing !== undefined) return missing;
  return suspensionWords(ctx.payoutBlockReason() ?? (await suspensionBeforeLeaving(ctx.db, pair)));
}

/** The same within the transaction that stores bytes or lets them leave, where nothing is asked any more. */
export async function sweepBarrierIn(
  tx: Transaction,
  ctx: PayoutContext,
  pair: Pick<Sweep, 'coin' | 'network'>,
): Promise<string | undefined> {
  const rolledBack = await ctx.rollback.check(tx, ctx.clock.now());
  if (rolledBack !== undefined) return rolledBack;
  const missing = ctx.outgoing.missing(ctx, pair);
  if (missing !== undefined) return missing;
  return suspensionWords(ctx.payoutBlockReason() ?? (await suspensionBeforeLeaving(tx, pair)));
}

export function suspensionWords(reason: string | undefined): string | undefined {
  return reason && `payouts of the network are suspended: ${reason}`;
}
