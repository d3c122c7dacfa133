import sql from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import { railView, type Rails } from '../kernel/rails.ts';
import type { UnansweredNetwork } from '../kernel/wallet.ts';
import { unknownOutgoing } from './compare-outgoing.ts';
import { readAbandoned } from './maintenance.ts';
import type { CoinOnNetwork, OutgoingGuard, WalletContext } from './payout-context.ts';
import { readOutgoing } from './read-outgoing.ts';
import { everyNetwork, liftByItself, markAnswering, otherNetworks, suspendPayouts } from './suspensions.ts';
import { errorText } from '../../runtime/error-text.ts';

/** How long a comparison counts, ms. A machine that was frozen and copied back notices nothing but the time. */
const validMs = 300_000;
/** And when it is made again before a payout is signed or leaves, ms: so it seldom ends between that and the moment when its bytes are stored or leave. */
const renewMs = 240_000;
/** A wallet that did not answer, or named an unknown transaction, is asked again after this, ms. */
const retryMs = 10_000;
/**
 * Just before a payout leaves, the wallet is asked for what left since the last answer and during this much time before it, ms: clocks
 * differ.
 */
const lookBackMs = 300_000;
/** How far before the newest known payout a comparison begins, ms: clocks of nodes differ, and a wallet may date a payment by its block. */
const marginMs = 86_400_000;

/**
 * Compares all wallets with the ledger (L11) and suspends what is short. Answers the networks whose wallets have not said what they hold;
 * `everyNetwork` stands for all of them.
 */
export type CompareWithLedger = (
  ctx: Pick<WalletContext, 'db' | 'clock'>,
) => Promise<readonly UnansweredNetwork[]>;

interface Compared {
  /** Which server and copy of the database was compared. */
  readonly database: string | undefined;
  readonly at: number;
  /** When the wallet was last asked, also for what left since `at` only. */
  readonly askedAt: number;
}

/** The memory of one process. */
export function createOutgoingGuard(compareWithLedger: CompareWithLedger): OutgoingGuard {
  const compared = new Map<string, Compared>();
  const failedAt = new Map<string, number>();
  /** As of the last comparison or look. */
  let abandoned: ReadonlySet<string> = new Set();
  const missingOf = (
    { clock, rollback }: Pick<WalletContext, 'clock' | 'rollback'>,
    network: string,
    withinMs = validMs,
  ) => {
    const last = compared.get(network);
    const isCurrent =
      last !== undefined &&
      last.database === rollback.database() &&
      Math.abs(clock.now() - last.at) < withinMs;
    return isCurrent ? undefined : `the wallet of ${network} is compared with the database first`;
  };
  const missing = (ctx: Pick<WalletContext, 'clock' | 'rollback'>, networks: readonly string[]) =>
    networks.map((network) => missingOf(ctx, network)).find((why) => why !== undefined);

  async function compare(ctx: WalletContext, networks: readonly string[]): Promise<string | undefined> {
    const now = ctx.clock.now();
    const due = networks.filter(
      (network) =>
        missingOf(ctx, network, renewMs) !== undefined &&
        Math.abs(now - (failedAt.get(network) ?? Number.NEGATIVE_INFINITY)) >= retryMs,
    );
    if (due.length === 0) return missing(ctx, networks);
    const rolledBack = await ctx.rollback.check(ctx.db, now);
    if (rolledBack !== undefined) return rolledBack;
    for (const network of due) failedAt.set(network, now);
    const database = ctx.rollback.database();
    // What came before says nothing any more once a comparison has not come out well.
    const open = new Set(due);
    let found: string | undefined;
    try {
      for (const [network, problem] of await problemsOf(ctx, due, compareWithLedger)) {
        found ??= problem;
        // A node may have taken its whole time not to answer.
        failedAt.set(network, ctx.clock.now());
        if (problem !== undefined) continue;
        failedAt.delete(network);
        compared.set(network, { database, at: now, askedAt: now });
        open.delete(network);
      }
    } finally {
      for (const network of open) compared.delete(network);
    }
    return found ?? missing(ctx, networks);
  }

  const readNetworks = async (ctx: WalletContext, payout: CoinOnNetwork): Promise<readonly string[]> => {
    abandoned = await readAbandoned(ctx.db);
    return networksOf(ctx.rails, payout, abandoned);
  };

  return {
    missing: (ctx, payout) => missing(ctx, networksOf(ctx.rails, payout, abandoned)),
    compare: async (ctx, payout) => compare(ctx, await readNetworks(ctx, payout)),
    compareNetwork: (ctx, network) => {
      compared.delete(network);
      return compare(ctx, [network]);
    },
    lookOnce: async (ctx, payout) => {
      for (const network of await readNetworks(ctx, payout)) {
        const last = compared.get(network);
        const why = missingOf(ctx, network);
        if (last === undefined || why !== undefined) return why;
        const askedAt = ctx.clock.now();
        const { problem } = await compareWallet(ctx, network, last.askedAt - lookBackMs);
        if (problem !== undefined) {
          compared.delete(network);
          return problem;
        }
        compared.set(network, { ...last, askedAt });
      }
      return undefined;
    },
  };
}

