import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../root.ts';

const decisions = join(ROOT, 'docs/decisions');
const invariants = readFileSync(join(ROOT, 'docs/invariants.md'), 'utf8');
const listed = [...invariants.matchAll(/^\| ([A-Z]\d{1,2}) \|/gm)].map(([, code = '']) => code);

function testFiles(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:test|spec)\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes('node_modules'));
}

/** The codes in titles of tests: `'… [L1] [P2]'`, before a comma or the end of the title. */
function codesIn(source: string): string[] {
  return [...source.matchAll(/(?<= )\[([LPIRTS]\d{1,2})\](?=[ '`])/g)].map(([, code = '']) => code);
}

describe('docs/invariants.md', () => {
  it('lists each code once, and each that a test carries', () => {
    expect(new Set(listed).size).toBe(listed.length);
    const carried = ['apps', 'packages', 'e2e', 'scripts']
      .flatMap(testFiles)
      .flatMap((path) => codesIn(readFileSync(path, 'utf8')));
    expect(carried.length).toBeGreaterThan(200);
    expect([...new Set(carried)].filter((code) => !listed.includes(code))).toEqual([]);
    const byTests = listed.filter((code) => !['E1', 'W1'].includes(code));
    expect(byTests.filter((code) => !carried.includes(code))).toEqual([]);
  });

  it('lists each rule that the audit prints', () => {
    const finding = readFileSync(join(ROOT, 'apps/pool/src/domain/kernel/finding.ts'), 'utf8');
    const rules = [...finding.matchAll(/^ {4}\| '([A-Z]\d+)'/gm)].map(([, rule = '']) => rule);
    expect(rules.length).toBeGreaterThan(10);
    expect(rules.filter((rule) => !listed.includes(rule))).toEqual([]);
  });
});

describe('docs/decisions/README.md', () => {
  it('lists every decision once, by its number and title', () => {
    const index = readFileSync(join(decisions, 'README.md'), 'utf8');
    const entries = [...index.matchAll(/^- \[(\d+\. .+)\]\((.+)\)$/gm)].map(([, title, file]) => ({
      title,
      file,
    }));
    const files = readdirSync(decisions).filter((name) => name !== 'README.md');
    const titles = files.map((file) => ({
      title: readFileSync(join(decisions, file), 'utf8').split('\n', 1)[0]?.slice(2),
      file,
    }));
    const byFile = (a: { file: string | undefined }, b: { file: string | undefined }): number =>
      (a.file ?? '').localeCompare(b.file ?? '');
    expect(entries.toSorted(byFile)).toEqual(titles.toSorted(byFile));
    expect(files.filter((file) => !/^\d{4}-[a-z0-9-]+\.md$/.test(file))).toEqual([]);
  });

  it('has no record without the three headings, or with others', () => {
    const files = readdirSync(decisions).filter((name) => name !== 'README.md');
    for (const file of files) {
      const record = readFileSync(join(decisions, file), 'utf8');
      const headings = [...record.matchAll(/^##+ (.+)$/gm)].map(([, heading]) => heading);
      expect({ file, headings }).toEqual({ file, headings: ['Context', 'Decision', 'Consequences'] });
    }
  });
});
