import { setTimeout as sleep } from 'node:timers/promises';
import { type ChaosPool, chaosWorkers } from './chaos-pool.ts';
import { type ChaosVerdict, judgeChaos, type WorkerTale } from './chaos-verdict.ts';

/** Something that goes wrong while miners mine and pages are open. Resolves once it is over and what it ended is there again. */
export interface ChaosFault {
  readonly name: string;
  run(pool: ChaosPool): Promise<void>;
}

export interface ChaosResult extends ChaosVerdict {
  readonly name: string;
  /** The longest time in which a page was not whole, in which an open page heard nothing, and from the fault until all was as before, ms. */
  readonly pageMs: number;
  readonly liveMs: number;
  readonly wellMs: number;
}

const outageMs = 4000;
/** Some shares before a fault and after it: about a second and a half of them. */
const sharesAround = 15;
const sharesMs = 120_000;
/** After a fault is over: until every miner has work, and every page is whole and hears of it. */
const wellMsMax = 60_000;
/** Nothing more is recorded when nothing was for so long: recording is behind by two seconds at most. */
const quietMs = 5000;
/** What a page may be away, and an open one silent: a reader comes again, as a browser does, within seconds. */
const pageMsMax = 15_000;
const liveMsMax = 30_000;

const killed = (name: string, of: (pool: ChaosPool) => ChaosPool['tasks']): ChaosFault => ({
  name,
  async run(pool) {
    const process = of(pool);
    await pool.kill(process);
    await process.restart();
  },
});

export const chaosFaults: readonly ChaosFault[] = [
  { name: 'nothing', run: () => sleep(outageMs) },
  killed('a process of stratum is killed', ({ stratum }) => stratum[0]),
  killed('a process of web is killed', ({ web }) => web[0]),
  {
    name: 'the database crashes',
    async run({ database }) {
      await database.crash();
      await sleep(outageMs);
      await database.recover();
    },
  },
  {
    name: 'Redis is killed and comes back empty',
    async run({ redis }) {
      await redis.signal('SIGKILL');
      await sleep(outageMs);
      await redis.restart();
    },
  },
  {
    name: 'the database crashes, and a process of stratum is killed while it is away',
    async run(pool) {
      const [, stratum] = pool.stratum;
      await pool.database.crash();
      await sleep(outageMs);
      await pool.kill(stratum);
      const restarted = stratum.restart();
      await pool.database.recover();
      await restarted;
    },
  },
  killed('the process of tasks is killed', ({ tasks }) => tasks),
  { name: 'HAProxy is killed and starts again', run: ({ balancer }) => balancer.restart() },
  { name: 'nginx is killed and starts again', run: (pool) => pool.restartNginx() },
  { name: 'the standby takes the place of the database', run: ({ database }) => database.failOver() },
  killed('the other process of stratum is killed', ({ stratum }) => stratum[1]),
  killed('the other process of web is killed', ({ web }) => web[1]),
  {
    name: 'a deploy: each process is replaced',
    async run({ processes }) {
      for (const process of processes) await process.restart('SIGTERM');
    },
  },
];

/** Mines and reads before, while and after a fault, and holds what was acknowledged against what was recorded. */
export async function rehearseFault(pool: ChaosPool, fault: ChaosFault): Promise<ChaosResult> {
  const before = await countAll(pool);
  pool.fleet.resume();
  await ackedMore(pool, sharesAround);
  pool.readers.begin();
  const began = Date.now();
  await fault.run(pool);
  const faults = await untilWell(pool);
  const wellMs = Date.now() - began;
  const { pageMs, liveMs, answers } = pool.readers.gaps;
  await ackedMore(pool, sharesAround);
  const after = await settle(pool);
  const verdict = judgeChaos(talesBetween(pool, before, after), await pool.rounds());
  if (pageMs > pageMsMax) faults.push(`a page was away for ${pageMs} ms (${answers})`);
  if (liveMs > liveMsMax) faults.push(`an open page heard nothing for ${liveMs} ms`);
  return { ...verdict, faults: [...verdict.faults, ...faults], name: fault.name, pageMs, liveMs, wellMs };
}

/** What of all workers is known now, by position. */
interface Counts {
  readonly acked: readonly number[];
  readonly unanswered: readonly number[];
  readonly recorded: Awaited<ReturnType<ChaosPool['recorded']>>;
}

async function countAll(pool: ChaosPool): Promise<Counts> {
  const { workers } = pool;
  return {
    acked: workers.map(({ acked }) => acked.length),
    unanswered: workers.map(({ unanswered }) => unanswered),
    recorded: await pool.recorded(),
  };
}

function talesBetween({ workers }: ChaosPool, before: Counts, after: Counts): readonly WorkerTale[] {
  return workers.map(({ name, acked }, index) => {
    const [had, has] = [before.recorded.get(name), after.recorded.get(name)];
    return {
      name,
      acked: acked.slice(before.acked[index], after.acked[index]),
      unanswered: (after.unanswered[index] ?? 0) - (before.unanswered[index] ?? 0),
      recorded: (has?.shares ?? 0) - (had?.shares ?? 0),
      recordedWork: (has?.work ?? 0n) - (had?.work ?? 0n),
    };
  });
}

async function ackedMore({ fleet }: ChaosPool, shares: number): Promise<void> {
  const wanted = fleet.shares.acked + shares;
  for (const deadline = performance.now() + sharesMs; performance.now() < deadline; await sleep(50))
    if (fleet.shares.acked >= wanted) return;
  throw new Error(`fewer than ${shares} shares are acknowledged in ${sharesMs} ms`);
}

/** Waits until every miner has work and pages are whole; answers what is still missing then. */
async function untilWell({ fleet, readers }: ChaosPool): Promise<string[]> {
  const over = Date.now();
  for (const deadline = over + wellMsMax; Date.now() < deadline; await sleep(50))
    if (fleet.working === chaosWorkers && readers.areWellSince(over)) return [];
  return [
    `${wellMsMax} ms after the fault ${fleet.working} of ${chaosWorkers} miners have work, and pages are ${readers.areWellSince(over) ? '' : 'not '}whole`,
  ];
}

/** Has miners rest, and waits until everything that was acknowledged is recorded: until nothing changes any more. */
export async function settle(pool: ChaosPool): Promise<Counts> {
  pool.fleet.rest();
  let last = '';
  let since = Date.now();
  for (;;) {
    const now = await countAll(pool);
    const { acked, unanswered } = now;
    const seen = JSON.stringify([
      acked,
      unanswered,
      [...now.recorded].map(([name, each]) => [name, each.shares]),
    ]);
    if (seen !== last) since = Date.now();
    last = seen;
    if (Date.now() - since > quietMs) return now;
    await sleep(250);
  }
}