/**
 * The networks on which the owner of a payout can have been paid its coin: the one of the payout, and all others that a rail of the pool pays
 * on and that no operator has abandoned.
 */
export function networksOf(
  rails: Rails,
  { coin, network }: CoinOnNetwork,
  abandoned: ReadonlySet<string>,
): readonly string[] {
  const { pays } = railView(rails);
  const others = otherNetworks(coin, network).filter((other) => pays(coin, other) && !abandoned.has(other));
  return [network, ...others];
}

/** By network, what its comparison has found; undefined where that is nothing. */
async function problemsOf(
  ctx: WalletContext,
  networks: readonly string[],
  compareWithLedger: CompareWithLedger,
): Promise<ReadonlyMap<string, string | undefined>> {
  const unanswered = await compareWithLedger(ctx);
  const problems = new Map<string, string | undefined>();
  // One that does not answer hides nothing of the others.
  for (const network of networks) problems.set(network, await compareHolding(ctx, network, unanswered));
  return problems;
}

/**
 * Compares what left a wallet, if it has said what it holds. Once it has answered both questions, it is no longer suspended for its
 * silence.
 */
async function compareHolding(
  ctx: WalletContext,
  network: string,
  unanswered: readonly UnansweredNetwork[],
): Promise<string | undefined> {
  const silent = unanswered.find((each) => each.network === network || each.network === everyNetwork);
  if (silent !== undefined) return `the wallet of ${network} has not said what it holds: ${silent.why}`;
  const now = ctx.clock.now();
  const { isAnswered, problem } = await compareWallet(ctx, network, await newestKnown(ctx.db, network, now));
  if (isAnswered) await liftByItself(ctx.db, network, 'wallet-unreachable', 'the wallet answers again', now);
  return problem;
}

async function compareWallet(
  ctx: WalletContext,
  network: string,
  since: number,
): Promise<{ readonly isAnswered: boolean; readonly problem: string | undefined }> {
  const { db, rails, clock } = ctx;
  let outgoing: Awaited<ReturnType<typeof readOutgoing>>;
  try {
    outgoing = await readOutgoing(rails, since, network);
  } catch (error) {
    const detail = `the wallet of ${network} has not said what has left it: ${errorText(error)}`;
    await suspendPayouts(db, { network, reason: 'wallet-unreachable', detail }, clock.now());
    return { isAnswered: false, problem: detail };
  }
  // Asked after the wallet: what left was in the database before.
  const { unknown, undecided } = await unknownOutgoing(ctx, outgoing);
  const [first] = unknown;
  if (first === undefined) {
    const [open] = undecided;
    if (open === undefined) return { isAnswered: true, problem: undefined };
    await suspendPayouts(db, { network, reason: 'wallet-unreachable', detail: open.why }, clock.now());
    await markAnswering(db, network);
    return { isAnswered: false, problem: open.why };
  }
  const detail = `${unknown.length} outgoing ${unknown.length === 1 ? 'transaction' : 'transactions'} of the wallet of ${network} since ${new Date(since).toISOString()} that the database does not know, the first ${first.txid}: compare with the wallets (payouts compare)`;
  await suspendPayouts(db, { network, reason: 'unknown-transaction', detail }, clock.now());
  return { isAnswered: true, problem: detail };
}

/**
 * From when on a wallet is asked, in ms: when the newest payout of the network left that this database knows, or when the database was
 * made, less a margin. Adopted payouts do not count, because others before them may still be unknown. A time from a clock that was
 * ahead would hide what left after it; so a time in the future does not count, and each counts at most up to the next reading of the
 * clock after its reservation.
 */
export async function newestKnown(db: Queryable, network: string, now: number): Promise<number> {
  const [row] = await db.query<{ sent: Date | null; created: Date | null }>(sql`
    SELECT (SELECT least(sent_at, (SELECT min(at) FROM clock_readings WHERE after_entry >= reservation.id))
              FROM payouts LEFT JOIN ledger_entries AS reservation ON reservation.key = 'reserve:' || payouts.id
             WHERE network = ${network} AND payouts.kind <> 'adopted' AND sent_at <= ${new Date(now)}
             ORDER BY sent_at DESC LIMIT 1) AS sent,
           (SELECT began_at FROM payout_epochs ORDER BY number LIMIT 1) AS created`);
  const known = (row?.sent ?? row?.created)?.getTime() ?? 0;
  return Math.min(known, now) - marginMs;
}
