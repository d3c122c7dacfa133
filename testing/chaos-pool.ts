import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BcoinNodes } from './bcoin-nodes.ts';
import { ChaosReaders } from './chaos-readers.ts';
import type { Acked } from './chaos-verdict.ts';
import { freePorts } from './free-port.ts';
import { HaproxyServer } from './haproxy-server.ts';
import { MinerFleet } from './miner-fleet.ts';
import { deployedSite, NginxServer } from './nginx-server.ts';
import { PoolProcess } from './pool-process.ts';
import { PostgresPair } from './postgres-pair.ts';
import { RedisServer } from './redis-server.ts';
import { type CommandResult, runOpenlode } from './run-openlode.ts';

const algorithm = 'sha256';
/** A block is one of 2^22 hashes, and a share one of 2^17. */
const blockBits = '1e040000';
const shareDifficulty = 2 ** 17 / 2 ** 32;
const hashesPerSecond = 1_500_000;
const miners = 8;
export const chaosWorkers = 48;

/** What one worker knows since it began. */
export interface CountedWorker {
  readonly name: string;
  readonly acked: Acked[];
  unanswered: number;
}

/** Shares and work of a worker, as the database has them. */
export interface RecordedWorker {
  readonly shares: number;
  readonly work: bigint;
}

/**
 * The built pool in five processes, two of `stratum`, two of `web`, one of `tasks` and `treasury`, on two PostgreSQL servers, a Redis and two
 * bcoins, behind the HAProxy and the nginx of deploy/, with miners and readers in front.
 */
export class ChaosPool {
  readonly nodes: BcoinNodes;
  readonly database: PostgresPair;
  readonly redis: RedisServer;
  readonly stratum: readonly [PoolProcess, PoolProcess];
  readonly web: readonly [PoolProcess, PoolProcess];
  readonly tasks: PoolProcess;
  readonly balancer: HaproxyServer;
  readonly fleet: MinerFleet;
  readonly readers: ChaosReaders;
  readonly workers: readonly CountedWorker[];
  nginx: NginxServer;
  readonly #site: { readonly text: string; readonly port: number };
  readonly #config: string;
  readonly #opened: readonly (() => Promise<unknown>)[];

  private constructor(parts: Parts, opened: readonly (() => Promise<unknown>)[]) {
    this.nodes = parts.nodes;
    this.database = parts.database;
    this.redis = parts.redis;
    this.stratum = parts.stratum;
    this.web = parts.web;
    this.tasks = parts.tasks;
    this.balancer = parts.balancer;
    this.fleet = parts.fleet;
    this.readers = parts.readers;
    this.workers = parts.workers;
    this.nginx = parts.nginx;
    this.#site = parts.site;
    this.#config = parts.config;
    this.#opened = opened;
  }

  static async start(): Promise<ChaosPool> {
    const opened: (() => Promise<unknown>)[] = [];
    try {
      return await ChaosPool.#open(opened);
    } catch (error) {
      for (const close of opened.toReversed()) await close();
      throw error;
    }
  }

