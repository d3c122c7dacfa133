import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../root.ts';
import { countPlaywright, countVitest, withExitCode } from './count-tests.ts';
import type { PlaywrightReport, TestCounts, VitestReport } from './count-tests.ts';
import { afterSecondLook, filesToLookAtAgain } from './second-look.ts';

const REPORTS = join(ROOT, 'test-results');

/** Unit, database, screen and process suites, all or those below the paths; a suite that waits for the machine is looked at once more, alone, before it is red. */
export async function runVitest(env: NodeJS.ProcessEnv, paths: readonly string[]): Promise<TestCounts> {
  const { counts, report } = await runSuites(env, paths);
  const again = report && filesToLookAtAgain(report, ROOT);
  if (!again) return counts;
  console.log(`\nLooked at once more, alone: ${again.join(', ')}\n`);
  const second = await runSuites(env, [...again, '--maxWorkers=1', '--no-file-parallelism']);
  return second.counts.failed === 0 ? afterSecondLook(counts, report) : counts;
}

async function runSuites(
  env: NodeJS.ProcessEnv,
  args: readonly string[],
): Promise<{ readonly counts: TestCounts; readonly report: VitestReport | undefined }> {
  const file = join(REPORTS, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const exitCode = await run('vitest', ['run', ...args, ...reporters], env, file);
  const report = readReport(file) as VitestReport | undefined;
  return { counts: withExitCode(report === undefined ? NOTHING : countVitest(report), exitCode), report };
}

/** The journeys in a browser, all or those of the paths. */
export async function runPlaywright(env: NodeJS.ProcessEnv, paths: readonly string[]): Promise<TestCounts> {
  const file = join(REPORTS, 'playwright.json');
  const exitCode = await run(
    'playwright',
    ['test', '--config', 'e2e', '--reporter', 'list,json', ...paths],
    { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    file,
  );
  const report = readReport(file) as PlaywrightReport | undefined;
  return withExitCode(report === undefined ? NOTHING : countPlaywright(report), exitCode);
}

const NOTHING: TestCounts = { passed: 0, failed: 0, skipped: 0, unsteady: [] };

function run(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  report: string,
): Promise<number> {
  // A report of an earlier run must not be counted for this one.
  rmSync(report, { force: true });
  const child = spawn(join(ROOT, 'node_modules/.bin', program), args, {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(`${program} could not be started: ${error.message}`);
      resolve(1);
    });
    child.once('close', (code) => resolve(code ?? 1));
  });
}

function readReport(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
