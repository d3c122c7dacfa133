import { reserveEntry } from '@openlode/ledger/payout-entries';
import sql from 'sql-template-tag';
import { firstRow, type Queryable, type Transaction } from '../../runtime/database/database.ts';
import { minerUuid } from '../miners/miner-uuid.ts';
import { readBalance } from '../miners/read-balance.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { recordDecision } from '../kernel/decision.ts';
import { bookEntry } from '../ledger/book-entry.ts';
import type { JournalLine } from '../kernel/payout-journal.ts';
import type { DecodedPayment } from '../kernel/rail.ts';
import { type Rails, requireRail } from '../kernel/rails.ts';
import type { UnansweredNetwork } from '../kernel/wallet.ts';
import { adoptAttempt } from './adopt-attempt.ts';
import { type AwaitedIncome, awaitedIncome } from './awaited-income.ts';
import { announcePayout } from './announce-payout.ts';
import { bookedTransactions, readPayment } from './booked-transactions.ts';
import { paymentOf, storeLines } from './check-journal.ts';
import { findTransaction, spellingsOf } from './find-transaction.ts';
import { freeId, freeOrderId } from './free-ids.ts';
import { findReplacement } from './journal-transactions.ts';
import { askNodes, hasLeftByTwo } from './known-to-nodes.ts';
import { isLostSweep } from './lost-sweep.ts';
import { moneyOf, type Payout, selectPayouts } from './payout.ts';
import type { PayoutContext } from './payout-context.ts';
import { type NewTransaction, storeTransaction } from './payout-transaction.ts';
import { storeAdoptedBytesIn } from './prepare-payout.ts';
import { signings } from './signings.ts';
import { utcDate } from '../kernel/utc-day.ts';
import { type Difference, verifyShare } from './verify-payment.ts';

type Context = PayoutContext & Pick<ServiceContext, 'secret'> & { readonly actor: string };

export type AdoptOutcome =
  | {
      readonly kind: 'adopted';
      readonly payout: bigint;
      /** What the balance lacked; the pool paid it. */
      readonly fromPool: bigint;
      /** Payouts of the miner that wait for an operator now: what they hold may be the money that left. */
      readonly held: readonly bigint[];
      /** No two nodes know it: it is held and never sent, and its chain ends it. */
      readonly unsent?: true;
      /** It is another transaction of a payout that is under way: whichever of its transactions is confirmed pays it. */
      readonly isAttempt?: true;
      /** How many other payments of the same transaction are no payouts yet: each is adopted by itself. */
      readonly more?: number;
    }
  /** It is a payout already: nothing was done. */
  | { readonly kind: 'known'; readonly payout: bigint }
  /**
   * Nothing was adopted: the balance lacks `lacks`, and `income` from before the transaction left may still make it up. Ask again once
   * the income has been credited, or with `atPoolsCost`.
   */
  | {
      readonly kind: 'income-awaited';
      readonly lacks: bigint;
      /** When the transaction left, in ms. */
      readonly leftAt: number;
      readonly income: AwaitedIncome;
    }
  /** The operator has booked it as a movement: adopting it would take its amount a second time. */
  | { readonly kind: 'movement'; readonly of: string }
  /** Another transaction pays the payout that it was signed for, and no two nodes know it: it would be paid twice. */
  | { readonly kind: 'replaced'; readonly payout: bigint; readonly by: string }
  /** Neither a journal nor a wallet knows it. */
  | { readonly kind: 'no-transaction' }
  /** Neither a journal nor a wallet that answers knows it; one of these may. */
  | { readonly kind: 'not-answered'; readonly unanswered: readonly UnansweredNetwork[] }
  /** A journal or a wallet has it, and no node says now what it does. */
  | ({ readonly kind: 'unread' } & UnansweredNetwork)
  /** It is a sweep that the database has lost, and is adopted as one (`adoptTransaction`): what journals and wallets have of it. */
  | { readonly kind: 'sweep'; readonly lines: readonly JournalLine[] }
  /** It is no payout of one amount to one address; what it is, is for a person to say (`disregardTransaction`). */
  | { readonly kind: 'not-a-payout'; readonly what: string };

