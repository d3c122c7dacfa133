import type { Support } from '../../domain/kernel/support.ts';
import { escapeHtml } from './escape-html.ts';

/** What a search engine or a shared link shows of a page. Plain text. */
export interface PageHead {
  readonly title: string;
  readonly description: string;
  /** Path without a query: pages that differ in nothing else are one. */
  readonly path: string;
  /** Pages of a visitor's own are not offered to search engines. */
  readonly listed: boolean;
  /** What stands first on the page, where that is always the same. */
  readonly heading?: string;
}

const ofPool =
  'Mine any algorithm, be paid in any coin. No account needed, and every reward shows its arithmetic.';

const pages: Readonly<Record<string, readonly [title: string, description: string, heading?: string]>> = {
  '/': ['Mine any algorithm, be paid in any coin', ofPool],
  '/account': [
    'Account',
    'Accounts are coming soon. You do not need one to mine.',
    'Accounts are coming soon',
  ],
  '/address': [
    'Look up an address',
    'What an address earned, which workers are online and what happens right now.',
    'Which address do you mine to?',
  ],
  '/referrals': [
    'Referrals',
    'A lower fee for miners with your code, and a share of it for you.',
    'A lower fee for them, a share for you',
  ],
  '/miner': [
    'Desktop app',
    'Ways to start mining: the guided setup, mining programs and ASIC machines.',
    'Get started',
  ],
  '/start': [
    'Get started',
    'Ways to start mining: the guided setup, mining programs and ASIC machines.',
    'Get started',
  ],
  '/support': ['Support', 'Answers about mining, payouts, networks and mining programs.', 'How can we help?'],
  '/wizard': [
    'Setup wizard',
    'Choose coin, address and hardware, and get the exact command of your mining program.',
  ],
  '/doctor': [
    'Connection doctor',
    'Paste a user string or a command: we explain each part and how to fix it.',
    'Connection doctor',
  ],
  '/privacy': ['Privacy', 'What the pool and your browser keep, why, and for how long.', 'Privacy'],
  '/app': [
    'App',
    'The balances of several addresses, on one page that you can install on your phone.',
    'Watch your addresses',
  ],
};

type Articles = Pick<Support, 'find' | 'categories'>;

/** The head of the page at a path; an article's is its own. */
export function pageHead(path: string, support: Articles): PageHead {
  const plain = withoutSlashesAtEnd(path);
  const known = pages[plain];
  if (known !== undefined) {
    const [title, description, heading] = known;
    return { title, description, path: plain, listed: true, ...(heading !== undefined && { heading }) };
  }
  const [, type, slug = ''] = /^\/support\/(article|category)\/([a-z0-9.-]+)$/.exec(plain) ?? [];
  if (type === 'article') {
    const article = support.find(slug);
    if (article !== undefined)
      return { title: article.title, description: article.shortText, path: plain, listed: true };
  }
  if (type === 'category') {
    const category = support.categories().find((each) => each.slug === slug);
    if (category !== undefined)
      return {
        title: category.title,
        description: `${category.title}: ${countOf(category.articles)} of the support centre.`,
        path: plain,
        listed: true,
      };
  }
  return { title: 'Openlode', description: ofPool, path: plain, listed: false };
}

/** Walks back: `/\/+$/` tries again at every slash of a path that does not end with one. */
function withoutSlashesAtEnd(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

/** Every path that a search engine may list. */
export function listedPaths(support: Articles): readonly string[] {
  return [
    ...Object.keys(pages),
    ...support
      .categories()
      .flatMap(({ slug, articles }) => [
        `/support/category/${slug}`,
        ...articles.map((article) => `/support/article/${article.slug}`),
      ]),
  ];
}

/** index.html with the head of a page. Absolute links are claimed only where the operator said under which address the site is. */
export function withHead(index: string, head: PageHead, publicUrl: string | null): string {
  const title = escapeHtml(head.title === 'Openlode' ? head.title : `${head.title} · Openlode`);
  const description = escapeHtml(head.description);
  const address = publicUrl === null || !head.listed ? null : escapeHtml(publicUrl + head.path);
  const lines = [
    `<title>${title}</title>`,
    `<meta property="og:title" content="${title}" />`,
    `<meta property="og:description" content="${description}" />`,
    '<meta property="og:type" content="website" />',
    '<meta property="og:site_name" content="Openlode" />',
    ...(head.listed ? [] : ['<meta name="robots" content="noindex" />']),
    ...(address === null
      ? []
      : [
          `<link rel="canonical" href="${address}" />`,
          `<meta property="og:url" content="${address}" />`,
          `<meta property="og:image" content="${escapeHtml(`${publicUrl}/icon-512.png`)}" />`,
        ]),
  ];
  return index
    .replace(/<title>[^<]*<\/title>/, () => lines.join('\n    '))
    .replace(/(<meta name="description" content=")[^"]*/, (_all, start: string) => start + description);
}

export function robotsText(publicUrl: string | null): string {
  const lines = ['User-agent: *', 'Disallow: /api/', 'Disallow: /address/'];
  return `${[...lines, ...(publicUrl === null ? [] : [`Sitemap: ${publicUrl}/sitemap.xml`])].join('\n')}\n`;
}

export function sitemapXml(publicUrl: string, support: Articles): string {
  const urls = listedPaths(support).map((path) => `<url><loc>${escapeHtml(publicUrl + path)}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`;
}

function countOf(articles: readonly unknown[]): string {
  return articles.length === 1 ? 'one article' : `${articles.length} articles`;
}
