import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Modules that calculate amounts: no amount there may pass through a float. A folder that does not exist yet is skipped. */
const moneyFolders = [
  'packages/money/src',
  'packages/ledger/src',
  'apps/pool/src/domain/ledger',
  'apps/pool/src/domain/conversion',
  'apps/pool/src/domain/rounds',
  'apps/pool/src/domain/treasury',
  'apps/pool/src/domain/payouts',
] as const;

/** The views that answer amounts; the others count workers, work and rounds. */
const moneyViews = [
  'read-receipts',
  'read-rewards',
  'read-payments',
  'read-payment-history',
  'read-payment-flags',
  'read-received',
  'read-treasury',
  'list-payouts',
  'count-payouts',
].map((name) => `apps/pool/src/domain/views/${name}.ts`);

/** Ways from a number with digits that count to one that rounds. */
const floats = [
  /\bparseFloat\s*\(/,
  /\bparseInt\s*\(/,
  /(?<![.\w])Number\s*\(/,
  /\bMath\.(?:round|floor|ceil|trunc|fround|pow)\s*\(/,
  /\.toFixed\s*\(/,
  /\.toPrecision\s*\(/,
  /\.map\(Number\)/,
  /::\s*(?:float\d?|real|double precision)\b/i,
];

export interface FloatUse {
  readonly line: number;
  readonly text: string;
}

/** The lines of a source that do. Comments may speak of floats. */
export function floatUses(source: string): FloatUse[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ''));
  return code.split('\n').flatMap((raw, index): FloatUse[] => {
    const text = raw.replace(/(?<!:)\/\/.*$/, '').trim();
    return floats.some((float) => float.test(text)) ? [{ line: index + 1, text }] : [];
  });
}

/** The sources of the money folders, tests left out, by path from the root. */
export function moneySources(root: string): Map<string, string> {
  const sources = new Map<string, string>();
  for (const folder of moneyFolders) {
    if (!existsSync(join(root, folder))) continue;
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue;
      sources.set(`${folder}/${name}`, readFileSync(join(root, folder, name), 'utf8'));
    }
  }
  for (const file of moneyViews) sources.set(file, readFileSync(join(root, file), 'utf8'));
  return sources;
}