  /** @param opened takes what has to be closed, the last first */
  static async #open(opened: (() => Promise<unknown>)[]): Promise<ChaosPool> {
    const kept = <Part extends { close(): Promise<unknown> }>(part: Part): Part => {
      opened.push(() => part.close());
      return part;
    };
    const folder = await mkdtemp(join(tmpdir(), 'openlode-chaos-'));
    opened.push(() => rm(folder, { recursive: true, force: true }));
    const nodes = kept(await BcoinNodes.start(1, { bits: blockBits }));
    const database = kept(await PostgresPair.start());
    const redis = kept(await RedisServer.start());
    const config = join(folder, 'openlode.yaml');
    const reached = nodes.reached.map(({ name, url, loginFile }) => ({ name, url, login: loginFile }));
    const chain = { coin: 'BTC', address: await nodes.payoutAddress(), nodes: reached };
    // What is JSON is YAML.
    await writeFile(config, JSON.stringify({ kind: 'regtest', chains: [chain] }));
    const env = {
      DATABASE_URL: database.url,
      REDIS_URL: redis.url,
      OPENLODE_CONFIG: config,
      OPENLODE_STATIC_DIFFICULTY: `${algorithm}:${shareDifficulty}`,
      OPENLODE_STRATUM_PROXIES: '127.0.0.1',
      OPENLODE_DRAIN_SECONDS: '30',
      OPENLODE_HTTP_BIND: '127.0.0.1',
      OPENLODE_TRUSTED_PROXIES: '127.0.0.1',
      OPENLODE_PUBLIC_URL: 'https://pool.example',
    };
    const first = kept(await PoolProcess.start({ env: { ...env, OPENLODE_ROLES: 'stratum' } }));
    const further = async (roles: string): Promise<PoolProcess> =>
      kept(await PoolProcess.start({ env: { ...env, OPENLODE_ROLES: roles }, secretOf: first }));
    const stratum = [first, await further('stratum')] as const;
    const web = [await further('web'), await further('web')] as const;
    const tasks = await further('tasks,treasury');
    const port = first.stratumPort(algorithm);
    const balancer = kept(await HaproxyServer.start(port, port + 1000, [stratum[1].stratumPort(algorithm)]));
    const plain = await freePorts(2);
    const site = {
      text: deployedSite({
        plain,
        tls: plain + 1,
        pem: join(first.dataDirectory, 'stratum-tls.pem'),
        webs: web.map(({ httpPort }) => `127.0.0.1:${httpPort}`),
      }),
      port: plain + 1,
    };
    const nginx = await NginxServer.start(site.text, site.port);
    const workers = Array.from(
      { length: chaosWorkers },
      (_, index): CountedWorker => ({
        name: `rig${index}`,
        acked: [],
        unanswered: 0,
      }),
    );
    const fleet = await startFleet(port, workers);
    opened.push(() => fleet.stop());
    const uuid = await untilUuid(database);
    const paths = ['/', '/api/v5/pool', `/ETH/${addressOf(0)}`];
    const readers = kept(ChaosReaders.start({ port: site.port, uuid, paths }));
    const parts = {
      nodes,
      database,
      redis,
      stratum,
      web,
      tasks,
      balancer,
      nginx,
      site,
      fleet,
      readers,
      workers,
      config,
    };
    const pool = new ChaosPool(parts, opened);
    // It is another one after each restart.
    opened.push(() => pool.nginx.close());
    return pool;
  }

  /** Every process of the pool, in the order in which a deploy replaces them. */
  get processes(): readonly PoolProcess[] {
    return [this.tasks, ...this.web, ...this.stratum];
  }

  /** Kills a process without a word. */
  async kill(process: PoolProcess): Promise<void> {
    await process.kill('SIGKILL');
  }

  async restartNginx(): Promise<void> {
    await this.nginx.close();
    this.nginx = await NginxServer.start(this.#site.text, this.#site.port);
  }

  /** By the name of the worker. Throws while the database does not answer. */
  async recorded(): Promise<ReadonlyMap<string, RecordedWorker>> {
    const rows = await this.database.query(
      `SELECT name, sum(shares)::int AS shares, sum(work)::text AS work
         FROM worker_minutes JOIN workers ON workers.id = worker_id GROUP BY name`,
    );
    return new Map(
      rows.map((row) => [
        String(row['name']),
        { shares: Number(row['shares']), work: BigInt(String(row['work'])) },
      ]),
    );
  }

  /** The hashes of all blocks that became a round. */
  async rounds(): Promise<ReadonlySet<string>> {
    const rows = await this.database.query('SELECT block_hash AS hash FROM rounds');
    return new Set(rows.map((row) => String(row['hash'])));
  }

  /** `openlode …`, asked of the process of `tasks`. */
  command(...args: readonly string[]): Promise<CommandResult> {
    return runOpenlode(args, {
      OPENLODE_DATA: this.tasks.dataDirectory,
      DATABASE_URL: this.database.url,
      OPENLODE_CONFIG: this.#config,
    });
  }

  async close(): Promise<void> {
    for (const close of this.#opened.toReversed()) await close();
  }
}

type Parts = Pick<
  ChaosPool,
  | 'nodes'
  | 'database'
  | 'redis'
  | 'stratum'
  | 'web'
  | 'tasks'
  | 'balancer'
  | 'nginx'
  | 'fleet'
  | 'readers'
  | 'workers'
> & { readonly site: { readonly text: string; readonly port: number }; readonly config: string };

function addressOf(miner: number): string {
  return `0x${(miner + 1).toString(16).padStart(40, '0')}`;
}

function startFleet(port: number, workers: readonly CountedWorker[]): Promise<MinerFleet> {
  return MinerFleet.start({
    host: HaproxyServer.address,
    port,
    count: workers.length,
    userOf: (index) => `ETH:${addressOf(index % miners)}.${workers[index]?.name}`,
    hashesPerSecondMax: hashesPerSecond,
    // Every tenth is a program that does not know it.
    followsReconnect: (index) => index % 10 !== 0,
    onAcked: (index, { work, block }) => workers[index]?.acked.push({ work, block }),
    onUnanswered: (index) => {
      const worker = workers[index];
      if (worker !== undefined) worker.unanswered += 1;
    },
  });
}

/** The first miner's, once its first share is recorded. */
async function untilUuid(database: PostgresPair): Promise<string> {
  for (const deadline = performance.now() + 120_000; performance.now() < deadline; await sleep(100)) {
    const [row] = await database.query(`SELECT uuid FROM miners WHERE address = '${addressOf(0)}'`);
    if (row !== undefined) return String(row['uuid']);
  }
  throw new Error('no share of the first miner is recorded');
}