/**
 * Makes a payout of a transaction that left, or may have, and that the database does not know or knows as released. Of a transaction with several
 * payments it takes the first that is no payout yet. The amount leaves the owner's balance and is in flight again, and the chain decides how it
 * ends. Adopting it again changes nothing.
 *
 * The balance may be too small because later rewards were lost too: then the pool pays the difference. While a block or conversion from before the
 * transaction may still be credited it does so only with `atPoolsCost`, because the owner would get that money twice. The balance may also be too
 * small because this copy still reserves the money for a payout that was released after the copy was made: such payouts are held until an operator
 * releases or approves them.
 *
 * A transaction that fewer than two nodes know may never have left, whatever a journal says: its payout is held, is never sent from here, and ends as
 * its chain says (`confirmPayout`).
 */
export async function adoptPayout(
  ctx: Context,
  request: { readonly txid: string; readonly reason: string; readonly atPoolsCost?: boolean | undefined },
): Promise<AdoptOutcome> {
  const known = await readKnown(ctx.db, request.txid);
  const [before] = known;
  if (before !== undefined && known.length >= before.payees) return { kind: 'known', payout: before.id };
  const { txid, written, sent, isUnreadable, unread, unanswered } = await findTransaction(ctx, request.txid);
  if (isUnreadable) return { kind: 'not-a-payout', what: unreadableWords };
  const payments = new Map([...sent, ...written].map((each) => [paymentOf(each), each]));
  for (const each of known) payments.delete(paymentOf(each));
  const [first, ...others] = payments.values();
  if (first === undefined && unread !== undefined) return { kind: 'unread', ...unread };
  if (first === undefined && unanswered.length > 0) return { kind: 'not-answered', unanswered };
  if (first === undefined)
    return before === undefined ? { kind: 'no-transaction' } : { kind: 'known', payout: before.id };
  const lines = [...written, ...sent];
  if (await isLostSweep(ctx, first, lines)) return { kind: 'sweep', lines };
  const reading = await readPayment(ctx.rails, first);
  if (reading.kind === 'unanswered') return { kind: 'unread', network: first.network, why: reading.why };
  const booked = (await bookedTransactions(ctx.db, [{ ...first, reading }])).get(txid);
  if (booked !== undefined) return { kind: 'movement', of: booked };
  if (reading.kind === 'unreadable') return { kind: 'not-a-payout', what: unreadableWords };
  const { decoded, outward } = reading;
  const isPayout = (each: JournalLine) => judgeLine(ctx.rails, each, decoded)?.kind !== 'altered';
  // An address that it pays twice cannot be a payout; the other payments still can.
  const line = [first, ...others].find(isPayout) ?? first;
  const difference = judgeLine(ctx.rails, line, decoded);
  if (difference?.kind === 'altered') return { kind: 'not-a-payout', what: difference.what };
  // What one node lists as sent may be nothing: a lie, or what the wallet has given up.
  const hasLeft = hasLeftByTwo(await askNodes(ctx.rails, line));
  const attempted = await adoptAttempt(ctx, { line, decoded, payees: outward.length, hasLeft, ...request });
  if (attempted !== undefined) return attempted;
  const other = hasLeft ? undefined : await findReplacement(ctx.db, line);
  if (other !== undefined && !other.isReleased)
    return { kind: 'replaced', payout: line.payout, by: other.txid };
  const signed = { ...line, decoded, payees: Math.max(1, outward.length) };
  const outcome = await ctx.db.transaction((tx) => adopt(tx, ctx, { line, signed, hasLeft, ...request }));
  const more = payments.size - 1;
  return outcome.kind === 'adopted' && more > 0 ? { ...outcome, more } : outcome;
}

type KnownPayout = Pick<Payout, 'id' | 'coin' | 'address' | 'memo'> & {
  readonly txid: string;
  readonly payees: number;
};

