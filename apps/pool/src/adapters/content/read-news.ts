import { readdir, readFile } from 'node:fs/promises';
import { marked } from 'marked';
import sanitizeHtml from 'sanitize-html';
import { Type } from 'typebox';
import { type PoolKind, poolKinds } from '../../domain/kernel/pool-kind.ts';
import { newsTypes } from '../../domain/kernel/site-text.ts';
import { readFrontMatter } from './front-matter.ts';

/** A notice of the news, ready to be shown. */
export interface NewsItem {
  /** Name of its file without the ending. */
  readonly slug: string;
  readonly type: string;
  /** One paragraph of safe HTML. */
  readonly html: string;
  readonly at: number;
  /** A coin that it is about; null for everybody. */
  readonly coin: string | null;
  readonly post: string | null;
  readonly pinned: boolean;
  /** The kind of pool that it is about; null for each. */
  readonly only: PoolKind | null;
}

const FrontMatter = Type.Object(
  {
    type: Type.Enum([...newsTypes]),
    at: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}Z$' }),
    coin: Type.Optional(Type.String({ pattern: '^[0-9A-Z]{1,16}$' })),
    post: Type.Optional(Type.String({ pattern: '^https://' })),
    pinned: Type.Optional(Type.Boolean()),
    only: Type.Optional(Type.Enum([...poolKinds])),
  },
  { additionalProperties: false },
);

/** Reads `*.md` of a folder, newest first. Throws with the file's name on the first one that is not as it must be. */
export async function readNews(folder: URL): Promise<NewsItem[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.md'));
  const items = await Promise.all(
    files.map(async (name) => parseNews(name.slice(0, -3), await readFile(new URL(name, folder), 'utf8'))),
  );
  return items.toSorted(byAge);
}

/** The newest first. */
export function byAge(a: NewsItem, b: NewsItem): number {
  return b.at - a.at || (a.slug < b.slug ? -1 : 1);
}

/** One file: YAML between two lines of dashes, then a paragraph of Markdown. */
export function parseNews(slug: string, text: string): NewsItem {
  const { head, body } = readFrontMatter(`news ${slug}`, text, FrontMatter);
  const { type, at, coin = null, post = null, pinned = false, only = null } = head;
  const html = safeHtml(body);
  if (html === '') throw new Error(`news ${slug}: there is nothing to say`);
  return { slug, type, html, at: Date.parse(at), coin, post, pinned, only };
}

function safeHtml(markdown: string): string {
  const html = marked.parseInline(markdown.trim(), { async: false });
  return sanitizeHtml(html, {
    allowedTags: ['b', 'strong', 'i', 'em', 'code', 'a'],
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['https'],
    allowProtocolRelative: false,
  });
}
