import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { listSourceFiles } from '../import-rules/source-files.ts';

/** A file or function that exceeds its limit. */
export interface Oversize {
  /** The path, and for a function its name. */
  readonly what: string;
  readonly lines: number;
  readonly limit: number;
}

const fileLinesMax = 300;
const functionLinesMax = 80;

/** Data: tables that are not read as code. */
const dataFiles: ReadonlySet<string> = new Set([
  'apps/pool/src/sandbox/fleet/fleet-roster.ts',
  'packages/catalogue/src/sample-prices.ts',
  'packages/catalogue/src/testing/sample-addresses.ts',
  'scripts/import-rules/import-rules.ts',
  'scripts/mutants/mutants.ts',
]);

/** Sources under the limits: everything but suites and data, the kits of suites and the tools included. */
export function limitedSources(root: string): readonly string[] {
  const folders = ['apps', 'packages', 'testing', 'scripts', 'bench', 'e2e'];
  return listSourceFiles(root, folders).filter(
    (path) => !/\.(?:test|spec)\.tsx?$/.test(path) && !dataFiles.has(path),
  );
}

/**
 * Kits that are over a limit, with their lines. A row may be made smaller, and goes when its kit is within the limit; none may be added or
 * made larger.
 */
export const kitsOverLimit: ReadonlyMap<string, number> = new Map([
  ['apps/pool/src/adapters/exchanges/testing/kraken-face.ts krakenFace', 137],
  ['apps/pool/src/sandbox/testing/numbered-rail.ts numberedRail', 153],
  ['apps/pool/src/testing/payouts/crash-harness.ts runCrashHarness', 116],
  ['apps/pool/src/testing/payouts/rails/evm-faults.ts evmFaults', 117],
  ['apps/pool/src/testing/payouts/rails/litecoin-faults.ts litecoinFaults', 138],
  ['apps/pool/src/testing/payouts/rails/monero-faults.ts moneroFaults', 98],
  ['apps/pool/src/testing/payouts/rollback-world.ts openRollbackWorld', 101],
  ['apps/pool/src/testing/simulation/simulate-money.ts simulateMoney', 154],
  ['apps/pool/src/testing/whole-pool.ts startWholePool', 133],
]);

/** What exceeds a limit in one source. `path` ends in .ts or .tsx. */
export function findOversize(path: string, source: string): readonly Oversize[] {
  const found: Oversize[] = [];
  const lines = source.replace(/\n$/, '').split('\n').length;
  if (lines > fileLinesMax) found.push({ what: path, lines, limit: fileLinesMax });
  const starts = lineStarts(source);
  const { program } = parseSync(path, source);
  walk(program, '(anonymous)', (name, start, end) => {
    const length = lineAt(starts, end) - lineAt(starts, start) + 1;
    if (length > functionLinesMax)
      found.push({ what: `${path} ${name}`, lines: length, limit: functionLinesMax });
  });
  return found;
}

/** The same for all limited sources of a checkout, those of `kitsOverLimit` too. */
export function findAllOversize(root: string): readonly Oversize[] {
  return limitedSources(root).flatMap((path) => findOversize(path, readFileSync(join(root, path), 'utf8')));
}

/** What is wrong: a source over its limit, a kit that has grown, or a row of `kits` that has no reason any more. */
export function sizeFaults(found: readonly Oversize[], kits: ReadonlyMap<string, number>): readonly string[] {
  const grown = found.flatMap(({ what, lines, limit }) => {
    const most = kits.get(what) ?? limit;
    return lines > most ? [`${what}: ${lines} lines, ${most} at most`] : [];
  });
  const names = new Set(found.map(({ what }) => what));
  const idle = [...kits.keys()].filter((what) => !names.has(what));
  return [...grown, ...idle.map((what) => `${what} is within the limit: take it out of kitsOverLimit`)];
}

type Visit = (name: string, start: number, end: number) => void;

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly id?: { readonly name?: string } | null;
  readonly key?: { readonly name?: string } | null;
}

const functions: ReadonlySet<string> = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
]);

/** Calls back for every function, with its name or that of what it is assigned to. */
function walk(value: unknown, name: string, visit: Visit): void {
  if (Array.isArray(value)) {
    for (const each of value) walk(each, name, visit);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const node = value as Node;
  const own = node.id?.name ?? node.key?.name ?? name;
  if (functions.has(node.type)) visit(own, node.start, node.end);
  for (const child of Object.values(value)) walk(child, own, visit);
}

function lineStarts(source: string): readonly number[] {
  const starts = [0];
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** The number of the line that holds an offset, from 1. */
function lineAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
