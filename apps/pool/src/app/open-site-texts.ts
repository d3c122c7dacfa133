import type { Logger } from 'pino';
import type { SupportFacts } from '../adapters/content/deployment-facts.ts';
import type { NewsFeed } from '../adapters/content/news-feed.ts';
import type { NewsItem } from '../adapters/content/read-news.ts';
import { bindWith, type WrittenArticle } from '../adapters/content/read-support.ts';
import type { SupportCentre } from '../adapters/content/support-centre.ts';
import { articleOf, noticeOf } from '../adapters/content/written-texts.ts';
import { type RenderedText, type ShownText, type SiteTexts, textName } from '../domain/kernel/site-text.ts';

export interface OpenedTexts extends SiteTexts {
  /** Shows these on the site of this process, and none of before. One that cannot be shown is left out and logged. */
  show(texts: readonly ShownText[]): void;
}

/** What operators write for the site, beside the files of news and articles. */
export function openSiteTexts(
  site: { readonly news: Pick<NewsFeed, 'show'>; readonly support: Pick<SupportCentre, 'show' | 'files'> },
  facts: SupportFacts,
  log: Pick<Logger, 'error'>,
): OpenedTexts {
  let shown = '[]';
  return {
    render: async (texts) => {
      const { rendered, articles } = partsOf(texts);
      if (articles.length === 0) return rendered;
      // All articles are read: what waits of miners and pages goes first.
      await new Promise(setImmediate);
      const { index, faults } = bindWith(site.support.files(), articles, facts);
      for (const { slug } of articles)
        rendered.set(
          textName({ kind: 'article', slug }),
          renderedArticle(slug, faults.get(slug), index.find(slug)?.html),
        );
      return rendered;
    },
    show: (texts) => {
      const now = JSON.stringify(texts);
      if (now === shown) return;
      shown = now;
      const { rendered, notices, articles } = partsOf(texts);
      for (const [name, each] of rendered)
        if (each.kind === 'faulty')
          log.error({ text: name, fault: each.fault }, 'a text of the site cannot be shown');
      site.news.show(notices);
      site.support.show(articles);
    },
  };
}

function renderedArticle(slug: string, fault: string | undefined, html: string | undefined): RenderedText {
  if (fault === undefined && html !== undefined) return { kind: 'shown', html };
  return { kind: 'faulty', fault: fault ?? `support ${slug}: it is not there` };
}

/** Each by itself; of articles only those are `rendered` whose fields are wrong already. */
function partsOf(texts: readonly ShownText[]): {
  readonly rendered: Map<string, RenderedText>;
  readonly notices: readonly NewsItem[];
  readonly articles: readonly WrittenArticle[];
} {
  const rendered = new Map<string, RenderedText>();
  const notices: NewsItem[] = [];
  const articles: WrittenArticle[] = [];
  for (const text of texts)
    try {
      if (text.kind === 'article') articles.push(articleOf(text.slug, text.fields, text));
      else {
        const notice = noticeOf(text.slug, text.fields, text.shownAt);
        notices.push(notice);
        rendered.set(textName(text), { kind: 'shown', html: `<p>${notice.html}</p>` });
      }
    } catch (error) {
      rendered.set(textName(text), { kind: 'faulty', fault: (error as Error).message });
    }
  return { rendered, notices, articles };
}
