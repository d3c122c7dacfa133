import { Writable } from 'node:stream';
import type { Deployment } from '../edges/present/deployment.ts';
import { createExtranonce1Pool, type Extranonce1Pool } from '@openlode/stratum/core/extranonce1-pool';
import type { PortRules } from '@openlode/stratum/core/session-state';
import { pino } from 'pino';
import sql from 'sql-template-tag';
import { openPool, type Pool } from '../app.ts';
import type { StratumTuning } from '../app/mining-parts.ts';
import { noMetrics } from '../app/no-metrics.ts';
import { type Admission, openAdmission } from '../app/open-admission.ts';
import type { Finding } from '../domain/kernel/finding.ts';
import { simulatedKind } from '../domain/kernel/pool-kind.ts';
import type { MinerKey, WorkBatch } from '../domain/kernel/work-batch.ts';
import { auditLedger } from '../domain/operations/audit/audit-ledger.ts';
import { claimDatabase } from '../domain/operations/claim-database.ts';
import { advanceRound } from '../domain/rounds/advance-round.ts';
import type { BlockCandidate } from '../domain/rounds/block-candidate.ts';
import { recordCandidate } from '../domain/rounds/record-candidate.ts';
import { createTestContext, type TestContext } from '../domain/testing/create-test-context.ts';
import { buildCandidate, fakeChain } from '../domain/testing/fake-chain.ts';
import { testWorld } from '../sandbox/testing/test-world.ts';
import { testDeployment, testHttp } from './build-test-http.ts';
import type { BitcoinJobFeed } from '../edges/stratum/bitcoin-feed.ts';
import { noProofs } from '../runtime/proof-of-work/open-proofs.ts';
import type { GateLimits } from '../edges/stratum/gate-limits.ts';
import { ClientGate } from '../edges/stratum/client-gate.ts';
import {
  buildTemplate,
  countingUp,
  easyRules,
  FakeChain,
  type MinedHere,
  onFreePort,
  plainStamper,
  startTime,
} from '../edges/stratum/testing/listener-kit.ts';

/** A listener with all that stands behind it: the database, the calls, the live channel and the log. */
export interface WholePool {
  readonly mining: MinedHere & Watched;
  readonly ctx: TestContext;
  /** Of the calls and the live channel. */
  readonly url: string;
  /** Every line of the log. */
  readonly logged: readonly string[];
  /** The status of every answer of the calls. */
  readonly statuses: readonly number[];
  /** What is wrong in the database. */
  audit(): Promise<readonly Finding[]>;
  /** Reads the restricted miners and the exchanges again, as the pool's job does. */
  refreshAdmission(): Promise<void>;
  /** A block of this miner's for all the work so far, mature at once; it pays 0.1 BTC. Answers the round. */
  creditABlock(finder: MinerKey): Promise<bigint>;
  /** What a call answers, as text. */
  read(path: string): Promise<string>;
  count(table: 'miners' | 'workers' | 'rounds'): Promise<number>;
  close(): Promise<void>;
}

/** What the suite saw pass. */
interface Watched {
  readonly extranonces: Extranonce1Pool;
  readonly batches: WorkBatch[];
  readonly blocks: BlockCandidate[];
  readonly results: string[];
  /** Connections that are open. */
  sessions: number;
}

/** What a suite may want otherwise than usual. */
export interface WholePoolOptions extends StratumTuning {
  /** What the database has before the pool is opened. */
  readonly prepare?: (ctx: TestContext) => Promise<unknown>;
  readonly gate?: ClientGate;
  readonly gateLimits?: Partial<GateLimits>;
  readonly rules?: PortRules;
  readonly proxyPort?: number;
  /** Where it pays; every coin where it is left out. */
  /** In place of what suites say of theirs. */
  readonly deployment?: Partial<Deployment>;
}