/** The payouts that the transaction pays, without released ones. */
export async function readKnown(db: Queryable, typed: string): Promise<readonly KnownPayout[]> {
  return db.query<KnownPayout>(sql`
    SELECT id, txid, coin, address, memo, payees FROM ${signings} JOIN payout_transactions USING (txid)
     WHERE txid = ANY(${spellingsOf(typed)}::text[]) AND signing.state <> 'released' AND id > 0 ORDER BY id`);
}

/** The payout that this transaction pays, where the database has it as reserved: by its label, or by what it pays to whom. */
export async function findReserved(db: Queryable, line: JournalLine): Promise<Payout | undefined> {
  const { payout, network, coin, address, memo, amount } = line;
  const [same] = await selectPayouts(
    db,
    sql`WHERE state = 'reserved' AND (payouts.network, payouts.coin, payouts.address, payouts.memo, amount)
          = (${network}, ${coin}, ${address}, ${memo}, ${amount}) AND ${payout}::bigint IN (payouts.id, 0) ORDER BY payouts.id LIMIT 1`,
  );
  return same;
}

const unreadableWords = 'content that cannot be read';

/** How the transaction differs from the payment that the line names; undefined where it does not. */
export function judgeLine(rails: Rails, line: JournalLine, decoded: DecodedPayment): Difference | undefined {
  const { payout, txid, coin, network, address, memo, amount } = line;
  const rail = requireRail(rails, network);
  const order = { payoutId: payout, coin, network, address, memo, amount };
  return verifyShare(order, txid, decoded, rail.terms(coin, network));
}

async function adopt(
  tx: Transaction,
  ctx: Context,
  asked: {
    readonly line: JournalLine;
    readonly signed: Omit<NewTransaction, 'network'>;
    readonly hasLeft: boolean;
    readonly reason: string;
    readonly atPoolsCost?: boolean | undefined;
  },
): Promise<AdoptOutcome> {
  const { line, signed, hasLeft, reason, atPoolsCost } = asked;
  const { coin, network, address, memo, amount } = line;
  const miner = await lockMiner(tx, ctx, line);
  const now = new Date(ctx.clock.now());
  // Twice at once: the second waited for the miner's row, and finds the first's payout.
  const [known] = await tx.query<{ id: bigint }>(
    sql`SELECT id FROM payouts
         WHERE txid = ${line.txid} AND (coin, address, memo) = (${coin}, ${address}, ${memo}) AND state <> 'released'`,
  );
  if (known !== undefined) return { kind: 'known', payout: known.id };
  const reserved = await findReserved(tx, line);
  if (reserved !== undefined && (await storeAdoptedBytesIn(tx, ctx, reserved, signed, { hasLeft }))) {
    // What only a wallet knows is no line of a journal yet.
    await storeLines(tx, [{ ...line, payout: reserved.id }], 'chain');
    await decide(tx, ctx, line, reserved.id, reason);
    const isHeld = !hasLeft && reserved.hold !== null;
    return { kind: 'adopted', payout: reserved.id, fromPool: 0n, held: isHeld ? [reserved.id] : [] };
  }
  const balance = await readBalance({ db: tx }, { id: miner, coin });
  const fromMining = balance.mining < amount ? balance.mining : amount;
  const rest = amount - fromMining;
  const fromReferral = balance.referral < rest ? balance.referral : rest;
  const fromPool = rest - fromReferral;
  const income = await awaitedIncome(tx, { miner, before: line.at, now: now.getTime() });
  if (fromPool > 0n && income !== undefined && atPoolsCost !== true)
    return { kind: 'income-awaited', lacks: fromPool, leftAt: line.at, income };
  const sentAt = new Date(line.at);
  const begin = hasLeft
    ? ({ state: 'broadcasting', hold: null, endingSince: null, sentAt, note: null } as const)
    : ({
        state: 'prepared',
        hold: 'operator',
        endingSince: now,
        sentAt: null,
        note: unsentNote,
      } as const);
  const id = await freeId(tx, line.payout);
  const orderId = await freeOrderId(tx, ctx, line.orderId);
  const rail = requireRail(ctx.rails, network);
  // Payouts are locked before claims, here and where one is signed.
  const held = fromPool > 0n ? await holdUnsent(tx, miner, id, line.txid) : [];
  await storeTransaction(
    tx,
    { ...signed, network },
    { state: hasLeft ? 'sent' : 'signed', at: now.getTime(), mayHaveLeft: true, resend: rail.resend },
  );
  await tx.query(sql`
    INSERT INTO payouts (id, order_id, miner_id, kind, utc_date, coin, network, address, memo, from_mining, from_referral, from_pool,
                         amount, reserved_at, state, state_at, txid, sent_at, confirmations_needed, note, hold, release_asked_at)
    OVERRIDING SYSTEM VALUE
    VALUES (${id}, ${orderId}, ${miner}, 'adopted', ${utcDate(line.at)}, ${coin}, ${network}, ${address}, ${memo}, ${fromMining},
            ${fromReferral}, ${fromPool}, ${amount}, ${sentAt}, ${begin.state}, ${now}, ${line.txid}, ${begin.sentAt},
            ${rail.terms(coin, network).confirmationsNeeded}, ${begin.note}, ${begin.hold}, ${begin.endingSince})`);
  await storeLines(tx, [{ ...line, payout: id }], 'chain');
  await announcePayout(tx, ctx, id, { balanceChanged: true });
  await bookEntry(
    tx,
    reserveEntry(
      moneyOf({ id, minerId: miner, coin, network, fromMining, fromReferral, fromPool }),
      now.getTime(),
    ),
  );
  await decide(tx, ctx, line, id, reason);
  return { kind: 'adopted', payout: id, fromPool, held, ...(hasLeft ? {} : { unsent: true }) };
}

