import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import sql from 'sql-template-tag';
import { crashAt, parseCrashAt } from '../../domain/kernel/crash-at.ts';
import type { Database } from '../../runtime/database/database.ts';
import { openPgliteConnection } from '../../runtime/database/pglite-connection.ts';
import { openPostgres } from '../../runtime/database/postgres-database.ts';
import { singleConnectionDatabase } from '../../runtime/database/single-connection-database.ts';
import { patient } from '../../runtime/database/testing/patient.ts';
import { openPayoutJournal } from '../../adapters/rails/payout-journal.ts';
import { adversarialRail } from '../../sandbox/testing/adversarial-rail.ts';
import type { ServiceContext } from '../../domain/kernel/context.ts';
import { adoptPayout } from '../../domain/payouts/adopt-payout.ts';
import { disregardTransaction } from '../../domain/payouts/disregard-transaction.ts';
import { advancePayouts } from '../../domain/payouts/advance-payouts.ts';
import { runAutoPayouts } from '../../domain/payouts/auto-run.ts';
import { checkJournal } from '../../domain/payouts/check-journal.ts';
import { compareOutgoing } from '../../domain/payouts/compare-outgoing.ts';
import { findPayout, openPayouts } from '../../domain/payouts/payout.ts';
import { createOutgoingGuard } from '../../domain/payouts/outgoing-guard.ts';
import { createVerdictMemory } from '../../domain/kernel/verdict-memory.ts';
import type { PayoutContext } from '../../domain/payouts/payout-context.ts';
import { claimEpoch } from '../../domain/payouts/payout-epoch.ts';
import { storeSentBytes } from '../../domain/payouts/prepare-payout.ts';
import { createRollbackGuard } from '../../domain/payouts/rollback-guard.ts';
import { reservePayout } from '../../domain/payouts/reserve-payout.ts';
import { liftSuspension } from '../../domain/payouts/lift-suspension.ts';
import { comparedFirst, readSuspensions } from '../../domain/payouts/suspensions.ts';
import { type SeededRandom, seededRandom } from '../simulation/seeded-random.ts';
import { decideAsOperator } from './decide-as-operator.ts';
import { coldStore, suiteLedger, suiteSecret } from './give-to-miners.ts';
import { oneRail } from '../../sandbox/testing/one-rail.ts';
import { remoteRail } from './remote-rail.ts';

/** What the suite tells a process that pays. */
export interface PayoutProcessPlan {
  readonly database: { readonly url: string } | { readonly directory: string };
  readonly journal: string;
  readonly rail: string;
  /** Business time runs faster: `begin` at `startedAt` of the system's clock, then this factor as fast. */
  readonly begin: number;
  readonly startedAt: number;
  readonly speed: number;
  readonly crashAt: string | undefined;
  /** What its owners and its operator happen to do, and when. */
  readonly seed: number;
  /** How many payouts one transaction pays. */
  readonly payeesMax: number;
  /** While it exists the process ends by itself as soon as nothing is open. */
  readonly drainFlag: string;
}

/** So that no process has paid everybody before the last crash point. */
const openMax = 10;

/** An operator needs longer than a process is ever paused. */
const operatorMs = 60_000;