/** The pool as the process opens it, with parts for http, live and one port, on the database inside, with a chain that the suite holds. */
export async function startWholePool(options: WholePoolOptions = {}): Promise<WholePool> {
  const ctx = await createTestContext('pglite');
  ctx.setNow(startTime * 1000);
  await claimDatabase(ctx, simulatedKind);
  await options.prepare?.(ctx);
  const logged: string[] = [];
  const log = pino({ level: 'debug', base: undefined }, collectInto(logged));
  const chain = new FakeChain(buildTemplate());
  const { gate = new ClientGate(ctx.clock, options.gateLimits ?? { exempt: () => true }) } = options;
  const watched: Watched = {
    extranonces: createExtranonce1Pool(countingUp(), 0xf0),
    batches: [],
    blocks: [],
    results: [],
    sessions: 0,
  };
  let admission: Admission | undefined;
  const open = (port: number): Promise<Pool> =>
    openPool(log, () => ({
      log,
      foundation: ctx,
      world: {
        ...testWorld(ctx),
        sources: [
          {
            chain: {
              ...fakeChain([]),
              template: () => chain.template(),
              onTemplate: (listener) => chain.onTemplate(listener),
            },
            lightestShare: 2n,
          },
        ],
      },
      deployment: { ...testDeployment, ...options.deployment },
      metrics: {
        ...noMetrics,
        share: (_algorithm, result) => void watched.results.push(result),
        session: (_algorithm, _port, change) => {
          watched.sessions += change;
        },
      },
      admission: async (live) => {
        admission = await openAdmission(live, { refresh: async () => undefined });
        return admission;
      },
      live: {},
      http: { ...testHttp, log },
      stratum: {
        host: '127.0.0.1',
        ports: new Map([
          [
            'sha256',
            [
              {
                port,
                isSecure: false,
                rules: options.rules ?? easyRules,
                highConnectionLimit: false,
                proxyPort: options.proxyPort,
              },
            ],
          ],
        ]),
        gate,
        proofs: noProofs,
        proxies: [],
        sharedNetworks: [],
        extranonces: () => watched.extranonces,
        tuning: {
          feed: { stamper: plainStamper(), ...options.feed },
          accumulator: { batchMs: 20, ...options.accumulator },
          onBatches: (batches) => void watched.batches.push(...batches),
          onBlock: (candidate) => void watched.blocks.push(candidate),
          ...(options.listener === undefined ? {} : { listener: options.listener }),
        },
      },
    }));
  const statuses: number[] = [];
  const [pool, url] = await onFreePort(async (port): Promise<[Pool, string]> => {
    const opened = await open(port);
    opened.http?.server.on('request', (_request, response) => {
      response.on('finish', () => statuses.push(response.statusCode));
    });
    try {
      return [opened, (await opened.http?.listen({ host: '127.0.0.1', port: port + 1 })) ?? ''];
    } catch (error) {
      await opened.stop();
      throw error;
    }
  });
  const live = pool.ctx;
  const mining = Object.assign(watched, minedOf(pool), { chain });
  let blocks = 0;

  return {
    mining,
    ctx,
    url,
    logged,
    statuses,
    audit: async () => (await auditLedger(ctx)).findings,
    refreshAdmission: async () => admission?.task.run(),
    async creditABlock(miner) {
      await mining.accumulator.flush();
      blocks += 1;
      const hash = blocks.toString(16).padStart(64, '0');
      const round = await recordCandidate(live, {
        ...buildCandidate('a'),
        miner,
        hash,
        networkWork: 1n << 50n,
      });
      const paying = fakeChain([{ asset: 'BTC', amount: 10n ** 17n }]);
      await advanceRound({ ...live, chains: [paying] }, round);
      return round;
    },
    read: async (path) => (await fetch(`${url}${path}`)).text(),
    async count(table) {
      const tables = {
        miners: sql`SELECT count(*) AS rows FROM miners`,
        workers: sql`SELECT count(*) AS rows FROM workers`,
        rounds: sql`SELECT count(*) AS rows FROM rounds`,
      };
      const [row] = await ctx.db.query<{ rows: bigint }>(tables[table]);
      return Number(row?.rows);
    },
    async close() {
      await pool.stop();
      await ctx.close();
    },
  };
}

function collectInto(lines: string[]): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
}

function minedOf({ mined }: Pool): Omit<MinedHere, 'chain'> {
  const { accumulator, feed, listeners } = mined.find('sha256') ?? { listeners: [] };
  const [listener] = listeners;
  if (accumulator === undefined || feed === undefined || listener === undefined)
    throw new Error('nothing is mined');
  // Its one algorithm is sha256.
  return { accumulator, feed: feed as BitcoinJobFeed, listener };
}
