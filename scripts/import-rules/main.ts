import { join } from 'node:path';
import { ROOT } from '../root.ts';
import { findBrokenImports } from './find-broken-imports.ts';
import { checkPlanted } from './check-planted.ts';
import { listSourceFiles } from './source-files.ts';

/** Below this many files and imports the check has not looked, whatever it says. */
const FILES_MIN = 200;
const IMPORTS_MIN = 300;

const files = listSourceFiles(ROOT, ['apps', 'packages', 'bench', 'e2e', 'scripts', 'testing']);
const report = findBrokenImports(ROOT, files);
const planted = await checkPlanted(join(ROOT, 'scripts/planted-imports'));

const complaints = [
  ...planted.map((line) => `planted: ${line}`),
  ...report.broken.map((rule) => `${rule.from} → ${rule.to}\n    ${rule.rule}: ${rule.why}`),
];
if (files.length < FILES_MIN || report.imports < IMPORTS_MIN)
  complaints.push(
    `Only ${files.length} files and ${report.imports} imports were seen; there must be ${FILES_MIN} and ${IMPORTS_MIN} at least.`,
  );

for (const complaint of complaints) console.error(complaint);
if (complaints.length === 0)
  console.log(`${files.length} files, ${report.imports} imports, every planted violation seen`);
process.exitCode = complaints.length === 0 ? 0 : 1;
