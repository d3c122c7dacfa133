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
]);

/** Sources under the limits: `apps/<app>/src` and `packages/<package>/src` without tests and their support. */
export function limitedSources(root: string): readonly string[] {
  return listSourceFiles(root, ['apps', 'packages']).filter(
    (path) =>
      /^(?:apps|packages)\/[^/]+\/src\//.test(path) &&
      !/\.test\.tsx?$/.test(path) &&
      !path.includes('/testing/') &&
      !dataFiles.has(path),
  );
}

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

/** The same for all limited sources of a checkout. */
export function findAllOversize(root: string): readonly Oversize[] {
  return limitedSources(root).flatMap((path) => findOversize(path, readFileSync(join(root, path), 'utf8')));
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
