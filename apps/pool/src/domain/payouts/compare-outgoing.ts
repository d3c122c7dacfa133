import sql from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import type { DecodedOutput, OutgoingTransaction } from '../kernel/rail.ts';
import type { UnansweredNetwork } from '../kernel/wallet.ts';
import type { PayoutContext } from './payout-context.ts';
import { askNodes, isKnownToTwo } from './known-to-nodes.ts';
import { bookedTransactions, findPaidMiner, possiblePayouts, type Reading } from './booked-transactions.ts';
import { checkJournal, paymentOf } from './check-journal.ts';
import { type LaggingSearch, laggingSearches } from '../rounds/block-searches.ts';
import { readComparisons } from './read-comparisons.ts';
import { readKnown } from './known-payments.ts';
import { provenUntil } from './proven-until.ts';
import { readAllOutgoing } from './read-outgoing.ts';
import { readSent } from './read-sent.ts';
import { signings } from './signings.ts';

/** How far before the last comparison the next one begins, ms: clocks differ, and a wallet may date a payment otherwise than the pool. */
const marginMs = 86_400_000;
/** The most networks that a sentence names. */
const namedMax = 5;

/** A payment of a transaction that left, or may have left, and is no payout in the database. */
export interface UnknownTransaction {
  readonly txid: string;
  readonly network: string;
  readonly address: string;
  readonly memo: string;
  readonly coin: string;
  /** In units of 10^-18. */
  readonly amount: bigint;
  readonly at: number;
  /**
   * Who names it: a wallet, which sent it; a journal, by which it may have left; a journal that names no ledger and may be another
   * pool's; or `released-payout`, whose money was given back although two nodes know the transaction.
   */
  readonly from: 'wallet' | 'released-payout' | 'journal' | 'unnamed-journal';
}

export interface Comparison {
  readonly since: number;
  /** How many the wallets have sent since then. */
  readonly transactions: number;
  readonly unknown: readonly UnknownTransaction[];
  /** The networks whose wallets have not said what has left them: of them nothing was compared. */
  readonly unanswered: readonly UnansweredNetwork[];
  /**
   * The chains on which own blocks from before the newest unknown transaction may not be credited yet: adopting it may have to wait for
   * them.
   */
  readonly blocks: readonly LaggingSearch[];
}

type Context = Pick<PayoutContext, 'db' | 'clock' | 'rails' | 'journal'> & { readonly actor: string };

/**
 * Compares the database's payouts with what wallets have sent and what journals say may have left, since the last clean comparison and
 * at least since `atLeastSince` (ms). Stores the result, because a suspension after a rollback is lifted only after a comparison of its
 * networks that found nothing unknown. Networks that do not answer are named, the others are compared. Throws where none answers.
 */
export async function compareOutgoing(
  ctx: Context,
  atLeastSince = Number.POSITIVE_INFINITY,
): Promise<Comparison> {
  const now = ctx.clock.now();
  // Lines that only the file of this process has become known to all.
  await checkJournal(ctx);
  const since = Math.min(await comparedSince(ctx.db, now), atLeastSince);
  const { transactions: outgoing, unanswered: silent, isAnswered } = await readAllOutgoing(ctx.rails, since);
  if (!isAnswered)
    throw new Error(
      `nothing was compared: no wallet has said what has left it. ${describeUnanswered(silent)}`,
    );
  const left = await unknownOutgoing(ctx, outgoing);
  const unanswered = [...silent, ...left.undecided];
  const unknown = [...left.unknown, ...(await unknownReleased(ctx.db)), ...(await unknownLines(ctx.db))];
  const once = [...new Map(unknown.map((each) => [paymentOf(each), each])).values()].toSorted(
    (a, b) => a.at - b.at,
  );
  await ctx.db.query(sql`
    INSERT INTO payout_comparisons (compared_at, since, transactions, unknown, actor, unanswered, unread, unknown_on)
    VALUES (${new Date(now)}, ${new Date(since)}, ${outgoing.length}, ${once.length}, ${ctx.actor},
            ${unanswered.map(({ network }) => network)}::text[], ${left.undecided.map(({ network }) => network)}::text[],
            ${[...new Set(once.map(({ network }) => network))]}::text[])`);
  const newest = once.at(-1);
  const blocks = newest === undefined ? [] : await laggingSearches(ctx.db, newest.at, now);
  return { since, transactions: outgoing.length, unknown: once, unanswered, blocks };
}

/** The networks that have not answered, each with the reason, and what to do about them. */
export function describeUnanswered(unanswered: readonly UnansweredNetwork[]): string {
  const named = unanswered.slice(0, namedMax).map(({ network, why }) => `${network} (${why})`);
  const more = unanswered.length > namedMax ? ` and ${unanswered.length - namedMax} more` : '';
  return `No answer from ${named.join(', ')}${more}: bring the node or the wallet back, and compare again.`;
}

