import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { algorithms } from '@openlode/catalogue/algorithms';
import { allPrograms, programs } from '@openlode/catalogue/programs';
import { loginRefusal, shareRefusal } from '@openlode/stratum/core/refusal-text';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { bindWith, parseArticle, readSupport, readSupportFiles, type SupportIndex } from './read-support.ts';
import { openSupportCentre } from './support-centre.ts';
import { startSearchWorker } from './testing/start-search-worker.ts';
import { supportFacts } from './testing/support-facts.ts';

const ours = new URL('../../../../../content/support/', import.meta.url);

const head = {
  title: '"A title"',
  short_text: '"What this article is good for."',
  category: 'payouts',
  order: '99',
  created_at: '"2026-11-01"',
  updated_at: '"2026-11-02"',
  related: '[mining-fee]',
};
const file = (changes: Record<string, string | undefined> = {}, body = 'Some words.') =>
  `---\n${Object.entries({ ...head, ...changes })
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}: ${value}`)
    .join('\n')}\n---\n${body}\n`;

describe('parseArticle', () => {
  it('reads an article', () => {
    expect(parseArticle('a', file())).toEqual({
      slug: 'a',
      title: 'A title',
      shortText: 'What this article is good for.',
      category: 'payouts',
      order: 99,
      createdAt: Date.UTC(2026, 10, 1),
      updatedAt: Date.UTC(2026, 10, 2),
      related: ['mining-fee'],
      keywords: [],
      markdown: 'Some words.\n',
    });
  });

  it.each([
    ['no front matter at all', 'support a: front matter'],
    [file({ title: undefined }), 'title'],
    [file({ short_text: '"short"' }), '/short_text'],
    [file({ author: 'x' }), '/author'],
    [file({ created_at: '"yesterday"' }), '/created_at'],
    [file({ created_at: '"2026-13-01"' }), '/created_at'],
    [file({ updated_at: '"2026-10-01"' }), '/updated_at'],
    [file({ related: '[]' }), '/related'],
  ])('refuses %j', (text, why) => {
    expect(() => parseArticle('a', text)).toThrow('support a: ');
    expect(() => parseArticle('a', text)).toThrow(why);
  });
});

describe('a folder of articles', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'openlode-support-'));
    // Two that lead to each other: what is wrong with a third does not depend on the others, and all of ours take a third of a second to read.
    cpSync(new URL('categories.yaml', ours), join(folder, 'categories.yaml'));
    writeFileSync(join(folder, 'mining-fee.md'), file({ related: '[payout-times]' }));
    writeFileSync(join(folder, 'payout-times.md'), file());
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const add = (text: string) => writeFileSync(join(folder, 'added.md'), text);
  const read = () => readSupport(pathToFileURL(`${folder}/`), supportFacts);

  it.each([
    [file({ category: 'nowhere' }), 'support added: /category nowhere is not in categories.yaml'],
    [file({ related: '[no-such]' }), 'support added: /related no-such is no other article'],
    [file({ related: '[added]' }), 'support added: /related added is no other article'],
    [
      file({}, '[a](/support/article/no-such)'),
      'support added: the link /support/article/no-such leads nowhere',
    ],
    [file({}, '[a](/support/category/no-such)'), 'leads nowhere'],
    [file({}, '[a](#no-such)'), 'support added: the link #no-such leads nowhere'],
    [file({}, '[a](/shop)'), 'support added: the link /shop leads nowhere'],
    [file({}, 'Port {{prot sha256}}'), 'support added: {{prot sha256}}'],
    [file({}, '# A second title'), 'support added: a heading of the first level'],
    [file({}, '<script>x</script>'), 'support added: there is nothing to read'],
  ])('is refused with the file and what is wrong: %j', async (text, why) => {
    add(text);
    await expect(read()).rejects.toThrow(why);
  });

  it('names the field of a category that is not as it must be', async () => {
    writeFileSync(join(folder, 'categories.yaml'), '- { slug: payouts, title: P, show_posted_date: maybe }');
    await expect(read()).rejects.toThrow('support categories.yaml: /0/show_posted_date');
  });

  it('is read again when a file changes, and what was right stays when one is wrong', async () => {
    const faults: unknown[] = [];
    const centre = await openSupportCentre(
      pathToFileURL(`${folder}/`),
      supportFacts,
      (error) => faults.push(error),
      startSearchWorker,
    );
    expect(centre.find('added')).toBeUndefined();
    expect(await centre.search('xylophone', 'a')).toEqual([]);
    add(file({}, 'A xylophone.'));
    await vi.waitFor(() => expect(centre.find('added')?.html).toBe('<p>A xylophone.</p>'));
    expect(await centre.search('xylophone', 'a')).toMatchObject([{ article: { slug: 'added' } }]);
    add('broken');
    await vi.waitFor(() => expect(faults).toHaveLength(1));
    expect(centre.find('added')?.html).toBe('<p>A xylophone.</p>');
    await centre.close();
  });

  it('lets go what operators have taken back, and shows what they publish, also where a file cannot be read', async () => {
    const faults: unknown[] = [];
    const centre = await openSupportCentre(
      pathToFileURL(`${folder}/`),
      supportFacts,
      (error) => faults.push(error),
      startSearchWorker,
    );
    centre.show([parseArticle('wrong', file({}, 'A xylophone.'))]);
    await vi.waitFor(() => expect(centre.find('wrong')).toBeDefined());
    add('broken');
    await vi.waitFor(() => expect(faults).toHaveLength(1));
    centre.show([parseArticle('right', file({}, 'A marimba.'))]);
    await vi.waitFor(() => expect(centre.find('right')).toBeDefined());
    expect(centre.find('wrong')).toBeUndefined();
    expect(await centre.search('xylophone', 'a')).toEqual([]);
    expect(await centre.search('marimba', 'a')).toMatchObject([{ article: { slug: 'right' } }]);
    await centre.close();
  });

  it.each([
    [file({}, '[a](/support/article/row)'), 'support added: the link /support/article/row leads nowhere'],
    [file({ related: '[row]' }), 'support added: /related row is no other article'],
  ])('leads to no article of operators, without which the pool has to start: %j', async (text, why) => {
    add(text);
    const files = await readSupportFiles(pathToFileURL(`${folder}/`));
    expect(() => bindWith(files, [parseArticle('row', file())], supportFacts)).toThrow(why);
  });

  it('is right also where an article of operators has the place of a file, which comes back', async () => {
    add(file({ category: 'nowhere' }));
    const files = await readSupportFiles(pathToFileURL(`${folder}/`));
    expect(() => bindWith(files, [parseArticle('added', file())], supportFacts)).toThrow(
      'support added: /category nowhere',
    );
  });

  it('is made twice and not once more for each article of operators that cannot be shown', async () => {
    const files = await readSupportFiles(ours);
    const reads = (rows: number): number => {
      let count = 0;
      const facts = new Proxy(supportFacts, {
        get: (target, name) => {
          count += 1;
          return Reflect.get(target, name);
        },
      });
      const slugs = Array.from({ length: rows }, (_, at) => `row-${at}`);
      const own = slugs.map((slug) => parseArticle(slug, file({ category: 'nowhere' })));
      expect([...bindWith(files, own, facts).faults.keys()]).toEqual(slugs);
      return count;
    };
    expect(reads(5)).toBeLessThanOrEqual(2 * reads(0));
  });
});

describe('the articles of this release', () => {
  let book: SupportIndex;
  beforeAll(async () => {
    book = await readSupport(ours, supportFacts);
  });
  const html = (slug: string) => book.find(slug)?.html ?? '';

  it('are at least 34 written ones, all readable, with all their links leading somewhere [support-07]', () => {
    expect(book.texts.size).toBeGreaterThanOrEqual(34);
    for (const [slug, text] of book.texts) {
      expect(text.split(' ').length, slug).toBeGreaterThan(60);
      expect(html(slug), slug).not.toMatch(/\{\{|undefined|\bnull\b/);
    }
    for (const { articles, slug } of book.categories) expect(articles.length, slug).toBeGreaterThan(0);
  });

  it('are found from others: none stands alone', () => {
    const slugs = [...book.texts.keys()];
    const mentioned = new Set(
      slugs.flatMap((slug) => {
        const article = book.find(slug);
        const linked = [...html(slug).matchAll(/\/support\/article\/([a-z0-9-]+)/g)].map(([, to]) => to);
        return [...linked, ...(article?.related.map((other) => other.slug) ?? [])];
      }),
    );
    const alone = slugs.filter((slug) => !mentioned.has(slug));
    expect(alone.filter((slug) => book.heads.get(slug)?.category !== 'announcements')).toEqual([]);
  });

  it('explain every sentence with which a login is refused', () => {
    const page = html('refused-logins').replaceAll('&#39;', "'");
    const sentences = [
      loginRefusal({ kind: 'empty' }),
      loginRefusal({ kind: 'no-coin' }),
      loginRefusal({ kind: 'too-long', max: 256 }),
      loginRefusal({ kind: 'unknown-coin', coin: 'ABC' }),
      loginRefusal({ kind: 'delisted-coin', coin: 'FTM' }),
      loginRefusal({ kind: 'not-paid-here', coin: 'KAS', networks: [] }),
      loginRefusal({ kind: 'not-obtained', coin: 'LINK' }),
      loginRefusal({ kind: 'not-paid-here', coin: 'USDT', networks: ['Ethereum'] }),
      loginRefusal({ kind: 'mining-key', miningKey: '', worker: '', referralCode: null }),
      loginRefusal({ kind: 'memo-missing', coin: 'XRP', network: 'XRP' }),
      loginRefusal({ kind: 'restricted' }),
      loginRefusal({ kind: 'too-many-connections', max: 100, proxyPort: undefined }),
      loginRefusal({ kind: 'bad-address', coin: 'DOGE', outcome: { kind: 'empty' } }),
      loginRefusal({
        kind: 'bad-address',
        coin: 'DOGE',
        outcome: { kind: 'no-network-matches', networks: ['Dogecoin'] },
      }),
    ];
    for (const sentence of sentences) expect(page).toContain(`<td>${sentence}</td>`);
    for (const words of [
      'has a typing error: its checksum is wrong',
      'is not valid for XRP on',
      'takes no memo',
    ])
      expect(page).toContain(words);
  });

  it('explain every answer to a share that is the miner’s affair', () => {
    const reasons = [
      'malformed',
      'time-out-of-range',
      'version-bits',
      'stale',
      'duplicate',
      'low-difficulty',
      'unauthorized',
      'not-subscribed',
    ] as const;
    for (const reason of reasons) {
      const [code, text] = shareRefusal(reason);
      expect(html('shares-stale-rejected')).toContain(`<td>${text}</td>\n<td>${code}</td>`);
    }
  });

  it('name the ports of this deployment', () => {
    expect(html('getting-started')).toContain('stratum+tcp://pool.example:3433');
    expect(html('ports-and-ssl')).toContain('<td>High difficulty</td>\n<td>3434</td>\n<td>4434</td>');
  });
});

describe('the guides that are made from the catalogue', () => {
  let book: SupportIndex;
  beforeAll(async () => {
    book = await readSupport(ours, supportFacts);
  });
  const guides = () =>
    book.categories.find(({ slug }) => slug === 'mining-programs')?.articles.map(({ slug }) => slug) ?? [];

  it('are one for each program and algorithm, all readable, with links that lead somewhere', () => {
    expect(guides()).toHaveLength(allPrograms.flatMap((program) => program.algorithms).length);
    for (const slug of guides()) {
      expect(book.find(slug)?.html, slug).not.toMatch(/\{\{|\{\w+\}|undefined|\bnull\b/);
    }
  });

  it('are what the guide links of the catalogue lead to', () => {
    const links = algorithms.flatMap(({ guides: own }) =>
      own.flatMap(({ relativeUrl }) => relativeUrl ?? []),
    );
    expect(links.length).toBeGreaterThan(50);
    for (const link of links) {
      const slug = /^\/support\/article\/([a-z0-9-]+)$/.exec(link)?.[1] ?? link;
      expect(book.find(slug)?.title ?? `nothing at ${link}`).toMatch(/^How to mine |^ASIC setup /);
    }
  });

  it('say how to mine where something listens, in the clear and through TLS', async () => {
    const scrypt = {
      ...supportFacts,
      servers: new Map([['kawpow', supportFacts.servers.get('sha256') ?? { work: 'verified' as const }]]),
    };
    const own = await readSupport(ours, scrypt);
    const html = own.find('how-to-mine-kawpow-with-t-rex')?.html ?? '';
    expect(html).toContain(
      't-rex.exe -a kawpow -o stratum+ssl://pool.example:4433 -u RVN:ADDRESS.rig01 -p x --no-strict-ssl',
    );
    expect(html).toContain('./t-rex -a kawpow -o stratum+tcp://pool.example:3433 -u RVN:ADDRESS.rig01 -p x');
    expect(html).not.toContain('not mined on this pool');
    // A certificate of its own: TCP comes first, and what T-Rex needs for TLS is said.
    expect(html.indexOf('over TCP')).toBeLessThan(html.indexOf('through TLS'));
    expect(html).toContain('T-Rex refuses this certificate, unless --no-strict-ssl switches the check off');
  });

  it('take TLS first where the certificate is publicly trusted, without any option for it', async () => {
    const trusted = {
      ...supportFacts,
      certificate: () => ({ distrust: null, fingerprint: 'ab'.repeat(32) }),
      servers: new Map([['kawpow', supportFacts.servers.get('sha256') ?? { work: 'verified' as const }]]),
    };
    const html = (await readSupport(ours, trusted)).find('how-to-mine-kawpow-with-t-rex')?.html ?? '';
    expect(html.indexOf('through TLS')).toBeLessThan(html.indexOf('over TCP'));
    expect(html).not.toContain('--no-strict-ssl</code></pre>');
    expect(html).not.toContain('signed its certificate itself');
  });

  it('write the commands of cpuminer, with the certificate where it needs one', () => {
    const html = book.find('how-to-mine-sha256-with-cpuminer-minerd')?.html ?? '';
    expect(html).toContain(
      './minerd -a sha256d -o stratum+tcp://pool.example:3433 -u BTC:ADDRESS.rig01 -p x',
    );
    expect(html).toContain(
      './minerd -a sha256d -o stratum+tcps://pool.example:4433 -u BTC:ADDRESS.rig01 -p x --cert=openlode.pem',
    );
  });

  it('say so where nothing listens', () => {
    const html = book.find('how-to-mine-etchash-with-rigel')?.html ?? '';
    expect(html).toContain('is not mined on this pool at the moment');
    expect(html).toContain('stratum+tcp://pool.example:PORT');
    expect(html).not.toMatch(/pool\.example:\d/);
  });

  it('name what the maker keeps, and the switch for TLS, of every program', () => {
    for (const program of programs) {
      const [first] = program.algorithms;
      expect(first).toBeDefined();
      const slug = guides().find((each) => each.startsWith(`how-to-mine-${first?.algorithm ?? ''}-with-`));
      expect(book.find(slug ?? '')?.html).toMatch(/takes [0-9]/);
    }
  });
});
