import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import staticFiles from '@fastify/static';
import type { Site } from '@openlode/contracts/site';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callCosts, fileCost } from '../call-limit.ts';
import { robotsText, sitemapXml } from '../page-heads.ts';
import { sendPrebuilt } from '../prebuilt.ts';
import { type SitePageParts, SitePages } from '../site-pages.ts';
import { sendFailure } from './errors.ts';
import { asksForHtml } from './rate-limit.ts';

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
const testNetworkStrip =
  '<aside class="outline-sandbox" aria-label="Test network"><div class="wrap"><p><strong>Test network.</strong> The coins that are mined here are those of test networks and have no value.</p></div></aside>';
const sandboxStrip =
  '<aside class="outline-sandbox" aria-label="Sandbox"><div class="wrap"><p><strong>Sandbox pool.</strong> Chains, rates and payouts here are simulated and nothing has value.</p></div></aside>';

/** Reads the built web app and puts this deployment into its index.html, so that nothing wrong can be copied, not even first. */
export function readBuiltSite(directory: string, site: Omit<Site, 'tls'>, tls: () => Site['tls']): BuiltSite {
  const template = readFileSync(join(directory, 'index.html'), 'utf8');
  const write = (now: Site['tls']): string => {
    // In a script element only `<` could end the data early.
    const json = JSON.stringify({ ...site, tls: now }).replaceAll('<', '\\u003c');
    return template
      .replace('<!--site-->', () => `<script type="application/json" id="site">${json}</script>`)
      .replace('<!--sandbox-->', site.sandbox ? sandboxStrip : site.testNetwork ? testNetworkStrip : '');
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
  { support, publicUrl, terms }: SitePageParts,
): Promise<void> {
  const pages = new SitePages(site, { support, publicUrl, terms });
  const sendPage = (request: FastifyRequest, reply: FastifyReply) =>
    sendPrebuilt(request, reply, pages.at(request.url.split('?', 1)[0] ?? '', request.query));
  await app.register((files) => registerFiles(files, site.directory));
  app.setNotFoundHandler((request, reply) =>
    isPage(request) ? sendPage(request, reply) : sendFailure(reply, 404, 'There is nothing here'),
  );
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

/** Every file of the built site at its path, counted as a file and not as a call. */
async function registerFiles(files: FastifyInstance, directory: string): Promise<void> {
  files.addHook('onRoute', (route) => {
    route.config = { ...route.config, fileCost: fileCost(statSync(join(directory, route.url)).size) };
  });
  await files.register(staticFiles, {
    root: directory,
    index: false,
    // One route a file that is there: no path of a caller's ever becomes a path of the disk.
    wildcard: false,
    globIgnore: ['index.html', '**/*.br', '**/*.gz'],
    // As the build laid them beside the files.
    preCompressed: true,
    setHeaders: (reply, path) => {
      void reply.header('vary', 'accept-encoding');
      const hashed = path.startsWith(join(directory, 'assets'));
      void reply.header(
        'cache-control',
        hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      );
    },
  });
}

/** Whether a request without a route is for a page of the site: not for a call or a file. */
function isPage(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const path = request.url.split('?', 1)[0] ?? '';
  if (path.startsWith('/assets/') || /^\/(api|socket\.io|health|metrics)(\/|$)/.test(path)) return false;
  // A path with a dot may be a page, such as `/coins/NEAR/address/alice.near`: only what a visitor opens asks for HTML.
  const isDotted = /\.[a-z0-9]{2,5}$/i.test(path) && !path.startsWith('/address/');
  return !isDotted || asksForHtml(request);
}
