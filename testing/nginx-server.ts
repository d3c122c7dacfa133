import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

// Debian has it where only root looks.
const env = { ...process.env, PATH: `${process.env['PATH'] ?? ''}${delimiter}/usr/sbin` };

/** Whether this machine has an nginx; suites that need one are skipped without it. */
export const hasNginx = spawnSync('nginx', ['-v'], { env }).status === 0;

/** The file of `deploy/nginx` for the ports and the certificate of a run, in front of these processes of `web`, two of them at most. */
export function deployedSite(options: {
  readonly plain: number;
  readonly tls: number;
  /** Certificate and key in one file. */
  readonly pem: string;
  /** `127.0.0.1:8080` */
  readonly webs: readonly string[];
}): string {
  const { plain, tls, pem, webs } = options;
  const [one = '', two = one] = webs;
  return readFileSync(join(import.meta.dirname, '../deploy/nginx/openlode.conf'), 'utf8')
    .replaceAll(/^ *listen \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443 ', `listen 127.0.0.1:${tls} `)
    .replaceAll(/(ssl_certificate(?:_key)?) .*;/g, `$1 ${pem};`)
    .replace('127.0.0.1:8080', one)
    .replace('127.0.0.1:8082', two);
}

/** An nginx of the suite's own: in the foreground, as this user, on loopback, with nothing outside its folder. */
export class NginxServer {
  readonly #folder: string;
  readonly #child: ChildProcess;
  #said = '';

  private constructor(servers: string) {
    this.#folder = mkdtempSync(join(tmpdir(), 'openlode-nginx-'));
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((kind) => `${kind}_temp_path ${join(this.#folder, kind)};`)
      .join('\n');
    const file = join(this.#folder, 'nginx.conf');
    writeFileSync(
      file,
      `daemon off;
master_process off;
pid ${join(this.#folder, 'pid')};
error_log stderr warn;
events {}
http {
access_log off;
${temporary}
${servers}
}
`,
    );
    this.#child = spawn('nginx', ['-p', this.#folder, '-c', file, '-e', 'stderr'], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#child.stderr?.on('data', (text: Buffer) => (this.#said += text.toString()));
    // A suite that crashes must not leave a server behind.
    process.once('exit', () => this.#child.kill('SIGKILL'));
  }

  /** Starts one with these `server` blocks, and waits until it listens on the port. */
  static async start(servers: string, port: number): Promise<NginxServer> {
    const server = new NginxServer(servers);
    for (const deadline = performance.now() + 60_000; performance.now() < deadline; await sleep(20)) {
      if (server.#child.exitCode !== null) break;
      if (await listens(port)) return server;
    }
    await server.close();
    throw new Error(`nginx did not start: ${server.#said}`);
  }

  async close(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      const gone = once(this.#child, 'exit');
      this.#child.kill('SIGKILL');
      await gone;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
