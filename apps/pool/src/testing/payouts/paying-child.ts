import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { PayoutProcessPlan } from './payout-process.ts';

/** An operating system process that pays. */
export interface PayingChild {
  readonly child: ChildProcess;
  /** It has compared its journal with the database. */
  readonly ready: Promise<void>;
  readonly ended: Promise<void>;
  /** SIGKILL, and waits until it is gone. */
  kill(): Promise<void>;
  /** Resolves when it has asked the database `rounds` more times whether it lacks anything, or has ended. */
  looked(rounds: number): Promise<void>;
}

/** Starts a built `payout-process.ts`; `onLine` gets what it says that is not about its turns. */
export function startPaying(
  program: string,
  plan: PayoutProcessPlan,
  onLine: (line: string) => void,
): PayingChild {
  const child = spawn(process.execPath, ['--enable-source-maps', program, JSON.stringify(plan)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ready = once(child.stdout, 'data').then(() => undefined);
  const waiting = new Set<{ left: number; done(): void }>();
  child.stdout.on('data', (data: Buffer) => {
    for (const line of data.toString().split('\n').filter(Boolean))
      if (line === 'looked') countDown(waiting);
      else onLine(line);
  });
  child.stderr.on('data', (data: Buffer) => onLine(`failed: ${data.toString().slice(0, 600)}`));
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  return {
    child,
    ready,
    ended,
    kill: () => {
      child.kill('SIGKILL');
      return ended;
    },
    looked: (rounds) =>
      Promise.race([
        ended,
        new Promise<void>((resolve) => {
          waiting.add({ left: rounds, done: resolve });
        }),
      ]),
  };
}

function countDown(waiting: Set<{ left: number; done(): void }>): void {
  for (const each of waiting) {
    each.left -= 1;
    if (each.left > 0) continue;
    waiting.delete(each);
    each.done();
  }
}

/** SIGSTOP, and SIGCONT after this time. */
export function pauseChild({ child }: PayingChild, ms: number): void {
  child.kill('SIGSTOP');
  setTimeout(() => child.kill('SIGCONT'), ms);
}

export function sleep(ms: number): Promise<false> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), ms);
  });
}