/** The process that the suite kills: the real verbs on a real database, over and over. */
async function main(plan: PayoutProcessPlan): Promise<void> {
  const clock = { now: () => plan.begin + Math.floor((Date.now() - plan.startedAt) * plan.speed) };
  const random = seededRandom(plan.seed);
  const journal = openPayoutJournal(plan.journal, { ledger: suiteLedger });
  const { payeesMax } = plan;
  const local = adversarialRail(clock, { below: () => 0, percent: () => false }, { payeesMax });
  const rail = remoteRail(plan.rail, local);
  const db = await open(plan.database);
  const unlimited = 10n ** 60n;
  const ctx: Operating = {
    db,
    clock,
    random: { uuid: randomUUID, bytes: randomBytes },
    rates: {
      name: 'the suite',
      kind: 'real',
      quotesOf: (asset) =>
        ['one', 'two'].map((rateSource) => ({
          usd: '1',
          rateSource,
          pair: `${asset}/USD`,
          observedAt: clock.now(),
        })),
      recentOf: () => [],
    },
    publisher: { publish: () => undefined },
    rails: oneRail(rail),
    journal,
    caps: { miner: unlimited, run: unlimited, day: unlimited },
    payoutBlockReason: () => undefined,
    rollback: createRollbackGuard(journal),
    outgoing: createOutgoingGuard(async () => []),
    verdicts: createVerdictMemory(),
    secret: suiteSecret,
    actor: 'operator',
  };
  const checked = await untilHeard(() => openAsPoolsDo(ctx));
  process.stdout.write(`journal ${checked}\n`);
  if (plan.crashAt !== undefined) {
    const point = parseCrashAt(plan.crashAt);
    if (point !== undefined) crashAt(point);
  }
  while (!(await isDone(ctx, plan.drainFlag))) {
    await step(ctx, random, existsSync(plan.drainFlag) ? Number.POSITIVE_INFINITY : openMax).catch(
      () => undefined,
    );
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
  rail.close();
  journal.close();
  await db.close();
}

type Operating = PayoutContext & Pick<ServiceContext, 'secret'> & { readonly actor: string };

/** What `app/open-payouts.ts` does at the start of a pool. */
async function openAsPoolsDo(ctx: Operating): Promise<string> {
  await claimEpoch({ ...ctx, random: { uuid: randomUUID, bytes: randomBytes } });
  const checked = await checkJournal(ctx);
  for (const id of checked.kind === 'ahead' ? checked.payouts : []) {
    const payout = await findPayout(ctx.db, id);
    if (payout !== undefined) await storeSentBytes(ctx, payout);
  }
  return checked.kind === 'broken' ? `broken: ${checked.why}` : checked.kind;
}

/** What owners, the clock and an operator do meanwhile. A session that was cut off is the next round's business. */
async function step(ctx: Operating, random: SeededRandom, openMax: number): Promise<void> {
  const [miner] = await ctx.db.query<{ id: bigint }>(sql`
    SELECT id FROM miners WHERE NOT auto_pay AND NOT EXISTS (SELECT 1 FROM payouts WHERE miner_id = miners.id)
     ORDER BY md5(id::text || ${random.below(1_000_000)}::text) LIMIT 1`);
  if (miner !== undefined && (await openPayouts(ctx.db)).length < openMax)
    await reservePayout(ctx, miner.id, 'manual');
  if (random.percent(20)) await runAutoPayouts(ctx, () => undefined);
  await advancePayouts(ctx, () => undefined);
  process.stdout.write('looked\n');
  if (random.percent(20)) await operate(ctx);
  for (const payout of await openPayouts(ctx.db)) await decideAsOperator(ctx, payout);
}

/** The way of docs/operating.md: compare, adopt what is a payout, disregard what is none, compare again, lift. */
async function operate(ctx: Operating): Promise<void> {
  const suspensions = (await readSuspensions(ctx.db)).filter(
    ({ since }) => ctx.clock.now() - since > operatorMs,
  );
  if (suspensions.length === 0) return;
  if (suspensions.some(({ reason }) => comparedFirst.has(reason))) {
    const { unknown } = await compareOutgoing(ctx);
    for (const { txid, address } of unknown)
      if (address === coldStore) await disregardTransaction(ctx, { txid, reason: 'a withdrawal of ours' });
      else if ((await adoptPayout(ctx, { txid, reason: 'it had left' })).kind === 'replaced')
        await disregardTransaction(ctx, { txid, reason: 'another one pays it' });
    if (unknown.length > 0 && (await compareOutgoing(ctx)).unknown.length > 0) return;
  }
  for (const { network } of suspensions) await liftSuspension(ctx, network, 'looked at it');
}

async function isDone(ctx: PayoutContext, flag: string): Promise<boolean> {
  if (!existsSync(flag)) return false;
  const rows = await untilHeard(() =>
    ctx.db.query(sql`
      SELECT 1 FROM payouts WHERE state NOT IN ('settled', 'released')
      UNION ALL
      SELECT 1 FROM miners WHERE NOT auto_pay AND NOT EXISTS (SELECT 1 FROM payouts WHERE miner_id = miners.id)
      LIMIT 1`),
  );
  return rows.length === 0;
}

async function untilHeard<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

async function open(place: PayoutProcessPlan['database']): Promise<Database> {
  if ('url' in place) return openPostgres(place.url, 3, patient);
  return singleConnectionDatabase(await openPgliteConnection({ dataDir: place.directory }));
}

await main(JSON.parse(process.argv[2] ?? '{}') as PayoutProcessPlan);
