// The pool's own stratum edge, on a database.
import { mkdir, stat } from 'node:fs/promises';
import sql from 'sql-template-tag';
import { openPool, type Pool } from '../../apps/pool/src/app.ts';
import { checkLedger } from '../../apps/pool/src/domain/ledger/check-ledger.ts';
import { migrate } from '../../apps/pool/src/runtime/database/migrate.ts';
import { openDatabase } from '../../apps/pool/src/runtime/database/open-database.ts';
import { benchParts } from '../support/bench-parts.ts';
import { answerQuestions } from '../support/bench-process.ts';
import { ALGORITHM, benchClient, benchStratum } from '../support/bench-stratum.ts';
import {
  postmasterOf,
  processCpuMicros,
  serverCpuMicros,
  threadIds,
  threadsCpuMicros,
} from '../support/cpu.ts';
import { memoryInUse } from '../support/memory.ts';
import { recordedShares } from '../support/recorded-shares.ts';
import { buildTemplate } from './build-template.ts';
import type { CpuReading, ServerOptions, ServerVerbs } from './verbs.ts';

let pool: Pool | undefined;
let clientAddress: ReturnType<typeof benchClient> | undefined;
let branches = 0;
let databaseThreads: ReadonlySet<string> = new Set();
/** A connection of PostgreSQL, by which its server is found. */
let postmaster = 0;

async function start(options: ServerOptions): Promise<{ port: number }> {
  // The thread pool begins with the first file that is asked for; it must not be taken for the database's thread.
  await Promise.all(Array.from({ length: 16 }, () => stat('.')));
  const threads = threadIds();
  const db = await openDatabase({
    url: options.databaseUrl,
    directory: options.dataDirectory,
    workerFile: new URL('./pglite-worker.js', import.meta.url),
  });
  await migrate(db, new URL('./migrations/', import.meta.url), Date.now());
  if (db.engine === 'postgres') {
    const [row] = await db.query<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`);
    postmaster = postmasterOf(row?.pid ?? 0);
  } else databaseThreads = new Set([...threadIds()].filter((id) => !threads.has(id)));
  branches = options.merkleBranches;
  const bench = benchClient(buildTemplate(branches));
  clientAddress = bench;
  await mkdir(options.dataDirectory, { recursive: true });
  pool = await openPool(console, async (order) => {
    const shared = await benchParts(order, { db });
    return {
      ...shared,
      world: { ...shared.world, sources: [bench] },
      stratum: benchStratum(shared.foundation.clock, {
        dataDirectory: options.dataDirectory,
        gate: options.isLimited === true ? {} : { exempt: () => true },
        workersMax: 4,
      }),
    };
  });
  const [listener] = pool.mined.find(ALGORITHM)?.listeners ?? [];
  if (listener === undefined) throw new Error('the root opened no port');
  return { port: listener.port };
}

/** Before anything is checked: that is work of the bench. */
function readCpu(): CpuReading {
  const inThreads = threadsCpuMicros(databaseThreads);
  const database = databaseThreads.size > 0 ? inThreads : serverCpuMicros(postmaster);
  return { server: processCpuMicros() - inThreads, database };
}

answerQuestions({
  start,
  memory: memoryInUse,
  job: () => clientAddress?.offer(buildTemplate(branches)),
  cpu: readCpu,
  unrecordedMs: () => {
    const oldest = pool?.mined.find(ALGORITHM)?.accumulator.oldestUnrecordedAt();
    return oldest === undefined ? 0 : Date.now() - oldest;
  },
  flush: async () => {
    if (pool === undefined) throw new Error('the server was not started');
    await pool.mined.find(ALGORITHM)?.accumulator.flush();
    const cpu = readCpu();
    return { recordedShares: await recordedShares(pool.ctx.db), cpu };
  },
  audit: async () => {
    if (pool === undefined) throw new Error('the server was not started');
    // Every share of this benchmark is worth one hash, so the database's work is their number of shares.
    const { work } = await checkLedger(pool.ctx);
    if (work.batches !== work.minutes || work.slices !== work.minutes)
      throw new Error('the recorded work contradicts itself');
    return Number(work.minutes);
  },
} satisfies ServerVerbs);
