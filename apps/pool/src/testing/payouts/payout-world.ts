import { miningAccount } from '@openlode/ledger/accounts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { type Database, firstRow } from '../../runtime/database/database.ts';
import { type JournalFile, openPayoutJournal } from '../../adapters/rails/payout-journal.ts';
import { bookEntry } from '../../domain/ledger/book-entry.ts';
import type { JournalLine } from '../../domain/kernel/payout-journal.ts';
import { advancePayouts } from '../../domain/payouts/advance-payouts.ts';
import { createOutgoingGuard } from '../../domain/payouts/outgoing-guard.ts';
import { createVerdictMemory } from '../../domain/kernel/verdict-memory.ts';
import { findPayout, type Payout } from '../../domain/payouts/payout.ts';
import type { PayoutContext } from '../../domain/payouts/payout-context.ts';
import { reservePayout } from '../../domain/payouts/reserve-payout.ts';
import { createRollbackGuard } from '../../domain/payouts/rollback-guard.ts';
import type { Rail } from '../../domain/kernel/rail.ts';
import type { AdversarialRail } from '../../sandbox/testing/adversarial-rail.ts';
import { oneRail } from '../../sandbox/testing/one-rail.ts';
import { clearTables, runWithoutTriggers } from '../../domain/testing/clear-tables.ts';
import type { TestContext } from '../../domain/testing/create-test-context.ts';

const noCaps = { miner: 10n ** 40n, run: 10n ** 40n, day: 10n ** 40n };

export const coin = 10n ** 18n;

/** One process that pays: its own journal on its own disk, beside the shared database and chain. */
export interface PayingProcess extends PayoutContext {
  readonly journal: JournalFile;
  /** The only one of `rails`. */
  readonly rail: Rail;
  /** The process dies and another takes over its disk. */
  restart(): PayingProcess;
  end(): void;
}

/** `db` may stand in for the context's own, with faults. */
export function payingProcess(ctx: TestContext, rail: Rail, db: Database = ctx.db): PayingProcess {
  const directory = mkdtempSync(join(tmpdir(), 'openlode-pay-'));
  const open = (): PayingProcess => {
    const journal = openPayoutJournal(join(directory, 'payouts.journal'), {
      ledger: 'suite',
      sync: () => undefined,
    });
    return {
      ...ctx,
      db,
      rail,
      rails: oneRail(rail),
      journal,
      caps: noCaps,
      payoutBlockReason: () => undefined,
      rollback: createRollbackGuard(journal),
      outgoing: createOutgoingGuard(async () => []),
      verdicts: createVerdictMemory(),
      restart: () => {
        journal.close();
        return open();
      },
      end: () => {
        journal.close();
        rmSync(directory, { recursive: true, force: true });
      },
    };
  };
  return open();
}

/** Has the pool go over its payouts `rounds` times, ten seconds apart; what fails is tried again in the next round. */
export async function advanceRounds(ctx: TestContext, process: PayingProcess, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await advancePayouts(process, () => undefined);
    ctx.advance(10_000);
  }
}

/** Deletes every payout, for suites only; the ledger stays as it is. */
export async function clearPayouts(ctx: TestContext): Promise<void> {
  await clearTables(ctx.db, [
    'payouts',
    'trade_fills',
    'trade_turns',
    'trade_orders',
    'place_transfers',
    'withdrawn_payouts',
    'place_transits',
    'place_balances',
    'place_addresses',
    'places',
    'sweeps',
    'payout_transactions',
    'payout_claims',
    'payout_attempts',
    'payout_actions',
    'payout_runs',
    'payout_run_waits',
    'payout_days',
    'payout_suspensions',
    'payout_journal',
    'payout_comparisons',
  ]);
}

/** Makes the tables those of an older copy of the database, in which nothing is signed yet; then `more` statements. */
export async function forgetSigned(
  ctx: Pick<TestContext, 'db'>,
  more: readonly string[] = [],
): Promise<void> {
  await runWithoutTriggers(ctx.db, [
    `UPDATE payouts SET state = 'reserved', txid = NULL, sent_at = NULL, confirmations = 0, verdict = NULL, verdict_at = NULL, ended_at = NULL`,
    'DELETE FROM payout_claims',
    'DELETE FROM payout_transactions',
    ...more,
  ]);
}

let opened = 0;

/** A miner with nothing in it. */
export async function openMiner(
  ctx: TestContext,
  options: { readonly address?: string; readonly autoPay?: boolean } = {},
): Promise<bigint> {
  opened += 1;
  const uuid = `aaaaaaaa-0000-4000-8000-${opened.toString(16).padStart(12, '0')}`;
  const at = new Date(ctx.clock.now());
  const rows = await ctx.db.query<{ id: bigint }>(sql`
    INSERT INTO miners (uuid, coin, network, address, created_at, last_work_at, auto_pay)
    VALUES (${uuid}, 'DOGE', 'DOGE', ${options.address ?? `DPayee${opened}`}, ${at}, ${at}, ${options.autoPay ?? false})
    RETURNING id`);
  return firstRow(rows).id;
}

