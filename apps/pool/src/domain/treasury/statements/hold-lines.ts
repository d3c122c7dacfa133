import sql from 'sql-template-tag';
import type { Queryable } from '../../../runtime/database/database.ts';
import type { ServiceContext } from '../../kernel/context.ts';
import type { Wallet } from '../../kernel/wallet.ts';
import { readUnbooked } from '../read-unbooked.ts';
import type { Deposited } from './read-deposited.ts';

/** A payment may arrive with so much less than its pool says: some name it before the fee of its transaction. Percent. */
const feePercentMax = 5n;

/**
 * Of the payments of one coin that are said and not booked: whether the wallets hold so much more than the ledger says, the oldest first. What is
 * held stands for one line, whichever pool it is of. What was held stays held while payouts on their way may be all that is less. Those of a pool that pays
 * into an account at an exchange are held by its record alone, a deposit for one of them. Rejects where the wallet does not answer: nothing changes then.
 */
export async function holdLines(
  { db, wallet }: Pick<ServiceContext, 'db'> & { readonly wallet: Wallet },
  { coin, network }: { readonly coin: string; readonly network: string },
  deposited: Deposited = () => undefined,
): Promise<void> {
  const lines = await db.query<{
    upstream: string;
    algorithm: string;
    txid: string;
    amount: bigint;
    was: boolean;
  }>(sql`
    SELECT upstream, algorithm, txid, amount, is_held AS was FROM upstream_lines WHERE asset = ${coin} AND state = 'open'
     ORDER BY seen_at, said_at, upstream, txid`);
  if (lines.length === 0) return;
  const isOfWallet = lines.some((line) => deposited(line) === undefined);
  let atPlaces = await readMoreAtPlaces(db, coin);
  let rest = isOfWallet ? (await readMore({ db, wallet }, { coin, network })) + atPlaces : 0n;
  // A payout that has left the wallet is owed still until it is settled: as much is counted twice meanwhile.
  const leaving = await readLeaving(db, coin);
  const holds = (held: bigint, amount: bigint): boolean => held * 100n >= amount * (100n - feePercentMax);
  // Another pool may name the transaction of the first: a deposit is of one of them.
  const taken = new Map<string, bigint>();
  for (const line of lines) {
    const { upstream, algorithm, txid, amount, was } = line;
    const record = deposited(line);
    const there = typeof record === 'bigint' ? record - (taken.get(txid) ?? 0n) : record;
    const isHeld =
      there === undefined
        ? holds(rest, amount) || (was && holds(rest + leaving, amount))
        : there === 'unknown'
          ? was
          : holds(there, amount);
    if (isHeld && there === undefined && rest + leaving > 0n) rest -= least(rest + leaving, amount);
    if (isHeld && there !== undefined) {
      taken.set(txid, (taken.get(txid) ?? 0n) + amount);
      // What the balance does not have yet, or was not begun, holds no line of a wallet either.
      const seen = least(atPlaces, amount);
      [atPlaces, rest] = [atPlaces - seen, rest - seen];
    }
    if (isHeld === was) continue;
    await db.query(sql`
      UPDATE upstream_lines SET is_held = ${isHeld}
       WHERE upstream = ${upstream} AND algorithm = ${algorithm} AND txid = ${txid}`);
  }
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

/** What wallets have more than the ledger says. Rejects where the wallet does not answer. */
async function readMore(
  { db, wallet }: Pick<ServiceContext, 'db'> & { readonly wallet: Wallet },
  { coin, network }: { readonly coin: string; readonly network: string },
): Promise<bigint> {
  const { amounts, unanswered } = await wallet.holdings();
  const silent = unanswered.find((each) => each.network === network);
  if (silent !== undefined) throw new Error(`the wallet of ${network} does not answer: ${silent.why}`);
  return readUnbooked(db, coin, amounts.get(coin) ?? 0n);
}

/** What exchanges have more than the ledger says, in units of 10^-18: a pool may pay straight to an account there. */
async function readMoreAtPlaces(db: Queryable, coin: string): Promise<bigint> {
  const [row] = await db.query<{ more: bigint }>(sql`
    SELECT coalesce(sum(difference), 0) AS more FROM place_balances
     WHERE coin = ${coin} AND state = 'difference' AND opened_at IS NOT NULL AND difference > 0`);
  return row?.more ?? 0n;
}

/** What the ledger has of payouts that are not settled, in units of 10^-18. */
async function readLeaving(db: Queryable, coin: string): Promise<bigint> {
  const [row] = await db.query<{ leaving: bigint }>(
    sql`SELECT coalesce(sum(amount), 0) AS leaving FROM balances WHERE asset = ${coin} AND kind = 'inflight'`,
  );
  return row?.leaving ?? 0n;
}
