import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { nodeReadyMs, type TestNode } from './test-network.ts';

/** The process of a node that suites start, end and start again. It ends with this one. */
export class NodeProcess {
  readonly #program: string;
  #child: ChildProcess | undefined;

  constructor(program: string) {
    this.#program = program;
    process.once('exit', () => this.#child?.kill('SIGKILL'));
  }

  get isStarted(): boolean {
    return this.#child !== undefined;
  }

  /** Resolves once the node answers. Throws where it ends before, or does not answer for `nodeReadyMs`. */
  async start(child: ChildProcess, isUp: () => Promise<boolean>): Promise<void> {
    this.#child = child;
    for (const deadline = performance.now() + nodeReadyMs; performance.now() < deadline; await sleep(50)) {
      if (child.exitCode !== null) throw new Error(`${this.#program} ended with ${child.exitCode}`);
      if (await isUp().catch(() => false)) return;
    }
    throw new Error(`${this.#program} does not answer`);
  }

  async signal(signal: Parameters<TestNode['signal']>[0]): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    const gone = signal === 'SIGKILL' || signal === 'SIGTERM' ? once(child, 'exit') : undefined;
    child.kill(signal);
    if (gone === undefined) return;
    this.#child = undefined;
    await gone;
  }
}
