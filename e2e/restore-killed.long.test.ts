import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runOpenlode } from '../testing/run-openlode.ts';
import { createScratchPostgres, postgresServer, type ScratchPostgres } from '../testing/scratch-postgres.ts';

const backups = join(import.meta.dirname, 'testdata/backups');
const ofBefore = join(backups, readdirSync(backups).toSorted()[0] ?? '');
const main = join(import.meta.dirname, '../apps/pool/dist/main.js');

/** What a killed restore leaves: nothing that a pool or a command opens, or all of it with its payouts suspended. */
interface Point {
  /** Which crash point, and at which of its hits. */
  readonly at: string;
  /** `whole`: a process with another data directory may open it, and finds the payouts suspended. `marked`: it must not. */
  readonly database: 'empty' | 'marked' | 'whole';
}

const points: readonly Point[] = [
  { at: 'restore-begun:1', database: 'empty' },
  { at: 'restore-migrated:1', database: 'marked' },
  { at: 'restore-imported:1', database: 'marked' },
  { at: 'restore-upgraded:1', database: 'marked' },
  { at: 'restore-suspended:1', database: 'whole' },
  { at: 'restore-moving:1', database: 'whole' },
  { at: 'restore-moving:3', database: 'whole' },
];

const engines = postgresServer === undefined ? ['pglite'] : ['pglite', 'postgres'];

const interrupted = /^A restore into .+ (is running or )?was interrupted/;

describe.each(engines)('a restore that is killed, into %s', { timeout: 240_000 }, (engine) => {
  let folder: string;
  /** Of today's schema: it is restored faster than one that has to be migrated. */
  let backup: string;
  let target: ScratchPostgres | undefined;
  let env: Record<string, string>;
  const data = (): string => join(folder, 'data');
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'openlode-killed-'));
    backup = join(folder, 'today.backup');
    await begin();
    expect(await runOpenlode(['restore', ofBefore], env)).toMatchObject({ code: 0, err: '' });
    expect(await runOpenlode(['backup', backup], env)).toMatchObject({ code: 0, err: '' });
  });
  afterAll(async () => {
    await target?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** As docs/operating.md says after a restore that was killed: delete what is there, make a new database. */
  async function begin(): Promise<void> {
    rmSync(data(), { recursive: true, force: true });
    await target?.drop();
    target = engine === 'postgres' ? await createScratchPostgres(postgresServer ?? '') : undefined;
    env = { OPENLODE_DATA: data(), ...(target === undefined ? {} : { DATABASE_URL: target.url }) };
  }

  it.each(points)('at $at leaves nothing half done, and can be repeated', async ({ at, database }) => {
    await begin();
    const killed = await runOpenlode(['restore', backup], {
      ...env,
      OPENLODE_CRASH_AT: at,
      OPENLODE_SANDBOX_CONTROL: join(folder, 'control.sock'),
    });
    expect(killed).toMatchObject({ code: null, out: '' });

    expect(await runOpenlode(['suspensions', 'list'], env)).toMatchObject({
      code: 2,
      err: expect.stringMatching(interrupted) as string,
    });
    expect(await startPool(env)).toMatchObject({
      code: 78,
      err: expect.stringMatching(interrupted) as string,
    });
    expect((await runOpenlode(['restore', backup], env)).err).toMatch(/^a restore into .+ was interrupted/);
    if (engine === 'postgres' && database !== 'empty') await expectOfAnotherMachine(database);

    await begin();
    expect(await runOpenlode(['restore', backup], env)).toMatchObject({ code: 0, err: '' });
    expect(readdirSync(data())).not.toContain('restore.partial');
    expect((await runOpenlode(['suspensions', 'list'], env)).out).toMatch(/^\* +\S+ +restored +/m);
  });

  /** A second process of the same database has its own data directory, with a copy of the secret. */
  async function expectOfAnotherMachine(database: 'marked' | 'whole'): Promise<void> {
    const other = join(folder, 'other');
    rmSync(other, { recursive: true, force: true });
    mkdirSync(other);
    const secret = [join(data(), 'restore.partial/secret'), join(data(), 'secret')].find(existsSync);
    if (secret !== undefined) cpSync(secret, join(other, 'secret'));
    else writeFileSync(join(other, 'secret'), `${'ab'.repeat(32)}\n`);
    const ofOther = { ...env, OPENLODE_DATA: other };
    const listed = await runOpenlode(['suspensions', 'list'], ofOther);
    if (database === 'whole') {
      expect(listed.out).toMatch(/^\* +\S+ +restored +/m);
      return;
    }
    expect(listed).toMatchObject({ code: 2, err: expect.stringMatching(interrupted) as string });
    expect(await startPool(ofOther)).toMatchObject({
      code: 78,
      err: expect.stringMatching(interrupted) as string,
    });
  }
});

/** Starts the pool where it must not; answers how it ended, or ends it after some minutes. */
async function startPool(
  env: Readonly<Record<string, string>>,
): Promise<{ readonly code: number | null; readonly err: string }> {
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env['PATH'],
      TZ: 'UTC',
      OPENLODE_SEED: 'none',
      OPENLODE_LOG_LEVEL: 'silent',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), 180_000);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [err, code] = await Promise.all([text(child.stderr), ended]);
  clearTimeout(timer);
  return { code, err };
}
