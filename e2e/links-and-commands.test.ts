import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PoolProcess } from '../testing/pool-process.ts';

/*
 * Every article as the running pool answers it: each link within the site leads to a page that exists, and each block that a
 * reader copies is one that a shell or a miner can read. No browser: links.spec.ts walks the pages themselves.
 */

interface Article {
  readonly slug: string;
  readonly html: string;
}
interface Port {
  readonly number: number;
  readonly ssl: boolean;
}

let pool: PoolProcess;
let articles: readonly Article[];
let paths: ReadonlySet<string>;
let listening: readonly Port[];

async function getData<Data>(path: string): Promise<Data> {
  const response = await fetch(`${pool.url}/api${path}`);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return ((await response.json()) as { readonly data: Data }).data;
}

async function readArticles(): Promise<readonly Article[]> {
  interface List {
    readonly categories: readonly { readonly slug: string; readonly articles: readonly { slug: string }[] }[];
  }
  const { categories } = await getData<List>('/v4/support');
  const lists = await Promise.all(
    categories.map(({ slug }) => getData<List>(`/v4/support/category/${slug}`)),
  );
  const slugs = lists.flatMap((list) => list.categories.flatMap((each) => each.articles));
  return await Promise.all(
    slugs.map(async ({ slug }) => ({
      slug,
      html: (await getData<{ article: { html: string } }>(`/v4/support/article/${slug}`)).article.html,
    })),
  );
}

interface Server {
  readonly defaultPort: number;
  readonly sslPorts: readonly number[];
  readonly highDiffPorts: readonly { readonly port: number; readonly ssl: boolean }[];
  readonly extraPorts: readonly { readonly ports: readonly Port[] }[];
}

async function readPorts(): Promise<readonly Port[]> {
  const all = await getData<readonly { work: string; globalServer: Server }[]>('/v5/algorithm');
  return all
    .filter(({ work }) => work !== 'simulated')
    .flatMap(({ globalServer: server }) => [
      { number: server.defaultPort, ssl: false },
      ...server.sslPorts.map((number) => ({ number, ssl: true })),
      ...server.highDiffPorts.map(({ port, ssl }) => ({ number: port, ssl })),
      ...server.extraPorts.flatMap(({ ports }) => ports),
    ]);
}

beforeAll(async () => {
  pool = await PoolProcess.start({ env: { OPENLODE_PUBLIC_URL: 'https://pool.example' } });
  const sitemap = await (await fetch(`${pool.url}/sitemap.xml`)).text();
  paths = new Set(
    [...sitemap.matchAll(/<loc>https:\/\/pool\.example([^<]*)<\/loc>/g)].map(([, path = '']) => path || '/'),
  );
  [articles, listening] = await Promise.all([readArticles(), readPorts()]);
});
afterAll(() => pool.close());

const unescape = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

const blocksOf = ({ html }: Article): readonly string[] =>
  [...html.matchAll(/<pre>([\s\S]*?)<\/pre>/g)].map(([, block = '']) => unescape(block).trim());

describe('the articles of a running pool', () => {
  it('link only to pages that exist', async () => {
    expect(articles.length).toBeGreaterThan(140);
    const links = articles.flatMap(({ slug, html }) =>
      [...html.matchAll(/href="(\/[^"]*)"/g)].map(([, href = '']) => ({
        slug,
        path: href.replace(/[?#].*$/, ''),
      })),
    );
    const isCall = (path: string): boolean => path.startsWith('/api/');
    expect(links.filter(({ path }) => !isCall(path) && !paths.has(path))).toEqual([]);
    // What is downloaded, and the documentation of the calls.
    for (const call of new Set(links.map(({ path }) => path).filter(isCall)))
      expect((await fetch(pool.url + call)).status, call).toBe(200);
  });

  it('have links to other sites with https or mailto only', () => {
    const odd = articles.flatMap(({ slug, html }) =>
      [...html.matchAll(/href="([^"#/][^"]*)"/g)]
        .map(([, href = '']) => href)
        .filter((href) => !/^(https:\/\/[a-z0-9.-]+\.[a-z]+(\/|$)|mailto:)/i.test(href))
        .map((href) => `${slug}: ${href}`),
    );
    expect(odd).toEqual([]);
  });

  it('have no placeholder left in a line that is copied', () => {
    const faulty = articles.flatMap((article) =>
      blocksOf(article)
        .filter((block) => /\{\{|\bundefined\b|\bNaN\b|\[object|not offered here/.test(block))
        .map((block) => `${article.slug}: ${block}`),
    );
    expect(faulty).toEqual([]);
  });

  it('name only ports on which the pool listens, with the scheme of the port', () => {
    const real = articles.filter(({ html }) => !html.includes('is not mined on this pool at the moment'));
    const found = real.flatMap((article) =>
      blocksOf(article).flatMap((block) =>
        [...block.matchAll(/(?:([a-z+]+):\/\/)?localhost:(\d+)/g)].map(([, scheme = '', number]) => ({
          slug: article.slug,
          scheme,
          number: Number(number),
        })),
      ),
    );
    expect(found.length).toBeGreaterThan(5);
    const wrong = found.filter(({ scheme, number }) => {
      const port = listening.find((each) => each.number === number);
      return port === undefined || (scheme !== '' && /ssl|tls|tcps/.test(scheme) !== port.ssl);
    });
    expect(wrong).toEqual([]);
  });

  it('have commands whose quotes a shell can read', () => {
    const isCommand = (block: string): boolean => / -[a-z]/.test(block) && !/^[{[]/.test(block);
    const commands = articles
      .flatMap((article) => blocksOf(article).map((block) => ({ slug: article.slug, block })))
      .filter(({ block }) => isCommand(block) && !/\.exe|PowerShell|^certutil|^Test-Net/m.test(block));
    expect(commands.length).toBeGreaterThan(70);
    // One shell for all: a function each, so that nothing runs and a fault names its article.
    const script = commands.map(({ slug, block }, at) => `f${at}() { # ${slug}\n${block}\n}`).join('\n');
    const { status, stderr } = spawnSync('sh', ['-n'], { input: script, encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('write every user string in the form that the pool reads', () => {
    const users = articles.flatMap((article) =>
      blocksOf(article).flatMap((block) =>
        [...block.matchAll(/(?:^|\s|["'=])([A-Z0-9]{2,10}:[^\s"'@]+)/gm)]
          .map(([, user = '']) => user)
          .filter((user) => /ADDRESS/.test(user) && !user.startsWith('COIN'))
          .map((user) => ({ slug: article.slug, user })),
      ),
    );
    expect(users.length).toBeGreaterThan(90);
    // COIN:ADDRESS[:MEMO][.WORKER][#CODE]; RaveOS adds the worker by itself.
    const form =
      /^[A-Z0-9]{2,10}:(?:[a-z]+:)?(?:YOUR_)?ADDRESS(?::\w+)?(?:\.[\w%-]{1,64})?(?:#[A-Za-z0-9-]{1,32})?[,;]?$/;
    expect(users.filter(({ user }) => !form.test(user))).toEqual([]);
  });
});