/**
 * From when on wallets are asked, in ms: a day before the moment up to which the database is known to be complete. That moment is its newest
 * comparison: a copy that was put back by hand has exactly those that were made before it was copied. 0 where the beginning of the ledger is not
 * known either.
 */
export async function comparedSince(db: Queryable, now: number): Promise<number> {
  const [begin] = await db.query<{ at: Date | null }>(sql`
    SELECT least(created_at, (SELECT min(began_at) FROM payout_epochs), (SELECT min(reserved_at) FROM payouts)) AS at
      FROM pool_identity`);
  const comparisons = await readComparisons(db, now);
  return Math.max(0, provenUntil(begin?.at?.getTime() ?? 0, comparisons) - marginMs);
}

/** The same for looking up one transaction. It also covers what the newest comparison covered, so that what it named is found. */
export async function compareFrom(db: Queryable, now: number): Promise<number> {
  const [newest] = await db.query<{ since: Date }>(
    sql`SELECT since FROM payout_comparisons ORDER BY id DESC LIMIT 1`,
  );
  const due = await comparedSince(db, now);
  return Math.min(due, newest?.since.getTime() ?? due);
}

/** What a comparison makes of what wallets have sent. */
export interface ComparedOutgoing {
  readonly unknown: readonly UnknownTransaction[];
  /** Each network once of which nodes must first say what became of a transaction whose payout was released. */
  readonly undecided: readonly UnansweredNetwork[];
}

/**
 * The transactions that the pool cannot account for: no payout, no booked movement (`bookedTransactions`), and not disregarded by an operator.
 */
export async function unknownOutgoing(
  { db, rails }: Pick<Context, 'db' | 'rails'>,
  outgoing: readonly OutgoingTransaction[],
): Promise<ComparedOutgoing> {
  const known = await readKnown(db, outgoing);
  const released = await releasedOf(
    { db, rails },
    outgoing.filter(({ txid }) => known.released.has(txid)),
  );
  const txids = new Set([...known.whole, ...released.over, ...released.undecided.map(({ txid }) => txid)]);
  const readings: ReadOutgoing[] = [];
  for (const each of outgoing) if (!txids.has(each.txid)) readings.push(await readSent(db, rails, each));
  const disregarded = await disregardedOf({ db, rails }, readings, known.payments);
  const unpaid = readings.filter(
    ({ txid, reading }) => reading.kind !== 'unanswered' && !disregarded.has(txid),
  );
  const booked = await bookedTransactions(db, unpaid);
  const unknown = unpaid
    .filter(({ txid }) => !booked.has(txid))
    .flatMap(({ txid, network, at, reading }) => {
      const from = released.known.has(txid) ? ('released-payout' as const) : ('wallet' as const);
      return paymentsOf(reading)
        .map(({ address, memo, asset: coin, amount }) => ({
          txid,
          network,
          address,
          memo,
          coin,
          amount,
          at,
          from,
        }))
        .filter((each) => !known.payments.has(paymentOf(each)));
    });
  const unread = readings.flatMap(({ txid, network, reading }) =>
    reading.kind === 'unanswered' && !disregarded.has(txid)
      ? [{ network, why: `its wallet has sent ${txid}, and no node says what it does: ${reading.why}` }]
      : [],
  );
  const undecided = new Map(
    [...unread, ...released.undecided].map(({ network, why }) => [network, { network, why }]),
  );
  return { unknown, undecided: [...undecided.values()] };
}

/** What a transaction paid to others. Where it paid no others, or cannot be read, one payment stands for it all the same. */
function paymentsOf(reading: Reading): readonly DecodedOutput[] {
  const { outward = [], decoded } = reading.kind === 'payment' ? reading : {};
  if (outward.length > 0) return outward;
  return [decoded?.outputs[0] ?? { address: '', memo: '', asset: '', amount: 0n }];
}

/** What a wallet has sent, and what a rail makes of it. */
type ReadOutgoing = OutgoingTransaction & { readonly reading: Reading };

interface Released {
  /** Two nodes know these, although their money was given back. */
  readonly known: ReadonlySet<string>;
  /** Two nodes say that these can never be confirmed; or the nodes cannot tell, and an operator has decided that they have not paid. */
  readonly over: ReadonlySet<string>;
  /** Of these the nodes say neither: a missing answer does not clear them. */
  readonly undecided: readonly (UnansweredNetwork & { readonly txid: string })[];
}

/**
 * The transactions whose payouts were released. They are judged by the nodes, because a wallet also lists what it sent and what can never be
 * confirmed.
 */
