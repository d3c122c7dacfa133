// The pool's own parts: listener, session, accumulator, and the database in a real database.
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { findCoin } from '@openlode/catalogue/coins';
import { allFamilies } from '@openlode/mining/families/all-families';
import { parseUserString } from '@openlode/mining/user-string';
import type { PortRules } from '@openlode/stratum/session-state';
import { defaultVardiff } from '@openlode/stratum/vardiff';
import type { Database } from '../../apps/pool/src/runtime/database/database.ts';
import { migrate } from '../../apps/pool/src/runtime/database/migrate.ts';
import { openDatabase } from '../../apps/pool/src/runtime/database/open-database.ts';
import { createMinerConnections } from '../../apps/pool/src/edges/stratum/miner-connections.ts';
import { createMinerLog } from '../../apps/pool/src/edges/stratum/miner-log.ts';
import { createExtranonce1Pool } from '@openlode/stratum/extranonce1-pool';
import { createJobFeed } from '../../apps/pool/src/edges/stratum/job-feed.ts';
import { SourceGate } from '../../apps/pool/src/edges/stratum/source-gate.ts';
import { startStratumListener } from '../../apps/pool/src/edges/stratum/stratum-listener.ts';
import { openWriteAheadLog } from '../../apps/pool/src/edges/stratum/write-ahead-log.ts';
import { ShareAccumulator } from '../../apps/pool/src/edges/stratum/share-accumulator.ts';
import type { BlockTemplate } from '../../apps/pool/src/domain/kernel/chain.ts';
import { checkLedger } from '../../apps/pool/src/domain/ledger/check-ledger.ts';
import { recordBatches } from '../../apps/pool/src/domain/shares/record-work.ts';
import { memoryInUse } from '../support/memory.ts';
import { buildTemplate } from './build-template.ts';
import { answerQuestions } from '../support/bench-process.ts';
import { postgresCpuMicros, processCpuMicros, threadIds, threadsCpuMicros } from '../support/cpu.ts';
import type { ServerOptions, ServerVerbs } from './verbs.ts';

const HOUR_MS = 3_600_000;
const ALGORITHM = 'sha256';

/**
 * Every hash makes a share, so that the load generator needs no hashing; the checks are the same ones. (The real scale
 * of SHA-256d would still refuse one hash in 65,536.)
 */
const rules: PortRules = {
  scale: { difficulty1Target: 1n << 224n, hashesPerDifficulty1: 1n << 32n },
  minimumWork: 1n,
  maximumWork: 1n,
  startWork: 1n,
  vardiff: defaultVardiff,
  versionMask: 0x1fffe000,
  workersMax: 4,
  faultsMax: 4,
};

const log = {
  debug: () => undefined,
  info: () => undefined,
  warn: (...words: unknown[]) => console.warn(...words),
  error: (...words: unknown[]) => console.error(...words),
};

let database: Database | undefined;
let accumulator: ShareAccumulator | undefined;
let offer: (template: BlockTemplate) => void = () => undefined;
let branches = 0;
let databaseThreads: ReadonlySet<string> = new Set();

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
  if (db.engine === 'pglite') databaseThreads = new Set([...threadIds()].filter((id) => !threads.has(id)));
  database = db;

  const clock = { now: () => Date.now() };
  const secret = randomBytes(32);
  const publisher = { publish: () => undefined };
  const ctx = { db, clock, publisher, secret };
  accumulator = new ShareAccumulator({
    algorithm: ALGORITHM,
    record: async (batches) => {
      await recordBatches(ctx, batches);
    },
    newId: randomUUID,
    log,
    writeAheadLog: await openWriteAheadLog(join(options.dataDirectory, 'work-spool.jsonl')),
  });
  branches = options.merkleBranches;
  const block = buildTemplate(branches);
  const listener = await startStratumListener({
    algorithm: ALGORITHM,
    host: '127.0.0.1',
    port: 0,
    rules,
    feed: createJobFeed({
      chain: {
        template: () => block,
        onTemplate: (listener) => {
          offer = listener;
          return () => undefined;
        },
      },
      refreshMs: HOUR_MS,
    }),
    accumulator,
    extranonces: createExtranonce1Pool(randomInt, 1),
    login: (text) => parseUserString(text, { findCoin, validators: allFamilies }),
    foundBlock: () => Promise.reject(new Error('no share of this benchmark can solve a block')),
    clock,
    log,
    gate: new SourceGate(clock, { exempt: () => true }),
    minerConnections: createMinerConnections(),
    minerLog: createMinerLog({ log, clock, secret }),
  });
  return { port: listener.port };
}

answerQuestions({
  start,
  memory: memoryInUse,
  job: () => offer(buildTemplate(branches)),
  cpu: () => {
    const inThreads = threadsCpuMicros(databaseThreads);
    const database = databaseThreads.size > 0 ? inThreads : postgresCpuMicros();
    return { server: processCpuMicros() - inThreads, database };
  },
  flush: async () => {
    if (database === undefined || accumulator === undefined) throw new Error('the server was not started');
    await accumulator.flush();
    // Every share of this benchmark is worth one hash, so the database's work is their number of shares.
    const { work } = await checkLedger({ db: database });
    if (work.batches !== work.minutes || work.slices !== work.minutes)
      throw new Error('the recorded work contradicts itself');
    return { recordedShares: Number(work.minutes) };
  },
} satisfies ServerVerbs);
