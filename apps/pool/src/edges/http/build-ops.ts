import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { addressList } from './plugins/address-list.ts';
import { endConnectionsOnClose } from '../../runtime/end-connections-on-close.ts';
import { Refusal, registerErrors } from './plugins/errors.ts';
import { onceASecond } from './once-a-second.ts';
import { healthRoutes, type HealthSource } from './routes/health.ts';
import { ownSite } from './own-site.ts';
import { requestIds } from './request-id.ts';

export interface OpsOptions {
  /** Under which the operator's programs may ask beside addresses and localhost. */
  readonly host: string;
  readonly health: HealthSource;
  readonly metrics: () => Promise<string>;
  readonly log: FastifyBaseLogger | undefined;
}

/** What a proxy adds to a request. The operator's own programs ask without one. */
const forwarding = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'forwarded',
  'via',
];
const connectionsMax = 64;

/**
 * `/health` and `/metrics` for the operator's programs, on a listener of their own: they ask the database and say more than a
 * stranger should know. A request that came through a proxy is refused, because a proxy speaks for strangers.
 */
export async function buildOps(options: OpsOptions): Promise<FastifyInstance> {
  const app = fastify({
    ...(options.log === undefined ? {} : { loggerInstance: options.log }),
    ...requestIds,
    bodyLimit: 1024,
    requestTimeout: 10_000,
    connectionTimeout: 60_000,
  });
  app.server.maxConnections = connectionsMax;
  endConnectionsOnClose(app);
  const site = ownSite({ publicUrl: null, host: options.host, isProxy: addressList([]) });
  registerErrors(app);
  app.addHook('onRequest', async (request) => {
    if (forwarding.some((name) => request.headers[name] !== undefined))
      throw new Refusal(403, 'Health and metrics are not answered through a proxy');
    if (site.foreign(request.raw) !== undefined)
      throw new Refusal(403, 'Ask for health and metrics by address, localhost or OPENLODE_HOST');
  });
  await app.register(healthRoutes, options.health);
  const metrics = onceASecond(options.metrics);
  app.get('/metrics', async (_request, reply) =>
    reply.type('text/plain; version=0.0.4; charset=utf-8').send(await metrics()),
  );
  await app.ready();
  return app;
}
