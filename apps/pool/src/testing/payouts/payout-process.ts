import { existsSync } from 'node:fs';
import sql from 'sql-template-tag';
import type { Clock } from '../../domain/kernel/clock.ts';
import { crashAt, parseCrashAt } from '../../domain/kernel/crash-at.ts';
import type { Database } from '../../runtime/database/database.ts';
import { openPgliteConnection } from '../../runtime/database/pglite-connection.ts';
import { openPostgres } from '../../runtime/database/postgres-database.ts';
import { singleConnectionDatabase } from '../../runtime/database/single-connection-database.ts';
import { patient } from '../../runtime/database/testing/patient.ts';
import { openPayoutJournal } from '../../adapters/rails/payout-journal.ts';
import { adversarialRail } from '../../sandbox/testing/adversarial-rail.ts';
import type { PayoutContext } from '../../domain/payouts/payout-context.ts';
import { seededRandom } from '../simulation/seeded-random.ts';
import { accountRail, noteEqual, type SuiteAccount } from './account-rail.ts';
import { composePaying } from './compose-paying.ts';
import { openAsPoolsDo, payOneTurn } from './pay-one-turn.ts';
import { coldStore, suiteLedger } from './give-to-miners.ts';
import { remoteRail } from './remote-rail.ts';

/** What the suite tells a process that pays. */
export interface PayoutProcessPlan {
  readonly database: { readonly url: string } | { readonly directory: string };
  readonly journal: string;
  readonly rail: string;
  /** In place of that: a stand-in for Kraken, of whose account it pays. */
  readonly exchange?: SuiteAccount | undefined;
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

/** The process that the suite kills: the real verbs on a real database, over and over. */
async function main(plan: PayoutProcessPlan): Promise<void> {
  const clock = { now: () => plan.begin + Math.floor((Date.now() - plan.startedAt) * plan.speed) };
  const random = seededRandom(plan.seed);
  const journal = openPayoutJournal(plan.journal, { ledger: suiteLedger });
  const db = await open(plan.database);
  const rail =
    plan.exchange === undefined
      ? chainRail(plan, clock)
      : { ...accountRail(plan.exchange, { db, clock }), close: () => undefined };
  const ctx = composePaying({ db, clock, rail, journal });
  const checked = await untilHeard(() => openAsPoolsDo(ctx));
  process.stdout.write(`journal ${checked}\n`);
  if (plan.crashAt !== undefined) {
    const point = parseCrashAt(plan.crashAt);
    if (point !== undefined) crashAt(point);
  }
  while (!(await isDone(ctx, plan.drainFlag))) {
    if (plan.exchange !== undefined) await noteEqual(ctx).catch(() => undefined);
    await payOneTurn(ctx, random, {
      openMax: existsSync(plan.drainFlag) ? Number.POSITIVE_INFINITY : openMax,
      ownAddresses: new Set([coldStore]),
      onAdvanced: () => process.stdout.write('looked\n'),
    }).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
  rail.close();
  journal.close();
  await db.close();
}

/** A chain that lives in the suite. */
function chainRail({ rail, payeesMax }: PayoutProcessPlan, clock: Clock): ReturnType<typeof remoteRail> {
  return remoteRail(rail, adversarialRail(clock, { below: () => 0, percent: () => false }, { payeesMax }));
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
