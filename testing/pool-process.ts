import { spawn } from 'node:child_process';
import type { ChildProcess, ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { portPlan } from '@openlode/catalogue/port-plan';
import { firstData } from './first-data.ts';
import { nodeFlags } from './node-flags.ts';
import { type PoolPorts, reservePoolPorts } from './pool-ports.ts';
import { SandboxControl } from './sandbox-control.ts';

const ROOT = join(import.meta.dirname, '..');
const MAIN = join(ROOT, 'apps/pool/dist/main.js');
const LOG_LINES_MAX = 20_000;
/** Of one pool on its ports, the additional one of a replacement included. */
const PROCESSES_MAX = 17;

/** A suite that crashes must not leave a pool behind: one listener ends them all, however many a process starts. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export interface PoolOptions {
  /**
   * Settings beyond ports, data directory and control socket, which are chosen here. Without `OPENLODE_SEED` the pool is empty:
   * a suite that wants the demo's history says so.
   */
  readonly env?: Readonly<Record<string, string>>;
  /** The pool whose secret this one gets before it starts: processes on one database have one secret. */
  readonly secretOf?: PoolProcess;
  /** A data directory that this one begins as a copy of; no pool may be running on it. */
  readonly dataFrom?: string;
  /** A folder that is there, for the data directory and the control socket; without it one is made and removed. */
  readonly folder?: string;
  /** How many processes take miners on its ports: each has its health above `opsPort`, by number. */
  readonly processes?: number;
  /** How long a start may take, the first one with its migrations included. */
  readonly readyTimeoutMs?: number;
}

export interface PoolExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** The built pool as a process of its own, on a data directory and ports of its own. */
export class PoolProcess {
  /** What it printed, over all its starts. */
  readonly logs: string[] = [];
  readonly dataDirectory: string;
  readonly controlPath: string;
  readonly httpPort: number;
  readonly opsPort: number;
  readonly #folder: string;
  readonly #ports: PoolPorts;
  readonly #options: PoolOptions;
  #child: ChildProcess | undefined;
  #env: Readonly<Record<string, string>> = {};

  private constructor(folder: string, ports: PoolPorts, options: PoolOptions) {
    this.#folder = folder;
    this.dataDirectory = join(folder, 'data');
    this.controlPath = join(folder, 'control');
    this.httpPort = ports.http;
    this.opsPort = options.processes === undefined ? ports.ops : ports.ops - PROCESSES_MAX - 1;
    this.#ports = ports;
    this.#options = options;
  }

