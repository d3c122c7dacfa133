import { findCoin } from '@openlode/catalogue/coins';
import { stringify } from 'yaml';
import type { ArticleFields, NewsFields } from '../../domain/kernel/site-text.ts';
import { type NewsItem, parseNews } from './read-news.ts';
import { parseArticle, type WrittenArticle } from './read-support.ts';

/** A notice of an operator, judged as one of a file is, which it is made into. Throws with what is wrong. */
export function noticeOf(slug: string, { text, ...fields }: NewsFields, shownAt: number): NewsItem {
  if (fields.coin !== undefined && findCoin(fields.coin) === undefined)
    throw new Error(`news ${slug}: there is no coin ${fields.coin}`);
  return parseNews(slug, fileOf({ ...fields, at: `${new Date(shownAt).toISOString().slice(0, 16)}Z` }, text));
}

/** An article of an operator, judged in the same way; its days are those on which it was shown first and last. */
export function articleOf(
  slug: string,
  { text, shortText, place, ...fields }: ArticleFields,
  { firstShownAt, shownAt }: { readonly firstShownAt: number; readonly shownAt: number },
): WrittenArticle {
  const head = {
    ...fields,
    short_text: shortText,
    order: place,
    created_at: dayOf(firstShownAt),
    updated_at: dayOf(shownAt),
  };
  return parseArticle(slug, fileOf(head, text));
}

function fileOf(head: Readonly<Record<string, unknown>>, body: string): string {
  return `---\n${stringify(head)}---\n${body}\n`;
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
