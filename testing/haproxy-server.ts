import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

// Debian has it where only root looks.
const env = { ...process.env, PATH: `${process.env['PATH'] ?? ''}${delimiter}/usr/sbin` };

/** Whether this machine has a HAProxy; suites that need one are skipped without it. */
export const hasHaproxy = spawnSync('haproxy', ['-v'], { env }).status === 0;

/** A HAProxy with a file of `deploy/haproxy`, but for the addresses and the ports, in front of the ports of pools on this machine. */
export class HaproxyServer {
  /** Where it listens: the first pool has the same ports of another loopback address. */
  static readonly address = '127.0.0.2';
  readonly #folder = mkdtempSync(join(tmpdir(), 'openlode-haproxy-'));
  readonly #file = join(this.#folder, 'openlode.cfg');
  readonly #port: number;
  #child: ChildProcess | undefined;

  private constructor(written: string, port: number) {
    writeFileSync(this.#file, written);
    this.#port = port;
    // A suite that crashes must not leave a server behind.
    process.once('exit', () => this.#child?.kill('SIGKILL'));
  }

  /** In front of one port and one TLS port of a pool, and of the same ports of others, once it listens. */
  static async start(port: number, tlsPort: number, others: readonly number[] = []): Promise<HaproxyServer> {
    const written = deployed('openlode.cfg')
      .replace('bind :::3333-3532 v4v6', `bind ${HaproxyServer.address}:${port}`)
      .replace('bind :::4333-4532 v4v6', `bind ${HaproxyServer.address}:${tlsPort}`)
      .replace('server one 192.0.2.10 port 3433', `server one 127.0.0.1 port ${port}`)
      .replace(
        '  server two 192.0.2.10:+2000 port 5433',
        others
          .map((other, index) => `  server other${index} 127.0.0.1:${signed(other - port)} port ${other}`)
          .join('\n'),
      );
    const server = new HaproxyServer(written, tlsPort);
    await server.#run();
    return server;
  }

  /** In front of the site of two processes, with this certificate and its key, on a port of its own. */
  static async startSite(options: {
    readonly port: number;
    readonly pem: string;
    readonly webs: readonly [number, number];
  }): Promise<HaproxyServer> {
    const { port, pem, webs } = options;
    const written = deployed('openlode-site.cfg')
      .replace('bind :::443 v4v6', `bind ${HaproxyServer.address}:${port}`)
      .replace('/etc/haproxy/pool.example.pem', pem)
      .replace('192.0.2.10:8080', `127.0.0.1:${webs[0]}`)
      .replace('192.0.2.10:8082', `127.0.0.1:${webs[1]}`);
    const server = new HaproxyServer(written, port);
    await server.#run();
    return server;
  }

  /** Kills it, with every connection, and starts it again. */
  async restart(): Promise<void> {
    await this.#end('SIGKILL');
    await this.#run();
  }

  async close(): Promise<void> {
    await this.#end('SIGTERM');
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #run(): Promise<void> {
    this.#child = spawn('haproxy', ['-db', '-f', this.#file], { env, stdio: 'ignore' });
    for (const deadline = performance.now() + 60_000; performance.now() < deadline; await sleep(50))
      if (await isListening(this.#port)) return;
    await this.close();
    throw new Error(`haproxy does not listen on ${HaproxyServer.address}:${this.#port}`);
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  }
}

function deployed(name: string): string {
  return readFileSync(join(import.meta.dirname, '../deploy/haproxy', name), 'utf8');
}

function signed(offset: number): string {
  return offset < 0 ? String(offset) : `+${offset}`;
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: HaproxyServer.address }, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
