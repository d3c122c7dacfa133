import { appendFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePorts } from './free-port.ts';
import { giveToPostgres, runPostgres } from './postgres-programs.ts';
import type { ScratchPostgres } from './scratch-postgres.ts';

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
    const server = new ArchivingPostgres(folder, await freePorts());
    giveToPostgres(folder);
    runPostgres('initdb', '-D', server.#path('data'), '-U', 'postgres', '-A', 'trust', '--no-sync');
    runPostgres('mkdir', server.#path('wal'));
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
    runPostgres(
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
    runPostgres('cp', '-a', this.#path('base'), this.#path('data'));
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
    runPostgres('pg_ctl', '-D', this.#path('data'), '-l', this.#path('log'), '-w', '-m', 'fast', what);
  }
}
