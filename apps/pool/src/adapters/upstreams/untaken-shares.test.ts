import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { difficultyScale } from '@openlode/stratum/core/difficulty';
import {
  bitcoinClient,
  type BitcoinFound,
  type BitcoinWork,
} from '@openlode/stratum/dialects/bitcoin/bitcoin-client';
import { onFreePort, until } from '../../edges/stratum/testing/listener-kit.ts';
import type { TakenLane } from './divided-room.ts';
import type { UpstreamJob } from '@openlode/stratum/upstream/client-dialect';
import { RelayGroup } from './relay-group.ts';
import type { RelayNote } from './relay-verdict.ts';
import { findRelayed } from './testing/relayed-miner.ts';
import { jobLine, ScriptedPool, usual } from './testing/scripted-pool.ts';

const scale = difficultyScale(0xffffn << 208n);
const anyHash = (1n << 256n) - 1n;

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** How a pool refuses: the error of its answer; `silent` is no answer at all. */
type Refusal = readonly [code: number, text: string, more: null] | 'silent';

/** A pool that lets everyone in and gives jobs; `refusal` is what it says to every share, undefined while it accepts them. */
class Unwilling {
  refusal: Refusal | undefined;
  answered = 0;
  readonly pool: ScriptedPool;

  private constructor(pool: ScriptedPool) {
    this.pool = pool;
  }

  static async start(): Promise<Unwilling> {
    let connections = 0;
    const pool = await onFreePort((port) =>
      ScriptedPool.start(port, (asked) => {
        if (asked.method === 'mining.submit') {
          if (unwilling.refusal === 'silent') return [];
          unwilling.answered += 1;
          const error = unwilling.refusal ?? null;
          return [JSON.stringify({ id: asked.id, result: error === null, error })];
        }
        if (asked.method !== 'mining.subscribe') return usual(asked);
        connections += 1;
        const prefix = connections.toString(16).padStart(8, '0');
        return [JSON.stringify({ id: asked.id, result: [[], prefix, 4], error: null })];
      }),
    );
    const unwilling = new Unwilling(pool);
    closing.push(() => pool.close());
    return unwilling;
  }
}

class Miner {
  lane: TakenLane | undefined;
  job: UpstreamJob<BitcoinWork> | undefined;
  readonly mayMove = true;

  readonly origin: string;
  readonly group: Group;

  constructor(origin: string, group: Group) {
    this.origin = origin;
    this.group = group;
  }

  onLane(lane: TakenLane): void {
    this.lane = lane;
    this.job = undefined;
  }

  onJob(job: UpstreamJob<BitcoinWork>): void {
    this.job = job;
  }

  /** As a program does, it comes again. */
  onGone(): void {
    this.lane = undefined;
    this.job = undefined;
    this.group.relays.join(this);
  }
}

class Group {
  readonly relays: RelayGroup<BitcoinWork, BitcoinFound>;
  readonly notes: RelayNote[] = [];
  now = 1000;
  nonce = 0;

  constructor({ port }: ScriptedPool) {
    this.relays = new RelayGroup<BitcoinWork, BitcoinFound>({
      dialect: bitcoinClient,
      settings: {
        user: 'u',
        password: 'x',
        agent: 'openlode',
        scale,
        versionMask: 0,
        silenceMs: 3_600_000,
        easiestTarget: anyHash,
      },
      addresses: [{ host: '127.0.0.1', port, tls: undefined }],
      now: () => this.now,
      random: () => 0,
      tickMs: 2,
      verifies: true,
      connectionsMax: 8,
      onNote: (note) => this.notes.push(note),
    });
    closing.push(() => this.relays.close());
  }

  async join(...origins: readonly string[]): Promise<readonly Miner[]> {
    const miners = origins.map((origin) => new Miner(origin, this));
    for (const miner of miners) this.relays.join(miner);
    await until(() => miners.every(({ job }) => job !== undefined));
    return miners;
  }

  get untaken(): readonly RelayNote[] {
    return this.notes.filter(({ kind }) => kind === 'untaken');
  }

  /** A share of each, another one each time, of those who have work now. Waits until the pool has spoken, or its time is over. */
  async submit(miners: readonly Miner[]): Promise<void> {
    const before = sum(this.relays.counts);
    let sent = 0;
    for (const miner of miners) {
      const { job, lane } = miner;
      if (job === undefined || lane === undefined) continue;
      const { found } = findRelayed(job, lane.room, anyHash, (this.nonce += 1000));
      const proof = BigInt(this.nonce);
      const answer = await this.relays.submit(miner, { job, found, proof, minersTarget: anyHash });
      // What its connection has lost it hears of in a moment.
      if (answer.kind === 'accepted') sent += 1;
    }
    await until(() => sum(this.relays.counts) >= before + sent || (this.now += 1000) > 9e9);
    if (sent > 0) return;
    this.now += 1000;
    await sleep(2);
  }
}

