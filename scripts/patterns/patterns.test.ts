import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listSourceFiles } from '../import-rules/source-files.ts';
import { ROOT } from '../root.ts';
import { collectPatterns } from './collect-patterns.ts';
import { findSuperLinear } from './growth.ts';

/** Patterns that never meet a stranger's text, each with what it reads. */
const notStrangers: Readonly<Record<string, string>> = {
  '/<style>([\\s\\S]*?)<\\/style>/g': 'our own index.html, at the start',
  '/<script>([\\s\\S]*?)<\\/script>/g': 'our own index.html, at the start',
  '/\\.?0+$/': 'a hashrate of our own, with six decimals',
  '/0+$/': 'the digits of a rate, at most 36',
};

describe('the fuzzing of patterns', () => {
  it.each([
    ['\\/+$', ''],
    ['\\s+\\S*$', ''],
    ['^(a+)+$', ''],
    ['^(?:a|a)*$', ''],
    ['<script>.*?<\\/script>', 's'],
  ])('sees that %s is not linear', (source, flags) => {
    expect(findSuperLinear(source, flags)?.ratio).toBeGreaterThan(8);
  });

  it.each([
    ['^\\/+$', ''],
    ['^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$', ''],
    ['(?:^|[\\s,])gzip(?:[\\s,]|$)', ''],
  ])('finds nothing against %s', (source, flags) => {
    expect(findSuperLinear(source, flags)).toBeUndefined();
  });

  it('collects literals and patterns that are written as text', () => {
    const text = "const a = /x+/gi; const b = { pattern: '^[ab]$' }; const c = 'no pattern';";
    expect(collectPatterns('a.ts', text)).toEqual([
      { file: 'a.ts', source: 'x+', flags: 'gi' },
      { file: 'a.ts', source: '^[ab]$', flags: '' },
    ]);
  });
});

describe('every pattern of the server and of the packages', () => {
  const files = listSourceFiles(ROOT, ['apps/pool/src', 'packages']).filter(
    (file) => !/\.test\.ts$|\/testing\//.test(file),
  );
  const patterns = files.flatMap((file) => collectPatterns(file, readFileSync(join(ROOT, file), 'utf8')));
  const different = new Map(patterns.map((each) => [`/${each.source}/${each.flags}`, each]));

  it('takes time in proportion to its text', { timeout: 240_000 }, () => {
    const slow = [...different].flatMap(([name, { file, source, flags }]) => {
      if (notStrangers[name] !== undefined) return [];
      const found = findSuperLinear(source, flags, process.env['TEST_LONG'] === '1');
      return found === undefined ? [] : [`${file}: ${name} on ${JSON.stringify(found)}`];
    });
    expect(slow).toEqual([]);
    // Fewer would mean that they are no longer found.
    expect(different.size).toBeGreaterThan(200);
  });

  it('stands in the source, where it is let off', () => {
    expect(Object.keys(notStrangers).filter((name) => !different.has(name))).toEqual([]);
  });
});
