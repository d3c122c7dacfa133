// The pool from the socket to the database, with one algorithm whose shares are verified in a thread.
import { createHash } from 'node:crypto';
import { mkdtemp, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { openPool, type Pool } from '../../apps/pool/src/app.ts';
import { checkLedger } from '../../apps/pool/src/domain/ledger/check-ledger.ts';
import type { HeaderTemplate } from '../../apps/pool/src/domain/kernel/block-template.ts';
import { migrate } from '../../apps/pool/src/runtime/database/migrate.ts';
import { openDatabase } from '../../apps/pool/src/runtime/database/open-database.ts';
import { openProofs } from '../../apps/pool/src/runtime/proof-of-work/open-proofs.ts';
import { benchParts } from '../support/bench-parts.ts';
import { answerQuestions } from '../support/bench-process.ts';
import { benchClient, benchStratum } from '../support/bench-stratum.ts';
import { processCpuMicros, threadIds, threadsCpuMicros } from '../support/cpu.ts';
import type { PathAlgorithm, PathVerbs } from './verbs.ts';

let pool: Pool | undefined;
let measured: PathAlgorithm = 'nexapow';
let databaseThreads: ReadonlySet<string> = new Set();

/** So hard that no share solves it; each session is given the digest of its salt. */
function templateOf(algorithm: PathAlgorithm): HeaderTemplate {
  return {
    family: algorithm,
    chain: `bench-${algorithm}`,
    height: 1,
    previousHash: new Uint8Array(32),
    networkTarget: 0n,
    networkWork: 1n << 78n,
    bits: 0x17034219,
    timestamp: BigInt(Date.now()),
    clean: true,
    blockWith: (salt) => ({
      work: new Uint8Array(createHash('sha256').update(salt).digest()),
      hashOf: () => '',
      submissionOf: (seal) => seal,
    }),
  };
}

async function start({ algorithm }: { readonly algorithm: PathAlgorithm }): Promise<{ port: number }> {
  measured = algorithm;
  // The thread pool begins with the first file that is asked for; it must not be taken for the database's thread.
  await Promise.all(Array.from({ length: 16 }, () => stat('.')));
  const threads = threadIds();
  const db = await openDatabase({
    url: undefined,
    directory: await mkdtemp(join(tmpdir(), 'openlode-bench-path-')),
    workerFile: new URL('./pglite-worker.js', import.meta.url),
  });
  await migrate(db, new URL('./migrations/', import.meta.url), Date.now());
  databaseThreads = new Set([...threadIds()].filter((id) => !threads.has(id)));
  const proofs = openProofs(
    (data) =>
      new Worker(new URL('./pow-worker.js', import.meta.url), {
        workerData: { ...data, modules: new URL('./pow/', import.meta.url).href },
      }),
    1,
  );
  pool = await openPool(console, async (order) => {
    const shared = await benchParts(order, { db });
    return {
      ...shared,
      world: { ...shared.world, sources: [benchClient(templateOf(algorithm), algorithm)] },
      stratum: benchStratum(shared.foundation.clock, {
        gate: { exempt: () => true },
        workersMax: 4,
        verified: { algorithm, proofs },
      }),
    };
  });
  const [listener] = pool.mined.find(algorithm)?.listeners ?? [];
  if (listener === undefined) throw new Error('the root opened no port');
  return { port: listener.port };
}

answerQuestions({
  start,
  cpu: () => (processCpuMicros() - threadsCpuMicros(databaseThreads)) / 1000,
  flush: async () => {
    if (pool === undefined) throw new Error('the server was not started');
    await pool.mined.find(measured)?.accumulator.flush();
    const { work } = await checkLedger(pool.ctx);
    // Every share of this benchmark is worth one hash.
    return Number(work.minutes);
  },
} satisfies PathVerbs);
