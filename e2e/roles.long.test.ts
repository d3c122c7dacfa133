import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { HashingMiner } from '../testing/hashing-miner.ts';
import { hasLitecoind, LitecoinNodes } from '../testing/litecoin-nodes.ts';
import { PoolProcess } from '../testing/pool-process.ts';
import { parsePrometheusText } from '../testing/prometheus-text.ts';
import { hasRedis, RedisServer } from '../testing/redis-server.ts';
import { runOpenlode } from '../testing/run-openlode.ts';
import { createScratchPostgres, postgresServer, type ScratchPostgres } from '../testing/scratch-postgres.ts';

const miner = 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9';

/** 13:00 UTC, a minute later. */
function nextRunAfter(now: number): number {
  const day = 86_400_000;
  const at = Math.floor(now / day) * day + 13 * 3_600_000 + 60_000;
  return at > now ? at : at + day;
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

describe.skipIf(!hasLitecoind || !hasRedis || postgresServer === undefined)(
  'a pool whose roles are in processes of their own',
  { timeout: 600_000 },
  () => {
    let nodes: LitecoinNodes;
    let redis: RedisServer;
    let database: ScratchPostgres;
    let folder: string;
    let env: Record<string, string>;
    let stratum: PoolProcess;
    let web: PoolProcess;
    let tasks: readonly PoolProcess[] = [];

    beforeAll(async () => {
      nodes = await LitecoinNodes.start(1);
      await nodes.mineToPresent();
      redis = await RedisServer.start();
      database = await createScratchPostgres(postgresServer ?? '');
      folder = await mkdtemp(join(tmpdir(), 'openlode-roles-'));
      const reached = [nodes.one, nodes.two].map(({ name, url, loginFile }) => ({
        name,
        url,
        ...(loginFile !== undefined && { login: loginFile }),
      }));
      const file = join(folder, 'openlode.yaml');
      const address = await nodes.payoutAddress();
      // What is JSON is YAML.
      await writeFile(
        file,
        JSON.stringify({ kind: 'regtest', chains: [{ coin: 'LTC', address, nodes: reached }] }),
      );
      env = { DATABASE_URL: database.url, REDIS_URL: redis.url, OPENLODE_CONFIG: file };
      stratum = await PoolProcess.start({ env: { ...env, OPENLODE_ROLES: 'stratum' } });
      web = await PoolProcess.start({ env: { ...env, OPENLODE_ROLES: 'web' }, secretOf: stratum });
    });
    afterAll(async () => {
      for (const each of [...tasks, web, stratum]) await each?.close();
      await redis?.close();
      await database?.drop();
      await nodes?.close();
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    });

    const rounds = async (): Promise<readonly { hash: string; state: string }[]> =>
      (await database.query('SELECT block_hash AS hash, state FROM rounds ORDER BY id')) as never;

    it('has its ports where their role is, and no others', async () => {
      expect(await listens(stratum.stratumPort('scrypt'))).toBe(true);
      expect(await listens(stratum.httpPort)).toBe(false);
      expect(await listens(web.stratumPort('scrypt'))).toBe(false);
      expect(await listens(web.httpPort)).toBe(true);
    });

    it('submits a found block, and shows its miner, while nothing else runs', async () => {
      const hashing = await HashingMiner.start({
        algorithm: 'scrypt',
        port: stratum.stratumPort('scrypt'),
        user: `LTC:${miner}.rig1`,
        hashesPerSecondMax: 6,
      });
      await hashing.whenAcked(3, 240_000);
      await hashing.stop();
      const [block] = hashing.acked.flatMap(({ block: hash }) => hash ?? []);
      expect(block).toBeDefined();
      await vi.waitFor(async () => expect(await nodes.two.hasBlock(block ?? '')).toBe(true), 120_000);
      const page = await fetch(`${web.url}/LTC/${miner}`);
      expect(page.status).toBe(200);
      await vi.waitFor(async () => {
        const [seen] = await database.query('SELECT count(*)::int AS n FROM worker_minutes');
        expect(seen?.['n']).toBeGreaterThan(0);
      }, 60_000);
      // Rounds are looked after by a process of tasks, and there is none.
      expect((await rounds()).every(({ state }) => state === 'candidate' || state === 'accepted')).toBe(true);
    });

    it('credits it once processes of tasks are there, and once where two of them do all of it', async () => {
      const role = { ...env, OPENLODE_ROLES: 'tasks,treasury' };
      tasks = [
        await PoolProcess.start({ env: role, secretOf: stratum }),
        await PoolProcess.start({ env: role, secretOf: stratum }),
      ];
      for (const each of tasks) expect(await listens(each.httpPort)).toBe(false);
      await nodes.mine(101);
      const controls = await Promise.all(tasks.map((each) => each.connectControl()));
      try {
        await vi.waitFor(async () => {
          // Every task of both at once, and then again as their schedules have it.
          await Promise.all(controls.map((control) => control.advance(31_000)));
          const states = new Set((await rounds()).map(({ state }) => state));
          expect(states.has('credited')).toBe(true);
        }, 240_000);
        // On to the next daily run of payouts.
        const next = nextRunAfter(Date.now());
        await Promise.all(controls.map((control) => control.advance(next - Date.now())));
        await Promise.all(controls.map((control) => control.advance(61_000)));
      } finally {
        for (const control of controls) await control.close();
      }
      const [credited] = (await database.query(`
        SELECT (SELECT count(*)::int FROM reward_lines JOIN rounds ON rounds.id = round_id WHERE state = 'credited') AS lines,
               (SELECT count(*)::int FROM ledger_entries WHERE kind = 'reward') AS entries,
               (SELECT count(*)::int FROM payout_runs WHERE finished_at IS NOT NULL) AS runs`)) as never as {
        lines: number;
        entries: number;
        runs: number;
      }[];
      expect(credited?.lines).toBeGreaterThan(0);
      expect([credited?.entries, credited?.runs]).toEqual([credited?.lines, 1]);
      // Both have done all of it, and neither stood in the way of the other.
      for (const each of tasks) {
        const { samples } = parsePrometheusText(await (await fetch(`${each.opsUrl}/metrics`)).text());
        const of = (name: string) => samples.filter((sample) => sample.name === name);
        expect(of('openlode_task_failures_total').filter(({ value }) => value > 0)).toEqual([]);
        const done = of('openlode_task_last_success_timestamp_seconds').map(({ labels }) => labels['task']);
        expect(done).toEqual(
          expect.arrayContaining(['advance-rounds', 'audit', 'auto-payouts', 'compare-wallets']),
        );
      }
      const audit = await runOpenlode(['audit', '--json'], {
        ...role,
        OPENLODE_DATA: tasks[0]?.dataDirectory ?? '',
      });
      // This pool has no rails, and so no wallet.
      const { findings } = JSON.parse(audit.out) as {
        readonly findings: readonly { readonly kind: string }[];
      };
      expect(findings.map(({ kind }) => kind)).toEqual(['wallet-unreachable']);
    });

    it('shows on a page of one process what happens in another', async () => {
      const [owner] = await database.query('SELECT uuid FROM miners');
      const watcher = io(web.url, { transports: ['websocket'] });
      const heard: unknown[] = [];
      watcher.onAny((...said: unknown[]) => heard.push(said));
      try {
        await new Promise<void>((resolve, reject) => {
          watcher.on('connect', resolve);
          watcher.on('connect_error', reject);
        });
        await watcher.timeout(60_000).emitWithAck('join_account', owner?.['uuid']);
        const hashing = await HashingMiner.start({
          algorithm: 'scrypt',
          port: stratum.stratumPort('scrypt'),
          user: `LTC:${miner}.rig2`,
          hashesPerSecondMax: 6,
        });
        await hashing.whenAcked(1, 240_000);
        await hashing.stop();
        await vi.waitFor(() => expect(JSON.stringify(heard)).toContain('rig2'), 60_000);
      } finally {
        watcher.disconnect();
      }
    });
  },
);
