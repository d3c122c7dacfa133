import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { HashingMiner } from '../testing/hashing-miner.ts';
import { hasLitecoind, LitecoinNodes } from '../testing/litecoin-nodes.ts';
import { PoolProcess } from '../testing/pool-process.ts';
import { hasRedis, RedisServer } from '../testing/redis-server.ts';
import { createScratchPostgres, postgresServer, type ScratchPostgres } from '../testing/scratch-postgres.ts';

const miner = 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9';

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
    let tasks: PoolProcess | undefined;

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
      for (const each of [tasks, web, stratum]) await each?.close();
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

    it('credits it once a process of tasks is there', async () => {
      tasks = await PoolProcess.start({
        env: { ...env, OPENLODE_ROLES: 'tasks,treasury' },
        secretOf: stratum,
      });
      expect(await listens(tasks.httpPort)).toBe(false);
      await nodes.mine(101);
      const control = await tasks.connectControl();
      try {
        await vi.waitFor(async () => {
          await control.advance(31_000);
          const states = new Set((await rounds()).map(({ state }) => state));
          expect(states.has('credited')).toBe(true);
        }, 240_000);
      } finally {
        await control.close();
      }
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
