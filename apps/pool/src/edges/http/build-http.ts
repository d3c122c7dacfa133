import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import type { FlaggedExchange } from '../../domain/views/look-up-address.ts';
import { catalogueListing, type CoinListing } from '../../domain/payouts/payout-availability.ts';
import type { ServiceContext } from '../../domain/kernel/context.ts';
import { provableSources } from '../../domain/owners/provable-source.ts';
import type { ReserveContext } from '../../domain/payouts/payout-context.ts';
import type { News } from '../../domain/kernel/news.ts';
import type { Rail } from '../../domain/kernel/rail.ts';
import type { Releases } from '../../domain/kernel/releases.ts';
import type { ConnectedWorkersOf } from '../../domain/kernel/connected-workers.ts';
import type { Support } from '../../domain/kernel/support.ts';
import type { Yields } from '../../domain/kernel/yields.ts';
import { type CoinTerms, currentCoinTerms } from '../present/coin-terms.ts';
import type { Deployment } from '../present/deployment.ts';
import { type CallObserver, observeCalls } from './call-kinds.ts';
import { clientAddress } from './client-address.ts';
import { createCallLimit } from './call-limit.ts';
import { type App, type AppOptions, type AppParts, createApp } from './create-app.ts';
import { createFastPath } from './fast-path.ts';
import { ownSite } from './own-site.ts';
import { serializersOnce } from './serializers-once.ts';
import { addressList } from './plugins/address-list.ts';
import { Refusal, registerErrors } from './plugins/errors.ts';
import { registerOpenApi } from './plugins/openapi.ts';
import { registerRateLimit } from './plugins/rate-limit.ts';
import { registerSameSite } from './plugins/same-site.ts';
import { registerSecurity } from './plugins/security.ts';
import { type BuiltSite, registerSite } from './plugins/site.ts';
import { accountExpectedRoutes, type RelayedIncome } from './routes/account-expected.ts';
import { accountReceiptRoutes } from './routes/account-receipts.ts';
import { accountReferralRoutes } from './routes/account-referrals.ts';
import { accountTableRoutes } from './routes/account-tables.ts';
import { accountRoutes } from './routes/accounts.ts';
import { addressRoutes } from './routes/addresses.ts';
import { algorithmRoutes } from './routes/algorithms.ts';
import { certificateRoutes } from './routes/certificate.ts';
import { balanceRoutes } from './routes/balances.ts';
import { blockRoutes } from './routes/blocks.ts';
import { calculatorRoutes } from './routes/calculator.ts';
import { coinRoutes } from './routes/coins.ts';
import { newsRoutes } from './routes/news.ts';
import { pingRoutes } from './routes/ping.ts';
import { ownerRoutes } from './routes/owner-actions.ts';
import { paymentRoutes } from './routes/payments.ts';
import { poolRoutes } from './routes/pool.ts';
import { referralRoutes } from './routes/referrals.ts';
import { releaseRoutes } from './routes/releases.ts';
import { siteVersionRoutes } from './routes/site-version.ts';
import { supportRoutes } from './routes/support.ts';
import { upgradeJudge } from './upgrade-judge.ts';

