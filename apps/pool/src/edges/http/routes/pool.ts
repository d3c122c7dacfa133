import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { Failure } from '@openlode/contracts/envelope';
import { PoolResponse } from '@openlode/contracts/http/pool';
import { presentPool } from '../../present/present-pool.ts';
import { success } from '../../present/success.ts';
import type { ServiceContext } from '../../../domain/kernel/context.ts';
import { readPool } from '../../../domain/views/read-pool.ts';
import type { FastPath } from '../fast-path.ts';
import { sendPrebuilt } from '../prebuilt.ts';
import { prebuiltAnswer } from '../prebuilt-answer.ts';

/** Every visitor's page asks for these: built once a second, and answered with a word when nothing has changed. */
export const poolRoutes: FastifyPluginCallbackTypebox<{ ctx: ServiceContext; fast: FastPath }> = (
  app,
  { ctx, fast },
  done,
) => {
  const answer = prebuiltAnswer(async () => success(presentPool(await readPool(ctx))));
  fast.serve('/api/v5/pool', answer.ready);
  app.get(
    '/v5/pool',
    {
      schema: {
        tags: ['pool'],
        summary: 'Totals of the pool, and rewards by algorithm',
        response: { 200: PoolResponse, '4xx': Failure },
      },
    },
    async (request, reply) => sendPrebuilt(request, reply, await answer.read()) as never,
  );
  done();
};