async function releasedOf(
  { db, rails }: Pick<Context, 'db' | 'rails'>,
  outgoing: readonly OutgoingTransaction[],
): Promise<Released> {
  if (outgoing.length === 0) return { known: new Set(), over: new Set(), undecided: [] };
  const rows = await db.query<{ txid: string; coin: string }>(sql`
    SELECT DISTINCT txid, coin FROM ${signings}
     WHERE state = 'released' AND txid = ANY(${outgoing.map(({ txid }) => txid)}::text[])
       AND NOT EXISTS (SELECT 1 FROM payouts AS adopted
                        WHERE (adopted.txid, adopted.coin, adopted.address, adopted.memo)
                              = (signing.txid, signing.coin, signing.address, signing.memo) AND adopted.state <> 'released')`);
  const coins = new Map(rows.map(({ txid, coin }) => [txid, coin]));
  const [known, over] = [new Set<string>(), new Set<string>()];
  const undecided: (UnansweredNetwork & { readonly txid: string })[] = [];
  for (const { txid, network, proof } of outgoing) {
    const coin = coins.get(txid);
    if (coin === undefined) continue;
    const judged = await askNodes(rails, { network, coin, txid, proof });
    if (isKnownToTwo(judged)) known.add(txid);
    else if (judged.evidence.kind === 'invalidated' || judged.unclear !== undefined) over.add(txid);
    else {
      const missing = judged.unresolved ?? 'two nodes that know it, or prove that it can never be confirmed';
      const why = `its wallet has sent ${txid}, whose payout was released, and what became of it is not known: ${missing}`;
      undecided.push({ network, txid, why });
    }
  }
  return { known, over, undecided };
}

/** Released payouts that are on their chain all the same, by when they were last watched (`watchReleased`). */
async function unknownReleased(db: Queryable): Promise<UnknownTransaction[]> {
  const rows = await db.query<Omit<UnknownTransaction, 'at' | 'from'> & { at: Date }>(sql`
    SELECT txid, network, address, memo, coin, amount, coalesce(sent_at, state_at) AS at FROM payouts
     WHERE state = 'released' AND txid IS NOT NULL AND verdict = 'final'
       AND NOT EXISTS (SELECT 1 FROM payouts AS adopted
                        WHERE (adopted.txid, adopted.coin, adopted.address, adopted.memo)
                              = (payouts.txid, payouts.coin, payouts.address, payouts.memo) AND adopted.state <> 'released')
     ORDER BY id`);
  return rows.map((row) => ({ ...row, at: row.at.getTime(), from: 'released-payout' }));
}

/**
 * Which of these an operator has disregarded. An id can be typed before anything is known of its bytes, so it is not enough by itself: a payment
 * to the address of a miner still counts as a payout, unless the miner was opened after it left. A journal line was disregarded because it was
 * never sent: once a wallet has sent it, that no longer holds. Where the bytes cannot be read, the operator's word counts.
 */
async function disregardedOf(
  { db, rails }: Pick<Context, 'db' | 'rails'>,
  outgoing: readonly ReadOutgoing[],
  known: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ txid: string }>(sql`
    SELECT DISTINCT subject AS txid FROM operator_decisions
     WHERE kind = 'disregard-transaction' AND subject = ANY(${outgoing.map(({ txid }) => txid)}::text[])
       AND NOT EXISTS (SELECT 1 FROM payout_journal WHERE txid = subject AND origin <> 'chain')`);
  const disregarded = new Set(rows.map(({ txid }) => txid));
  for (const { txid, network, at, reading } of outgoing) {
    if (!disregarded.has(txid)) continue;
    // A node that is silent now may say later that it pays a miner.
    if (reading.kind === 'unanswered') disregarded.delete(txid);
    const outputs = reading.kind === 'payment' ? reading.outward : [];
    // Only what could still be adopted counts.
    const open = possiblePayouts(rails, network, outputs).filter(
      ({ asset: coin, address, memo }) => !known.has(paymentOf({ txid, coin, address, memo })),
    );
    if ((await findPaidMiner(db, open, at)) !== undefined) disregarded.delete(txid);
  }
  return disregarded;
}

async function unknownLines(db: Queryable): Promise<UnknownTransaction[]> {
  const rows = await db.query<Omit<UnknownTransaction, 'at'> & { at: Date }>(sql`
    SELECT txid, network, address, memo, coin, amount, at,
           CASE origin WHEN 'unknown' THEN 'unnamed-journal' ELSE 'journal' END AS from FROM payout_journal AS line
     WHERE NOT EXISTS (SELECT 1 FROM ${signings}
                        WHERE (signing.txid, signing.coin, signing.address, signing.memo)
                              = (line.txid, line.coin, line.address, line.memo))
       AND NOT EXISTS (SELECT 1 FROM operator_decisions WHERE kind = 'disregard-transaction' AND subject = line.txid)
     ORDER BY position`);
  return rows.map((row) => ({ ...row, at: row.at.getTime() }));
}
