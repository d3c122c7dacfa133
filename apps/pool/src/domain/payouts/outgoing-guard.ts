import sql from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import { unknownOutgoing } from './compare-outgoing.ts';
import type { PayoutContext } from './payout-context.ts';
import { readOutgoing } from './read-outgoing.ts';
import { liftByItself, suspendPayouts } from './suspensions.ts';

/** A comparison holds for so long, ms: a machine that was frozen and copied back notices nothing of it but the time. */
const validMs = 300_000;
/** A wallet that did not answer, or named an unknown transaction, is asked again after this, ms. */
const retryMs = 10_000;
/** Looked at beside what left since the newest known payout, ms: clocks of nodes differ, and a wallet may date a payment by its block. */
const marginMs = 86_400_000;

type Context = Pick<PayoutContext, 'db' | 'clock' | 'rails' | 'rollback'>;

/**
 * What a process knows of its wallets from outside of its database. A data directory that is copied back as a whole, with its journal, is
 * consistent in itself: only what the wallets have sent since tells that it is old.
 */
export interface OutgoingGuard {
  /**
   * Compares what left the wallet of a network since its newest known payout with the database, unless this was done within five minutes
   * and the same server and copy of the database answers since. With it all wallets are compared with the ledger (L11). A transaction that
   * the database does not know suspends the network until an operator has compared; a wallet that does not answer, or whose node is
   * behind, suspends it until it does. Answers why nothing may leave yet; undefined when it may.
   */
  compare(ctx: Context, network: string): Promise<string | undefined>;
  /** The same without asking anything. Belongs, after the check for a rollback, into transactions that store bytes or let them leave. */
  missing(ctx: Pick<Context, 'clock' | 'rollback'>, network: string): string | undefined;
}

/**
 * Compares all wallets with the ledger (L11) and suspends what is short. Answers why nothing may leave where a wallet cannot be asked;
 * undefined when all were.
 */
export type CompareWithLedger = (ctx: Pick<Context, 'db' | 'clock'>) => Promise<string | undefined>;

interface Compared {
  /** Which server and copy of the database was compared. */
  readonly database: string | undefined;
  readonly at: number;
}

/** The memory of one process. */
export function createOutgoingGuard(compareWithLedger: CompareWithLedger): OutgoingGuard {
  const compared = new Map<string, Compared>();
  const failedAt = new Map<string, number>();
  const missing: OutgoingGuard['missing'] = ({ clock, rollback }, network) => {
    const last = compared.get(network);
    const isCurrent =
      last !== undefined &&
      last.database === rollback.database() &&
      Math.abs(clock.now() - last.at) < validMs;
    return isCurrent ? undefined : `the wallet of ${network} is compared with the database first`;
  };
  return {
    missing,
    compare: async (ctx, network) => {
      const why = missing(ctx, network);
      if (why === undefined) return undefined;
      const now = ctx.clock.now();
      if (Math.abs(now - (failedAt.get(network) ?? Number.NEGATIVE_INFINITY)) < retryMs) return why;
      const rolledBack = await ctx.rollback.check(ctx.db, now);
      if (rolledBack !== undefined) return rolledBack;
      failedAt.set(network, now);
      const database = ctx.rollback.database();
      const found = (await compareWithLedger(ctx)) ?? (await compareWallet(ctx, network));
      if (found !== undefined) return found;
      failedAt.delete(network);
      compared.set(network, { database, at: now });
      return missing(ctx, network);
    },
  };
}

async function compareWallet(ctx: Context, network: string): Promise<string | undefined> {
  const { db, rails, clock } = ctx;
  const since = await newestKnown(db, network, clock.now());
  let outgoing: Awaited<ReturnType<typeof readOutgoing>>;
  try {
    outgoing = await readOutgoing(rails, since, network);
  } catch (error) {
    const detail = `the wallet of ${network} has not said what has left it: ${wordsOf(error)}`;
    await suspendPayouts(db, { network, reason: 'wallet-unreachable', detail }, clock.now());
    return detail;
  }
  await liftByItself(db, network, 'wallet-unreachable', 'the wallet answers again', clock.now());
  // Asked after the wallet: what left was in the database before.
  const unknown = await unknownOutgoing(ctx, outgoing);
  const [first] = unknown;
  if (first === undefined) return undefined;
  const detail = `${unknown.length} outgoing ${unknown.length === 1 ? 'transaction' : 'transactions'} of the wallet of ${network} since ${new Date(since).toISOString()} that the database does not know, the first ${first.txid}: compare with the wallets (payouts compare)`;
  await suspendPayouts(db, { network, reason: 'unknown-transaction', detail }, clock.now());
  return detail;
}

/**
 * From when on a wallet is asked, ms: the newest payout of the network that this database knows as sent, or its creation. Payouts that an
 * operator adopted do not count: others before them may be unknown still.
 */
export async function newestKnown(db: Queryable, network: string, now: number): Promise<number> {
  const [row] = await db.query<{ sent: Date | null; created: Date | null }>(sql`
    SELECT (SELECT max(sent_at) FROM payouts WHERE network = ${network} AND kind <> 'adopted') AS sent,
           (SELECT began_at FROM payout_epochs ORDER BY number LIMIT 1) AS created`);
  const known = (row?.sent ?? row?.created)?.getTime() ?? 0;
  return Math.min(known, now) - marginMs;
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
