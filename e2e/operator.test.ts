import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HashingMiner } from '../testing/hashing-miner.ts';
import { PoolProcess } from '../testing/pool-process.ts';
import { parsePrometheusText } from '../testing/prometheus-text.ts';
import { runOpenlode } from '../testing/run-openlode.ts';
import { createScratchPostgres, postgresServer, type ScratchPostgres } from '../testing/scratch-postgres.ts';

const user = 'DOGE:DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU.rig1';

interface Audit {
  readonly sound: boolean;
  readonly miners: number;
  readonly entries: string;
  readonly findings: readonly { readonly rule: string; readonly account: string | null }[];
}

/** Mines until a block is found and credited, so that every table has something to say. */
async function mineABlock(pool: PoolProcess): Promise<void> {
  const miner = await HashingMiner.start({ port: pool.stratumPort('sha256'), user });
  const control = await pool.connectControl();
  await miner.whenAcked(2);
  await control.mineBlock('sha256');
  await miner.whenAcked(miner.acked.length + 3);
  await miner.stop();
  // Asked of the page's calls: a command a round would cost more than all the rest.
  const address = user.slice('DOGE:'.length, user.indexOf('.'));
  for (let round = 0; round < 40; round += 1) {
    const answer = await fetch(`${pool.url}/api/v5/address/${address}?coin=DOGE`);
    const { data } = (await answer.json()) as { data: { balance?: string } };
    if (Number(data.balance ?? 0) > 0) break;
    await control.advance(600_000);
  }
  await control.close();
}

const settings = (directory: string) => ({ OPENLODE_DATA: directory });

