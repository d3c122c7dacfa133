import sql from 'sql-template-tag';
import type { Queryable } from '../../../runtime/database/database.ts';
import type { ServiceContext } from '../../kernel/context.ts';
import type { Wallet } from '../../kernel/wallet.ts';
import { readUnbooked } from '../read-unbooked.ts';
import type { Deposited } from './read-deposited.ts';

/** A payment may arrive with so much less than its pool says: some name it before the fee of its transaction. Percent. */
const feePercentMax = 5n;

/** A payment that is said and not booked. */
interface OpenLine {
  readonly upstream: string;
  readonly algorithm: string;
  readonly txid: string;
  readonly amount: bigint;
  readonly was: boolean;
}

/**
 * Of the payments of one coin that are said and not booked: whether the wallets hold so much more than the ledger says, the oldest first. What is
 * held stands for one of them. What was held stays held while payouts on their way may be all that is less. Those of a pool that pays into an account at an
 * exchange are held by its record alone. Where several pools name one transaction, all of these are held, or none is: whose payment it is an operator says, and not who
 * has named it first. Rejects where the wallet does not answer: nothing changes then.
 */
export async function holdLines(
  { db, wallet }: Pick<ServiceContext, 'db'> & { readonly wallet: Wallet },
  { coin, network }: { readonly coin: string; readonly network: string },
  deposited: Deposited = () => undefined,
): Promise<void> {
  const lines = await db.query<OpenLine>(sql`
    SELECT upstream, algorithm, txid, amount, is_held AS was FROM upstream_lines WHERE asset = ${coin} AND state = 'open'
     ORDER BY seen_at, said_at, upstream, txid`);
  if (lines.length === 0) return;
  const isOfWallet = lines.some((line) => deposited(line) === undefined);
  let atPlaces = await readMoreAtPlaces(db, coin);
  let rest = isOfWallet ? (await readMore({ db, wallet }, { coin, network })) + atPlaces : 0n;
  // A payout that has left the wallet is owed still until it is settled: as much is counted twice meanwhile.
  const leaving = await readLeaving(db, coin);
  const holds = (held: bigint, amount: bigint): boolean => held * 100n >= amount * (100n - feePercentMax);
  for (const { there, named, amount } of payments(lines, deposited)) {
    const was = named.every((line) => line.was);
    const isHeld =
      there === undefined
        ? holds(rest, amount) || (was && holds(rest + leaving, amount))
        : there === 'unknown'
          ? was
          : holds(there, amount);
    if (isHeld && there === undefined && rest + leaving > 0n) rest -= least(rest + leaving, amount);
    if (isHeld && there !== undefined) {
      // What the balance does not have yet, or was not begun, holds no line of a wallet either.
      const seen = least(atPlaces, amount);
      [atPlaces, rest] = [atPlaces - seen, rest - seen];
    }
    if (there !== 'unknown') await markHeld(db, named, isHeld);
  }
}

/** Lines by the transaction that they name, and what is there of it, in the order of the oldest of each. */
function payments(
  lines: readonly OpenLine[],
  deposited: Deposited,
): readonly { readonly there: ReturnType<Deposited>; readonly named: OpenLine[]; readonly amount: bigint }[] {
  const byName = new Map<string, { there: ReturnType<Deposited>; named: OpenLine[]; amount: bigint }>();
  for (const line of lines) {
    const there = deposited(line);
    const name = `${line.txid} ${String(there)}`;
    const payment = byName.get(name) ?? { there, named: [], amount: 0n };
    payment.named.push(line);
    payment.amount += line.amount;
    byName.set(name, payment);
  }
  return [...byName.values()];
}

async function markHeld(db: Queryable, lines: readonly OpenLine[], isHeld: boolean): Promise<void> {
  for (const { upstream, algorithm, txid, was } of lines) {
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
