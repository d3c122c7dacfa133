import { miningAccount, referralAccount, restoreLossAccount } from '@openlode/ledger/accounts';
import { restoreLossEntry } from '@openlode/ledger/payout-entries';
import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../runtime/database/database.ts';
import { bookEntry } from '../ledger/book-entry.ts';
import type { Payout } from './payout.ts';

/** What the pool has paid for a miner whose payouts were adopted, as far as it concerns one payout; in units of 10^-18 of the coin. */
interface RestoreLoss {
  readonly id: bigint;
  /** What its owner would get back of it. */
  readonly own: bigint;
  /** What the pool paid for this owner after this payout was reserved, which may be the same money. */
  readonly later: bigint;
  /** What the pool paid for the miner in all, for its other adopted payouts that were not given back. */
  readonly poolPaid: bigint;
  /** What it has got back of that. */
  readonly returned: bigint;
}

/**
 * How much of each payout goes to the pool if it is released, by id; without an entry where that is nothing. Which came first follows
 * from the numbers of the ledger entries, which are in the order of booking.
 */
export async function readLossesToReturn(
  db: Queryable,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, bigint>> {
  if (ids.length === 0) return new Map();
  const losses = await readLosses(db, ids);
  return new Map(
    losses.map((each) => [each.id, toReturn(each)] as const).filter(([, amount]) => amount > 0n),
  );
}

/**
 * Corrects the pool's loss after a payout was released in the same transaction, whose entry locks the coin's chain of entries. The
 * returned money first repays what the pool has paid for the miner since the reservation, once, unless an operator has said that it is
 * other money. If the released payout was itself adopted, the pool has not paid it after all: what it got back beyond the rest returns to
 * the owner.
 */
export async function squareRestoreLoss(tx: Transaction, payout: Payout, now: number): Promise<void> {
  const [loss] = await readLosses(tx, [payout.id]);
  if (loss === undefined) return;
  const { poolPaid, returned } = loss;
  const due = payout.releaseToOwner ? 0n : toReturn(loss);
  const amount = returned > poolPaid ? poolPaid - returned : due;
  if (amount === 0n) return;
  const { id, coin, minerId, fromMining } = payout;
  const mining = amount < fromMining ? amount : fromMining;
  const from = [
    { account: miningAccount(minerId), amount: mining },
    { account: referralAccount(minerId), amount: amount - mining },
  ].filter((part) => part.amount !== 0n);
  await bookEntry(tx, restoreLossEntry({ id, coin, from }, now));
}

/** What the pool got back by the release of this payout. */
export async function returnedBy(db: Queryable, id: bigint): Promise<bigint> {
  const [row] = await db.query<{ amount: bigint }>(sql`
    SELECT postings.amount FROM ledger_entries JOIN postings ON entry_id = ledger_entries.id
     WHERE key = ${`restore-loss:${id}`} AND account = ${restoreLossAccount}`);
  return row?.amount ?? 0n;
}

function toReturn({ own, later, poolPaid, returned }: RestoreLoss): bigint {
  const most = [own, later, poolPaid - returned].reduce((least, each) => (each < least ? each : least));
  return most > 0n ? most : 0n;
}

async function readLosses(db: Queryable, ids: readonly bigint[]): Promise<RestoreLoss[]> {
  return db.query<RestoreLoss>(sql`
    SELECT asked.id, from_mining + from_referral AS own, later, "poolPaid", returned
      FROM payouts AS asked JOIN ledger_entries AS reservation ON reservation.key = 'reserve:' || asked.id,
           LATERAL (
             SELECT coalesce(sum(from_pool) FILTER (WHERE adoption.id > reservation.id), 0) AS later,
                    coalesce(sum(from_pool), 0) AS "poolPaid"
               FROM payouts AS adopted JOIN ledger_entries AS adoption ON adoption.key = 'reserve:' || adopted.id
              WHERE adopted.miner_id = asked.miner_id AND adopted.coin = asked.coin AND adopted.id <> asked.id
                AND adopted.from_pool > 0 AND adopted.state <> 'released'
           ) AS losses,
           LATERAL (
             SELECT coalesce(sum(postings.amount), 0) AS returned
               FROM payouts AS given JOIN ledger_entries AS entry ON entry.key = 'restore-loss:' || given.id
               JOIN postings ON entry_id = entry.id AND account = ${restoreLossAccount}
              WHERE given.miner_id = asked.miner_id AND given.coin = asked.coin
           ) AS back
     WHERE asked.id = ANY(${ids}::bigint[])`);
}
