import { setTimeout as sleep } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { checkLedger, isLedgerSound } from '../../apps/pool/src/domain/ledger/check-ledger.ts';
import { closeRounds } from '../../apps/pool/src/domain/operations/closing/close-rounds.ts';
import { printTable } from '../support/print-table.ts';
import {
  findBlock,
  type GrowingPool,
  mineFor,
  openGrowingPool,
  readSizes,
  type Size,
} from './growing-pool.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const blockEveryMs = 6 * hourMs;
const vacuumEveryDays = 5;
/** So that a closing of all of them takes 200,000 receipts, four times as many as it does by itself. */
const roundsTogether = 10;

/** What is kept for ever, or until its round is closed. */
const watched = [
  'credits',
  'postings',
  'earning_days',
  'closed_postings',
  'ledger_entries',
  'ledger_links',
  'ledger_closings',
  'closed_rounds',
  'closed_entries',
  'rounds',
  'reward_lines',
  'balances',
];

/**
 * More than a year of 40 workers, each a miner's only one, with a block every six hours shared by all of them: how the tables grow that
 * are not forgotten, before rounds begin to be closed and after. Ends with a check of the ledger.
 */
export async function runYear({ isQuick }: { readonly isQuick: boolean }): Promise<void> {
  const [workers, days, every] = isQuick ? [5, 200, 40] : [40, 370, 37];
  const world = await openGrowingPool();
  const { ctx, db, chain, tasks } = world;
  const sizes = new Map<number, readonly Size[]>();
  const spent = { closing: 0, crediting: 0 };
  try {
    for (let day = 1; day <= days; day += 1) {
      for (let ms = 0; ms < dayMs; ms += blockEveryMs) {
        world.advance(blockEveryMs);
        await mineFor(ctx, workers, blockEveryMs);
        const began = performance.now();
        await findBlock(ctx, chain, workers);
        spent.crediting += performance.now() - began;
      }
      for (const task of tasks) {
        const began = performance.now();
        await task.run();
        if (task.name === 'close-rounds') spent.closing += performance.now() - began;
      }
      if (day % vacuumEveryDays === 0) await db.execute('VACUUM ANALYZE');
      if (day % every === 0) {
        sizes.set(day, await readSizes(db));
        console.log(`day ${day} of ${days}`);
      }
    }
    report(sizes, workers);
    console.log(
      `Credited in ${(spent.crediting / 1000).toFixed(0)} s, closed in ${(spent.closing / 1000).toFixed(0)} s.`,
    );
    await closeLargeRounds(world, isQuick ? 2_000 : 20_000);
    const isSound = isLedgerSound(await checkLedger(ctx));
    console.log(`Books: ${isSound ? 'sound' : 'NOT SOUND'}.`);
    if (!isSound) process.exitCode = 1;
  } finally {
    await world.close();
  }
}

/**
 * Rounds of as many miners as this, twelve on three days. The first one's closing makes a line for each miner, the second one's adds to them,
 * ten are closed in one transaction; meanwhile a new round is credited, whose time is printed beside that of one by itself.
 */
async function closeLargeRounds(world: GrowingPool, miners: number): Promise<void> {
  const { ctx, advance } = world;
  let credited = 0;
  for (let round = 0; round < 2 + roundsTogether; round += 1) {
    advance(blockEveryMs);
    await mineFor(ctx, miners, blockEveryMs);
    credited = await secondsOf(() => findBlock(ctx, world.chain, miners));
  }
  advance(200 * dayMs);
  await closeSmallRounds(world, miners);
  const second = await secondsOf(() => closeRounds(ctx, 1));
  console.log(`A round of ${miners} miners onto days that there are: closed in ${second.toFixed(1)} s.`);
  await mineFor(ctx, miners, blockEveryMs);
  const locks = new Set<string>();
  let isClosing = true;
  const [together, meanwhile] = await Promise.all([
    secondsOf(() => closeRounds(ctx, roundsTogether * miners)).finally(() => (isClosing = false)),
    secondsOf(() => findBlock(ctx, world.chain, miners)),
    watchLocks(world, locks, () => isClosing),
  ]);
  console.log(
    `${roundsTogether * miners} receipts in one closing: ${together.toFixed(1)} s; a round of ${miners} miners credited meanwhile in ${meanwhile.toFixed(1)} s, by itself in ${credited.toFixed(1)} s.`,
  );
  console.log(`Waited for a lock meanwhile: ${[...locks].join('; ') || 'nothing'}.`);
}

/** Closes one round after the other until the first large one has been, and prints what that took. */
async function closeSmallRounds({ ctx }: GrowingPool, miners: number): Promise<void> {
  for (;;) {
    const began = performance.now();
    if ((await closeRounds(ctx, 1)) === 0) throw new Error('no large round was closed');
    const seconds = (performance.now() - began) / 1000;
    const [row] = await ctx.db.query<{ receipts: bigint }>(
      sql`SELECT receipts FROM ledger_closings ORDER BY number DESC LIMIT 1`,
    );
    if (Number(row?.receipts ?? 0n) < miners) continue;
    console.log(`A round of ${miners} miners onto days that are new: closed in ${seconds.toFixed(1)} s.`);
    return;
  }
}

/** Looks every 50 ms for statements of this database that wait for a lock. */
async function watchLocks({ db }: GrowingPool, locks: Set<string>, isOn: () => boolean): Promise<void> {
  while (isOn()) {
    const waiting = await db.query<{ query: string }>(sql`
      SELECT left(regexp_replace(query, '\\s+', ' ', 'g'), 80) AS query FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`);
    for (const { query } of waiting) locks.add(query);
    await sleep(50);
  }
}

async function secondsOf(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await act();
  return (performance.now() - began) / 1000;
}

function report(sizes: ReadonlyMap<number, readonly Size[]>, workers: number): void {
  const days = [...sizes.keys()];
  printTable(
    `Rows and KiB after days of ${workers} workers and a block every six hours`,
    ['table', ...days.map((day) => `day ${day}`)],
    watched.map((table) => [
      table,
      ...days.map((day) => {
        const size = sizes.get(day)?.find((each) => each.table === table);
        return size === undefined ? '–' : `${size.rows} · ${(size.bytes / 1024).toFixed(0)}`;
      }),
    ]),
  );
}