/** Shares whose end is known. */
function sum({ accepted, stale, other, unauthorized, unknown }: Group['relays']['counts']): number {
  return [accepted, stale, other, unauthorized, unknown].reduce((all, { shares }) => all + shares, 0);
}

describe('an upstream that gives jobs', () => {
  it.each<readonly [string, Refusal]>([
    ['as late', [21, 'stale', null]],
    ['for no reason', [20, 'no', null]],
    ['without a word', 'silent'],
  ])('has no work for us while it takes no share, refused %s', async (_how, refusal) => {
    const unwilling = await Unwilling.start();
    const group = new Group(unwilling.pool);
    const miners = await group.join('a', 'b', 'c');
    await group.submit(miners);
    expect(group.relays.hasWork).toBe(true);
    unwilling.refusal = refusal;
    for (let round = 0; round < 200 && group.untaken.length === 0; round += 1) await group.submit(miners);
    expect(group.untaken).toEqual([{ kind: 'untaken', pauseMs: 300_000 }]);
    // However long it gives jobs again.
    for (let times = 0; times < 20; times += 1) {
      group.now += 6000;
      await sleep(2);
      expect(group.relays.hasWork).toBe(false);
    }
    group.now += 180_000;
    await until(() => group.relays.hasWork || (group.now += 1000) > 9e9);
  });

  it('has work again at once where it takes a share', async () => {
    const unwilling = await Unwilling.start();
    const group = new Group(unwilling.pool);
    const miners = await group.join('a', 'b');
    unwilling.refusal = [21, 'stale', null];
    for (let round = 0; round < 16; round += 1) await group.submit(miners);
    expect(group.relays.hasWork).toBe(false);
    unwilling.refusal = undefined;
    await group.submit(miners.slice(0, 1));
    expect(group.relays.hasWork).toBe(true);
  });

  it('has work whatever one address of several sends, and what is late for a job that is over', async () => {
    const unwilling = await Unwilling.start();
    const group = new Group(unwilling.pool);
    const [one] = (await group.join('a', 'b')) as [Miner, Miner];
    unwilling.refusal = [21, 'stale', null];
    for (let round = 0; round < 40; round += 1) await group.submit([one]);
    expect(group.relays.hasWork).toBe(true);
  });

  it('has work where shares are bad by our own judgement, which never leave', async () => {
    const unwilling = await Unwilling.start();
    const group = new Group(unwilling.pool);
    const miners = await group.join('a', 'b', 'c');
    unwilling.refusal = [20, 'no', null];
    for (let round = 0; round < 50; round += 1)
      for (const miner of miners) {
        const { job, lane } = miner;
        if (job === undefined || lane === undefined) throw new Error('no work');
        const { found } = findRelayed(job, lane.room, anyHash, (group.nonce += 1000));
        const share = { job, found, proof: anyHash, minersTarget: 1n };
        expect(await group.relays.submit(miner, share)).toMatchObject({ kind: 'refused', by: 'here' });
      }
    expect([group.relays.hasWork, unwilling.answered]).toEqual([true, 0]);
  });

  it('may call late what belongs to a job that it has closed meanwhile', async () => {
    const unwilling = await Unwilling.start();
    const group = new Group(unwilling.pool);
    const miners = await group.join('a', 'b');
    unwilling.refusal = 'silent';
    const { pool } = unwilling;
    for (let round = 0; round < 40; round += 1)
      for (const miner of miners) {
        const { job, lane } = miner;
        if (job === undefined || lane === undefined) throw new Error('no work');
        const { found } = findRelayed(job, lane.room, anyHash, (group.nonce += 1000));
        const proof = BigInt(group.nonce);
        await group.relays.submit(miner, { job, found, proof, minersTarget: anyHash });
      }
    await until(() => pool.count('mining.submit') === 80);
    pool.say(jobLine('2'));
    await until(() => miners.every(({ job }) => job?.id === '2'));
    for (const { id, method } of pool.asked)
      if (method === 'mining.submit')
        pool.say(JSON.stringify({ id, result: null, error: [21, 'stale', null] }));
    await until(() => group.relays.counts.stale.shares >= 80);
    expect(group.relays.hasWork).toBe(true);
  });
});
