// Mining, HTTP and live channel in one process with every limit as the pool has it: only a share is found with any hash.
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { findCoin } from '@openlode/catalogue/coins';
import { allFamilies } from '@openlode/mining/families/all-families';
import { parseUserString } from '@openlode/mining/user-string';
import { createExtranonce1Pool } from '@openlode/stratum/extranonce1-pool';
import type { PortRules } from '@openlode/stratum/session-state';
import { defaultVardiff } from '@openlode/stratum/vardiff';
import { openSupportCentre } from '../../apps/pool/src/adapters/content/support-centre.ts';
import { migrate } from '../../apps/pool/src/runtime/database/migrate.ts';
import { openPostgres } from '../../apps/pool/src/runtime/database/postgres-database.ts';
import { buildHttp } from '../../apps/pool/src/edges/http/build-http.ts';
import { readBuiltSite } from '../../apps/pool/src/edges/http/plugins/site.ts';
import { createJobFeed } from '../../apps/pool/src/edges/stratum/job-feed.ts';
import { createMinerConnections } from '../../apps/pool/src/edges/stratum/miner-connections.ts';
import { createMinerLog } from '../../apps/pool/src/edges/stratum/miner-log.ts';
import { SourceGate } from '../../apps/pool/src/edges/stratum/source-gate.ts';
import { startStratumListener } from '../../apps/pool/src/edges/stratum/stratum-listener.ts';
import { ShareAccumulator } from '../../apps/pool/src/edges/stratum/share-accumulator.ts';
import { accountViews } from '../../apps/pool/src/edges/live/account-views.ts';
import { openGateway } from '../../apps/pool/src/edges/live/gateway.ts';
import { sampleRates } from '../../apps/pool/src/sandbox/rates/sample-rates.ts';
import { sampleYields } from '../../apps/pool/src/sandbox/rates/sample-yields.ts';
import type { Deployment } from '../../apps/pool/src/edges/present/deployment.ts';
import { presentAlgorithms } from '../../apps/pool/src/edges/present/present-algorithm.ts';
import { presentTls } from '../../apps/pool/src/edges/present/present-tls.ts';
import { paysInCatalogue } from '../../apps/pool/src/sandbox/rail/sandbox-rail.ts';
import { recordBatches } from '../../apps/pool/src/domain/shares/record-work.ts';
import { buildTemplate } from '../stratum/build-template.ts';
import { answerQuestions } from '../support/bench-process.ts';
import type { PoolVerbs } from './verbs.ts';

const HOUR_MS = 3_600_000;

const rules: PortRules = {
  scale: { difficulty1Target: 1n << 224n, hashesPerDifficulty1: 1n << 32n },
  minimumWork: 1n,
  maximumWork: 1n,
  startWork: 1n,
  vardiff: defaultVardiff,
  versionMask: 0x1fffe000,
  workersMax: 64,
  faultsMax: 4,
};

const presented = {
  version: '0.0.0',
  sandbox: true,
  host: 'localhost',
  apiBase: '/api',
  operator: { name: 'The bench', contact: null, links: [], app: null },
};
const deployment: Deployment = {
  ...presented,
  regions: [],
  servers: new Map(),
  certificate: () => ({ cert: '', fingerprint: '00'.repeat(32), distrust: 'self-signed' }),
};

const silent = () => undefined;
const log = { debug: silent, info: silent, warn: silent, error: console.error };
const clock = { now: () => Date.now() };

function contextOf(databaseUrl: string) {
  return {
    db: openPostgres(databaseUrl),
    clock,
    random: { uuid: randomUUID, bytes: randomBytes },
    rates: sampleRates(clock),
    publisher: { publish: silent },
    secret: randomBytes(32),
  };
}

type Context = ReturnType<typeof contextOf>;

async function serveHttp(ctx: Context, site: string): Promise<number> {
  const gateway = openGateway({ version: '0.0.0', views: accountViews(ctx), onError: console.error });
  const app = await buildHttp({
    ctx,
    rail: { pays: paysInCatalogue },
    yields: sampleYields,
    news: { items: () => [] },
    support: await openSupportCentre(
      pathToFileURL(`${resolve('content/support')}/`),
      deployment,
      console.error,
      () => new Worker(new URL('./search-worker.js', import.meta.url)),
    ),
    releases: { items: () => [] },
    deployment,
    site: readBuiltSite(site, { ...presented, algorithms: presentAlgorithms(deployment), regions: [] }, () =>
      presentTls(deployment),
    ),
    limitExempt: [],
    log: undefined,
  });
  gateway.attach(app.server, app.judgeUpgrade);
  await app.listen({ host: '127.0.0.1', port: 0, backlog: 1024 });
  return (app.server.address() as AddressInfo).port;
}

async function serveMiners(ctx: Context): Promise<number> {
  const block = buildTemplate(1);
  const accumulator = new ShareAccumulator({
    algorithm: 'sha256',
    record: async (batches) => {
      await recordBatches(ctx, batches);
    },
    newId: randomUUID,
    log,
  });
  const listener = await startStratumListener({
    algorithm: 'sha256',
    host: '127.0.0.1',
    port: 0,
    rules,
    feed: createJobFeed({
      chain: { template: () => block, onTemplate: () => silent },
      refreshMs: HOUR_MS,
    }),
    accumulator,
    extranonces: createExtranonce1Pool(randomInt, 1),
    login: (text) => parseUserString(text, { findCoin, validators: allFamilies }),
    foundBlock: () => Promise.reject(new Error('no share of this benchmark can solve a block')),
    clock,
    log,
    gate: new SourceGate(clock),
    minerConnections: createMinerConnections(),
    minerLog: createMinerLog({ log, clock, secret: ctx.secret }),
  });
  return listener.port;
}

answerQuestions({
  start: async ({ databaseUrl, site }) => {
    const ctx = contextOf(databaseUrl);
    await migrate(ctx.db, new URL('./migrations/', import.meta.url), clock.now());
    return { http: await serveHttp(ctx, site), stratum: await serveMiners(ctx) };
  },
} satisfies PoolVerbs);
