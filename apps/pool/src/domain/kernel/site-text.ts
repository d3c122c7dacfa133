/** What a notice of the news can be about. */
export const newsTypes = [
  'algorithm',
  'app',
  'coin',
  'delisting',
  'maintenance',
  'network',
  'pool',
  'server',
  'threshold',
  'warning',
] as const;
type NewsType = (typeof newsTypes)[number];

/** A notice as an operator writes it. */
export interface NewsFields {
  readonly type: NewsType;
  /** Symbol of the coin that it is about; left out for everybody. */
  readonly coin?: string;
  /** Address of a post elsewhere. */
  readonly post?: string;
  readonly pinned?: boolean;
  /** One paragraph of Markdown. */
  readonly text: string;
}

/** A support article as an operator writes it. */
export interface ArticleFields {
  readonly title: string;
  readonly shortText: string;
  /** Slug of its category. */
  readonly category: string;
  /** Place among the articles of its category. */
  readonly place: number;
  /** Slugs of other articles. */
  readonly related: readonly string[];
  /** What miners type for what the article calls otherwise. */
  readonly keywords: readonly string[];
  /** Markdown, with headings from the second level on. */
  readonly text: string;
}

/** What operators write for the site; its slug is its name in addresses. */
export type SiteText =
  | { readonly kind: 'news'; readonly slug: string; readonly fields: NewsFields }
  | { readonly kind: 'article'; readonly slug: string; readonly fields: ArticleFields };
export type TextKind = SiteText['kind'];

/** One that the site shows: since when, and since when at all; in ms. */
export type ShownText = SiteText & { readonly shownAt: number; readonly firstShownAt: number };

/** What becomes of a text on the site. */
export type RenderedText =
  /** Safe HTML. */
  { readonly kind: 'shown'; readonly html: string } | { readonly kind: 'faulty'; readonly fault: string };

/** The site of this process, as far as it shows what operators wrote. */
export interface SiteTexts {
  /** What would become of these texts together, by `textName`, beside those in files; nothing is shown by it. */
  render(texts: readonly ShownText[]): Promise<ReadonlyMap<string, RenderedText>>;
}

/** How a text is called: `news/maintenance`. */
export function textName({ kind, slug }: Pick<SiteText, 'kind' | 'slug'>): string {
  return `${kind}/${slug}`;
}

/** Reads such a name; undefined for anything else. */
export function readTextName(name: string): { readonly kind: TextKind; readonly slug: string } | undefined {
  const [, kind, slug = ''] = /^(news|article)\/([a-z0-9]+(?:-[a-z0-9]+)*)$/.exec(name) ?? [];
  if (kind !== 'news' && kind !== 'article') return undefined;
  return slug.length > slugLengthMax ? undefined : { kind, slug };
}

const slugLengthMax = 100;
