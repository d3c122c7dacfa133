import { execFileSync } from 'node:child_process';
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
  it('lists each code once, and each that a test carries; npm test has one of each', () => {
    expect(new Set(listed).size).toBe(listed.length);
    const carried = ['apps', 'packages', 'e2e', 'scripts']
      .flatMap(testFiles)
      .flatMap((path) => codesIn(readFileSync(path, 'utf8')));
    expect(carried.length).toBeGreaterThan(200);
    expect([...new Set(carried)].filter((code) => !listed.includes(code))).toEqual([]);
    const byTests = listed.filter((code) => !['E1', 'W1'].includes(code));
    const inShortRuns = new Set(
      ['apps', 'packages', 'e2e', 'scripts']
        .flatMap(testFiles)
        .filter((path) => !path.includes('.long.'))
        .flatMap((path) => codesIn(readFileSync(path, 'utf8'))),
    );
    expect(byTests.filter((code) => !inShortRuns.has(code))).toEqual([]);
  });

  it('lists each promise once that a test of npm test carries, and no other', () => {
    const promises = [...invariants.matchAll(/^\| ([a-z]+-\d{2}) \|/gm)].map(([, code = '']) => code);
    const carried = ['apps', 'packages', 'e2e']
      .flatMap(testFiles)
      .filter((path) => !path.includes('.long.'))
      .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/\[([a-z]+-\d{2})\]/g)])
      .map(([, code = '']) => code);
    expect(new Set(promises).size).toBeGreaterThan(100);
    expect(promises.toSorted()).toEqual([...new Set(carried)].toSorted());
  });

  it('lists each rule that the audit prints', () => {
    const finding = readFileSync(join(ROOT, 'apps/pool/src/domain/kernel/finding.ts'), 'utf8');
    const rules = [...finding.matchAll(/^ {4}\| '([A-Z]\d+)'/gm)].map(([, rule = '']) => rule);
    expect(rules.length).toBeGreaterThan(10);
    expect(rules.filter((rule) => !listed.includes(rule))).toEqual([]);
  });
});

describe('docs/operating.md', () => {
  const guide = readFileSync(join(ROOT, 'docs/operating.md'), 'utf8');
  const readPool = (path: string): string => readFileSync(join(ROOT, 'apps/pool/src', path), 'utf8');

  it('lists every event of the log once, with its level', () => {
    const [, table = ''] = guide.split('| event | fields |\n|---|---|\n');
    const rows = table.split('\n\n', 1)[0]?.split('\n') ?? [];
    const documented = rows.flatMap((row) => {
      const [, names = ''] = row.split('|');
      return [...names.matchAll(/`([a-z-]+)`( \(warn\))?/g)].map(([, name = '', warn]) => ({
        name,
        isWarning: warn !== undefined,
      }));
    });
    const writer = readPool('app/log-domain-events.ts');
    const [, alarming = ''] = /new Set<Name>\(\[([^\]]+)\]/.exec(writer) ?? [];
    const published = [...writer.matchAll(/^ {2}'([a-z-]+)': '/gm)].map(([, name = '']) => ({
      name,
      isWarning: alarming.includes(`'${name}'`),
    }));
    const own = ['await-clock', 'await-database', 'open-site'].flatMap((file) => {
      const source = readPool(`app/${file}.ts`);
      return [...source.matchAll(/event: '([a-z-]+)'/g)].map(([, name = '']) => ({
        name,
        isWarning: file !== 'open-site',
      }));
    });
    expect(published.length).toBeGreaterThan(15);
    const byName = (a: { name: string }, b: { name: string }): number => a.name.localeCompare(b.name);
    expect(documented.toSorted(byName)).toEqual([...published, ...own].toSorted(byName));
  });

  it('names every event about miners', () => {
    const logged = readFileSync(join(ROOT, 'packages/catalogue/src/logged.ts'), 'utf8');
    const [, ofMiners = ''] = /loggedOfMiners = \{([\s\S]+?)\n\} as const/.exec(logged) ?? [];
    const names = [...ofMiners.matchAll(/^ {2}'([a-z-]+)':/gm)].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThan(3);
    expect(names.filter((name) => !guide.includes(`"${name}"`))).toEqual([]);
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
    // Two branches may take one number: what names it would mean either.
    const numbers = titles.map(({ title = '' }) => Number.parseInt(title, 10));
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
    expect(
      titles.filter(({ title = '', file }) => Number.parseInt(title, 10) !== Number.parseInt(file, 10)),
    ).toEqual([]);
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

/** Files of examples, which the steps of a recipe create. */
const isExample =
  /^\.\.?\/|(?:^|\/)(?:exm|(?:example|hello)[a-z-]*)\.[a-z.]+$|^openlode\.yaml$|^signer\.yaml$|^keystore\.json$|^2\.8\.1-beta\.md$|^\.long\.test\.ts$/;

it('documents name only files and folders that exist', () => {
  const files = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).split('\n');
  const folders = new Set(files.flatMap((file) => foldersOf(file)));
  const paths = [...files, ...folders].map((path) => `/${path}`);
  const documents = files.filter((file) => /^(?:README|CONTRIBUTING|docs\/.+)\.md$/.test(file));
  expect(documents.length).toBeGreaterThan(60);
  const missing = documents.flatMap((document) =>
    namedIn(readFileSync(join(ROOT, document), 'utf8'))
      .filter((path) => !isExample.test(path) && !paths.some((known) => known.endsWith(`/${path}`)))
      .map((path) => `${document}: ${path}`),
  );
  expect(missing).toEqual([]);
});

/** Code in a document that is a path of the repository. */
function namedIn(text: string): string[] {
  const named =
    /`([\w./-]+\.(?:ts|tsx|sql|md|json|css|yaml)|(?:apps|packages|domain|edges|app|adapters|sandbox|runtime|scripts|testing|e2e|bench|content)\/[\w./-]+)`/g;
  return [...text.matchAll(named)].map(([, path = '']) => path.replace(/\/$/, ''));
}

/** `a/b/c.ts` lies in `a` and `a/b`. */
function foldersOf(file: string): string[] {
  const parts = file.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}
