import { describe, expect, it } from 'vitest';
import { ROOT } from '../root.ts';
import { findOversize, kitsOverLimit, limitedSources, sizeFaults } from './size-limits.ts';

const body = (lines: number): string => '  void 0;\n'.repeat(lines);

describe('size limits', () => {
  it('allow functions of 80 lines and files of 300', () => {
    expect(findOversize('a.ts', `function a() {\n${body(78)}}\n`)).toEqual([]);
    expect(findOversize('a.ts', body(300))).toEqual([]);
  });

  it('catch a function of 81 lines in each form, by name', () => {
    const forms = {
      declared: `export async function declared() {\n${body(79)}}\n`,
      arrow: `export const arrow = () => {\n${body(79)}};\n`,
      method: `class One {\n  method() {\n${body(79)}  }\n}\n`,
      '#hidden': `class One {\n  #hidden() {\n${body(79)}  }\n}\n`,
      listed: `export const one = { listed() {\n${body(79)}} };\n`,
      inner: `export function outer() {}\nexport const all = [1].map(function inner() {\n${body(79)}});\n`,
    };
    for (const [name, source] of Object.entries(forms))
      expect(findOversize('a.ts', source)).toEqual([
        { what: `a.ts ${name.replace('#', '')}`, lines: 81, limit: 80 },
      ]);
  });

  it('catch a component, and a file of 301 lines', () => {
    const component = `export function Page() {\n  return (\n    <>\n${'      <br />\n'.repeat(80)}    </>\n  );\n}\n`;
    expect(findOversize('page.tsx', component).map(({ what }) => what)).toEqual(['page.tsx Page']);
    expect(findOversize('a.ts', body(301))).toEqual([{ what: 'a.ts', lines: 301, limit: 300 }]);
  });

  it('hold for all sources, kits and tools included, suites and data left out', () => {
    const files = limitedSources(ROOT);
    expect(files.length).toBeGreaterThan(2000);
    expect(files).toContain('apps/pool/src/app.ts');
    expect(files).toContain('packages/stratum/src/dialects/bitcoin/session.ts');
    expect(files).toContain('apps/pool/src/sandbox/testing/adversarial-rail.ts');
    expect(files).toContain('scripts/operating-transcript.ts');
    expect(files).toContain('testing/pool-process.ts');
    expect(files.filter((path) => /\.(?:test|spec)\.|fleet-roster/.test(path))).toEqual([]);
  });

  it('are no limits for kits that were over them, which may only shrink', () => {
    const kits = new Map([['kit.ts', 400]]);
    const found = (lines: number) => [{ what: 'kit.ts', lines, limit: 300 }];
    expect(sizeFaults(found(400), kits)).toEqual([]);
    expect(sizeFaults(found(301), kits)).toEqual([]);
    expect(sizeFaults(found(401), kits)).toEqual(['kit.ts: 401 lines, 400 at most']);
    expect(sizeFaults([], kits)).toEqual(['kit.ts is within the limit: take it out of kitsOverLimit']);
    expect(sizeFaults(found(301), new Map())).toEqual(['kit.ts: 301 lines, 300 at most']);
  });

  it('have no more exceptions than when kits came under them, and none among products', () => {
    expect(kitsOverLimit.size).toBeLessThanOrEqual(12);
    expect([...kitsOverLimit.keys()].filter((what) => !what.includes('/testing/'))).toEqual([]);
  });
});
