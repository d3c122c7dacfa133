/** The operator's help for miners. */
export interface Support {
  /** In the order in which they are shown, each with its articles. */
  categories(): readonly SupportCategory[];
  find(slug: string): SupportArticle | undefined;
  /**
   * The best first. Forgives typing errors and other endings of a word; nothing for text without a word. `busy` where the client
   * address, or all of them together, ask faster than they can be answered.
   */
  search(text: string, clientAddress: string): Promise<readonly SupportHit[] | 'busy'>;
}

export interface SupportCategory {
  readonly slug: string;
  readonly title: string;
  readonly showPostedDate: boolean;
  readonly articles: readonly SupportHead[];
}

/** An article without its body. */
export interface SupportHead {
  readonly slug: string;
  readonly title: string;
  /** Plain text. */
  readonly shortText: string;
  /** Slug of its category. */
  readonly category: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface SupportArticle extends SupportHead {
  /** Safe HTML. */
  readonly html: string;
  /** Those of the second level. */
  readonly headings: readonly { readonly id: string; readonly text: string }[];
  readonly related: readonly SupportHead[];
}

export interface SupportHit {
  readonly article: SupportHead;
  readonly title: MarkedText;
  /** Where the words stand in the text. */
  readonly text: MarkedText;
}

/** Text in pieces; those that were looked for are hits. */
export type MarkedText = readonly { readonly text: string; readonly hit: boolean }[];
