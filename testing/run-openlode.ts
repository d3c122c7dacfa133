import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { nodeFlags } from './node-flags.ts';

const OPENLODE = join(import.meta.dirname, '../apps/pool/dist/openlode.js');

export interface CommandResult {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  readonly ms: number;
}

/** Runs one of the operator's commands as they are built, with these settings and no others. */
export async function runOpenlode(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<CommandResult> {
  const started = performance.now();
  const child = spawn(process.execPath, [...nodeFlags(), OPENLODE, ...args], {
    env: { PATH: process.env['PATH'], TZ: 'UTC', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, out, err, ms: performance.now() - started };
}
