// The pool's own stratum edge, on a database, whose work another pool gives.
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { openPool, type Pool } from '../../apps/pool/src/app.ts';
import { offeredRelays } from '../../apps/pool/src/app/open-relays.ts';
import { checkLedger } from '../../apps/pool/src/domain/ledger/check-ledger.ts';
import { migrate } from '../../apps/pool/src/runtime/database/migrate.ts';
import { openDatabase } from '../../apps/pool/src/runtime/database/open-database.ts';
import type { UpstreamEntry } from '../../apps/pool/src/settings/upstream-settings.ts';
import { benchParts } from '../support/bench-parts.ts';
import { answerQuestions, BenchProcess } from '../support/bench-process.ts';
import { ALGORITHM, benchClient, benchStratum } from '../support/bench-stratum.ts';
import { postgresCpuMicros, processCpuMicros } from '../support/cpu.ts';
import { memoryInUse } from '../support/memory.ts';
import { recordedShares } from '../support/recorded-shares.ts';
import { buildTemplate } from '../stratum/build-template.ts';
import type { ServerOptions, ServerVerbs } from '../stratum/verbs.ts';
import type { UpstreamVerbs } from './verbs.ts';

/** Of the other pool: a share of a miner is one hash. */
const hashesPerShare = 1000;
const workMs = 30_000;

let pool: Pool | undefined;
const upstream = new BenchProcess<UpstreamVerbs>(fileURLToPath(new URL('./upstream.js', import.meta.url)));

async function start({ databaseUrl, dataDirectory }: ServerOptions): Promise<{ port: number }> {
  const { port } = await upstream.ask('start', { hashesPerShare });
  const db = await openDatabase({
    url: databaseUrl,
    directory: dataDirectory,
    workerFile: new URL('./pglite-worker.js', import.meta.url),
  });
  await migrate(db, new URL('./migrations/', import.meta.url), Date.now());
  await mkdir(dataDirectory, { recursive: true });
  const entry: UpstreamEntry = {
    name: 'bench',
    algorithm: ALGORITHM,
    coin: 'BTC',
    network: 'BTC',
    feePpm: 0,
    incomeMax: 1n,
    addresses: [{ host: '127.0.0.1', port, tls: undefined }],
    user: 'bench',
    connectionsMax: 2,
    ended: false,
  };
  pool = await openPool(console, async (order) => {
    const shared = await benchParts(order, { db });
    // The other pool's work is in the place of its own.
    const sources = [{ ...benchClient(buildTemplate(1)), upstream: entry }];
    return {
      ...shared,
      world: { ...shared.world, sources, upstreams: [entry] },
      stratum: {
        ...benchStratum(shared.foundation.clock, {
          dataDirectory,
          gate: { exempt: () => true },
          workersMax: 4,
        }),
        relays: offeredRelays([entry], shared.log, { leastWork: BigInt(hashesPerShare) }),
      },
    };
  });
  const mined = pool.mined.find(ALGORITHM);
  const [listener] = mined?.listeners ?? [];
  const [relay] = mined?.relays ?? [];
  if (relay === undefined || listener === undefined) throw new Error('the root opened no relayed port');
  for (const until = performance.now() + workMs; !relay.group.hasWork; ) {
    if (performance.now() > until) throw new Error('the other pool gives no work');
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
  }
  return { port: listener.port };
}

const readCpu = () => ({ server: processCpuMicros(), database: postgresCpuMicros() });

answerQuestions({
  start,
  memory: memoryInUse,
  job: () => {
    throw new Error('the other pool has one job');
  },
  cpu: readCpu,
  unrecordedMs: () => 0,
  flush: async () => {
    const mined = pool?.mined.find(ALGORITHM);
    const [relay] = mined?.relays ?? [];
    if (pool === undefined || mined === undefined || relay === undefined)
      throw new Error('the server was not started');
    await mined.accumulator.flush();
    const cpu = readCpu();
    const { forwarded, unsent } = relay.group.counts;
    if (unsent.shares > 0 || forwarded.shares !== (await upstream.ask('shares', undefined)))
      throw new Error('not everything was sent on');
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