export interface HttpOptions extends AppOptions {
  readonly ctx: ServiceContext;
  readonly rail: Pick<Rail, 'pays' | 'activated'>;
  /** Exchanges' addresses that the settings or the operator flag; only those of the catalogue without it. */
  readonly isExchange?: FlaggedExchange;
  /** What owners' payouts are reserved with; undefined where nothing is paid. */
  readonly payouts?: ReserveContext;
  /** Our own reverse proxies, addresses and networks (CIDR): only they say for whom they speak. */
  readonly trustedProxies?: readonly string[];
  /** Networks that many miners share: a client address in one proves no ownership. */
  readonly sharedNetworks?: readonly string[];
  /** How coins are listed and paid; as the catalogue says where nothing is decided. */
  readonly listing?: () => CoinListing;
  readonly yields: Yields;
  /** The chains whose luck is told, by name. */
  readonly chains?: readonly string[];
  /** Other pools that give work; none without it. */
  readonly relayed?: RelayedIncome;
  /** Money for one US dollar, by ISO 4217 code; dollars only where nothing else is known. */
  readonly fiatPerUsd?: Readonly<Record<string, string>>;
  readonly news: News;
  readonly support: Support;
  readonly releases: Releases;
  /** Where visitors find the site, without a slash at the end; without it no absolute link is claimed. */
  readonly publicUrl?: string | null;
  /** Without it no worker counts as connected. */
  readonly connectedWorkers?: ConnectedWorkersOf;
  readonly deployment: Deployment;
  /** Undefined where only the calls are served. */
  readonly site: BuiltSite | undefined;
  readonly limitExempt: readonly string[];
  /** Calls of one client address in a minute, unless it is the usual number. */
  readonly callsPerMinute?: number;
  /** Called for every call, for the metrics. */
  readonly onCall?: CallObserver;
}

const minuteMs = 60_000;
/** So long an owner has to notice and cancel a switch of network. */
const dayMs = 86_400_000;

/** What pages of other sites may do. */
const readMethods: readonly string[] = ['GET', 'HEAD'];

/** Builds the HTTP server without listening: what runs and what suites inject into are the same. */
export async function buildHttp(options: HttpOptions): Promise<FastifyInstance> {
  const { rail, deployment, site } = options;
  const payoutBlockReason = options.payouts?.payoutBlockReason ?? (() => undefined);
  const asInCatalogue = catalogueListing();
  const terms = currentCoinTerms(options.listing ?? (() => asInCatalogue), {
    rail,
    paysHere: deployment.paysHere,
    notPaidWhy: deployment.notPaidWhy,
    payoutBlockReason,
  });
  const isProxy = addressList(options.trustedProxies ?? []);
  const limit = createCallLimit({
    perMinute: options.callsPerMinute,
    isExempt: addressList(options.limitExempt),
    addressOf: (request) => clientAddress(request, isProxy),
  });
  const fast = createFastPath(limit);
  const app = createApp(options, { limit, fast, isProxy, compile: await serializersOnce() });
  app.decorate('answeredReady', () => fast.answered);
  if (options.onCall !== undefined) observeCalls(app, options.onCall);
  registerErrors(app);
  await registerSecurity(app, {
    ...(site ?? { scriptHashes: [], styleHashes: [] }),
    connectTo: deployment.regions.map(({ web }) => web),
  });
  registerRateLimit(app, limit);
  const own = ownSite({ publicUrl: options.publicUrl ?? null, host: deployment.host, isProxy });
  registerSameSite(app, own);
  app.decorate('judgeUpgrade', upgradeJudge(limit, own, app.log));
  await registerCors(app);
  await registerOpenApi(app, deployment.version);
  await app.register(pingRoutes);
  // The gateway takes upgrades before any route; what is left comes without one.
  app.get('/socket.io', { schema: { hide: true } }, () => {
    throw new Refusal(400, 'The live channel speaks WebSocket only');
  });
  await app.register((api) => registerApi(api, options, { fast, limit, terms, payoutBlockReason }), {
    prefix: '/api',
  });
  if (site !== undefined)
    await registerSite(app, site, {
      support: options.support,
      publicUrl: options.publicUrl ?? null,
      terms,
    });
  else
    app.setNotFoundHandler(() => {
      throw new Refusal(404, 'There is nothing here');
    });
  await app.ready();
  fast.open(await commonHeaders(app));
  return app;
}

