import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import type { Check } from './checks.ts';

export interface CheckResult {
  readonly check: Check;
  readonly ok: boolean;
  readonly seconds: number;
  readonly output: string;
}

/** Runs the checks, `atOnce` of them at a time, and reports each one as it ends. */
export async function runChecks(
  root: string,
  checks: readonly Check[],
  atOnce: number,
  report: (result: CheckResult) => void,
): Promise<CheckResult[]> {
  const waiting = [...checks];
  const results: CheckResult[] = [];
  const work = async (): Promise<void> => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      const result = await runCheck(root, check);
      results.push(result);
      report(result);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results;
}

function runCheck(root: string, check: Check): Promise<CheckResult> {
  const started = performance.now();
  const [program, ...args] = check.command;
  const child = spawn(program, args, {
    cwd: root,
    env: {
      ...process.env,
      PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env['PATH'] ?? ''}`,
      NO_COLOR: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
  return new Promise((resolve) => {
    const end = (ok: boolean, text: string): void =>
      resolve({ check, ok, seconds: (performance.now() - started) / 1000, output: text });
    child.once('error', (error) => end(false, `${program} could not be started: ${error.message}`));
    child.once('close', (code) => end(code === 0, Buffer.concat(output).toString('utf8')));
  });
}
