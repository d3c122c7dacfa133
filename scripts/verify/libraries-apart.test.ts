import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseSync } from 'oxc-parser';
import { ROOT } from '../root.ts';

const POOL = 'apps/pool/src';
/** All that a process of the pool, a command, or a thread begins with. */
const starts = ['main.ts', 'app.ts', 'openlode.ts', 'app/credit-worker.ts', 'app/process-parts.ts'].map(
  (file) => `${POOL}/${file}`,
);

/** What a file loads before it runs: what it imports by a call comes later. */
function loadedBy(file: string): readonly string[] {
  const source = readFileSync(join(ROOT, file), 'utf8');
  const { staticImports, staticExports } = parseSync(file, source).module;
  return [
    ...staticImports
      .filter(({ start, end }) => !/^import\s+type\b/.test(source.slice(start, end)))
      .map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) => entries.flatMap((each) => each.moduleRequest?.value ?? [])),
  ];
}

/** Every specifier that is reached from these files, and the file that names it. */
function reachedFrom(files: readonly string[]): ReadonlyMap<string, string> {
  const reached = new Map<string, string>();
  const read = new Set<string>();
  const next = [...files];
  for (let file = next.pop(); file !== undefined; file = next.pop()) {
    if (read.has(file)) continue;
    read.add(file);
    for (const specifier of loadedBy(file)) {
      reached.set(specifier, file);
      if (specifier.startsWith('.') && specifier.endsWith('.ts'))
        next.push(normalize(join(dirname(file), specifier)));
    }
  }
  return reached;
}

const reaching = (library: RegExp, reached: ReadonlyMap<string, string>): readonly string[] =>
  [...reached].flatMap(([specifier, file]) => (library.test(specifier) ? [file] : []));

describe.each([
  { library: 'viem', names: /^viem(\/|$)/, network: 'EVM network', rail: 'offered-evm', opens: 'open-evm' },
  {
    library: 'what reads the XRP Ledger',
    names: /^ripple-/,
    network: 'place where XRP is paid',
    rail: 'offered-xrp',
    opens: 'open-xrp',
  },
])('$library', ({ names, network, rail, opens }) => {
  it(`is loaded by no start of a pool whose file names no ${network}`, () => {
    const reached = reachedFrom(starts);
    expect(reached.size).toBeGreaterThan(500);
    expect(reaching(names, reached)).toEqual([]);
  });

  it('is loaded by what pays there, which one file opens', () => {
    const reached = reachedFrom([`${POOL}/adapters/rails/${rail}.ts`]);
    expect(reaching(names, reached).length).toBeGreaterThan(0);
    const opening = readFileSync(join(ROOT, POOL, `app/${opens}.ts`), 'utf8');
    expect(opening).toContain(`await import('../adapters/rails/${rail}.ts')`);
  });
});
