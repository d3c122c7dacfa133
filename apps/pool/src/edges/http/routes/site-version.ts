import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { SiteVersionResponse } from '@openlode/contracts/http/site-version';
import { success } from '../../present/success.ts';

/** An open page asks whether it is older than its server. */
export const siteVersionRoutes: FastifyPluginCallbackTypebox<{ version: string }> = (
  app,
  { version },
  done,
) => {
  app.get(
    '/v3/site/version',
    {
      schema: { tags: ['pool'], summary: 'Version of the web site', response: { 200: SiteVersionResponse } },
    },
    async (_request, reply) => reply.header('cache-control', 'no-cache').send(success(version)),
  );
  done();
};
