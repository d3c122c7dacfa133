import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import staticFiles from '@fastify/static';
import type { Site } from '@openlode/contracts/site';
import { fullBucket, takeTokens } from '@openlode/stratum/token-bucket';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CoinTerms } from '../../present/coin-terms.ts';
import type { Support } from '../../../domain/kernel/support.ts';
import { callCosts } from '../call-limit.ts';
import { pageHead, robotsText, sitemapXml, withHead } from '../page-heads.ts';
import { coinPageOutline, pageOutline, withOutline } from '../page-outline.ts';
import { type Prebuilt, plainPage, prebuildPage, sendPrebuilt, squeezePage } from '../prebuilt.ts';
import { sendFailure } from './errors.ts';

/** The most pages that are kept ready; together they are a few megabytes. */
const pagesMax = 64;
/** Compressing a page takes 5 ms of the event loop: a burst, then one percent of the time. */
const compressionRules = { perSecond: 2, burst: 32 };

export interface BuiltSite {
  readonly directory: string;
  /** index.html with this deployment's servers in it; another text once the certificate was renewed. */
  readonly index: () => string;
  readonly algorithms: Site['algorithms'];
  /** For the content security policy, for example `sha256-…`. */
  readonly scriptHashes: readonly string[];
  /** The same of the style sheet that stands in index.html. */
  readonly styleHashes: readonly string[];
}

/** As the page shows it: what is below does not move when the page is drawn. */
const sandboxStrip =
  '<div class="outline-sandbox"><div class="wrap"><p><strong>Sandbox pool.</strong> Chains, rates and payouts here are simulated and nothing has value.</p></div></div>';

/** Reads the built web app and puts this deployment into its index.html, so that nothing wrong can be copied, not even first. */
export function readBuiltSite(directory: string, site: Omit<Site, 'tls'>, tls: () => Site['tls']): BuiltSite {
  const template = readFileSync(join(directory, 'index.html'), 'utf8');
  const write = (now: Site['tls']): string => {
    // In a script element only `<` could end the data early.
    const json = JSON.stringify({ ...site, tls: now }).replaceAll('<', '\\u003c');
    return template
      .replace('<!--site-->', () => `<script type="application/json" id="site">${json}</script>`)
      .replace('<!--sandbox-->', site.sandbox ? sandboxStrip : '');
  };
  const written = { of: '', index: '' };
  const index = (): string => {
    const now = tls();
    const of = JSON.stringify(now);
    if (of !== written.of) Object.assign(written, { of, index: write(now) });
    return written.index;
  };
  const scriptHashes = hashesOf(template, /<script>([\s\S]*?)<\/script>/g);
  const styleHashes = hashesOf(template, /<style>([\s\S]*?)<\/style>/g);
  return { directory, index, algorithms: site.algorithms, scriptHashes, styleHashes };
}

function hashesOf(html: string, element: RegExp): readonly string[] {
  return [...html.matchAll(element)].map(
    ([, content = '']) => `sha256-${createHash('sha256').update(content).digest('base64')}`,
  );
}

/** Serves the web app: hashed assets for ever, every other path of the site as index.html, unknown calls as a JSON 404. */
export async function registerSite(
  app: FastifyInstance,
  site: BuiltSite,
  {
    support,
    publicUrl,
    terms,
  }: {
    readonly support: Support;
    readonly publicUrl: string | null;
    readonly terms: () => CoinTerms;
  },
): Promise<void> {
  const pages = new Map<string, Prebuilt>();
  const squeezed = new WeakSet<Prebuilt>();
  let squeezing = false;
  const squeeze = async (name: string, page: Prebuilt): Promise<void> => {
    squeezing = true;
    const smaller = await squeezePage(page);
    squeezing = false;
    squeezed.add(smaller);
    if (pages.get(name) === page) pages.set(name, smaller);
  };
  const compressions = fullBucket(compressionRules, performance.now());
  /** There are thousands of coin pages: who asks for one after the other gets them plain. */
  const build = (html: string): Prebuilt =>
    takeTokens(compressions, compressionRules, 1, performance.now()) ? prebuildPage(html) : plainPage(html);
  let builtFrom = '';
  const pageAt = (path: string, query: unknown): Prebuilt => {
    const index = site.index();
    if (index !== builtFrom) pages.clear();
    builtFrom = index;
    const head = pageHead(path, support);
    const outline =
      (head.path === '/'
        ? coinPageOutline(query as Record<string, unknown>, site.algorithms, terms())
        : null) ?? pageOutline(head);
    // An article may be rewritten while the pool runs.
    const name = JSON.stringify([head.listed && head, outline.name]);
    const known = pages.get(name);
    const page =
      known?.zipped === undefined
        ? build(known?.plain.body.toString() ?? withHead(withOutline(index, outline), head, publicUrl))
        : known;
    // One at a time, and only pages that are requested again, so that requests for unused pages cannot keep the machine busy.
    if (known?.zipped !== undefined && !squeezed.has(known) && !squeezing) void squeeze(name, known);
    // The one asked for longest ago goes first.
    pages.delete(name);
    pages.set(name, page);
    for (const [oldest] of pages) {
      if (pages.size <= pagesMax) break;
      pages.delete(oldest);
    }
    return page;
  };
  const sendPage = (request: FastifyRequest, reply: FastifyReply) =>
    sendPrebuilt(request, reply, pageAt(request.url.split('?', 1)[0] ?? '', request.query));
  await app.register(staticFiles, {
    root: site.directory,
    index: false,
    // One route a file that is there: no path of a caller's ever becomes a path of the disk.
    wildcard: false,
    globIgnore: ['index.html', '**/*.br', '**/*.gz'],
    // As the build laid them beside the files.
    preCompressed: true,
    setHeaders: (reply, path) => {
      void reply.header('vary', 'accept-encoding');
      const hashed = path.startsWith(join(site.directory, 'assets'));
      void reply.header(
        'cache-control',
        hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      );
    },
  });
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const isCall = /^\/(api|socket\.io|health|metrics)(\/|$)/.test(path);
    // A path with a dot may be a page, such as `/coins/NEAR/address/alice.near`: only what a visitor opens asks for HTML.
    const isDotted = /\.[a-z0-9]{2,5}$/i.test(path) && !path.startsWith('/address/');
    const isFile = path.startsWith('/assets/') || (isDotted && !asksForHtml(request));
    if (isCall || isFile || (request.method !== 'GET' && request.method !== 'HEAD')) {
      return sendFailure(reply, 404, 'There is nothing here');
    }
    return sendPage(request, reply);
  });
  // The directory's own index.html lacks the deployment.
  app.get('/', { config: { cost: callCosts.page } }, sendPage);
  app.get('/robots.txt', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(robotsText(publicUrl)),
  );
  app.get('/sitemap.xml', (_request, reply) => {
    // A sitemap has absolute addresses only.
    if (publicUrl === null) return sendFailure(reply, 404, 'There is nothing here');
    return reply.type('application/xml; charset=utf-8').send(sitemapXml(publicUrl, support));
  });
  app.get('/index.html', (_request, reply) => reply.redirect('/', 301));
}

function asksForHtml({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('text/html') === true;
}
