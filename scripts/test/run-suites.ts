import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../root.ts';
import { countPlaywright, countVitest, withExitCode } from './count-tests.ts';
import type { PlaywrightReport, TestCounts, VitestReport } from './count-tests.ts';
import type { HeldOutput } from './held-output.ts';
import { quarantine } from './quarantine.ts';
import { tryQuarantined } from './try-quarantined.ts';

const REPORTS = join(ROOT, 'test-results');

/** Unit, database, screen and process suites, all or those below the paths. */
export async function runVitest(env: NodeJS.ProcessEnv, args: readonly string[]): Promise<TestCounts> {
  const file = join(REPORTS, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const exitCode = await run('vitest', ['run', ...args, ...reporters], env, file);
  const report = readReport(file) as VitestReport | undefined;
  return withExitCode(report === undefined ? NOTHING : countVitest(report), exitCode, 'vitest');
}

/** Tries suites in quarantine once more, with the machine to themselves. */
export function trySuitesAgain(env: NodeJS.ProcessEnv, first: TestCounts): Promise<TestCounts> {
  return tryQuarantined(first, quarantine, (files) => {
    console.log(`\nIn quarantine, tried again: ${files.join(', ')}\n`);
    return runVitest(env, [...files, '--maxWorkers=1', '--no-file-parallelism']);
  });
}

/** Tries journeys in quarantine once more, alone, and records every action of the browser. */
export function tryJourneysAgain(env: NodeJS.ProcessEnv, first: TestCounts): Promise<TestCounts> {
  return tryQuarantined(first, quarantine, (files) => {
    console.log(`\nIn quarantine, tried again: ${files.join(', ')}\n`);
    return runPlaywright(env, [...files, '--workers=1', '--trace=on', '--output=test-results/again']);
  });
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
  return withExitCode(report === undefined ? NOTHING : countPlaywright(report), exitCode, 'playwright');
}

const NOTHING: TestCounts = { passed: 0, failed: 0, skipped: 0, unsteady: [], failures: [] };

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
