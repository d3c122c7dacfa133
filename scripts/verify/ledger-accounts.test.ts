import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../root.ts';

/** Where names of accounts are made; everything else asks the chart of accounts. */
const chart = ['packages/ledger/src/accounts.ts', 'apps/pool/src/domain/ledger/account-names.ts'];
const patterns = [
  // LIKE 'miner:%', NOT LIKE 'conv:%'
  /LIKE\s+'(?:miner|round|inflight|pool|conv|ext):/,
  // 'miner:' || id
  /'(?:miner|round|inflight):'\s*\|\|/,
  // account.startsWith('ext:'), `inflight:${id}`
  /startsWith\('(?:miner|round|inflight|pool|conv|ext):/,
  /`(?:miner|round|inflight|ext:chain|ext:network):\$\{/,
];

function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length).replace(/^\//, ''))
    .filter((path) => !/\/testing\/|node_modules/.test(path));
}

describe('the names of ledger accounts', () => {
  it('are made in the chart of accounts alone, and their kinds asked there', () => {
    const files = ['apps/pool/src', 'packages/ledger/src'].flatMap(sources);
    expect(files.length).toBeGreaterThan(300);
    const breaks = (path: string) => {
      const text = readFileSync(join(ROOT, path), 'utf8');
      return patterns.some((pattern) => pattern.test(text));
    };
    expect(files.filter((path) => !chart.includes(path) && breaks(path))).toEqual([]);
    // The check looks: the chart itself has what it forbids elsewhere.
    expect(chart.filter(breaks)).toEqual(chart);
  });
});
