import { listedPages, type SitePage, sitePages } from '@openlode/catalogue/site-pages';
import type { Support } from '../../domain/kernel/support.ts';
import { escapeHtml } from '../../runtime/escape-html.ts';

/** What a search engine or a shared link shows of a page. */
export interface PageHead extends SitePage {
  /** Pages of a visitor's own are not offered to search engines. */
  readonly listed: boolean;
}

type Articles = Pick<Support, 'find' | 'categories'>;

/** The head of the page at a path; an article's is its own. */
export function pageHead(path: string, support: Articles): PageHead {
  const plain = withoutSlashesAtEnd(path);
  const known = listedPages.find((page) => page.path === plain);
  if (known !== undefined) return { ...known, listed: true };
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
  return { title: 'Openlode', description: sitePages.coin.description, path: plain, listed: false };
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
    ...listedPages.map((page) => page.path),
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
