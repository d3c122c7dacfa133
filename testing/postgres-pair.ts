import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePorts } from './free-port.ts';
import { giveToPostgres, runPostgresBeside } from './postgres-programs.ts';

const WAIT_MS = 120_000;

/**
 * Two PostgreSQL servers of a rehearsal: the second one is a standby without which nothing commits. The first of them has the address that
 * pools know, as where an address moves.
 */
export class PostgresPair {
  readonly url: string;
  readonly #folder: string;
  readonly #port: number;
  #first: 'a' | 'b' = 'a';

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.#port = port;
    this.url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  }

  static async start(): Promise<PostgresPair> {
    const folder = mkdtempSync(join(tmpdir(), 'openlode-pair-'));
    const pair = new PostgresPair(folder, await freePorts(2));
    giveToPostgres(folder);
    await runPostgresBeside('initdb', '-D', pair.#data('a'), '-U', 'postgres', '-A', 'trust', '--no-sync');
    appendFileSync(
      join(pair.#data('a'), 'postgresql.conf'),
      [
        `port = ${pair.#port}`,
        `unix_socket_directories = '${folder}'`,
        "listen_addresses = '127.0.0.1'",
        'shared_buffers = 64MB',
        // It asks again for what it has missed while the first was away.
        'wal_retrieve_retry_interval = 200ms',
        '',
      ].join('\n'),
    );
    await pair.#control('a', 'start');
    await pair.#follow();
    return pair;
  }

  async query(statement: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: this.url });
    // A server that is stopped says so on idle connections too.
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query(statement)).rows as Record<string, unknown>[];
    } finally {
      await client.end();
    }
  }

  /** The first one is gone without a word to its connections; what it has committed is on its disk. */
  async crash(): Promise<void> {
    await this.#control(this.#first, 'stop', 'immediate');
  }

  /** The one that crashed is there again. */
  async recover(): Promise<void> {
    await this.#control(this.#first, 'start');
    await this.#untilStreaming();
  }

  /** The first one is gone for good: the standby takes its place and its address, and gets a standby of its own. */
  async failOver(): Promise<void> {
    const lost = this.#first;
    await this.crash();
    const next = this.#other;
    await runPostgresBeside('pg_ctl', '-D', this.#data(next), '-w', 'promote');
    await this.#control(next, 'stop');
    this.#set(next, `port = ${this.#port}`, "synchronous_standby_names = ''");
    this.#first = next;
    await this.#control(next, 'start');
    rmSync(this.#data(lost), { recursive: true, force: true });
    await this.#follow();
  }

  async close(): Promise<void> {
    for (const each of ['a', 'b'] as const)
      await this.#control(each, 'stop', 'immediate').catch(() => undefined);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get #other(): 'a' | 'b' {
    return this.#first === 'a' ? 'b' : 'a';
  }

  #data(which: 'a' | 'b'): string {
    return join(this.#folder, which);
  }

  /** Makes the other one a standby of the first, and waits until nothing commits without it. */
  async #follow(): Promise<void> {
    const standby = this.#other;
    const from = ['-h', this.#folder, '-p', String(this.#port), '-U', 'postgres'];
    await runPostgresBeside('pg_basebackup', ...from, '-D', this.#data(standby), '-R', '-c', 'fast');
    this.#set(standby, `port = ${this.#port + 1}`);
    await this.#control(standby, 'start');
    await this.query("ALTER SYSTEM SET synchronous_standby_names = '*'");
    await this.query('SELECT pg_reload_conf()');
    await this.#untilStreaming();
  }

  async #untilStreaming(): Promise<void> {
    for (const deadline = performance.now() + WAIT_MS; performance.now() < deadline; await sleep(50)) {
      const rows = await this.query('SELECT sync_state FROM pg_stat_replication').catch(() => []);
      if (rows.some((row) => row['sync_state'] === 'sync')) return;
    }
    throw new Error('the standby does not follow');
  }

  /** Behind what was set before, so that it counts. */
  #set(which: 'a' | 'b', ...lines: readonly string[]): void {
    appendFileSync(join(this.#data(which), 'postgresql.auto.conf'), `${lines.join('\n')}\n`);
  }

  #control(which: 'a' | 'b', what: 'start' | 'stop', mode = 'fast'): Promise<void> {
    const log = join(this.#folder, `log-${which}`);
    return runPostgresBeside('pg_ctl', '-D', this.#data(which), '-l', log, '-w', '-m', mode, what);
  }
}
