import type { Site } from '@openlode/contracts/site';
import { fullBucket, takeTokens } from '@openlode/stratum/core/token-bucket';
import type { Support } from '../../domain/kernel/support.ts';
import type { CoinTerms } from '../present/coin-terms.ts';
import { pageHead, withHead } from './page-heads.ts';
import { coinPageOutline, pageOutline, withOutline } from './page-outline.ts';
import { plainPage, type Prebuilt, prebuildPage } from './prebuilt.ts';

export interface SitePageParts {
  readonly support: Support;
  readonly publicUrl: string | null;
  readonly terms: () => CoinTerms;
}

/** The most pages that are kept ready; together they are a few megabytes. */
const pagesMax = 64;
/** There are thousands of coin pages: a caller that asks for one after the other gets them uncompressed after the burst. */
const compressionRules = { perSecond: 2, burst: 32 };

/** The pages of the site: index.html with the head and the outline of what was asked for. */
export class SitePages {
  readonly #site: { readonly index: () => string; readonly algorithms: Site['algorithms'] };
  readonly #parts: SitePageParts;
  /** In the order of their last use. */
  readonly #pages = new Map<string, Prebuilt>();
  readonly #compressions = fullBucket(compressionRules, performance.now());
  #builtFrom = '';

  constructor(
    site: { readonly index: () => string; readonly algorithms: Site['algorithms'] },
    parts: SitePageParts,
  ) {
    this.#site = site;
    this.#parts = parts;
  }

  at(path: string, query: unknown): Prebuilt {
    const { support, publicUrl, terms } = this.#parts;
    const index = this.#site.index();
    if (index !== this.#builtFrom) this.#pages.clear();
    this.#builtFrom = index;
    const head = pageHead(path, support);
    const outline =
      (head.path === '/'
        ? coinPageOutline(query as Record<string, unknown>, this.#site.algorithms, terms())
        : null) ?? pageOutline(head);
    // The article is part of the name: it may be rewritten while the pool runs.
    const name = JSON.stringify([head.listed && head, outline.name]);
    const known = this.#pages.get(name);
    const page =
      known?.zipped === undefined
        ? this.#build(known?.plain.body.toString() ?? withHead(withOutline(index, outline), head, publicUrl))
        : known;
    this.#remember(name, page);
    return page;
  }

  #build(html: string): Prebuilt {
    return takeTokens(this.#compressions, compressionRules, 1, performance.now())
      ? prebuildPage(html)
      : plainPage(html);
  }

  #remember(name: string, page: Prebuilt): void {
    this.#pages.delete(name);
    this.#pages.set(name, page);
    const [oldest] = this.#pages.keys();
    if (this.#pages.size > pagesMax && oldest !== undefined) this.#pages.delete(oldest);
  }
}
