import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import staticFiles from '@fastify/static';
import type { Site } from '@openlode/contracts/site';
import type { FastifyInstance } from 'fastify';
import type { Support } from '../../services/ports/support.ts';
import { pageHead, robotsText, sitemapXml, withHead } from '../page-heads.ts';
import { sendFailure } from './errors.ts';

export interface BuiltSite {
  readonly directory: string;
  /** index.html with this deployment's servers in it. */
  readonly index: string;
  /** For the content security policy, for example `sha256-…`. */
  readonly scriptHashes: readonly string[];
  /** The same of the style sheet that stands in index.html. */
  readonly styleHashes: readonly string[];
}

/** Reads the built web app and puts this deployment into its index.html, so that nothing wrong can be copied, not even first. */
export function readBuiltSite(directory: string, site: Site): BuiltSite {
  // In a script element only `<` could end the data early.
  const json = JSON.stringify(site).replaceAll('<', '\\u003c');
  const template = readFileSync(join(directory, 'index.html'), 'utf8');
  const index = template.replace(
    '<!--site-->',
    () => `<script type="application/json" id="site">${json}</script>`,
  );
  const scriptHashes = hashesOf(template, /<script>([\s\S]*?)<\/script>/g);
  const styleHashes = hashesOf(template, /<style>([\s\S]*?)<\/style>/g);
  return { directory, index, scriptHashes, styleHashes };
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
  { support, publicUrl }: { readonly support: Support; readonly publicUrl: string | null },
): Promise<void> {
  const indexAt = (path: string): string => withHead(site.index, pageHead(path, support), publicUrl);
  await app.register(staticFiles, {
    root: site.directory,
    index: false,
    // One route a file that is there: no path of a caller's ever becomes a path of the disk.
    wildcard: false,
    globIgnore: ['index.html'],
    setHeaders: (reply, path) => {
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
    const isFile = /\.[a-z0-9]{2,5}$/i.test(path) && !path.startsWith('/address/');
    if (isCall || isFile || (request.method !== 'GET' && request.method !== 'HEAD')) {
      return sendFailure(reply, 404, 'There is nothing here');
    }
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(indexAt(path));
  });
  // The directory's own index.html lacks the deployment.
  app.get('/', (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(indexAt('/')),
  );
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
