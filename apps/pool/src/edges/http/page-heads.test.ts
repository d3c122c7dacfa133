import { describe, expect, it } from 'vitest';
import type { SupportArticle } from '../../domain/kernel/support.ts';
import { listedPaths, pageHead, robotsText, sitemapXml, withHead } from './page-heads.ts';

const article: SupportArticle = {
  slug: 'memo',
  title: 'Memo & "tag" <b>',
  shortText: 'What a memo is.',
  category: 'payouts',
  createdAt: 0,
  updatedAt: 0,
  html: '',
  headings: [],
  related: [],
};
const support = {
  find: (slug: string) => (slug === 'memo' ? article : undefined),
  categories: () => [{ slug: 'payouts', title: 'Payouts', showPostedDate: false, articles: [article] }],
};
const index = '<head><meta name="description" content="old" /><title>Openlode</title></head>';
const at = (path: string, publicUrl: string | null = null) =>
  withHead(index, pageHead(path, support), publicUrl);

describe('the head of a page', () => {
  it('is its own on every page', () => {
    expect(at('/referrals')).toContain('<title>Referrals · Openlode</title>');
    expect(at('/app/')).toContain('<title>App · Openlode</title>');
    const category = at('/support/category/payouts');
    expect(category).toContain('<title>Payouts · Openlode</title>');
    expect(category).toContain(
      '<meta name="description" content="Payouts: one article of the support centre." />',
    );
  });

  it('is an article’s title and text, escaped', () => {
    const html = at('/support/article/memo', 'https://pool.example');
    expect(html).toContain('<title>Memo &amp; &quot;tag&quot; &lt;b&gt; · Openlode</title>');
    expect(html).toContain('<meta name="description" content="What a memo is." />');
    expect(html).toContain('<link rel="canonical" href="https://pool.example/support/article/memo" />');
    expect(html).toContain('<meta property="og:url" content="https://pool.example/support/article/memo" />');
    expect(html).toContain('<meta property="og:image" content="https://pool.example/icon-512.png" />');
  });

  it('is the same with slashes at the end of the path', () => {
    expect(pageHead('/referrals///', support)).toEqual(pageHead('/referrals', support));
    expect(pageHead('///', support)).toEqual(pageHead('/', support));
  });

  it('claims no absolute link where the address of the site is not known', () => {
    expect(at('/referrals')).not.toMatch(/https?:|canonical|og:url|og:image/);
    expect(robotsText(null)).not.toContain('Sitemap');
  });

  it('keeps the pages of visitors and what is not there out of search engines', () => {
    for (const path of ['/address/D123', '/nowhere', '/support/article/none', '/"><script>']) {
      const html = at(path, 'https://pool.example');
      expect(html).toContain('<meta name="robots" content="noindex" />');
      expect(html).not.toContain('canonical');
      expect(html).not.toContain('<script>');
    }
  });
});

describe('the sitemap', () => {
  it('has every page and article once', () => {
    const paths = listedPaths(support);
    expect(paths).toEqual([
      '/',
      '/account',
      '/address',
      '/referrals',
      '/miner',
      '/start',
      '/blocks',
      '/support',
      '/wizard',
      '/doctor',
      '/privacy',
      '/app',
      '/support/category/payouts',
      '/support/article/memo',
    ]);
    const xml = sitemapXml('https://pool.example', support);
    expect([...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url)).toEqual(
      paths.map((path) => `https://pool.example${path}`),
    );
    expect(robotsText('https://pool.example')).toContain('Sitemap: https://pool.example/sitemap.xml');
  });
});
