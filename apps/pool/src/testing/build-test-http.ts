import { type Logger, pino } from 'pino';
import { openPool, type Pool } from '../app.ts';
import type { LiveParts } from '../app/open-live.ts';
import type { Gateway } from '../edges/live/gateway.ts';
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
  testNetwork: false,
  host: 'pool.example',
  apiBase: '/api',
  operator: { name: 'The suite', contact: null, links: [], app: null },
  regions: [],
  paysHere: () => true,
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
  readonly log?: Logger;
}

/** The real server, without a port: the pool's own root with parts for http only. */
export async function buildTestHttp(ctx: ServiceContext, options: TestHttpOptions = {}): Promise<OpenedHttp> {
  return (await openTestPool(ctx, options, undefined)).http;
}

/** A pool with the calls and the live channel. */
export interface LivePool extends Pool {
  readonly http: OpenedHttp;
  readonly live: Gateway;
}

/** The same with the live channel attached. What happens is published through the context of the pool, not through `ctx`. */
export async function openLivePool(
  ctx: ServiceContext,
  live: LiveParts = {},
  options: TestHttpOptions = {},
): Promise<LivePool> {
  const pool = await openTestPool(ctx, options, live);
  if (pool.live === undefined) throw new Error('no live channel was opened');
  return { ...pool, live: pool.live };
}

async function openTestPool(
  ctx: ServiceContext,
  options: TestHttpOptions,
  live: LiveParts | undefined,
): Promise<Pool & Pick<LivePool, 'http'>> {
  const { payouts, deployment = testDeployment, connectedWorkers, ...http } = options;
  const log = options.log ?? pino({ enabled: false });
  const pool = await openPool(log, () => ({
    log,
    foundation: ctx,
    publisher: ctx.publisher,
    world: testWorld(ctx),
    deployment,
    ...(payouts === undefined ? {} : { payouts: async () => payouts }),
    connectedWorkers: { ...createConnectedWorkers(), ...connectedWorkers },
    ...(live === undefined ? {} : { live }),
    http: { ...testHttp, ...http },
  }));
  if (pool.http === undefined) throw new Error('no server was built');
  return { ...pool, http: pool.http };
}
