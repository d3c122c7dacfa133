import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from './free-port.ts';

/** Whether this machine has a Redis; suites that need one are skipped without it. */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

/** A Redis of the suite's own, which keeps nothing on disk. */
export class RedisServer {
  readonly port: number;
  #child: ChildProcess | undefined;

  private constructor(port: number) {
    this.port = port;
    // A suite that crashes must not leave a server behind.
    process.once('exit', () => this.#child?.kill('SIGKILL'));
  }

  static async start(): Promise<RedisServer> {
    const server = new RedisServer(await freePorts());
    await server.restart();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Starts it again, empty, on the same port. */
  async restart(): Promise<void> {
    this.#child = spawn(
      'redis-server',
      ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
      { stdio: 'ignore', cwd: '/' },
    );
    for (const deadline = performance.now() + 60_000; performance.now() < deadline; await sleep(20))
      if ((await this.ask('PING').catch(() => '')).startsWith('+PONG')) return;
    throw new Error(`redis-server did not get ready on port ${this.port}`);
  }

  /** SIGKILL ends it, SIGSTOP makes it silent until SIGCONT. */
  async signal(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    const gone = signal === 'SIGKILL' ? once(child, 'exit') : undefined;
    child.kill(signal);
    if (gone === undefined) return;
    this.#child = undefined;
    await gone;
  }

  /** One command without spaces in its arguments; the first bytes of the answer as Redis writes them. */
  ask(command: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(this.port, '127.0.0.1', () => socket.write(`${command}\r\n`));
      socket.setTimeout(60_000, () => socket.destroy(new Error('Redis says nothing')));
      socket.once('data', (data) => {
        socket.destroy();
        resolve(data.toString());
      });
      socket.once('error', reject);
    });
  }

  async close(): Promise<void> {
    await this.signal('SIGKILL');
  }
}