const unsentNote =
  'adopted, and no two nodes know its transaction: the pool does not send it, and its chain ends it';

/** Holds what the miner has reserved and not sent: `adopted` was paid, and its balance could not pay for it. */
async function holdUnsent(
  tx: Transaction,
  miner: bigint,
  adopted: bigint,
  txid: string,
): Promise<readonly bigint[]> {
  const note = `payout ${adopted} (${txid}) left, and the balance could not pay for it: what is reserved here may be the same money`;
  const rows = await tx.query<{ id: bigint }>(sql`
    UPDATE payouts SET hold = 'operator', note = ${note}
     WHERE miner_id = ${miner} AND id <> ${adopted} AND state IN ('reserved', 'prepared') RETURNING id`);
  return rows.map(({ id }) => id).toSorted((a, b) => (a < b ? -1 : 1));
}

/** The miner that was paid, opened again where the database lost it, and its row held. */
async function lockMiner(
  tx: Transaction,
  ctx: Context,
  { coin, network, address, memo, at }: JournalLine,
): Promise<bigint> {
  const find = () =>
    tx.query<{ id: bigint }>(sql`
      SELECT id FROM miners WHERE coin = ${coin} AND address = ${address} AND memo = ${memo} FOR UPDATE`);
  const [known] = await find();
  if (known !== undefined) return known.id;
  const uuid = minerUuid(ctx.secret, { coin, address, memo: memo === '' ? null : memo });
  await tx.query(sql`
    INSERT INTO miners (uuid, coin, network, address, memo, created_at, last_work_at)
    VALUES (${uuid}, ${coin}, ${network}, ${address}, ${memo}, ${new Date(at)}, ${new Date(at)}) ON CONFLICT DO NOTHING`);
  return firstRow(await find()).id;
}

async function decide(
  tx: Transaction,
  ctx: Context,
  { txid }: JournalLine,
  payout: bigint,
  reason: string,
): Promise<void> {
  await recordDecision(tx, ctx, { kind: 'adopt-payout', subject: `${payout}: ${txid}`, reason });
}
