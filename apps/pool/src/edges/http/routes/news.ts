import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { findCoin } from '@openlode/catalogue/coins';
import { Failure } from '@openlode/contracts/envelope';
import { NoticeQuery, NoticeResponse } from '@openlode/contracts/http/notice';
import { success } from '../../present/success.ts';
import type { News } from '../../../domain/kernel/news.ts';

const pageLength = 4;

/** News for everybody, and with `coin` also what is about that coin. */
export const newsRoutes: FastifyPluginCallbackTypebox<{ news: News }> = (app, { news }, done) => {
  app.get(
    '/v4/notice',
    {
      schema: {
        tags: ['pool'],
        summary: 'News, the newest first',
        querystring: NoticeQuery,
        response: { 200: NoticeResponse, '4xx': Failure },
      },
    },
    async (request, reply) => {
      const { coin, count = pageLength, skip = 0 } = request.query;
      const symbol = findCoin(coin ?? '')?.symbol;
      const items = news
        .items()
        .filter((item) => item.coin === null || coin === undefined || item.coin === symbol);
      const present = (item: (typeof items)[number]) => ({
        type: item.type,
        title: item.html,
        at: item.at,
        tweet_url: item.post,
      });
      const pinned = items.filter((item) => item.pinned).map(present);
      const feed = items.filter((item) => !item.pinned).slice(skip, skip + count);
      return reply
        .header('cache-control', 'public, max-age=30')
        .send({ ...success(feed.map(present)), pinned });
    },
  );
  done();
};
