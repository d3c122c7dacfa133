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
import type { FastPath } from '../fast-path.ts';
import { Refusal } from '../plugins/errors.ts';
import { prebuild, sendPrebuilt } from '../prebuilt.ts';
import { inListOrder, presentCoin, presentCoinGroups } from '../../present/present-coin.ts';
import { success } from '../../present/success.ts';

const cacheControl = 'public, max-age=60';

/** The catalogue never changes while the pool runs: both lists are serialised once. */
export const coinRoutes: FastifyPluginCallbackTypebox<{ fast: FastPath }> = (app, { fast }, done) => {
  const ordered = inListOrder(coins);
  const list = prebuild(success(ordered.map(presentCoin)), cacheControl);
  const groups = prebuild(success(presentCoinGroups(ordered)), cacheControl);
  fast.serve('/api/v5/coin', () => list);
  fast.serve('/api/v5/coin?categories=1', () => groups);

  app.get(
    '/v5/coin',
    {
      schema: {
        tags: ['pool'],
        summary: 'Coins that miners can be paid in',
        querystring: CoinListQuery,
        response: { 200: Type.Union([CoinListResponse, CoinGroupsResponse]), '4xx': Failure },
      },
    },
    async (request, reply) =>
      sendPrebuilt(request, reply, request.query.categories === '1' ? groups : list) as never,
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
      return reply.header('cache-control', cacheControl).send(success(presentCoin(coin)));
    },
  );
  done();
};
