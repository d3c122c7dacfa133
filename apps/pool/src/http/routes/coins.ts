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
import { asListed, inListOrder, presentCoin, presentCoinGroups } from '../../present/present-coin.ts';
import { success } from '../../present/success.ts';

const cacheControl = 'public, max-age=60';

/** Both lists are serialised once, and again when the operator delists a coin or lists it again. */
export const coinRoutes: FastifyPluginCallbackTypebox<{
  fast: FastPath;
  delisted: () => ReadonlySet<string>;
}> = (app, { fast, delisted }, done) => {
  const build = (gone: ReadonlySet<string>) => {
    const ordered = inListOrder(coins.map((coin) => asListed(coin, gone)));
    return {
      names: [...gone].join(),
      list: prebuild(success(ordered.map(presentCoin)), cacheControl),
      groups: prebuild(success(presentCoinGroups(ordered)), cacheControl),
    };
  };
  let built = build(delisted());
  const current = () => {
    const gone = delisted();
    if ([...gone].join() !== built.names) built = build(gone);
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
      return reply
        .header('cache-control', cacheControl)
        .send(success(presentCoin(asListed(coin, delisted()))));
    },
  );
  done();
};
