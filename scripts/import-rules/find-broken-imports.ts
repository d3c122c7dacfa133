import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { ResolverFactory } from 'oxc-resolver';
import { importRules, TESTS as TEST_PATHS } from './import-rules.ts';
import type { ImportRule } from './import-rules.ts';
import { kindRule, namesKind } from './kind-literals.ts';
import { readImports } from './read-imports.ts';

export interface BrokenImport {
  readonly rule: string;
  readonly why: string;
  readonly from: string;
  readonly to: string;
}

export interface ImportReport {
  readonly broken: readonly BrokenImport[];
  /** How many imports were followed. */
  readonly imports: number;
}

const resolver = new ResolverFactory({
  conditionNames: ['import', 'types', 'node', 'default'],
  extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
});

const TESTS = new RegExp(TEST_PATHS);

const compiled = importRules.map((rule) => ({
  rule,
  from: new RegExp(rule.from),
  fromNot: rule.fromNot === undefined ? undefined : new RegExp(rule.fromNot),
}));

/** Follows every import of these files (relative to `root`) to where it leads and names the forbidden ones. */
export function findBrokenImports(root: string, files: readonly string[]): ImportReport {
  const broken: BrokenImport[] = [];
  let imports = 0;
  for (const from of files) {
    const rules = compiled.filter((rule) => rule.from.test(from) && rule.fromNot?.test(from) !== true);
    const source = readFileSync(join(root, from), 'utf8');
    if (namesKind(from, source))
      broken.push({ rule: kindRule.name, why: kindRule.why, from, to: "'sandbox'" });
    for (const line of readImports(from, source)) {
      imports += 1;
      const to = line.specifier === undefined ? undefined : followImport(root, from, line.specifier);
      if (to === undefined) {
        if (line.specifier !== undefined || (isProduct(from) && !mayCompute.has(from)))
          broken.push({
            rule: 'imports-lead-somewhere',
            why: 'This import leads to no file that can be told, so the imports behind it cannot be checked.',
            from,
            to: line.specifier ?? 'a computed path',
          });
      } else
        for (const { rule, from: pattern } of rules)
          if (forbids(rule, pattern, from, to) && !(line.typeOnly && rule.typesAllowed === true))
            broken.push({ rule: rule.name, why: rule.why, from, to });
    }
  }
  return { broken, imports };
}

/** What loads an installation of its operator, which is no part of the product: the settings say where it is. */
const mayCompute: ReadonlySet<string> = new Set(['apps/pool/src/app/open-ccxt.ts']);

/** Suites and tools may compute what they import; in what is delivered it would be a way around the rules. */
function isProduct(path: string): boolean {
  return /^(apps|packages)\//.test(path) && !TESTS.test(path);
}

function forbids(rule: ImportRule, pattern: RegExp, from: string, to: string): boolean {
  const own = pattern.exec(from)?.[1] ?? '';
  return new RegExp(rule.to.replaceAll('$1', own)).test(to);
}

/** The path below the root, `node:fs` for Node's own, the name of a foreign package; undefined when nowhere. */
export function followImport(root: string, from: string, specifier: string): string | undefined {
  if (isBuiltin(specifier)) return `node:${specifier.replace(/^node:/, '')}`;
  const isOurs = specifier.startsWith('.') || specifier.startsWith('@openlode/');
  const withoutQuery = specifier.replace(/\?\w+$/, '');
  const found = resolver.sync(dirname(join(root, from)), withoutQuery).path;
  if (found !== undefined) return relative(root, found);
  return isOurs ? undefined : specifier;
}
