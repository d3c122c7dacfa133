import { allPrograms } from '@openlode/catalogue/programs';
import { Failure } from '@openlode/contracts/envelope';
import { SupportResponse } from '@openlode/contracts/http/support';
import type { FastifyInstance } from 'fastify';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestSupport } from '../../adapters/content/testing/open-test-support.ts';
import { createTestContext, type TestContext } from '../../domain/testing/create-test-context.ts';
import { buildTestHttp } from '../../testing/build-test-http.ts';

/** One for each program and algorithm. */
const guides = allPrograms.flatMap(({ algorithms }) => algorithms).length;

let ctx: TestContext;
let support: Awaited<ReturnType<typeof openTestSupport>>;
let app: FastifyInstance;
beforeAll(async () => {
  ctx = await createTestContext('pglite');
  support = await openTestSupport();
  app = await buildTestHttp(ctx, { support });
});
afterAll(async () => {
  await app.close();
  await support.close();
  await ctx.close();
});

async function get<Body>(path: string, schema: TSchema, status = 200): Promise<Body> {
  const answer = await app.inject({ url: `/api${path}` });
  expect(answer.statusCode).toBe(status);
  const body: unknown = answer.json();
  expect([...Value.Errors(schema, body)]).toEqual([]);
  return body as Body;
}
const data = async (path: string) => (await get<SupportResponse>(path, SupportResponse)).data;

describe('the calls of the support centre', () => {
  it('answer the categories, each with its first articles and the count of all [api-21]', async () => {
    const { categories, article, noData } = await data('/v4/support');
    expect({ article, noData }).toEqual({ article: null, noData: false });
    expect(categories.map(({ slug }) => slug)).toEqual([
      'getting-started',
      'mining-guides',
      'mining-programs',
      'asic',
      'payouts',
      'address-page',
      'referrals',
      'troubleshooting',
      'security',
      'announcements',
    ]);
    expect(categories[2]).toMatchObject({ count: guides, show_posted_date: false });
    expect(categories[2]?.articles).toHaveLength(4);
    expect(categories.at(-1)).toMatchObject({ title: 'Announcements', show_posted_date: true });
    expect(categories[0]?.articles[0]).toEqual({
      slug: 'how-it-works',
      title: 'How the pool works',
      shortText:
        'No account and no login: a coin and an address are enough, and every reward shows how it was calculated.',
      created_at: 1790812800000,
      updated_at: 1795305600000,
      categorySlug: 'getting-started',
      categoryTitle: 'Getting started',
      match: null,
    });
  });

  it('answer what a search found, the best first, with the words marked [api-21]', async () => {
    const { categories, noData } = await data('/v4/support?search=%20Memos%20');
    expect(noData).toBe(false);
    const best = categories[0]?.articles[0];
    expect(best?.slug).toBe('memo-and-tag');
    expect(best?.match?.rank).toBe(1);
    expect(best?.match?.title).toEqual([
      { text: 'Memo', hit: true },
      { text: ', tag or payment ID', hit: false },
    ]);
    const ranks = categories.flatMap(({ articles }) => articles.map(({ match }) => match?.rank ?? 0));
    expect(ranks.toSorted((a, b) => a - b)).toEqual(ranks.map((_, index) => index + 1));
    for (const { count, articles } of categories) expect(count).toBe(articles.length);
  });

  it('refuse a question in words while too many wait', async () => {
    const busy = await buildTestHttp(ctx, { support: { ...support, search: async () => 'busy' } });
    const answer = await busy.inject({ url: '/api/v4/support?search=memo' });
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('1');
    expect(answer.json()).toMatchObject({
      success: false,
      msg: 'The search has too many questions now. Try again in a moment.',
    });
    await busy.close();
  });

  it('answer everything to a search for nothing, and noData where nothing was found [api-21]', async () => {
    expect((await data('/v4/support?search=%20')).categories).toHaveLength(10);
    expect(await data('/v4/support?search=zzzzqqqq')).toEqual({
      categories: [],
      article: null,
      noData: true,
    });
    await get(`/v4/support?search=${'x'.repeat(101)}`, Failure, 400);
  });

  it('answer one category with all its articles [api-21]', async () => {
    const { categories, article } = await data('/v4/support/category/mining-programs');
    expect(article).toBeNull();
    expect(categories).toHaveLength(1);
    expect(categories[0]?.articles).toHaveLength(guides);
    expect(await data('/v4/support/category/no-such')).toEqual({
      categories: [],
      article: null,
      noData: true,
    });
  });

  it('answer one article with its category, headings and what to read next [api-21]', async () => {
    const { categories, article } = await data('/v4/support/article/payment-threshold');
    expect(categories.map(({ slug }) => slug)).toEqual(['payouts']);
    expect(article?.headings.map(({ text }) => text)).toEqual([
      'Where to see it',
      'Reaching it sooner',
      'Below the minimum',
    ]);
    expect(article?.related.map(({ slug }) => slug)).toEqual([
      'payouts-auto-and-manual',
      'switch-network',
      'choose-a-payout-coin',
    ]);
    expect(article?.html).toContain('<td>10 USDT</td>');
    expect((await data('/v4/support/article/how-to-mine-randomx-with-xmrig')).article?.title).toBe(
      'How to mine RandomX with XMRig',
    );
    expect(await data('/v4/support/article/no-such')).toEqual({
      categories: [],
      article: null,
      noData: true,
    });
  });

  it('answer 404 to another kind of page [api-21]', async () => {
    await get('/v4/support/hat/x', Failure, 404);
  });
});
