import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { Failure } from '@openlode/contracts/envelope';
import { BlocksQuery, BlocksResponse } from '@openlode/contracts/http/blocks';
import type { ServiceContext } from '../../../domain/kernel/context.ts';
import { readBlocks } from '../../../domain/views/read-blocks.ts';
import { readChainLuck } from '../../../domain/views/read-chain-luck.ts';
import { presentBlocks } from '../../present/present-blocks.ts';
import { success } from '../../present/success.ts';
import { callCosts } from '../call-limit.ts';
import { onceASecond } from '../once-a-second.ts';
import { sendPrebuilt } from '../prebuilt.ts';
import { type PrebuiltAnswer, prebuiltAnswer } from '../prebuilt-answer.ts';

/** Every page is built at most once a second, and the luck once for all of them; there are as many pages as the query allows. */
export const blockRoutes: FastifyPluginCallbackTypebox<{
  ctx: ServiceContext;
  chains: readonly string[];
}> = (app, { ctx, chains }, done) => {
  const luck = onceASecond(() => readChainLuck(ctx, chains));
  const pages = new Map<number, PrebuiltAnswer>();
  const answerOf = (page: number): PrebuiltAnswer => {
    const known = pages.get(page);
    if (known !== undefined) return known;
    const made = prebuiltAnswer(async () =>
      success(presentBlocks(await readBlocks(ctx, page), await luck())),
    );
    pages.set(page, made);
    return made;
  };
  app.get(
    '/v5/blocks',
    {
      config: { cost: callCosts.page },
      schema: {
        tags: ['pool'],
        summary: 'Blocks that the pool found, and its luck, by chain',
        querystring: BlocksQuery,
        response: { 200: BlocksResponse, '4xx': Failure },
      },
    },
    async (request, reply) => {
      const { page = 1 } = request.query;
      return sendPrebuilt(request, reply, await answerOf(page).read()) as never;
    },
  );
  done();
};
