import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { Failure } from '@openlode/contracts/envelope';
import { PoolResponse } from '@openlode/contracts/http/pool';
import { presentPool } from '../../present/present-pool.ts';
import { success } from '../../present/success.ts';
import type { ServiceContext } from '../../services/context.ts';
import { readPool } from '../../services/pool/read-pool.ts';
import { prebuiltAnswer } from '../prebuilt-answer.ts';

/** Every visitor's page asks for these: built once a second, and answered with a word when nothing has changed. */
export const poolRoutes: FastifyPluginCallbackTypebox<{ ctx: ServiceContext }> = (app, { ctx }, done) => {
  const answer = prebuiltAnswer(async () => success(presentPool(await readPool(ctx))));
  app.get(
    '/v5/pool',
    {
      schema: {
        tags: ['pool'],
        summary: 'Totals of the pool, and rewards by algorithm',
        response: { 200: PoolResponse, '4xx': Failure },
      },
      // The bytes are ready: checking them against the schema again would only cost time.
      serializerCompiler: () => String,
    },
    async (request, reply) => {
      const { body, etag } = await answer();
      reply.header('etag', etag).header('cache-control', 'public, max-age=1');
      if (request.headers['if-none-match'] === etag) return reply.code(304).send(undefined as never);
      return reply.type('application/json; charset=utf-8').send(body as never);
    },
  );
  done();
};
