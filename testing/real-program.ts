import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a line of a mining program says. */
export interface ProgramLine {
  /** In ms since the program was started. */
  readonly at: number;
  readonly text: string;
}

/** A mining program that was built by others, as a process. */
export class RealProgram {
  readonly lines: ProgramLine[] = [];
  readonly #child: ChildProcess;
  readonly #startedAt = performance.now();

  private constructor(child: ChildProcess) {
    this.#child = child;
    for (const stream of [child.stdout, child.stderr])
      if (stream !== null) createInterface({ input: stream }).on('line', (text) => this.#hear(text));
    // A suite that crashes must not leave a miner behind.
    process.once('exit', () => child.kill('SIGKILL'));
  }

  static start(path: string, args: readonly string[]): RealProgram {
    // ethminer refuses a certificate that no authority signed unless it is asked not to.
    const env = { ...process.env, SSL_NOVERIFY: '1' };
    return new RealProgram(spawn(path, args, { env, stdio: ['ignore', 'pipe', 'pipe'] }));
  }

  /** In ms since the program was started. */
  get age(): number {
    return performance.now() - this.#startedAt;
  }

  /** Of the processor, of all its threads since it was started; Linux only. */
  get processorSeconds(): number {
    const fields = readFileSync(`/proc/${this.#child.pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
  }

  /** The lines that say this, from a time on. */
  saying(words: RegExp, from = 0): readonly ProgramLine[] {
    return this.lines.filter(({ at, text }) => at >= from && words.test(text));
  }

  /** Waits until `count` lines say this. Throws with the last lines where they do not come. */
  async until(words: RegExp, { count = 1, from = 0, ms = 120_000 } = {}): Promise<void> {
    const deadline = performance.now() + ms;
    while (this.saying(words, from).length < count) {
      if (performance.now() > deadline || this.#child.exitCode !== null)
        throw new Error(`${words} was not said ${count} times:\n${this.#lastLines()}`);
      await sleep(100);
    }
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await exited;
  }

  #hear(text: string): void {
    // Some colour what they print, also where no terminal reads it.
    this.lines.push({ at: this.age, text: text.replaceAll(colours, '') });
  }

  #lastLines(): string {
    return this.lines
      .slice(-20)
      .map(({ text }) => text)
      .join('\n');
  }
}

/** In which the kernel counts what a process took. */
const ticksPerSecond = 100;

// oxlint-disable-next-line no-control-regex -- what colours a terminal begins with one
const colours = /\u001B\[[\d;]*m/g;
