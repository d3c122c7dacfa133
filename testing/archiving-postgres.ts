import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePorts } from './free-port.ts';
import type { ScratchPostgres } from './scratch-postgres.ts';

/** Where Debian keeps the programs of each version, and wherever the PATH has them. */
const versions = '/usr/lib/postgresql';
const folders = existsSync(versions)
  ? readdirSync(versions)
      .toSorted()
      .map((version) => join(versions, version, 'bin'))
  : [];
const bin = folders.findLast((folder) => existsSync(join(folder, 'initdb')));

/** Whether this machine can run a server of the suite's own; suites that need one are skipped without it. */
export const hasPostgres = bin !== undefined;

const isRoot = process.getuid?.() === 0;
const asUser = '/usr/sbin/runuser';

/** A PostgreSQL server of the suite's own that archives its WAL, and can be taken back to a point in time with it. */
export class ArchivingPostgres implements ScratchPostgres {
  readonly url: string;
  readonly #folder: string;
  readonly #port: number;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.#port = port;
    this.url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  }

  /** `settings`: lines of postgresql.conf. */
  static async start(settings: readonly string[] = []): Promise<ArchivingPostgres> {
    const folder = mkdtempSync(join(tmpdir(), 'openlode-archiving-'));
    chmodSync(folder, 0o755);
    const server = new ArchivingPostgres(folder, await freePorts());
    if (isRoot) execFileSync('chown', ['postgres', folder]);
    server.#run('initdb', '-D', server.#path('data'), '-U', 'postgres', '-A', 'trust', '--no-sync');
    server.#run('mkdir', server.#path('wal'));
    appendFileSync(
      server.#path('data', 'postgresql.conf'),
      [
        `port = ${server.#port}`,
        `unix_socket_directories = '${folder}'`,
        `listen_addresses = '127.0.0.1'`,
        'archive_mode = on',
        `archive_command = 'cp %p ${folder}/wal/%f'`,
        ...settings,
        '',
      ].join('\n'),
    );
    server.#control('start');
    return server;
  }

  async query(statement: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: this.url });
    await client.connect();
    try {
      return (await client.query(statement)).rows as Record<string, unknown>[];
    } finally {
      await client.end();
    }
  }

  /** The base backup that every recovery begins with. */
  backUp(): void {
    this.#run(
      'pg_basebackup',
      '-h',
      this.#folder,
      '-p',
      String(this.#port),
      '-U',
      'postgres',
      '-D',
      this.#path('base'),
    );
  }

  /** Names this moment. */
  async copyTo(name: string): Promise<void> {
    await this.query(`SELECT pg_create_restore_point('${name}')`);
  }

  /** Recovers the base backup up to a moment that was named, and goes on from there. */
  async takeBack(name: string): Promise<void> {
    await this.query('SELECT pg_switch_wal()');
    this.#control('stop');
    renameSync(this.#path('data'), this.#path('lost'));
    this.#run('cp', '-a', this.#path('base'), this.#path('data'));
    appendFileSync(
      this.#path('data', 'postgresql.conf'),
      `restore_command = 'cp ${this.#folder}/wal/%f %p'\nrecovery_target_name = '${name}'\nrecovery_target_action = 'promote'\n`,
    );
    writeFileSync(this.#path('data', 'recovery.signal'), '');
    this.#control('start');
    while ((await this.query('SELECT pg_is_in_recovery() AS recovering'))[0]?.['recovering'] === true)
      await sleep(50);
  }

  async drop(): Promise<void> {
    this.#control('stop');
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #path(...parts: readonly string[]): string {
    return join(this.#folder, ...parts);
  }

  #control(what: 'start' | 'stop'): void {
    this.#run('pg_ctl', '-D', this.#path('data'), '-l', this.#path('log'), '-w', '-m', 'fast', what);
  }

  /** As the user of the server: it refuses to run as root. */
  #run(program: string, ...args: readonly string[]): void {
    const command = existsSync(join(bin ?? '', program)) ? join(bin ?? '', program) : program;
    const [file, all] = isRoot ? [asUser, ['-u', 'postgres', '--', command, ...args]] : [command, args];
    const { status, stderr } = spawnSync(file, all, {
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
      cwd: '/',
    });
    if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
  }
}
