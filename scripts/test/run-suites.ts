import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../root.ts';
import { countPlaywright, countVitest, withExitCode } from './count-tests.ts';
import type { PlaywrightReport, TestCounts, VitestReport } from './count-tests.ts';
import type { HeldOutput } from './held-output.ts';
import { afterSecondLook, filesToLookAtAgain } from './second-look.ts';

const REPORTS = join(ROOT, 'test-results');

/** What a run of suites came to. */
export interface SuitesRun {
  readonly counts: TestCounts;
  readonly report: VitestReport | undefined;
}

/** Unit, database, screen and process suites, all or those below the paths. */
export async function runVitest(env: NodeJS.ProcessEnv, args: readonly string[]): Promise<SuitesRun> {
  const file = join(REPORTS, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const exitCode = await run('vitest', ['run', ...args, ...reporters], env, file);
  const report = readReport(file) as VitestReport | undefined;
  return { counts: withExitCode(report === undefined ? NOTHING : countVitest(report), exitCode), report };
}

/** Runs a suite that failed and waits for the machine once more, alone, before it is red. */
export async function lookAgain(env: NodeJS.ProcessEnv, { counts, report }: SuitesRun): Promise<TestCounts> {
  const again = report && filesToLookAtAgain(report, ROOT);
  if (!again) return counts;
  console.log(`\nLooked at once more, alone: ${again.join(', ')}\n`);
  const second = await runVitest(env, [...again, '--maxWorkers=1', '--no-file-parallelism']);
  return second.counts.failed === 0 ? afterSecondLook(counts, report) : counts;
}

/** The journeys in a browser that the arguments choose. `held` keeps what they print. */
export async function runPlaywright(
  env: NodeJS.ProcessEnv,
  args: readonly string[],
  held?: HeldOutput,
): Promise<TestCounts> {
  const file = join(REPORTS, 'playwright.json');
  const exitCode = await run(
    'playwright',
    ['test', '--config', 'e2e', '--reporter', 'list,json', ...args],
    { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    file,
    held,
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
  held?: HeldOutput,
): Promise<number> {
  // A report of an earlier run must not be counted for this one.
  rmSync(report, { force: true });
  const output = held === undefined ? 'inherit' : 'pipe';
  const child = spawn(join(ROOT, 'node_modules/.bin', program), args, {
    cwd: ROOT,
    env,
    stdio: ['ignore', output, output],
  });
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => held?.write(chunk));
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