  /**
   * Starts a pool without history and waits until it is ready. Where `npm test` runs, and the database is the embedded one, its data directory
   * is one on which a pool was started before.
   */
  static async start(options: PoolOptions = {}): Promise<PoolProcess> {
    const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'openlode-')));
    const pool = new PoolProcess(folder, await reservePoolPorts(), options);
    const from = options.dataFrom ?? (isUsual(options) ? await firstData(startOnce) : undefined);
    if (from !== undefined) await cp(from, pool.dataDirectory, { recursive: true, preserveTimestamps: true });
    if (options.secretOf !== undefined) {
      await mkdir(pool.dataDirectory, { mode: 0o700 });
      await copyFile(join(options.secretOf.dataDirectory, 'secret'), join(pool.dataDirectory, 'secret'));
    }
    try {
      await pool.#run();
    } catch (error) {
      await pool.close();
      throw error;
    }
    return pool;
  }

  /** `http://127.0.0.1:12345` */
  get url(): string {
    return `http://127.0.0.1:${this.httpPort}`;
  }

  /** Where `/health` and `/metrics` are. */
  get opsUrl(): string {
    return `http://127.0.0.1:${this.opsPort}`;
  }

  /** Where `/health` and `/metrics` of each of its processes are. */
  get opsUrls(): readonly string[] {
    const { processes } = this.#options;
    if (processes === undefined) return [this.opsUrl];
    return Array.from({ length: processes }, (_, index) => `http://127.0.0.1:${this.opsPort + index + 1}`);
  }

  /** The certificate of the TLS ports, as an operator would hand it to a miner. */
  async certificate(): Promise<string> {
    return await readFile(join(this.dataDirectory, 'stratum-tls.pem'), 'utf8');
  }

  /** The standard port of an algorithm, its TLS one a thousand above. */
  stratumPort(algorithm: string): number {
    const plan = portPlan(algorithm, this.#ports.stratumBase);
    if (plan === undefined) throw new Error(`the catalogue has no algorithm ${algorithm}`);
    return plan.standard.tcp;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Sends a signal and waits until the process is gone. */
  async kill(signal: NodeJS.Signals = 'SIGTERM'): Promise<PoolExit> {
    const child = this.#child;
    if (child === undefined) throw new Error('the pool is not running');
    if (child.exitCode === null && child.signalCode === null) {
      const exited = once(child, 'exit');
      child.kill(signal);
      await exited;
    }
    this.#child = undefined;
    return { code: child.exitCode, signal: child.signalCode };
  }

  /** Waits until the process ends by itself; undefined when it did not within the time. */
  async ended(withinMs: number): Promise<PoolExit | undefined> {
    const child = this.#child;
    if (child === undefined) return undefined;
    for (const deadline = performance.now() + withinMs; performance.now() < deadline; ) {
      if (child.exitCode !== null || child.signalCode !== null)
        return { code: child.exitCode, signal: child.signalCode };
      await sleep(5);
    }
    return undefined;
  }

  /**
   * Starts it again on the same directory and ports, after ending it with this signal if it still runs. `env` is for this start.
   */
  async restart(
    signal: NodeJS.Signals = 'SIGTERM',
    env: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    if (this.#child !== undefined) await this.kill(signal);
    this.#env = env;
    await this.#run();
  }

  connectControl(): Promise<SandboxControl> {
    return SandboxControl.connect(this.controlPath);
  }

  /** Puts its clock on, ms; answers what it says then, ms since 1970. */
  async advance(ms: number): Promise<number> {
    const control = await this.connectControl();
    try {
      return await control.advance(ms);
    } finally {
      await control.close();
    }
  }

  /** Ends the process and removes everything it wrote. */
  async close(): Promise<void> {
    if (this.#child !== undefined) await this.kill('SIGTERM');
    this.#ports.release();
    if (this.#options.folder !== undefined) return;
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 3 });
  }

  /** Starts a further process with the very settings of this pool, and leaves what becomes of it to the caller. */
  spawnRival(): ChildProcess {
    return this.#spawn();
  }

  #spawn(): ChildProcessByStdio<null, Readable, Readable> {
    return spawn(process.execPath, [...nodeFlags(), MAIN], {
      cwd: ROOT,
      env: {
        PATH: process.env['PATH'],
        TZ: 'UTC',
        OPENLODE_PORT: String(this.httpPort),
        OPENLODE_OPS_PORT: String(this.opsPort),
        OPENLODE_BIND: '127.0.0.1',
        OPENLODE_DATA: this.dataDirectory,
        OPENLODE_STRATUM_BASE: String(this.#ports.stratumBase),
        OPENLODE_SANDBOX_CONTROL: this.controlPath,
        OPENLODE_LIMIT_EXEMPT: '127.0.0.1/32',
        OPENLODE_SEED: 'none',
        ...(this.#options.processes === undefined
          ? {}
          : { OPENLODE_STRATUM_PROCESSES: String(this.#options.processes) }),
        ...this.#options.env,
        ...this.#env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  async #run(): Promise<void> {
    const child = this.#spawn();
    this.#child = child;
    running.add(child);
    child.once('exit', () => running.delete(child));
    this.#collect(child.stdout);
    this.#collect(child.stderr);
    await this.#untilReady(child);
  }

  #collect(stream: Readable): void {
    createInterface({ input: stream }).on('line', (line) => {
      this.logs.push(line);
      if (this.logs.length > LOG_LINES_MAX) this.logs.shift();
    });
  }

  async #untilReady(child: ChildProcess): Promise<void> {
    const deadline = performance.now() + (this.#options.readyTimeoutMs ?? 200_000);
    while (!(await this.#isHealthy())) {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`the pool ended while starting:\n${this.#lastLogs()}`);
      if (performance.now() > deadline) throw new Error(`the pool did not get ready:\n${this.#lastLogs()}`);
      await sleep(50);
    }
  }

  async #isHealthy(): Promise<boolean> {
    const healthy = await Promise.all(this.opsUrls.map((url) => isHealthy(`${url}/health`)));
    return healthy.every(Boolean);
  }

  #lastLogs(): string {
    return this.logs.slice(-40).join('\n');
  }
}

/** Whether it is a pool of its own on the embedded database, as most suites have it. */
function isUsual({ env = {}, secretOf, folder }: PoolOptions): boolean {
  const isEmbedded = env['DATABASE_URL'] === undefined && env['OPENLODE_DATA'] === undefined;
  return isEmbedded && secretOf === undefined && folder === undefined;
}

async function startOnce(folder: string): Promise<void> {
  const pool = await PoolProcess.start({ folder });
  await pool.kill('SIGTERM');
  // It has the names of the servers in it.
  await rm(join(pool.dataDirectory, 'stratum-tls.pem'));
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(10_000) });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}
