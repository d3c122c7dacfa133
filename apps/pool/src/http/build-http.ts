import cors from '@fastify/cors';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { ServiceContext } from '../services/context.ts';
import type { News } from '../services/ports/news.ts';
import type { Rail } from '../services/ports/rail.ts';
import type { Yields } from '../services/ports/yields.ts';
import type { Deployment } from '../present/deployment.ts';
import { registerErrors, sendFailure } from './plugins/errors.ts';
import { registerOpenApi } from './plugins/openapi.ts';
import { registerRateLimit } from './plugins/rate-limit.ts';
import { registerSecurity } from './plugins/security.ts';
import { type BuiltSite, registerSite } from './plugins/site.ts';
import { accountReferralRoutes } from './routes/account-referrals.ts';
import { accountRewardRoutes } from './routes/account-rewards.ts';
import { accountRoutes } from './routes/accounts.ts';
import { addressRoutes } from './routes/addresses.ts';
import { algorithmRoutes } from './routes/algorithms.ts';
import { balanceRoutes } from './routes/balances.ts';
import { calculatorRoutes } from './routes/calculator.ts';
import { coinRoutes } from './routes/coins.ts';
import { type HealthCheck, healthRoutes } from './routes/health.ts';
import { metricsRoutes } from './routes/metrics.ts';
import { newsRoutes } from './routes/news.ts';
import { poolRoutes } from './routes/pool.ts';
import { referralRoutes } from './routes/referrals.ts';
import { siteVersionRoutes } from './routes/site-version.ts';

export interface HttpOptions {
  readonly ctx: ServiceContext;
  readonly rail: Rail;
  readonly yields: Yields;
  readonly news: News;
  readonly deployment: Deployment;
  /** Undefined where only the calls are served. */
  readonly site: BuiltSite | undefined;
  readonly limitExempt: readonly string[];
  readonly checks: readonly HealthCheck[];
  /** What the pool holds back now, and why. */
  readonly suspended?: () => readonly string[];
  readonly metrics: () => Promise<string>;
  readonly log: FastifyBaseLogger | undefined;
}

const bodyBytesMax = 16_384;
/** Fifty account ids, joined by commas. */
const pathLengthMax = 2048;

/** Builds the HTTP server without listening: what runs and what suites inject into are the same. */
export async function buildHttp(options: HttpOptions): Promise<FastifyInstance> {
  const { ctx, rail, deployment, site, checks } = options;
  const app = fastify({
    ...(options.log === undefined ? {} : { loggerInstance: options.log }),
    bodyLimit: bodyBytesMax,
    requestTimeout: 30_000,
    routerOptions: { maxParamLength: pathLengthMax, ignoreTrailingSlash: true },
    // One line a call would drown what matters; failures are logged where they are answered.
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: (error, _request, reply) => {
      void sendFailure(reply, error.statusCode ?? 400, error.message);
    },
  }).withTypeProvider<TypeBoxTypeProvider>();
  app.server.headersTimeout = 10_000;

  registerErrors(app);
  await registerSecurity(app, site ?? { scriptHashes: [], styleHashes: [] });
  await registerRateLimit(app, options.limitExempt);
  await app.register(cors, { origin: '*', methods: ['GET', 'HEAD'] });
  await registerOpenApi(app, deployment.version);
  await app.register(healthRoutes, {
    version: deployment.version,
    checks,
    suspended: options.suspended ?? (() => []),
  });
  await app.register(metricsRoutes, { text: options.metrics });
  await app.register(
    async (api) => {
      await api.register(coinRoutes);
      await api.register(algorithmRoutes, { deployment });
      await api.register(referralRoutes);
      await api.register(calculatorRoutes, { ctx: { ...ctx, yields: options.yields } });
      await api.register(siteVersionRoutes, { version: deployment.version });
      await api.register(newsRoutes, { news: options.news });
      await api.register(addressRoutes, { ctx, rail });
      await api.register(accountRoutes, { ctx });
      await api.register(accountReferralRoutes, { ctx });
      await api.register(accountRewardRoutes, { ctx });
      await api.register(balanceRoutes, { ctx });
      await api.register(poolRoutes, { ctx });
    },
    { prefix: '/api' },
  );
  if (site !== undefined) await registerSite(app, site);
  return app;
}