/** Other sites may read what is public. A preflight for anything that changes state is answered without permission. */
async function registerCors(app: App): Promise<void> {
  app.addHook('onRequest', async (request, reply) => {
    const asked = request.headers['access-control-request-method'];
    if (request.method !== 'OPTIONS') return undefined;
    if (asked === undefined || request.headers.origin === undefined)
      throw new Refusal(400, 'OPTIONS needs the headers Origin and Access-Control-Request-Method');
    return readMethods.includes(asked) ? undefined : reply.code(204).send();
  });
  await app.register(cors, { origin: '*', methods: [...readMethods] });
}

interface ApiParts extends Pick<AppParts, 'limit' | 'fast'> {
  readonly terms: () => CoinTerms;
  readonly payoutBlockReason: () => string | undefined;
}

async function registerApi(api: App, options: HttpOptions, parts: ApiParts): Promise<void> {
  const { ctx, rail, deployment } = options;
  const { fast, limit, terms, payoutBlockReason } = parts;
  await api.register(coinRoutes, { fast, terms });
  await api.register(algorithmRoutes, { deployment, fast });
  await api.register(certificateRoutes, { deployment });
  await api.register(referralRoutes, { ctx });
  await api.register(calculatorRoutes, {
    ctx: { ...ctx, yields: options.yields },
    fiatPerUsd: options.fiatPerUsd ?? { USD: '1' },
    paysHere: deployment.paysHere,
  });
  await api.register(siteVersionRoutes, { version: deployment.version });
  await api.register(newsRoutes, { news: options.news });
  await api.register(supportRoutes, {
    support: options.support,
    addressOf: (request) => limit.addressOf(request.raw),
  });
  await api.register(releaseRoutes, { releases: options.releases, support: options.support });
  await api.register(addressRoutes, {
    ctx,
    rail,
    terms,
    paysHere: deployment.paysHere,
    isExchange: options.isExchange ?? (() => false),
    connectedWorkers: options.connectedWorkers ?? { of: () => [] },
    payoutBlockReason,
    addressOf: (request) => limit.addressOf(request.raw),
  });
  await api.register(accountRoutes, { ctx });
  await api.register(accountReferralRoutes, { ctx });
  await api.register(accountReceiptRoutes, { ctx });
  await api.register(accountExpectedRoutes, {
    ctx,
    relayed: options.relayed ?? { upstreams: [], rewardOf: () => undefined },
  });
  await api.register(accountTableRoutes, { ctx });
  const disclaimer = deployment.sandbox ? 'This is a sandbox: no coins are sent.' : null;
  const ownBlockReason = options.payouts?.payoutBlockReason;
  await api.register(paymentRoutes, {
    ctx: ownBlockReason === undefined ? ctx : { ...ctx, payoutBlockReason: ownBlockReason },
    disclaimer,
  });
  if (options.payouts !== undefined)
    await api.register(ownerRoutes, {
      ctx,
      payouts: options.payouts,
      mayProve: provableSources({
        sandbox: deployment.sandbox,
        proxies: [...(options.trustedProxies ?? []), ...(options.balancers ?? [])],
        sharedNetworks: options.sharedNetworks ?? [],
      }),
      addressOf: (request) => limit.addressOf(request.raw),
      switchDelayMs: deployment.sandbox ? minuteMs : dayMs,
      pool: { name: deployment.operator.name, host: deployment.host },
    });
  await api.register(balanceRoutes, { ctx });
  await api.register(poolRoutes, { ctx, fast });
  await api.register(blockRoutes, { ctx, chains: options.chains ?? [] });
}

/** What the plugins put on every answer, asked of themselves, so that the fast path can never say less. */
async function commonHeaders(app: FastifyInstance): Promise<string[]> {
  const { headers } = await app.inject({ url: '/api/v3/site/version', remoteAddress: '0.0.0.0' });
  const ofThisAnswer =
    /^(?:content-type$|content-length$|cache-control$|date$|connection$|keep-alive$|x-ratelimit-)/;
  return Object.entries(headers)
    .filter(([name]) => !ofThisAnswer.test(name))
    .flatMap(([name, value]) => [name, String(value)]);
}
