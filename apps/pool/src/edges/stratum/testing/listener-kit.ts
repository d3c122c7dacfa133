import { bitcoin } from '@openlode/stratum/dialects/bitcoin/dialect';
import { createJob } from '@openlode/stratum/dialects/bitcoin/job';
import { difficultyScale } from '@openlode/stratum/core/difficulty';
import type { PortRules } from '@openlode/stratum/core/session-state';
import { defaultVardiff } from '@openlode/stratum/core/vardiff';
import type { BitcoinTemplate } from '../../../domain/kernel/block-template.ts';
import type { Clock } from '../../../domain/kernel/clock.ts';
import type { BlockCandidate } from '../../../domain/rounds/block-candidate.ts';
import type { WorkBatch } from '../../../domain/kernel/work-batch.ts';
import { createMinerConnections } from '../miner-connections.ts';
import { createMinerLog } from '../miner-log.ts';
import { createExtranonce1Pool, type Extranonce1Pool } from '@openlode/stratum/core/extranonce1-pool';
import { type BitcoinFeedOptions, type BitcoinJobFeed, createBitcoinFeed } from '../bitcoin-feed.ts';
import type { GateLimits } from '../gate-limits.ts';
import type { StratumListenerOptions } from '../listener-options.ts';
import { ClientGate } from '../client-gate.ts';
import { type StratumListener, startStratumListener } from '../stratum-listener.ts';
import { ShareAccumulator } from '../share-accumulator.ts';
import type { ShareLog } from '../share-log.ts';

/** 2026-11-20T10:58:36Z. */
export const startTime = 1_795_172_316;

/** Jobs of suites are replaced by the suite alone: on a slow machine one lasts longer than a job does. */
export const noRefreshMs = 2 ** 31 - 1;

/** Half of all hashes make a share. */
export const easyRules: PortRules = {
  scale: difficultyScale(0xffffn << 208n),
  minimumWork: 2n,
  maximumWork: 1n << 50n,
  startWork: 2n,
  vardiff: defaultVardiff,
  versionMask: 0x1fffe000,
  workersMax: 64,
  faultsMax: 4,
};

export function buildTemplate(overrides: Partial<BitcoinTemplate> = {}): BitcoinTemplate {
  return {
    family: 'bitcoin',
    chain: 'test-sha256',
    height: 7,
    previousHash: new Uint8Array(32).fill(7),
    coinbasePrefix: new Uint8Array(42).fill(1),
    coinbaseSuffix: new Uint8Array(50).fill(2),
    merkleBranch: [],
    version: 0x20000000,
    bits: 0x1d00ffff,
    time: startTime,
    networkWork: 1n << 32n,
    clean: true,
    submissionOf: (header, coinbase) => new Uint8Array(Buffer.concat([header, coinbase])),
    ...overrides,
  };
}

export const anyDoge: StratumListenerOptions['login'] = (text) => {
  const worker = /^DOGE:D1\.(\w+)$/.exec(text)?.[1];
  if (worker === undefined) return { kind: 'unknown-coin', coin: 'NOPE' };
  return {
    kind: 'login',
    login: { coin: 'DOGE', network: 'dogecoin', address: 'D1', memo: null, worker, referralCode: null },
  };
};

/** A chain whose templates the test makes. */
export class FakeChain {
  current: BitcoinTemplate;
  /** Whether it gives work. */
  hasWork = true;
  readonly #listeners = new Set<(template: BitcoinTemplate) => void>();

  constructor(first: BitcoinTemplate) {
    this.current = first;
  }

  template(): BitcoinTemplate | undefined {
    return this.hasWork ? this.current : undefined;
  }

