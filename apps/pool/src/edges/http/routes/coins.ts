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
import type { CoinTerms } from '../../present/coin-terms.ts';
import { asListed, inListOrder, presentCoin, presentCoinGroups } from '../../present/present-coin.ts';
import { success } from '../../present/success.ts';

/** An operator's decision is told within seconds; what has not changed is answered with 304. */
const cacheControl = 'public, max-age=5';

/** Both lists are serialised once, and again when the operator closes something or opens it again. */
export const coinRoutes: FastifyPluginCallbackTypebox<{
  fast: FastPath;
  terms: () => CoinTerms;
}> = (app, { fast, terms }, done) => {
  const build = (now: CoinTerms) => {
    const ordered = inListOrder(coins.map((coin) => asListed(coin, now.delisted)));
    return {
      key: now.key,
      list: prebuild(success(ordered.map((coin) => presentCoin(coin, now))), cacheControl),
      groups: prebuild(success(presentCoinGroups(ordered, now)), cacheControl),
    };
  };
  let built = build(terms());
  const current = () => {
    const now = terms();
    if (now.key !== built.key) built = build(now);
    return built;
  };
  fast.serve('/api/v5/coin', () => current().list);
  fast.serve('/api/v5/coin?categories=1', () => current().groups);

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
      sendPrebuilt(
        request,
        reply,
        request.query.categories === '1' ? current().groups : current().list,
      ) as never,
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
      return reply.header('cache-control', cacheControl).send(success(presentCoin(coin, terms())));
    },
  );
  done();
};
