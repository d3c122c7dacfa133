import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { coins, findCoin } from '@openlode/catalogue/coins';
import {
  CoinGroupsResponse,
  CoinListQuery,
  CoinListResponse,
  CoinParams,
  CoinResponse,
} from '@openlode/contracts/http/coins';
import { Failure } from '@openlode/contracts/envelope';
import { Type } from 'typebox';
import { Refusal } from '../plugins/errors.ts';
import { inListOrder, presentCoin, presentCoinGroups } from '../../present/present-coin.ts';
import { success } from '../../present/success.ts';

/** The catalogue never changes while the pool runs: both lists are serialised once. */
export const coinRoutes: FastifyPluginCallbackTypebox = (app, _options, done) => {
  const ordered = inListOrder(coins);
  const list = JSON.stringify(success(ordered.map(presentCoin)));
  const groups = JSON.stringify(success(presentCoinGroups(ordered)));

  app.get(
    '/v5/coin',
    {
      schema: {
        tags: ['pool'],
        summary: 'Coins that miners can be paid in',
        querystring: CoinListQuery,
        response: { 200: Type.Union([CoinListResponse, CoinGroupsResponse]), '4xx': Failure },
      },
      // The text is ready: checking it against the schema again would only cost time.
      serializerCompiler: () => String,
    },
    async (request, reply) =>
      reply
        .header('cache-control', 'public, max-age=60')
        .type('application/json; charset=utf-8')
        .send((request.query.categories === '1' ? groups : list) as never),
  );

  app.get(
    '/v5/coin/:symbol',
    {
      schema: {
        tags: ['pool'],
        summary: 'One coin',
        params: CoinParams,
        response: { 200: CoinResponse, '4xx': Failure },
      },
    },
    async (request, reply) => {
      const coin = findCoin(request.params.symbol);
      if (coin === undefined) throw new Refusal(404, `There is no coin ${request.params.symbol}`);
      return reply.header('cache-control', 'public, max-age=60').send(success(presentCoin(coin)));
    },
  );
  done();
};