let given = 0;

/** Money from the world outside, in units of 10^-18 DOGE. */
export async function giveBalance(ctx: TestContext, minerId: bigint, amount: bigint): Promise<void> {
  given += 1;
  const key = `given:${given}`;
  await ctx.db.transaction(async (tx) => {
    await bookEntry(tx, {
      key,
      kind: 'given',
      at: ctx.clock.now(),
      postings: [
        { account: 'ext:suite', asset: 'DOGE', amount: -amount },
        { account: miningAccount(minerId), asset: 'DOGE', amount },
      ],
    });
  });
}

/** A reward on a day, so that the daily run pays the miner. */
export async function giveReward(ctx: TestContext, minerId: bigint, at: number): Promise<void> {
  const round = await anyRound(ctx, at);
  await ctx.db.query(sql`
    INSERT INTO credits (round_id, line, miner_id, work, round_work, share, coin, rate, rate_source, rate_at,
                         usd_per_asset, gross, fee, fee_ppm, credited, credited_at)
    VALUES (${round}, 0, ${minerId}, 1, 1, 1, 'DOGE', '1', 'none', ${new Date(at)}, '0', 1, 0, 0, 1, ${new Date(at)})`);
}

let rounds = 0;

async function anyRound(ctx: TestContext, at: number): Promise<bigint> {
  rounds += 1;
  const when = new Date(at);
  const [finder] = await ctx.db.query<{ id: bigint }>(sql`SELECT min(id) AS id FROM miners`);
  const slices = await ctx.db.query<{ id: bigint }>(sql`
    INSERT INTO slices (algorithm, opened_at, closed_at) VALUES ('sha256', ${when}, ${when}) RETURNING id`);
  const made = await ctx.db.query<{ id: bigint }>(sql`
    INSERT INTO rounds (algorithm, chain, block_hash, block_height, header, coinbase, network_work, last_slice_id,
                        finder_id, finder_worker, found_at, state, state_at)
    VALUES ('sha256', 'suite', ${rounds.toString(16).padStart(64, '0')}, ${rounds}, ''::bytea, ''::bytea, 1,
            ${firstRow(slices).id}, ${finder?.id ?? 0n}, 'rig', ${when}, 'credited', ${when}) RETURNING id`);
  const { id } = firstRow(made);
  await ctx.db.query(
    sql`INSERT INTO reward_lines (round_id, line, asset, amount) VALUES (${id}, 0, 'DOGE', 1)`,
  );
  return id;
}

/** What a miner could be paid now. */
export async function availableTo(ctx: TestContext, minerId: bigint): Promise<bigint> {
  const [row] = await ctx.db.query<{ amount: bigint }>(sql`
    SELECT coalesce(sum(amount), 0) AS amount FROM balances
     WHERE account IN (${`miner:${minerId}:mining`}, ${`miner:${minerId}:referral`})`);
  return row?.amount ?? 0n;
}

/** Deletes also what operators decided and booked, and every life of the database. */
export async function clearDecisions(ctx: TestContext): Promise<void> {
  await clearPayouts(ctx);
  await clearTables(ctx.db, ['payout_epochs', 'operator_decisions', 'treasury_movements', 'clock_readings']);
}

/** A payout of 50 DOGE, just reserved: of a miner that is named, or of a new one. */
export async function reserveFifty(
  ctx: TestContext,
  process: PayingProcess,
  named?: bigint,
): Promise<{ readonly miner: bigint; readonly id: bigint; readonly payout: Payout }> {
  const miner = named ?? (await openMiner(ctx));
  if (named === undefined) await giveBalance(ctx, miner, 50n * coin);
  const outcome = await reservePayout(process, miner, 'manual');
  if (outcome.kind !== 'reserved') throw new Error(outcome.kind);
  const payout = await findPayout(ctx.db, outcome.id);
  if (payout === undefined) throw new Error('gone');
  return { miner, id: outcome.id, payout };
}

/** What another process, or a copy of the pool, would journal for this payout. Nothing is sent. */
export async function signElsewhere(ctx: TestContext, rail: Rail, payout: Payout): Promise<JournalLine> {
  const { id, network, address, memo, amount } = payout;
  const order = { payoutId: id, coin: payout.coin, network, address, memo, amount };
  const signed = await rail.build([order], []);
  if (signed.kind !== 'signed') throw new Error('refused');
  const { bytes, txid, proof } = signed;
  const at = ctx.clock.now() - 300_000;
  return { payout: id, txid, network, coin: payout.coin, address, memo, amount, bytes, proof, at, epoch: '' };
}

/** What stands in blocks for an address, in whole coins. */
export function paidOnChain(chain: AdversarialRail, address: string): bigint {
  const outputs = chain.truth().flatMap((each) => each.outputs);
  return outputs.reduce((sum, each) => (each.address === address ? sum + each.amount : sum), 0n) / coin;
}
