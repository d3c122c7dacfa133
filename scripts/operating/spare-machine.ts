import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface CommandOutcome {
  readonly code: number | null;
  /** Standard output and error, as they came. */
  readonly text: string;
}

/** Directories that are the spare machine's own: empty at the start, but for a copy of /etc. */
const ownDirectories = ['/opt', '/var/lib', '/var/backups', '/var/log', '/run', '/etc'];

/** Runs as root in namespaces of its own. $1 is the folder that everything is kept in. */
const setup = `set -eu
mkdir -p "$1/var/lib/nginx" "$1/var/log/nginx" "$1/var/backups" "$1/run/postgresql" "$1/opt"
cp -a /etc "$1/etc"
# It may be a link into /run, which becomes another one.
rm -f "$1/etc/resolv.conf"; cat /etc/resolv.conf > "$1/etc/resolv.conf" || true
chmod 755 "$1"; chown postgres "$1/run/postgresql"
${ownDirectories.map((each) => `mount --bind "$1${each}" ${each}`).join('\n')}
touch /run/outside-network && mount --bind /proc/self/ns/net /run/outside-network
# The shell stays the first process of its namespace, which collects the others.
exec unshare -n bash -euc '
ip link set lo up
echo 127.0.0.1 pool.example >> /etc/hosts
rm -f /etc/nginx/sites-enabled/*
touch /run/is-set-up
sleep infinity & wait'`;

/**
 * This machine's programs with directories, processes, users and network of their own (Linux namespaces), as root: what is installed and
 * written there is gone with it. It has loopback only.
 */
export class SpareMachine {
  readonly folder: string;
  readonly #holder: ChildProcess;
  #init = 0;

  private constructor() {
    // Not under a directory that is replaced, and not under /tmp, which the project may lie in.
    this.folder = mkdtempSync('/var/tmp/openlode-machine-');
    this.#holder = spawn(
      'unshare',
      ['-m', '-p', '--fork', '--mount-proc', '--kill-child', 'bash', '-c', setup, 'setup', this.folder],
      { stdio: ['ignore', 'inherit', 'inherit'] },
    );
    process.once('exit', () => this.#holder.kill('SIGKILL'));
  }

  /** Why there can be none here; undefined where there can. */
  static whyNot(): string | undefined {
    if (process.getuid?.() !== 0) return 'it needs root, which may make namespaces';
    const missing = ['unshare', 'nsenter', 'setpriv', 'ip', 'nginx', 'openssl', 'curl', 'git'].filter(
      (program) => spawnSync('sh', ['-c', `PATH=$PATH:/usr/sbin command -v ${program}`]).status !== 0,
    );
    if (missing.length > 0) return `these programs are missing: ${missing.join(', ')}`;
    if (spawnSync('unshare', ['-m', '-n', '-p', '--fork', 'true']).status !== 0)
      return 'this root may not make namespaces (CAP_SYS_ADMIN)';
    return undefined;
  }

  static async start(): Promise<SpareMachine> {
    const machine = new SpareMachine();
    const { pid } = machine.#holder;
    for (const deadline = performance.now() + 30_000; performance.now() < deadline; await sleep(50)) {
      machine.#init = Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim());
      if (machine.#init === 0) continue;
      if ((await machine.run('test -f /run/is-set-up')).code === 0) return machine;
    }
    await machine.close();
    throw new Error('the spare machine did not come up');
  }

  /** Runs lines of a shell there, as root, as a person would type them. */
  async run(script: string): Promise<CommandOutcome> {
    const enter = ['-t', String(this.#init), '-m', '-n', '-p', '--', 'bash', '-e', '-u', '-o', 'pipefail'];
    const child = spawn('nsenter', [...enter, '-c', `cd /root\n${script}`], {
      env: {
        PATH: [join(import.meta.dirname, 'bin'), dirname(process.execPath), systemPath].join(':'),
        HOME: process.env['HOME'] ?? '/root',
        LANG: 'C.UTF-8',
        TZ: 'UTC',
        // The clone that is pulled from belongs to the one who runs this.
        GIT_CONFIG_COUNT: '1',
        GIT_CONFIG_KEY_0: 'safe.directory',
        GIT_CONFIG_VALUE_0: '*',
        // What the project's own `npm ci` has just brought is not asked for again; the rest comes the way that it did.
        npm_config_prefer_offline: 'true',
        ...wayOut(process.env),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    child.stdout.on('data', (data: Buffer) => (text += data.toString()));
    child.stderr.on('data', (data: Buffer) => (text += data.toString()));
    // Not `close`: a service that was started keeps the pipes open.
    const [code] = (await once(child, 'exit')) as [number | null];
    await sleep(20);
    return { code, text };
  }

  async close(): Promise<void> {
    if (this.#holder.exitCode === null && this.#holder.signalCode === null) {
      const gone = once(this.#holder, 'exit');
      this.#holder.kill('SIGKILL');
      await gone;
    }
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/** What a machine sets so that npm reaches its registry: a proxy, a mirror, a certificate. */
function wayOut(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const matters =
    /^(npm_config_(registry|.*proxy|cafile|userconfig|globalconfig)|(https?|no|all)_proxy|NODE_EXTRA_CA_CERTS)$/i;
  return Object.fromEntries(Object.entries(env).filter(([name]) => matters.test(name)));
}

const systemPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
