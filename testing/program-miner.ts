import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

/** xmrig, one thread without its big dataset: some tens of hashes a second, each of which may be a block on a test network. */
export class ProgramMiner {
  /** Shares that the program says are accepted. It does not say which blocks they are. */
  readonly acked: { readonly block: undefined }[] = [];
  /** What it says of those that are refused. */
  readonly rejected: string[] = [];
  readonly jobs: string[] = [];
  /** It is not asked. */
  readonly hashes = 0;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  static async start({
    program,
    port,
    user,
  }: {
    readonly program: string;
    readonly port: number;
    readonly user: string;
  }): Promise<ProgramMiner> {
    const options = ['--url', `127.0.0.1:${port}`, '--user', user, '--algo', 'rx/0', '--threads', '1'];
    const more = ['--donate-level', '0', '--randomx-mode', 'light', '--no-color', '--retry-pause', '1'];
    const child = spawn(program, [...options, ...more], { stdio: ['ignore', 'pipe', 'ignore'] });
    await once(child, 'spawn');
    process.once('exit', () => child.kill('SIGKILL'));
    const miner = new ProgramMiner(child);
    createInterface({ input: child.stdout }).on('line', (line) => miner.#hear(line));
    return miner;
  }

  /** Waits until this number of shares is accepted. Throws when the time is over. */
  async whenAcked(count: number, timeoutMs: number): Promise<void> {
    for (const deadline = performance.now() + timeoutMs; this.acked.length < count; await sleep(10)) {
      const have = `${this.acked.length} of ${count} shares`;
      if (this.#child.exitCode !== null) throw new Error(`the program ended with ${have}`);
      if (performance.now() > deadline) throw new Error(`only ${have} after ${timeoutMs} ms`);
    }
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const gone = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await gone;
  }

  #hear(line: string): void {
    if (/ accepted /.test(line)) this.acked.push({ block: undefined });
    else if (/ rejected /.test(line)) this.rejected.push(line);
    else if (/new job/.test(line)) this.jobs.push(line);
  }
}
