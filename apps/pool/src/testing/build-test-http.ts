import { pino } from 'pino';
import { openPool } from '../app.ts';
import type { HttpParts, OpenedHttp } from '../app/open-http.ts';
import type { ServiceContext } from '../domain/kernel/context.ts';
import type { PayoutContext } from '../domain/payouts/payout-context.ts';
import { testWorld } from '../sandbox/testing/test-world.ts';
import type { Deployment } from '../edges/present/deployment.ts';
import { noPorts } from '../edges/present/present-ports.ts';
import { type ConnectedWorkers, createConnectedWorkers } from '../edges/stratum/connected-workers.ts';

export const testDeployment: Deployment = {
  version: '9.9.9',
  sandbox: true,
  host: 'pool.example',
  apiBase: '/api',
  operator: { name: 'The suite', contact: null, links: [], app: null },
  regions: [],
  servers: new Map([['sha256', { work: 'verified', ports: { ...noPorts, defaultPort: 3433 } }]]),
  certificate: () => ({
    cert: '-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n',
    fingerprint: 'ab'.repeat(32),
    distrust: 'self-signed',
  }),
};

/** What a site without content has, and without limits for the suite itself. */
export const testHttp: HttpParts = {
  news: { items: () => [] },
  support: { categories: () => [], find: () => undefined, search: async () => [] },
  releases: { items: () => [] },
  site: undefined,
  limitExempt: ['127.0.0.1'],
  log: undefined,
};

export interface TestHttpOptions extends Partial<HttpParts> {
  readonly deployment?: Deployment;
  readonly payouts?: PayoutContext;
  readonly connectedWorkers?: Pick<ConnectedWorkers, 'of'>;
}

/** The real server, without a port: the pool's own root with parts for http only. */
export async function buildTestHttp(ctx: ServiceContext, options: TestHttpOptions = {}): Promise<OpenedHttp> {
  const { payouts, deployment = testDeployment, connectedWorkers, ...http } = options;
  const log = pino({ enabled: false });
  const pool = await openPool(log, () => ({
    log,
    foundation: ctx,
    publisher: ctx.publisher,
    world: testWorld(ctx),
    deployment,
    ...(payouts === undefined ? {} : { payouts: async () => payouts }),
    connectedWorkers: { ...createConnectedWorkers(), ...connectedWorkers },
    http: { ...testHttp, ...http },
  }));
  if (pool.http === undefined) throw new Error('no server was built');
  return pool.http;
}
