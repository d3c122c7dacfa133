import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';

/** The smallest answer there is, readable by every site: a browser measures the way to a region with it. */
export const pingRoutes: FastifyPluginCallbackTypebox = (app, _options, done) => {
  app.get('/ping', { schema: { hide: true } }, async (_request, reply) =>
    reply.code(204).header('cache-control', 'no-store').send(),
  );
  done();
};