describe('the operator’s commands on the embedded database', { timeout: 240_000 }, () => {
  let pool: PoolProcess;
  let folder: string;
  let backup: string;
  const run = (args: string[], directory = pool.dataDirectory) => runOpenlode(args, settings(directory));
  const audit = async (): Promise<Audit> => {
    const result = await run(['audit', '--json']);
    expect(result).toMatchObject({ code: 0, err: '' });
    return JSON.parse(result.out) as Audit;
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'openlode-operator-'));
    backup = join(folder, 'first.backup');
    pool = await PoolProcess.start();
    await mineABlock(pool);
  });
  afterAll(async () => {
    await pool.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('audit, treasury and backup go through the running pool, which holds the directory', async () => {
    expect(statSync(join(pool.dataDirectory, 'admin.sock')).mode & 0o777).toBe(0o600);
    expect(await audit()).toMatchObject({ sound: true, miners: 1, findings: [] });
    const control = await pool.connectControl();
    await control.advance(1);
    await control.close();
    const metrics = await (await fetch(`${pool.opsUrl}/metrics`)).text();
    expect(metrics).toMatch(/^openlode_audit_findings 0$/m);
    expect(metrics).toMatch(/^openlode_audit_last_success_timestamp_seconds [1-9]/m);
    expect(metrics).toMatch(/^openlode_clock_skew_seconds 0$/m);
    expect(metrics).toMatch(/^openlode_domain_events_total\{event="round-credited"\} [1-9]/m);
    const { samples } = parsePrometheusText(metrics);
    expect(samples.filter(({ value }) => Number.isNaN(value))).toEqual([]);
    expect(metrics).not.toContain('openlode_payouts_suspended{');
    expect(await (await fetch(`${pool.opsUrl}/health`)).json()).toMatchObject({ ready: true, suspended: [] });

    const table = await run(['treasury']);
    expect(table.code).toBe(0);
    expect(table.out.split('\n')[0]).toMatch(
      /^asset\s+owed to miners\s+fees\s+other\s+conversion\s+chains\s+wallet\s+missing$/,
    );
    expect(table.out).toMatch(/^DOGE\s+[1-9]/m);

    const written = await run(['backup', backup]);
    expect(written).toMatchObject({ code: 0, err: '' });
    expect(written.out).toContain('secret');
    expect(statSync(backup).mode & 0o777).toBe(0o600);
    const again = await run(['backup', backup]);
    expect(again.code).toBe(2);
    expect(again.err).toContain('is there already');
    const inside = await run(['backup', join(pool.dataDirectory, 'x.backup')]);
    expect(inside.code).toBe(2);
    expect(inside.err).toContain('does not belong into the data directory');
    const moving = await run(['move-to-postgres', 'postgres://127.0.0.1:1/none']);
    expect(moving.code).toBe(2);
  });

  it('a backup is restored into an empty directory, and a pool on it has the same miners, secret and chain', async () => {
    const before = await audit();
    await pool.kill('SIGTERM');
    // Without the pool, the command takes the directory itself.
    expect(await audit()).toMatchObject({ sound: true, miners: before.miners, entries: before.entries });

    const directory = join(folder, 'restored');
    const restored = await run(['restore', backup, '--json'], directory);
    expect(restored).toMatchObject({ code: 0, err: '' });
    expect(readFileSync(join(directory, 'secret'), 'utf8')).toBe(
      readFileSync(join(pool.dataDirectory, 'secret'), 'utf8'),
    );
    expect(existsSync(join(directory, 'sandbox-sha256.jsonl'))).toBe(true);

    // The restored directory takes the place of the lost one, and miners go on.
    rmSync(pool.dataDirectory, { recursive: true });
    renameSync(directory, pool.dataDirectory);
    await pool.restart();
    expect(await audit()).toMatchObject({ sound: true, miners: before.miners, entries: before.entries });
    const miner = await HashingMiner.start({ port: pool.stratumPort('sha256'), user });
    await miner.whenAcked(2);
    await miner.stop();
    expect(await audit()).toMatchObject({ sound: true, miners: before.miners });
  });

  it('refuses a directory that is not empty, and a backup that was cut, and leaves nothing behind', async () => {
    const full = await run(['restore', backup]);
    expect(full.code).toBe(2);
    expect(full.err).toContain('is not empty');

    const whole = readFileSync(backup);
    const cut = join(folder, 'cut.backup');
    writeFileSync(cut, whole.subarray(0, whole.length - 20));
    const empty = join(folder, 'empty');
    const refused = await run(['restore', cut], empty);
    expect(refused.code).toBe(2);
    expect(refused.err).toMatch(/damaged|not whole|breaks off/);
    expect(existsSync(empty) ? readdirSync(empty) : []).toEqual([]);
  });

  it('refuses a journal of another pool, and restores nothing', async () => {
    const empty = join(folder, 'with-foreign-journal');
    const path = join(folder, 'foreign.journal');
    const content = {
      n: 1,
      at: 1,
      payout: '1',
      txid: 'sandbox-1',
      network: 'DOGE',
      coin: 'DOGE',
      address: 'DPayee',
      memo: '',
      amount: '1',
      bytes: '01',
      proof: {},
      ledger: 'f0'.repeat(32),
    };
    const before = '0'.repeat(64);
    const hash = createHash('sha256')
      .update(`${before}\n${JSON.stringify(content)}`)
      .digest('hex');
    writeFileSync(path, `${JSON.stringify({ ...content, hash })}\n`);
    expect(await run(['restore', backup, '--journal', path], empty)).toMatchObject({
      code: 2,
      out: '',
      err:
        `${path} cannot be used: line 1 is of another pool's ledger; nothing was restored. ` +
        'Give the journal of this pool, or leave --journal out: the wallets know what has left.\n',
    });
    expect(existsSync(empty) ? readdirSync(empty) : []).toEqual([]);
  });

  // In the long suites: `.ci/run` moves a pool as docs/operating.md says.
  it.skipIf(postgresServer === undefined || process.env['TEST_LONG'] !== '1')(
    'moves to PostgreSQL, once, and the pool goes on there',
    async () => {
      const target = await createScratchPostgres(postgresServer ?? '');
      try {
        const before = await audit();
        const inUse = await run(['move-to-postgres', target.url]);
        expect(inUse.code).toBe(2);
        await pool.kill('SIGTERM');
        const moved = await run(['move-to-postgres', target.url, '--json']);
        expect(moved).toMatchObject({ code: 0, err: '' });
        const there = await runOpenlode(['audit', '--json'], {
          ...settings(pool.dataDirectory),
          DATABASE_URL: target.url,
        });
        expect(JSON.parse(there.out)).toMatchObject({
          sound: true,
          miners: before.miners,
          entries: before.entries,
        });
        const twice = await run(['move-to-postgres', target.url]);
        expect(twice.code).toBe(2);
        expect(twice.err).toContain('was moved to PostgreSQL');
        // Without DATABASE_URL the old ledger would go on beside the new one.
        await expect(pool.restart()).rejects.toThrow(/was moved to PostgreSQL: .*Set DATABASE_URL/);
        await pool.restart('SIGTERM', { DATABASE_URL: target.url });
        await pool.kill('SIGTERM');
      } finally {
        await target.drop();
        rmSync(join(pool.dataDirectory, 'moved-to-postgres'), { force: true });
        await pool.restart();
      }
    },
  );
});

