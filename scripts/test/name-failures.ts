import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Failure } from './count-tests.ts';

/** CI shows the last 120 lines of a run, and they have to hold the closing of `.ci/run` too. */
const messageLines = 5;
const withMessageMax = 12;
const namedMax = 40;

/**
 * The lines that name what failed: file, test, and for the first of them the begin of the message. Empty where nothing failed.
 * Paths below `root` are given as from there.
 */
export function nameFailures(failures: readonly Failure[], root: string): readonly string[] {
  if (failures.length === 0) return [];
  const named = failures.slice(0, namedMax).flatMap((failure, index) => {
    const { file, test, message } = failure;
    const path = file.startsWith(root) ? relative(root, file) : file;
    const name = `  ${path}: ${test ?? 'the file itself, outside its tests'}`;
    return index < withMessageMax ? [name, ...firstLines(message)] : [name];
  });
  const more = failures.length - namedMax;
  return ['Failed:', ...named, ...(more > 0 ? [`  and ${more} more`] : [])];
}

function firstLines(message: string): readonly string[] {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s+at .*node_modules/.test(line));
  return lines.slice(0, messageLines).map((line) => `      ${line.trim().slice(0, 200)}`);
}
