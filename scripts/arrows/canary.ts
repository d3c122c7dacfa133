import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { arrows } from './arrows.ts';
import { findBrokenArrows } from './broken-arrows.ts';
import { findRestrictedUses } from './restricted-uses.ts';
import { kindRule } from './kind-literals.ts';
import { listSourceFiles } from './source-files.ts';

const FOLDERS = ['apps', 'packages', 'e2e', 'testing'];

/**
 * Runs the rules over scripts/arrows-canary, a small copy of the rooms in which every rule is broken on
 * purpose. A planted file says so in its first line: `// breaks: <rule>`. Answers what is wrong: a planted
 * violation that was not seen, an innocent file that was blamed, or a rule that nothing is planted for.
 */
export async function examineCanary(canaryRoot: string): Promise<string[]> {
  const files = listSourceFiles(canaryRoot, FOLDERS);
  const planted = new Map<string, string>();
  for (const file of files) {
    const rule = /^\/\/ breaks: ([\w-]+)/.exec(readFileSync(join(canaryRoot, file), 'utf8'))?.[1];
    if (rule !== undefined) planted.set(`${rule}: ${file}`, rule);
  }
  const { broken } = findBrokenArrows(canaryRoot, files);
  const restricted = await findRestrictedUses(canaryRoot);
  const seen = new Set([...broken.map((arrow) => `${arrow.rule}: ${arrow.from}`), ...restricted]);
  const rulesPlanted = new Set(planted.values());
  return [
    ...[...planted.keys()].filter((line) => !seen.has(line)).map((line) => `planted but not seen: ${line}`),
    ...[...seen].filter((line) => !planted.has(line)).map((line) => `blamed without a cause: ${line}`),
    ...[...arrows, kindRule]
      .filter((arrow) => !rulesPlanted.has(arrow.name))
      .map((arrow) => `nothing is planted for the rule ${arrow.name}`),
  ];
}
