import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../root.ts';

const OXLINT = join(ROOT, 'node_modules/.bin/oxlint');

interface OxlintAnswer {
  readonly diagnostics: readonly { readonly code: string; readonly filename: string }[];
}

/**
 * The rules that the linter holds, because they are about more than imports: who reads the environment, and
 * circles. Answers `rule: file` for each place that the linter refuses.
 */
export function findRestrictedUses(root: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const args = ['--config', 'oxlint-planted.json', '--format', 'json', '.'];
    execFile(OXLINT, args, { cwd: root, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      if (!stdout.trimStart().startsWith('{')) {
        reject(new Error(`oxlint did not answer:\n${stderr || error?.message || stdout}`));
        return;
      }
      const uses = (JSON.parse(stdout) as OxlintAnswer).diagnostics.flatMap((diagnostic) => {
        const rule = /\((no-restricted-[\w-]+|no-cycle)\)$/.exec(diagnostic.code)?.[1];
        return rule === undefined ? [] : [`${rule}: ${diagnostic.filename}`];
      });
      resolve([...new Set(uses)]);
    });
  });
}
