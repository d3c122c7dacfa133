// Holds the limits of files and functions, and first whether it would notice a violation.
import { ROOT } from '../root.ts';
import { findAllOversize, findOversize, kitsOverLimit, limitedSources, sizeFaults } from './size-limits.ts';

/** Below this many files the check has not looked, whatever it says. */
const filesMin = 2000;

const complaints: string[] = [];
const files = limitedSources(ROOT);
if (files.length < filesMin) complaints.push(`only ${files.length} files were seen; there are more`);
const planted = `export function planted() {\n${'  void 0;\n'.repeat(300)}}\n`;
if (findOversize('planted.ts', planted).length !== 2) complaints.push('the planted violation was not seen');
complaints.push(...sizeFaults(findAllOversize(ROOT), kitsOverLimit));

for (const complaint of complaints) console.error(complaint);
if (complaints.length === 0)
  console.log(`${files.length} files within the limits, ${kitsOverLimit.size} kits over them`);
process.exitCode = complaints.length === 0 ? 0 : 1;
