import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Failure } from '@openlode/contracts/envelope';
import { SupportParams, SupportQuery, SupportResponse } from '@openlode/contracts/http/support';
import {
  presentFound,
  presentOneArticle,
  presentOneCategory,
  presentOverview,
} from '../../present/present-support.ts';
import { success } from '../../present/success.ts';
import type { Support } from '../../../domain/kernel/support.ts';
import { callCosts } from '../call-limit.ts';
import { callerAddressOf } from '../caller-address.ts';
import { Refusal } from '../plugins/errors.ts';

/** Help: everything by category, what a search found, one category or one article. */
export const supportRoutes: FastifyPluginCallbackTypebox<{
  support: Support;
  addressOf: (request: FastifyRequest) => string;
}> = (app, { support, addressOf }, done) => {
  app.addHook('onSend', async (_request, reply) => {
    if (reply.statusCode === 200) reply.header('cache-control', 'public, max-age=30');
  });
  app.get(
    '/v4/support',
    {
      config: { cost: ({ query }) => ((query as SupportQuery).search ? callCosts.search : 1) },
      schema: {
        tags: ['support'],
        summary: 'Help by category, or what a search found',
        querystring: SupportQuery,
        response: { 200: SupportResponse, '4xx': Failure },
      },
    },
    async (request, reply) => {
      const text = request.query.search?.trim() ?? '';
      if (text === '') return success(presentOverview(support));
      const hits = await support.search(text, callerAddressOf(addressOf(request)));
      if (hits === 'busy') {
        void reply.header('retry-after', 1);
        throw new Refusal(503, 'The search has too many questions now. Try again in a moment.');
      }
      return success(presentFound(hits, support));
    },
  );

  app.get(
    '/v4/support/:type/:slug',
    {
      schema: {
        tags: ['support'],
        summary: 'One category with all its articles, or one article',
        description: 'A slug that names nothing is answered with `noData`, another type with 404.',
        params: SupportParams,
        response: { 200: SupportResponse, '4xx': Failure },
      },
      // An unknown type is a page that does not exist, not a malformed request.
      preValidation: async (request) => {
        const { type } = request.params as { readonly type: string };
        if (type !== 'article' && type !== 'category') throw new Refusal(404, 'There is nothing here');
      },
    },
    async (request) => {
      const { type, slug } = request.params;
      return success(
        type === 'article' ? presentOneArticle(slug, support) : presentOneCategory(slug, support),
      );
    },
  );
  done();
};
