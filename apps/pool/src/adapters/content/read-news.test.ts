import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openNewsFeed } from './news-feed.ts';
import { parseNews, readNews } from './read-news.ts';

const item = (head: string, body: string) => `---\n${head}\n---\n${body}\n`;
const head = 'type: pool\nat: 2026-11-21T09:00Z';

describe('parseNews', () => {
  it('reads a notice', () => {
    expect(parseNews('a', item(`${head}\ncoin: DOGE\npinned: true`, 'Now with **DOGE**.'))).toEqual({
      slug: 'a',
      type: 'pool',
      html: 'Now with <strong>DOGE</strong>.',
      at: Date.UTC(2026, 10, 21, 9),
      coin: 'DOGE',
      post: null,
      pinned: true,
      only: null,
    });
  });

  it.each([
    ['no front matter at all', 'front matter'],
    [item('type: pool', 'x'), 'at'],
    [item(`${head}\nkind: x`, 'x'), '/kind'],
    [item('type: rumour\nat: 2026-11-21T09:00Z', 'x'), '/type'],
    [item(`${head}\nonly: toys`, 'x'), '/only'],
    [item(`${head}\npost: javascript:alert(1)`, 'x'), '/post'],
    [item(head, '<script>x</script>'), 'nothing to say'],
  ])('refuses %j', (text, why) => {
    expect(() => parseNews('a', text)).toThrow(why);
  });

  it('lets nothing through that could act [news-04]', () => {
    const { html } = parseNews(
      'a',
      item(
        head,
        '**a** <img src=x onerror=alert(1)> [b](javascript:alert(1)) <a href="https://x.example" onclick="y()">c</a> <b style="x">d</b>',
      ),
    );
    expect(html).toBe('<strong>a</strong>  <a>b</a> <a href="https://x.example">c</a> <b>d</b>');
  });
});

describe('the news of this release', () => {
  it('are all readable, newest first', async () => {
    const items = await readNews(new URL('../../../../../content/news/', import.meta.url));
    expect(items.length).toBeGreaterThan(5);
    expect(items.map(({ at }) => at)).toEqual(items.map(({ at }) => at).toSorted((a, b) => b - a));
    // How many coins can be chosen depends on the settings: only of a sandbox is it known here.
    const counting = items.filter(({ html }) => /\d+ coins/.test(html));
    expect(counting.map(({ slug, only }) => `${slug}: ${only}`)).toEqual(['coins: sandbox']);
  });
});

describe('openNewsFeed', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'openlode-news-'));
    writeFileSync(join(folder, 'a.md'), item(head, 'first'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('reads again when a file changes, and keeps what was right when one is wrong', async () => {
    const faults: unknown[] = [];
    const feed = await openNewsFeed(pathToFileURL(`${folder}/`), 'real', (error) => faults.push(error));
    const texts = () => feed.items().map(({ html }) => html);
    expect(texts()).toEqual(['first']);
    writeFileSync(join(folder, 'b.md'), item('type: pool\nat: 2026-11-22T09:00Z', 'second'));
    await vi.waitFor(() => expect(texts()).toEqual(['second', 'first']));
    writeFileSync(join(folder, 'b.md'), 'broken');
    await vi.waitFor(() => expect(faults).toHaveLength(1));
    expect(texts()).toEqual(['second', 'first']);
    feed.close();
  });

  it('leaves out what is about pools of another kind', async () => {
    writeFileSync(
      join(folder, 'b.md'),
      item('type: pool\nat: 2026-11-22T09:00Z\nonly: sandbox', 'a sandbox'),
    );
    const texts = await Promise.all(
      (['sandbox', 'regtest', 'real'] as const).map(async (kind) => {
        const feed = await openNewsFeed(pathToFileURL(`${folder}/`), kind, () => undefined);
        feed.close();
        return feed.items().map(({ html }) => html);
      }),
    );
    expect(texts).toEqual([['a sandbox', 'first'], ['first'], ['first']]);
  });
});
