import type {
  SupportArticle as WireArticle,
  SupportCard,
  SupportCategory as WireCategory,
  SupportResponse,
} from '@openlode/contracts/http/support';
import type { Support, SupportCategory, SupportHead, SupportHit } from '../../domain/kernel/support.ts';

type SupportData = SupportResponse['data'];

/** How many articles of a category stand on the first page. */
const firstArticles = 4;

/** Every category with its first articles. */
export function presentOverview(support: Support): SupportData {
  const categories = support.categories().filter(({ articles }) => articles.length > 0);
  return {
    categories: categories.map((category) => ({
      ...presentCategory(category, support),
      articles: category.articles.slice(0, firstArticles).map((article) => presentCard(article, support)),
    })),
    article: null,
    noData: categories.length === 0,
  };
}

/** What was found, in the categories that it belongs to, those with the best first. */
export function presentFound(hits: readonly SupportHit[], support: Support): SupportData {
  const byCategory = new Map<string, SupportCard[]>();
  for (const [index, { article, title, text }] of hits.entries()) {
    const cards = byCategory.get(article.category) ?? [];
    byCategory.set(article.category, cards);
    cards.push({ ...presentCard(article, support), match: { rank: index + 1, title, text } });
  }
  const categories = [...byCategory].flatMap(([slug, articles]) => {
    const category = support.categories().find((each) => each.slug === slug);
    return category === undefined
      ? []
      : [{ ...presentCategory(category, support), count: articles.length, articles }];
  });
  return { categories, article: null, noData: hits.length === 0 };
}

export function presentOneCategory(slug: string, support: Support): SupportData {
  const category = support.categories().find((each) => each.slug === slug);
  if (category === undefined) return nothing;
  return { categories: [presentCategory(category, support)], article: null, noData: false };
}

export function presentOneArticle(slug: string, support: Support): SupportData {
  const article = support.find(slug);
  if (article === undefined) return nothing;
  const { html, headings, related } = article;
  const { match: _, ...card } = presentCard(article, support);
  const wire: WireArticle = {
    ...card,
    html,
    headings,
    related: related.map((other) => presentCard(other, support)),
  };
  return { ...presentOneCategory(article.category, support), article: wire };
}

const nothing: SupportData = { categories: [], article: null, noData: true };

function presentCategory(category: SupportCategory, support: Support): WireCategory {
  return {
    slug: category.slug,
    title: category.title,
    count: category.articles.length,
    articles: category.articles.map((article) => presentCard(article, support)),
    show_posted_date: category.showPostedDate,
  };
}

function presentCard(article: SupportHead, support: Support): SupportCard {
  const { slug, title, shortText, createdAt, updatedAt, category } = article;
  return {
    slug,
    title,
    shortText,
    created_at: createdAt,
    updated_at: updatedAt,
    categorySlug: category,
    categoryTitle: support.categories().find((each) => each.slug === category)?.title ?? category,
    match: null,
  };
}
