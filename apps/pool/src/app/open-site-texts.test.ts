import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { NewsItem } from '../adapters/content/read-news.ts';
import type { SupportCentre } from '../adapters/content/support-centre.ts';
import { openTestSupport } from '../adapters/content/testing/open-test-support.ts';
import { supportFacts } from '../adapters/content/testing/support-facts.ts';
import type { ArticleFields, NewsFields, ShownText } from '../domain/kernel/site-text.ts';
import { type OpenedTexts, openSiteTexts } from './open-site-texts.ts';

const at = { shownAt: Date.UTC(2026, 10, 30, 9, 30, 30), firstShownAt: Date.UTC(2026, 10, 1) };
const notice = (slug: string, fields: Partial<NewsFields> = {}): ShownText => ({
  kind: 'news',
  slug,
  fields: { type: 'maintenance', text: 'Back at **18:00**. <script>alert(1)</script>', ...fields },
  ...at,
});
const article = (slug: string, fields: Partial<ArticleFields> = {}): ShownText => ({
  kind: 'article',
  slug,
  fields: {
    title: 'How we: "pay"',
    shortText: 'What this article is good for.',
    category: 'payouts',
    place: 99,
    related: ['mining-fee'],
    keywords: ['pay day'],
    text: '## When\n\nAsk {{contact}}. <img src=x onerror=alert(1)>',
    ...fields,
  },
  ...at,
});

describe('texts of operators on the site', () => {
  let support: SupportCentre;
  let shownNews: readonly NewsItem[];
  const errors: unknown[] = [];
  let texts: OpenedTexts;
  beforeAll(async () => {
    support = await openTestSupport();
  });
  afterAll(() => support.close());
  beforeEach(() => {
    shownNews = [];
    errors.length = 0;
    const news = {
      show: (items: readonly NewsItem[]): void => {
        shownNews = items;
      },
    };
    texts = openSiteTexts({ news, support }, supportFacts, {
      error: (...said: unknown[]) => void errors.push(said),
    });
  });

  it('are rendered like files, without what could act', async () => {
    const rendered = await texts.render([notice('maintenance'), article('pay-day')]);
    expect(Object.fromEntries(rendered)).toEqual({
      'news/maintenance': { kind: 'shown', html: '<p>Back at <strong>18:00</strong>. </p>' },
      'article/pay-day': {
        kind: 'shown',
        html: '<h2 id="when">When</h2>\n<p>Ask <a href="mailto:help@pool.example" rel="noopener noreferrer" target="_blank">help@pool.example</a>. </p>',
      },
    });
  });

  it.each<readonly [ShownText, string]>([
    [notice('a', { coin: 'NOPE' }), 'there is no coin NOPE'],
    [notice('a', { post: 'http://x.example' }), '/post'],
    [notice('a', { text: '<script>x</script>' }), 'nothing to say'],
    [article('a', { category: 'nowhere' }), '/category nowhere is not in categories.yaml'],
    [article('a', { related: ['nowhere'] }), '/related nowhere is no other article'],
    [article('a', { related: [] }), '/related'],
    [article('a', { text: '[x](/support/article/nowhere)' }), 'leads nowhere'],
    [article('a', { text: '# First' }), 'front matter'],
    [article('a', { text: '{{unknown}}' }), 'unknown'],
    [article('a', { shortText: 'short' }), '/short_text'],
  ])('say what is wrong with them: %j', async (text, why) => {
    const [rendered] = (await texts.render([text])).values();
    expect(rendered).toEqual({ kind: 'faulty', fault: expect.stringContaining(why) });
  });

  it('are left out and logged where one cannot be shown, and take nothing else with it', async () => {
    texts.show([
      notice('good'),
      notice('bad', { coin: 'NOPE' }),
      article('pay-day', { text: '[the other](/support/article/pay-night)' }),
      article('pay-night', { related: ['nowhere'] }),
      article('payment-error', { title: 'In the place of a file' }),
    ]);
    await vi.waitFor(() => expect(support.find('payment-error')?.title).toBe('In the place of a file'));
    expect(shownNews.map(({ slug, at: shownAt }) => [slug, shownAt])).toEqual([
      ['good', Date.UTC(2026, 10, 30, 9, 30)],
    ]);
    // It leads to one that is left out.
    expect([support.find('pay-day'), support.find('pay-night')]).toEqual([undefined, undefined]);
    expect(support.find('mining-fee')).toBeDefined();
    expect(JSON.stringify(errors)).toContain('there is no coin NOPE');

    texts.show([article('pay-day')]);
    await vi.waitFor(() => expect(support.find('pay-day')).toBeDefined());
    expect(support.find('pay-day')).toMatchObject({
      title: 'How we: "pay"',
      createdAt: Date.UTC(2026, 10, 1),
      updatedAt: Date.UTC(2026, 10, 30),
    });
    expect(support.find('payment-error')?.title).toBe('A payment failed');
    const hits = await support.search('pay day', '192.0.2.1');
    expect(hits === 'busy' ? [] : hits.map(({ article: { slug } }) => slug)[0]).toBe('pay-day');
    expect(shownNews).toEqual([]);
  });
});
