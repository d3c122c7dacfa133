import sql from 'sql-template-tag';
import type { Transaction } from '../../../runtime/database/database.ts';
import type { ServiceContext } from '../../kernel/context.ts';
import type { StatementAnswer, StatementSource } from '../../kernel/statement.ts';
import type { Wallet } from '../../kernel/wallet.ts';
import type { PayoutContext } from '../../payouts/payout-context.ts';
import { endBooked } from './end-booked.ts';
import { holdLines } from './hold-lines.ts';
import { readDeposited } from './read-deposited.ts';
import { keepStatement } from './keep-statement.ts';

/** Their pages change every minute or so; nothing here is in a hurry, ms. */
const askEveryMs = 10 * 60_000;
/** One that fails is asked less and less often, but again after this long at last, ms. */
const failedMaxMs = 2 * 3_600_000;
/** One that wants fewer calls is left alone for this long at most, ms. */
const limitedMaxMs = 6 * 3_600_000;
/** How long one process may take to ask, ms. */
const turnMs = 5 * 60_000;

export type StatementContext = Pick<ServiceContext, 'db' | 'clock'> & {
  readonly wallet: Wallet;
  readonly statements: readonly StatementSource[];
} & Pick<PayoutContext, 'exchanges'>;

/**
 * Asks each other pool whose pages the settings name what it says of our account, keeps that, and holds the payments that it names against the
 * ledger and the wallets. Credits nothing. Safe to run in several processes: one of them asks. A pool that fails is asked less and less often.
 */
export async function watchStatements(
  ctx: StatementContext,
  onError: (upstream: string, error: unknown) => void,
): Promise<void> {
  for (const source of ctx.statements) {
    const failures = await takeTurn(ctx, source);
    if (failures === undefined) continue;
    try {
      await take(ctx, source, await source.ask(), failures);
    } catch (error) {
      await fail(ctx, source, {
        why: error instanceof Error ? error.message : String(error),
        restMs: 0,
        failures,
      });
      onError(source.upstream, error);
    }
  }
  for (const source of ctx.statements) await endBooked(ctx, source);
  for (const { coin, network } of coinsOf(ctx.statements)) {
    const deposited = await readDeposited(ctx, coin, (error) => onError(coin, error));
    await holdLines(ctx, { coin, network }, deposited).catch((error: unknown) => onError(coin, error));
  }
}

function coinsOf(
  statements: readonly StatementSource[],
): readonly { readonly coin: string; readonly network: string }[] {
  return [...new Map(statements.map(({ coin, network }) => [coin, { coin, network }])).values()];
}

/** How often it has failed in a row, for the one process whose turn it is; undefined for the others. A clock that was ahead may have dated the next turn. */
async function takeTurn(
  { db, clock }: StatementContext,
  source: StatementSource,
): Promise<number | undefined> {
  const { upstream, algorithm, coin, account, arrivesWithinMs } = source;
  const now = clock.now();
  await db.transaction((tx) => forgetOther(tx, source));
  await db.query(sql`
    INSERT INTO upstream_statements (upstream, algorithm, asset, account, asked_since, arrives_within_ms)
    VALUES (${upstream}, ${algorithm}, ${coin}, ${account}, ${new Date(now)}, ${BigInt(arrivesWithinMs)}) ON CONFLICT DO NOTHING`);
  const [taken] = await db.query<{ failures: number }>(sql`
    UPDATE upstream_statements SET next_at = ${new Date(now + turnMs)}, arrives_within_ms = ${BigInt(arrivesWithinMs)}
     WHERE upstream = ${upstream} AND algorithm = ${algorithm}
       AND (next_at IS NULL OR next_at <= ${new Date(now)} OR next_at > ${new Date(now + limitedMaxMs)})
    RETURNING failures`);
  return taken?.failures;
}

/** Of another account than the settings name now, nothing that was said can be held against what is said of this one. */
async function forgetOther(
  tx: Transaction,
  { upstream, algorithm, coin, account }: StatementSource,
): Promise<void> {
  const forgotten = await tx.query(sql`
    DELETE FROM upstream_statements
     WHERE upstream = ${upstream} AND algorithm = ${algorithm} AND (account <> ${account} OR asset <> ${coin}) RETURNING upstream`);
  if (forgotten.length === 0) return;
  await tx.query(sql`DELETE FROM upstream_lines WHERE upstream = ${upstream} AND algorithm = ${algorithm}`);
  await tx.query(sql`DELETE FROM upstream_counts WHERE upstream = ${upstream} AND algorithm = ${algorithm}`);
}

async function take(
  ctx: StatementContext,
  source: StatementSource,
  answer: StatementAnswer,
  failures: number,
): Promise<void> {
  switch (answer.kind) {
    case 'statement':
      return keepStatement(ctx, source, answer.statement, askEveryMs);
    case 'limited': {
      const restMs = Math.min(answer.restMs ?? askEveryMs, limitedMaxMs);
      return fail(ctx, source, { why: 'it wants fewer calls (HTTP 429)', restMs, failures });
    }
    case 'unanswered':
      return fail(ctx, source, { why: answer.why, restMs: 0, failures });
  }
}

async function fail(
  { db, clock }: StatementContext,
  { upstream, algorithm }: StatementSource,
  { why, restMs, failures }: { readonly why: string; readonly restMs: number; readonly failures: number },
): Promise<void> {
  const backOffMs = Math.min(askEveryMs * 2 ** Math.min(failures, 10), failedMaxMs);
  // The words may be of that pool: no terminal that shows them is changed by them.
  const fault = why.replace(/[^\x20-\x7e]/g, '?').slice(0, 500);
  const nextAt = new Date(clock.now() + Math.max(backOffMs, restMs));
  await db.query(sql`
    UPDATE upstream_statements SET fault = ${fault}, failures = failures + 1, next_at = ${nextAt}
     WHERE upstream = ${upstream} AND algorithm = ${algorithm}`);
}
