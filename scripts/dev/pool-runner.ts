import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { ROOT } from '../root.ts';

/** Keeps one pool process running on the newest bundle. */
export class PoolRunner {
  #child: ChildProcess | undefined;
  #turn: Promise<void> = Promise.resolve();

  constructor() {
    // Whatever ends this process must not leave a pool behind that holds the port.
    process.once('exit', () => this.#child?.kill());
  }

  /** Stops the running pool in order, then starts the new bundle. Calls that overlap wait for each other. */
  restart(): Promise<void> {
    this.#turn = this.#turn.then(async () => {
      await this.#end();
      this.#child = spawn(process.execPath, ['--enable-source-maps', 'apps/pool/dist/main.js'], {
        cwd: ROOT,
        stdio: 'inherit',
      });
    });
    return this.#turn;
  }

  stop(): Promise<void> {
    this.#turn = this.#turn.then(() => this.#end());
    return this.#turn;
  }

  async #end(): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
  }
}