describe.skipIf(postgresServer === undefined)('the operator’s commands on PostgreSQL', () => {
  let pool: PoolProcess;
  let database: ScratchPostgres;
  const run = (args: string[]) =>
    runOpenlode(args, { ...settings(pool.dataDirectory), DATABASE_URL: database.url });

  beforeAll(async () => {
    database = await createScratchPostgres(postgresServer ?? '');
    pool = await PoolProcess.start({ env: { DATABASE_URL: database.url } });
    const miner = await HashingMiner.start({ port: pool.stratumPort('sha256'), user });
    await miner.whenAcked(3);
    await miner.stop();
  });
  afterAll(async () => {
    await pool.close();
    await database.drop();
  });

  it('audit ends with 1 and names the miner when the ledger was changed by hand', async () => {
    expect(await run(['audit'])).toMatchObject({ code: 0, err: '' });
    await database.query(`INSERT INTO balances VALUES ('miner:1:mining', 'DOGE', 7)`);
    const unsound = await run(['audit']);
    expect(unsound.code).toBe(1);
    expect(unsound.out).toMatch(
      /^L3\s+miner:1:mining\s+DOGE\s+the balance is not the sum of its postings \(0 ≠ 7\)$/m,
    );
    await database.query(`DELETE FROM balances WHERE account = 'miner:1:mining'`);
    expect(await run(['audit'])).toMatchObject({ code: 0 });
  });

  it('a process with another secret refuses to start, and so do commands; doctor says why', async () => {
    const start = PoolProcess.start({ env: { DATABASE_URL: database.url } });
    await expect(start).rejects.toThrow(/There is no secret at .*, but the database has one\. Copy the file/);
    const directory = mkdtempSync(join(tmpdir(), 'openlode-stranger-'));
    try {
      const secret = join(directory, 'secret');
      writeFileSync(secret, `${'ab'.repeat(32)}\n`, { mode: 0o600 });
      const env = { OPENLODE_DATA: directory, DATABASE_URL: database.url };
      expect(await runOpenlode(['audit'], env)).toMatchObject({
        code: 2,
        err: expect.stringContaining('is not the one of the database'),
      });
      const { out } = await runOpenlode(['doctor', '--json'], env);
      expect(JSON.parse(out)).toContainEqual(
        expect.objectContaining({
          subject: 'secret',
          state: 'ill',
          found: 'it is not the one of the database: the pool does not start',
        }),
      );
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  it('audit ends with 2 when it cannot be told', async () => {
    const away = await runOpenlode(['audit'], {
      ...settings(pool.dataDirectory),
      DATABASE_URL: 'postgres://127.0.0.1:1/none',
    });
    expect(away.code).toBe(2);
  });
});
