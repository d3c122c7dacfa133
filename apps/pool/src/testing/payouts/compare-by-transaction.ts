import sql from 'sql-template-tag';
import type { Database } from '../../runtime/database/database.ts';
import { listPayouts } from '../../domain/views/list-payouts.ts';
import type { Truth } from './compare-with-truth.ts';

/** The ledger compared with the chain's own record, amounts in units of 10^-18. */
export interface TransactionComparison {
  /** On the chain, and not a settled payout: its owner could be paid once more. */
  readonly overpaid: bigint;
  /** A settled payout whose transaction the chain does not have. */
  readonly lost: bigint;
  readonly payouts: number;
  /** Transactions that pay several payouts. */
  readonly shared: number;
  readonly settled: number;
  readonly released: number;
  /** Payouts that are not over, with what they wait for. */
  readonly waiting: readonly string[];
  readonly wrong: readonly string[];
}

/**
 * Compares by transaction id and address, because a database that was taken back gives the same payout numbers out again. Each payment on
 * the chain is one settled payout and each settled payout one payment; each miner has, or was paid, what it was given in this database.
 */
export async function compareByTransaction(db: Database, truth: Truth): Promise<TransactionComparison> {
  const rows = await db.query<{
    id: bigint;
    state: string;
    txid: string | null;
    address: string;
    amount: bigint;
  }>(sql`SELECT id, state, txid, address, amount FROM payouts ORDER BY id`);
  const settled = new Map(
    rows.filter(({ state }) => state === 'settled').map((row) => [`${row.txid} ${row.address}`, row]),
  );
  let [overpaid, lost] = [0n, 0n];
  for (const { txid, outputs } of truth) {
    const sum = outputs.reduce((total, { amount }) => total + amount, 0n);
    const payment = `${txid} ${outputs[0]?.address}`;
    const due = settled.get(payment)?.amount ?? 0n;
    if (sum > due) overpaid += sum - due;
    if (sum < due) lost += due - sum;
    settled.delete(payment);
  }
  for (const { amount } of settled.values()) lost += amount;
  const wrong = await minersThatDoNotAddUp(db);
  const shared = await db.query(sql`SELECT 1 FROM payout_transactions WHERE payees > 1`);
  const waiting: string[] = [];
  for (const { id, state } of rows) {
    if (state === 'settled' || state === 'released') continue;
    const [listed] = await listPayouts({ db, clock: { now: () => 0 } }, { id, limit: 1 });
    if (listed?.waitsFor === undefined) wrong.push(`payout ${id} is ${state} and names nothing`);
    else waiting.push(`payout ${id} is ${state} and waits for ${listed.waitsFor}`);
  }
  const count = (state: string): number => rows.filter((row) => row.state === state).length;
  return {
    overpaid,
    lost,
    payouts: rows.length,
    shared: shared.length,
    settled: count('settled'),
    released: count('released'),
    waiting,
    wrong,
  };
}

/** What a miner has, what is in flight for it and what it was paid, less what the pool bore and did not get back, is what it was given. */
async function minersThatDoNotAddUp(db: Database): Promise<string[]> {
  const rows = await db.query<{ address: string; given: bigint; has: bigint }>(sql`
    WITH given AS (
      SELECT account, sum(amount) AS amount FROM postings JOIN ledger_entries ON ledger_entries.id = entry_id
       WHERE kind = 'given' GROUP BY account),
    paid AS (
      SELECT miner_id, sum(amount - from_pool) AS amount FROM payouts WHERE state <> 'released' GROUP BY miner_id),
    returned AS (
      SELECT miner_id, sum(postings.amount) AS amount
        FROM payouts JOIN ledger_entries ON key = 'restore-loss:' || payouts.id
        JOIN postings ON entry_id = ledger_entries.id AND account = 'pool:restore-loss' GROUP BY miner_id)
    SELECT address, coalesce(given.amount, 0) AS given,
           coalesce(mining.amount, 0) + coalesce(referral.amount, 0) + coalesce(paid.amount, 0)
             + coalesce(returned.amount, 0) AS has
      FROM miners
      LEFT JOIN given ON given.account = 'miner:' || miners.id || ':mining'
      LEFT JOIN balances AS mining ON mining.account = 'miner:' || miners.id || ':mining'
      LEFT JOIN balances AS referral ON referral.account = 'miner:' || miners.id || ':referral'
      LEFT JOIN paid ON paid.miner_id = miners.id
      LEFT JOIN returned ON returned.miner_id = miners.id`);
  return rows
    .filter(({ given, has }) => given !== has)
    .map(({ address, given, has }) => `${address} was given ${given} and has or had ${has}`);
}

/**
 * What the chain paid beyond what the world ever owed, by address, in units of 10^-18, whatever any database says. A second payment that
 * was adopted is a settled payout like any other: only this shows it.
 */
export function paidBeyond(truth: Truth, earned: ReadonlyMap<string, bigint>): ReadonlyMap<string, bigint> {
  const beyond = new Map<string, bigint>();
  for (const { address, amount } of truth.flatMap(({ outputs }) => outputs))
    beyond.set(address, (beyond.get(address) ?? -(earned.get(address) ?? 0n)) + amount);
  return new Map([...beyond].filter(([, amount]) => amount > 0n));
}

export function describeBeyond(beyond: ReadonlyMap<string, bigint>): string[] {
  return [...beyond].map(([address, amount]) => `${address} was paid ${amount} more than it ever earned`);
}
