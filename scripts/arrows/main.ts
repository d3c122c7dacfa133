import { join } from 'node:path';
import { ROOT } from '../root.ts';
import { findBrokenArrows } from './broken-arrows.ts';
import { examineCanary } from './canary.ts';
import { listSourceFiles } from './source-files.ts';

/** Below this many files and imports the check has not looked, whatever it says. */
const FILES_MIN = 200;
const IMPORTS_MIN = 300;

const files = listSourceFiles(ROOT, ['apps', 'packages', 'bench', 'e2e', 'scripts', 'testing']);
const report = findBrokenArrows(ROOT, files);
const canary = await examineCanary(join(ROOT, 'scripts/arrows-canary'));

const complaints = [
  ...canary.map((line) => `canary: ${line}`),
  ...report.broken.map((arrow) => `${arrow.from} → ${arrow.to}\n    ${arrow.rule}: ${arrow.why}`),
];
if (files.length < FILES_MIN || report.imports < IMPORTS_MIN)
  complaints.push(
    `Only ${files.length} files and ${report.imports} imports were seen; there must be ${FILES_MIN} and ${IMPORTS_MIN} at least.`,
  );

for (const complaint of complaints) console.error(complaint);
if (complaints.length === 0)
  console.log(`${files.length} files, ${report.imports} imports, every planted violation seen`);
process.exitCode = complaints.length === 0 ? 0 : 1;