  onTemplate(listener: (template: BitcoinTemplate) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  offer(template: BitcoinTemplate): void {
    this.current = template;
    this.hasWork = true;
    for (const listener of this.#listeners) listener(template);
  }
}

/** Numbers jobs from 1 on and leaves their content as the template has it, so that suites can say which nonces are shares. */
export function plainStamper(): NonNullable<BitcoinFeedOptions['stamper']> {
  let count = 0;
  return { stamp: (parts) => createJob((++count).toString(16), parts) };
}

export function countingUp(): (below: number) => number {
  let last = 0;
  return () => ++last;
}

/** What a suite needs of a mined algorithm to find shares and blocks. */
export interface MinedHere {
  readonly listener: StratumListener;
  readonly chain: FakeChain;
  readonly feed: BitcoinJobFeed;
  readonly accumulator: ShareAccumulator;
}

export interface TestPool extends MinedHere {
  readonly extranonces: Extranonce1Pool;
  readonly gate: ClientGate;
  readonly batches: WorkBatch[];
  readonly blocks: BlockCandidate[];
  readonly results: string[];
  sessions: number;
  close(): Promise<void>;
}

export interface TestPoolOptions extends Partial<StratumListenerOptions> {
  readonly template?: BitcoinTemplate;
  readonly gateLimits?: Partial<GateLimits>;
  /** By which the budgets of the gate refill; the pool's own stands still. */
  readonly gateClock?: Clock;
  readonly batchMs?: number;
  readonly shareLog?: ShareLog;
  /** Shares that one job may take. */
  readonly sharesMax?: number;
  readonly stamper?: BitcoinFeedOptions['stamper'];
  /** Where batches go besides the pool's own list. */
  readonly record?: (batch: WorkBatch) => Promise<void>;
}

const standingClock: Clock = { now: () => startTime * 1000 };

/** An accumulator whose batches end in `batches`. */
function accumulateInto(batches: WorkBatch[], overrides: TestPoolOptions): ShareAccumulator {
  let ids = 0;
  return new ShareAccumulator({
    algorithm: 'sha256',
    record: async (group) => {
      batches.push(...group);
      for (const batch of group) await overrides.record?.(batch);
    },
    newId: () => `00000000-0000-4000-9000-${(++ids).toString(16).padStart(12, '0')}`,
    log: silentLog,
    batchMs: overrides.batchMs ?? 20,
    ...(overrides.shareLog === undefined ? {} : { shareLog: overrides.shareLog }),
  });
}

/** A listener on a free loopback port with everything around it in memory. */
export async function startTestPool(overrides: TestPoolOptions = {}): Promise<TestPool> {
  const chain = new FakeChain(overrides.template ?? buildTemplate());
  const feed = createBitcoinFeed({
    chain,
    refreshMs: noRefreshMs,
    stamper: overrides.stamper ?? plainStamper(),
    ...(overrides.sharesMax === undefined ? {} : { sharesMax: overrides.sharesMax }),
  });
  const batches: WorkBatch[] = [];
  const blocks: BlockCandidate[] = [];
  const results: string[] = [];
  const accumulator = accumulateInto(batches, overrides);
  const extranonces = createExtranonce1Pool(countingUp(), 0xf0);
  const gate = new ClientGate(
    overrides.gateClock ?? standingClock,
    overrides.gateLimits ?? { exempt: () => true },
  );
  const pool: TestPool = {
    gate,
    chain,
    feed,
    accumulator,
    extranonces,
    batches,
    blocks,
    results,
    sessions: 0,
    listener: await onFreePort((port) =>
      startStratumListener({
        algorithm: 'sha256',
        host: '127.0.0.1',
        port,
        rules: easyRules,
        dialects: [bitcoin],
        feed,
        accumulator,
        extranonces,
        gate,
        minerConnections: createMinerConnections(),
        minerLog: createMinerLog({
          log: overrides.log ?? silentLog,
          clock: standingClock,
          secret: new Uint8Array(32),
        }),
        login: anyDoge,
        foundBlock: async (candidate, shareRecorded) => {
          await shareRecorded;
          blocks.push(candidate);
        },
        clock: standingClock,
        log: silentLog,
        metrics: {
          onShare: (result) => results.push(result),
          onSession: (change) => {
            pool.sessions += change;
          },
        },
        ...overrides,
      }),
    ),
    async close() {
      await pool.listener.close();
      feed.close();
      await accumulator.close();
    },
  };
  return pool;
}

/**
 * Starts something on a port that is free. Above 12,000 single ports of suites are looked for, and above 14,000 are the ranges of pools, which
 * are reserved before the pool listens; those above 32767 belong to the system's outgoing connections.
 */
export async function onFreePort<Started>(start: (port: number) => Promise<Started>): Promise<Started> {
  for (let attempt = 0; ; attempt++) {
    const port = 10_000 + Math.floor(Math.random() * 2000);
    try {
      return await start(port);
    } catch (error) {
      if (attempt > 20 || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
  }
}

const nothing = (): void => {};
export const silentLog = { debug: nothing, info: nothing, warn: nothing, error: nothing };

/** Waits until something is true, at most for these milliseconds. */
export async function until(condition: () => boolean, msMax = 60_000): Promise<void> {
  for (const started = performance.now(); performance.now() - started < msMax; ) {
    if (condition()) return;
    await new Promise((resolve) => {
      setTimeout(resolve, 5);
    });
  }
  throw new Error('it never became true');
}
