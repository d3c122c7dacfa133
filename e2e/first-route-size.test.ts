import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

const dist = join(import.meta.dirname, '../apps/web/dist');
const limitBytes = 125_000;

/** The scripts that must be there before the coin page can be drawn: the entry's and the page's, with all they import. */
function firstRouteScripts(): ReadonlySet<string> {
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
  // The script that waits for the first paint names them, the page's among them. Assets of earlier builds lie beside them.
  const named = [...html.matchAll(/"\/assets\/([^"]+\.js)"/g)].map(([, file = '']) => file);
  const found = new Set<string>();
  const waiting = [...named];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    const script = readFileSync(join(dist, 'assets', file), 'utf8');
    // Static imports only: a dynamic one has a bracket.
    for (const [, other = ''] of script.matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g))
      waiting.push(other);
  }
  return found;
}

describe('the first route', () => {
  it('needs at most 125 kB of script, compressed', () => {
    const scripts = [...firstRouteScripts()];
    const bytes = scripts.reduce(
      (sum, file) => sum + gzipSync(readFileSync(join(dist, 'assets', file)), { level: 9 }).length,
      0,
    );
    expect(scripts.some((file) => file.startsWith('coin-page-'))).toBe(true);
    expect(bytes).toBeGreaterThan(80_000);
    expect(bytes).toBeLessThanOrEqual(limitBytes);
  });

  it('and every other one come without the kit, which is for development', () => {
    const all = readdirSync(join(dist, 'assets')).filter((file) => file.endsWith('.js'));
    expect(all.length).toBeGreaterThan(10);
    expect(all.filter((file) => file.startsWith('kit'))).toEqual([]);
    // The words of a page that is there are found this way.
    const holds = (words: string) =>
      all.some((file) => readFileSync(join(dist, 'assets', file), 'utf8').includes(words));
    expect(holds('Which address do you mine to?')).toBe(true);
    expect(holds('Every piece') || holds('Open the dialog') || holds('What a dialog holds.')).toBe(false);
  });

  it('fetches none of the styles again that stand in index.html', () => {
    const scripts = [...firstRouteScripts()].map((file) => readFileSync(join(dist, 'assets', file), 'utf8'));
    const sheets = scripts.flatMap((script) =>
      [...script.matchAll(/"assets\/([a-z-]+)-[^"/]+\.css"/g)].map(([, name = '']) => name),
    );
    // Other pages bring theirs.
    expect(sheets).toContain('wizard-page');
    for (const name of ['first', 'index', 'coin-page', 'later-shell', 'later-page', 'modal'])
      expect(sheets).not.toContain(name);
  });

  it('paints its outline from index.html alone, which asks for nothing before', () => {
    const html = readFileSync(join(dist, 'index.html'), 'utf8');
    expect(html).not.toMatch(/<script[^>]* src=|preload"/);
    expect(html).not.toContain('rel="stylesheet"');
    expect(html).toContain('<style>');
    expect(html).toContain('<h1>Mine any algorithm, be paid in any coin</h1>');
    // The content security policy knows the style sheet by its hash; a style attribute it would refuse.
    expect(html).not.toMatch(/<[^>]+ style=/);
  });

  it('holds each script that index.html asks for against its hash [HT-111]', () => {
    const html = readFileSync(join(dist, 'index.html'), 'utf8');
    const pinned = JSON.parse(/var scripts = (\{[^}]*\})/.exec(html)?.[1] ?? '{}') as Record<string, string>;
    const named = new Set([...html.matchAll(/"(\/assets\/[^"]+\.js)"/g)].map(([, file = '']) => file));
    expect(new Set(Object.keys(pinned))).toEqual(named);
    expect(named.size).toBeGreaterThan(2);
    for (const [file, integrity] of Object.entries(pinned)) {
      const bytes = readFileSync(join(dist, file));
      expect(integrity).toBe(`sha384-${createHash('sha384').update(bytes).digest('base64')}`);
    }
  });
});
