import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importRules } from './import-rules.ts';
import { findBrokenImports } from './find-broken-imports.ts';
import { findRestrictedUses } from './restricted-uses.ts';
import { kindRule } from './kind-literals.ts';
import { listSourceFiles } from './source-files.ts';

const FOLDERS = ['apps', 'packages', 'e2e', 'testing'];

/**
 * Runs the rules over scripts/planted-imports, a small copy of the modules in which every rule is broken on
 * purpose. A planted file says so in its first line: `// breaks: <rule>`. Answers what is wrong: a planted
 * violation that was not seen, an innocent file that was blamed, or a rule that nothing is planted for.
 */
export async function checkPlanted(plantedRoot: string): Promise<string[]> {
  const files = listSourceFiles(plantedRoot, FOLDERS);
  const planted = new Map<string, string>();
  for (const file of files) {
    const rule = /^\/\/ breaks: ([\w-]+)/.exec(readFileSync(join(plantedRoot, file), 'utf8'))?.[1];
    if (rule !== undefined) planted.set(`${rule}: ${file}`, rule);
  }
  const { broken } = findBrokenImports(plantedRoot, files);
  const restricted = await findRestrictedUses(plantedRoot);
  const seen = new Set([...broken.map(({ rule, from }) => `${rule}: ${from}`), ...restricted]);
  const rulesPlanted = new Set(planted.values());
  return [
    ...[...planted.keys()].filter((line) => !seen.has(line)).map((line) => `planted but not seen: ${line}`),
    ...[...seen].filter((line) => !planted.has(line)).map((line) => `blamed without a cause: ${line}`),
    ...[...importRules, kindRule]
      .filter((rule) => !rulesPlanted.has(rule.name))
      .map((rule) => `nothing is planted for the rule ${rule.name}`),
  ];
}
