// The pool's own HTTP server with its headers and limits, on a database that is filled already.
import { randomBytes, randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { openPostgres } from '../../apps/pool/src/runtime/database/postgres-database.ts';
import { buildHttp } from '../../apps/pool/src/edges/http/build-http.ts';
import { readBuiltSite } from '../../apps/pool/src/edges/http/plugins/site.ts';
import { accountViews } from '../../apps/pool/src/edges/live/account-views.ts';
import { type Gateway, openGateway } from '../../apps/pool/src/edges/live/gateway.ts';
import { sampleRates } from '../../apps/pool/src/sandbox/rates/sample-rates.ts';
import { sampleYields } from '../../apps/pool/src/sandbox/rates/sample-yields.ts';
import type { Deployment } from '../../apps/pool/src/edges/present/deployment.ts';
import { presentAlgorithms } from '../../apps/pool/src/edges/present/present-algorithm.ts';
import { presentTls } from '../../apps/pool/src/edges/present/present-tls.ts';
import { paysInCatalogue } from '../../apps/pool/src/sandbox/rail/sandbox-rail.ts';
import { answerQuestions } from '../support/bench-process.ts';
import { postgresCpuMicros, processCpuMicros } from '../support/cpu.ts';
import type { PageServerVerbs } from './verbs.ts';

const presentedDeployment = {
  version: '0.0.0',
  sandbox: true,
  host: 'localhost',
  apiBase: '/api',
  operator: { name: 'The bench', contact: null, links: [], app: null },
};
const deployment: Deployment = {
  ...presentedDeployment,
  regions: [],
  servers: new Map(),
  certificate: () => ({ cert: '', fingerprint: '00'.repeat(32), distrust: 'self-signed' }),
};

let gateway: Gateway | undefined;

const admitAll = () => ({ kind: 'admitted', source: 'bench', isExempt: true }) as const;

answerQuestions({
  start: async ({ databaseUrl, secret, withSite = false }) => {
    if (databaseUrl === undefined) throw new Error('this benchmark needs PostgreSQL');
    const clock = { now: () => Date.now() };
    const db = openPostgres(databaseUrl);
    const app = await buildHttp({
      ctx: {
        db,
        clock,
        random: { uuid: randomUUID, bytes: randomBytes },
        rates: sampleRates(clock),
        publisher: { publish: () => undefined },
        secret: secret === undefined ? randomBytes(32) : Buffer.from(secret),
      },
      rail: { pays: paysInCatalogue },
      yields: sampleYields,
      news: { items: () => [] },
      support: { categories: () => [], find: () => undefined, search: async () => [] },
      releases: { items: () => [] },
      deployment,
      site: withSite
        ? readBuiltSite(
            resolve('apps/web/dist'),
            {
              ...presentedDeployment,
              algorithms: presentAlgorithms(deployment),
              regions: [],
            },
            () => presentTls(deployment),
          )
        : undefined,
      limitExempt: [],
      // Every call is counted as it always is; only nobody is refused.
      callsPerMinute: 1_000_000_000,
      connections: { perSourceMax: 100_000 },
      log: undefined,
    });
    if (withSite) {
      const { version } = deployment;
      gateway = openGateway({ version, views: accountViews({ db, clock }), onError: console.error });
      gateway.attach(app.server, admitAll);
    }
    await app.listen({ host: '127.0.0.1', port: 0, backlog: 1024 });
    return { port: (app.server.address() as AddressInfo).port };
  },
  publish: (events) => gateway?.publish(events),
  cpu: () => ({ server: processCpuMicros(), database: postgresCpuMicros() }),
} satisfies PageServerVerbs);
