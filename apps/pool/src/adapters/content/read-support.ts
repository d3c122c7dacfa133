import { listedPages } from '@openlode/catalogue/site-pages';
import { readdir, readFile } from 'node:fs/promises';
import { Type } from 'typebox';
import type { SupportArticle, SupportCategory, SupportHead } from '../../domain/kernel/support.ts';
import { articleHtml } from './article-html.ts';
import { readFrontMatter, readYaml } from './front-matter.ts';
import { type ArticleSource, miningGuides } from './mining-guides.ts';
import { fillFacts } from './support-facts.ts';
import type { SupportFacts } from './deployment-facts.ts';

/** The help as it stands in memory. */
export interface SupportIndex {
  readonly categories: readonly SupportCategory[];
  readonly heads: ReadonlyMap<string, SupportHead>;
  find(slug: string): SupportArticle | undefined;
  /** The words of the articles by slug, for the search. The guides are found by their titles: their texts are all alike. */
  readonly texts: ReadonlyMap<string, string>;
  /** By slug: words that the search finds an article by although it does not contain them. */
  readonly keywords: ReadonlyMap<string, readonly string[]>;
}

const slug = Type.String({ pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', maxLength: 100 });
const day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' });

const FrontMatter = Type.Object(
  {
    title: Type.String({ minLength: 1, maxLength: 80 }),
    short_text: Type.String({ minLength: 20, maxLength: 200 }),
    category: slug,
    /** Place among the articles of its category. */
    order: Type.Integer({ minimum: 1 }),
    created_at: day,
    updated_at: day,
    related: Type.Array(slug, { minItems: 1, maxItems: 6 }),
    /** What miners type for what the article calls otherwise. */
    keywords: Type.Optional(Type.Array(Type.String({ minLength: 2, maxLength: 40 }), { maxItems: 40 })),
  },
  { additionalProperties: false },
);

const Categories = Type.Array(
  Type.Object(
    { slug, title: Type.String({ minLength: 1 }), show_posted_date: Type.Boolean() },
    { additionalProperties: false },
  ),
  { minItems: 1 },
);

/** An article that stands somewhere; those of one category are sorted by `order`. */
export interface WrittenArticle extends ArticleSource {
  readonly order: number;
}

/** What a folder of articles holds. */
export interface SupportFiles {
  readonly categories: readonly CategoryHead[];
  readonly articles: readonly WrittenArticle[];
}

/** Thrown for an article that cannot be shown; `slug` says which. */
class ArticleFault extends Error {
  override readonly name = 'ArticleFault';
  readonly slug: string;

  constructor(article: string, why: string) {
    super(`support ${article}: ${why}`);
    this.slug = article;
  }
}

/** Thrown with every article of operators that cannot be shown. */
class FaultyRows extends Error {
  override readonly name = 'FaultyRows';
  readonly faults: readonly ArticleFault[];

  constructor(faults: readonly ArticleFault[]) {
    super(faults.map(({ message }) => message).join('; '));
    this.faults = faults;
  }
}

/**
 * Reads `categories.yaml` and `*.md` of a folder. Throws with the name of the file and the field that is not as it must be.
 */
export async function readSupportFiles(folder: URL): Promise<SupportFiles> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.md')).toSorted();
  const written = await Promise.all(
    files.map(async (name) => parseArticle(name.slice(0, -3), await readFile(new URL(name, folder), 'utf8'))),
  );
  const categories = readYaml(
    'support categories.yaml',
    await readFile(new URL('categories.yaml', folder), 'utf8'),
    Categories,
  );
  return { categories, articles: written };
}

/** The articles of a folder and the guides that are made from the catalogue. Throws an `ArticleFault` for the first that leads nowhere. */
export async function readSupport(folder: URL, facts: SupportFacts): Promise<SupportIndex> {
  return bindWith(await readSupportFiles(folder), [], facts).index;
}

/**
 * The same with articles of operators, which take the places of files of their names. One that cannot be shown beside the others is left out, and
 * named by its slug; a fault of a file is thrown. Files lead to files and guides alone: articles of operators are taken back, and are not there yet
 * when the pool starts.
 */
export function bindWith(
  { categories, articles }: SupportFiles,
  own: readonly WrittenArticle[],
  facts: SupportFacts,
): { readonly index: SupportIndex; readonly faults: ReadonlyMap<string, string> } {
  const faults = new Map<string, string>();
  const guides = miningGuides(facts);
  for (;;) {
    const right = own.filter(({ slug: name }) => !faults.has(name));
    try {
      return { index: bindIndex(categories, { files: articles, rows: right, guides }, facts), faults };
    } catch (error) {
      if (!(error instanceof FaultyRows)) throw error;
      for (const { slug: name, message } of error.faults) faults.set(name, message);
    }
  }
}

/** One file: YAML between two lines of dashes, then Markdown. Its name is the slug. */
export function parseArticle(name: string, text: string): WrittenArticle {
  const { head, body } = readFrontMatter(`support ${name}`, text, FrontMatter);
  const [createdAt, updatedAt] = [Date.parse(head.created_at), Date.parse(head.updated_at)];
  if (!Number.isFinite(createdAt)) throw new Error(`support ${name}: /created_at is no day of the calendar`);
  if (!(updatedAt >= createdAt)) throw new Error(`support ${name}: /updated_at is before /created_at`);
  return {
    slug: name,
    title: head.title,
    shortText: head.short_text,
    category: head.category,
    order: head.order,
    createdAt,
    updatedAt,
    related: head.related,
    keywords: head.keywords ?? [],
    markdown: body,
  };
}

type CategoryHead = { readonly slug: string; readonly title: string; readonly show_posted_date: boolean };

function bindIndex(
  categories: readonly CategoryHead[],
  {
    files,
    rows,
    guides,
  }: {
    readonly files: readonly WrittenArticle[];
    readonly rows: readonly WrittenArticle[];
    readonly guides: readonly ArticleSource[];
  },
  facts: SupportFacts,
): SupportIndex {
  const written = sorted(files, rows);
  const isRow = new Set<ArticleSource>(rows);
  const lasting = new Set([...files, ...guides].map((source) => source.slug));
  const sources = new Map([...written, ...guides].map((source) => [source.slug, source]));
  const heads = new Map([...sources.values()].map((source) => [source.slug, headOf(source)]));
  const known = new Set(categories.map((category) => category.slug));
  const articles = new Map<string, SupportArticle>();
  const texts = new Map<string, string>();

  function make(source: ArticleSource): SupportArticle {
    const fail = (why: string): never => {
      throw new ArticleFault(source.slug, why);
    };
    if (!known.has(source.category)) fail(`/category ${source.category} is not in categories.yaml`);
    const slugs = isRow.has(source) ? heads : lasting;
    const related = source.related.map((slugOfOther) => {
      const isOther = slugOfOther !== source.slug && slugs.has(slugOfOther);
      const other = isOther ? heads.get(slugOfOther) : undefined;
      return other ?? fail(`/related ${slugOfOther} is no other article`);
    });
    const { html, headings, links, text } = attempt(
      () => articleHtml(fillFacts(source.markdown, facts)),
      fail,
    );
    const broken = links.find((link) => !leadsSomewhere(link, { slugs, known, headings }));
    if (broken !== undefined) fail(`the link ${broken} leads nowhere`);
    if (text === '') fail('there is nothing to read');
    const article = { ...headOf(source), html, headings, related };
    articles.set(source.slug, article);
    if (written.includes(source)) texts.set(source.slug, text);
    return article;
  }

  // A file that gives way to a row comes back when that is taken back: it must be right as well.
  for (const source of files) if (!written.includes(source)) make(source);
  const faults: ArticleFault[] = [];
  for (const source of written)
    try {
      make(source);
    } catch (error) {
      if (!(error instanceof ArticleFault) || !isRow.has(source)) throw error;
      faults.push(error);
    }
  if (faults.length > 0) throw new FaultyRows(faults);
  return {
    categories: categories.map(({ slug: name, title, show_posted_date: showPostedDate }) => ({
      slug: name,
      title,
      showPostedDate,
      articles: [...heads.values()].filter(({ category }) => category === name),
    })),
    heads,
    texts,
    keywords: new Map(written.map((source) => [source.slug, source.keywords ?? []])),
    find(name) {
      const source = sources.get(name);
      // A guide is made when it is first read: a hundred of them at every start would be a second of work.
      return source && (articles.get(name) ?? make(source));
    },
  };
}

/** By their places, articles of operators in those of files of their names. */
function sorted(files: readonly WrittenArticle[], rows: readonly WrittenArticle[]): readonly ArticleSource[] {
  const bySlug = new Map([...files, ...rows].map((article) => [article.slug, article]));
  return [...bySlug.values()].toSorted((a, b) => a.order - b.order || (a.slug < b.slug ? -1 : 1));
}

function headOf({
  slug: name,
  title,
  shortText,
  category,
  createdAt,
  updatedAt,
}: ArticleSource): SupportHead {
  return { slug: name, title, shortText, category, createdAt, updatedAt };
}

function attempt<Result>(make: () => Result, fail: (why: string) => never): Result {
  try {
    return make();
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

/** Where articles may lead to, besides each other. */
const places = new Set([...listedPages.map(({ path }) => path), '/api/v5/certificate']);

function leadsSomewhere(
  link: string,
  book: {
    readonly slugs: Pick<ReadonlySet<string>, 'has'>;
    readonly known: ReadonlySet<string>;
    readonly headings: readonly { readonly id: string }[];
  },
): boolean {
  const [path = '', fragment] = link.split('#');
  if (path === '') return book.headings.some(({ id }) => id === fragment);
  const [, kind, slugOfLink = ''] = /^\/support\/(article|category)\/([^/?]+)$/.exec(path) ?? [];
  if (kind === 'article') return book.slugs.has(slugOfLink);
  if (kind === 'category') return book.known.has(slugOfLink);
  return places.has(path.split('?')[0] ?? '');
}
