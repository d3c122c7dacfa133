import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { findCoin } from '@openlode/catalogue/coins';
import { allFamilies } from '@openlode/mining/families/all-families';
import { parseUserString } from '@openlode/mining/user-string';
import { createShareRoom, hashShare } from '@openlode/stratum/bitcoin/share-hash';
import { meetsTarget, targetBytes } from '@openlode/stratum/difficulty';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256d } from './proof-of-work.ts';
import { createSourceGate, type SourceGate } from './source-gate.ts';
import { buildTemplate, startTestPool, startTime, type TestPool, until } from './testing/listener-kit.ts';
import type { PoolLine } from './testing/stratum-client.ts';

interface Case {
  readonly id: string;
  readonly title: string;
  readonly input: { readonly steps: readonly ({ readonly op: string } & Record<string, unknown>)[] };
  readonly expected: Readonly<Record<string, unknown>>;
}

const cases = JSON.parse(
  readFileSync(new URL('./testing/bad-stratum-inputs.json', import.meta.url), 'utf8'),
) as readonly Case[];

const addresses: Readonly<Record<string, string>> = {
  ADDR: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  ADDR2: '1PRuxNSZwUXym6A31kmrArdT2BGJiTna19',
  ADDR_A: '1PRuxNSZwUXym6A31kmrArdT2BGJiTna19',
  ADDR_B: '36MNKtrnPWCMcz476g119cKJkTzjZ6UkMJ',
  ADDR_LTC: 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9',
  ADDR_XRP_EXCHANGE: 'rNxp4h8apvRis6mJf9Sh8C6iRxfrDWN7AV',
  OWN_REF: 'aaaa-1111',
  REF_OF_A: 'aaaa-1111',
  REF_OF_B: 'bbbb-2222',
};

/** What can only be seen behind the listener: in the books, on the page, in the logs. Their suites are elsewhere. */
const elsewhere = new Set([
  'one_of',
  'payload_absent_from',
  'rss_growth_mb_max',
  'cpu_ms_max',
  'referral_attached',
  'fee_pct',
  'fee_sum_pct',
  'no_negative_platform_fee',
  'workers_listed_max',
  'accounts_created_max',
  'sessions_max',
  'existing_unaffected',
  'fd_leak',
]);

/** Needs a difficulty that changes under way: the session's own suite proves it. */
const sessionCases = new Set(['ST-099']);

const targetOfTwo = targetBytes((0xffffn << 240n) / 2n);

/** A stranger's end of a connection: bytes in, lines out, and no opinion about either. */
class Stranger {
  readonly lines: PoolLine[] = [];
  readonly socket: Socket;
  isClosed = false;
  extranonce1 = 0;
  nextNonce = 0;

  constructor(port: number, localAddress = '127.0.0.1') {
    this.socket = connect({ port, host: '127.0.0.1', localAddress });
    this.socket.on('error', () => {});
    this.socket.on('close', () => {
      this.isClosed = true;
    });
    let rest = '';
    this.socket.setEncoding('latin1');
    this.socket.on('data', (text: string) => {
      const parts = (rest + text).split('\n');
      rest = parts.pop() ?? '';
      for (const part of parts) this.lines.push(JSON.parse(part) as PoolLine);
    });
  }

  send(text: string): void {
    if (!this.isClosed) this.socket.write(text);
  }

  /** Says something and waits for one more answer, or the end. */
  async ask(method: string, params: readonly unknown[], id: unknown = 4): Promise<void> {
    const answers = (): number => this.lines.filter((line) => line.method === undefined).length;
    const before = answers();
    this.send(`${JSON.stringify({ id, method, params })}\n`);
    await until(() => answers() > before || this.isClosed).catch(() => {});
  }
}

/** Plays one case against a listener. */
class Driver {
  readonly pool: TestPool;
  strangers: Stranger[] = [];
  user = '';

  constructor(pool: TestPool) {
    this.pool = pool;
  }

  fill(text: unknown): string {
    return String(text).replace(/\{\{([A-Z0-9_]+)\}\}/g, (whole, name: string) => addresses[name] ?? whole);
  }

  /** A share that really is one, or really is none, of the current job. */
  share(stranger: Stranger, isValid = true): string[] {
    const opened = this.pool.feed.book.current;
    if (opened === undefined) throw new Error('no job');
    const room = createShareRoom(opened.job);
    for (; ; stranger.nextNonce += 1) {
      const numbers = {
        extranonce1: stranger.extranonce1,
        extranonce2: 0,
        time: startTime,
        nonce: stranger.nextNonce,
        version: opened.job.version,
      };
      hashShare(opened.job, room, numbers, sha256d);
      if (meetsTarget(room.hash, targetOfTwo) === isValid) break;
    }
    const nonce = (stranger.nextNonce++).toString(16).padStart(8, '0');
    return [this.user, opened.job.id, '00000000', startTime.toString(16), nonce];
  }

  async play({ op, ...step }: Case['input']['steps'][number]): Promise<void> {
    const [first] = this.strangers;
    switch (op) {
      case 'connect':
      case 'reconnect': {
        const count = Number(step['n'] ?? 1);
        for (const { socket } of this.strangers) socket.destroy();
        this.strangers = Array.from({ length: count }, () => new Stranger(this.pool.listener.port));
        await until(() => this.strangers.every(({ socket, isClosed }) => isClosed || !socket.connecting));
        break;
      }
      case 'subscribe':
        for (const stranger of this.strangers) {
          await stranger.ask('mining.subscribe', ['test'], 1);
          const result = stranger.lines.at(-1)?.result;
          if (Array.isArray(result)) stranger.extranonce1 = Number.parseInt(String(result[1]), 16);
        }
        break;
      case 'authorize':
        this.user = this.fill(step['user']);
        for (const stranger of this.strangers) await stranger.ask('mining.authorize', [this.user, 'x'], 2);
        break;
      case 'authorize_each':
        for (const [index, stranger] of this.strangers.entries()) {
          const user = this.fill(step['user']).replace('{{i}}', String(index));
          await stranger.ask('mining.authorize', [user, 'x'], 2);
        }
        break;
      case 'send':
        first?.send(this.fill(step['data']));
        await sleep(30);
        break;
      case 'send_hex':
        first?.socket.write(Buffer.from(String(step['hex']), 'hex'));
        break;
      case 'send_repeat':
        for (let count = 0; count < Number(step['times']); count++) first?.send(String(step['chunk']));
        break;
      case 'send_nested': {
        const depth = Number(step['depth']);
        const [open, close] = [String(step['open']).repeat(depth), String(step['close']).repeat(depth)];
        first?.send(`${String(step['prefix'])}${open}${close}${String(step['suffix'])}`);
        break;
      }
      case 'send_chunks':
        for (const chunk of step['chunks'] as readonly string[]) {
          first?.send(chunk);
          await sleep(50);
        }
        break;
      case 'wait':
        await sleep(Math.min(Number(step['ms']), 2500));
        break;
      case 'wait_new_block':
        this.pool.chain.offer(
          buildTemplate({ previousHash: Buffer.alloc(32, this.pool.feed.book.nextNumber) }),
        );
        break;
      case 'submit':
        if (first !== undefined) await this.submit(first, step);
        break;
      case 'submit_lowdiff':
        if (first !== undefined) await first.ask('mining.submit', this.share(first, false));
        break;
      case 'cross_submit': {
        const [from, to] = this.strangers;
        if (from === undefined || to === undefined) throw new Error('two connections are needed');
        const share = this.share(from);
        await from.ask('mining.submit', share);
        await to.ask('mining.submit', share);
        break;
      }
      case 'connect_cycle':
        // A tenth of the cycles: the long suite of the listener does the rest.
        for (let count = 0; count < 200; count++) {
          const passing = new Stranger(this.pool.listener.port);
          passing.socket.once('connect', () => passing.socket.destroy());
          if (count % 20 === 19) await until(() => passing.isClosed);
        }
        break;
      default:
        throw new Error(`the driver does not know ${op}`);
    }
  }

  async submit(stranger: Stranger, step: Readonly<Record<string, unknown>>): Promise<void> {
    const override = (step['override'] ?? {}) as Readonly<Record<string, string>>;
    const share = this.share(stranger);
    const fields = ['worker', 'job', 'extranonce2', 'ntime', 'nonce'];
    for (const [index, field] of fields.entries()) {
      const value = override[field];
      if (value !== undefined && value !== 'previous') share[index] = this.fill(value);
      if (override[`${field}_case`] === 'upper') share[index] = share[index]?.toUpperCase() ?? '';
    }
    if (override['job'] === 'previous') {
      const current = this.pool.feed.book.nextNumber - 1;
      share[1] = (current - 1).toString(16);
    }
    for (let count = 0; count < Number(step['times'] ?? 1); count++) {
      await stranger.ask('mining.submit', share);
    }
  }
}

describe('strangers and broken miners', () => {
  let pool: TestPool;
  let gate: SourceGate;
  let now = startTime * 1000;
  beforeAll(async () => {
    gate = createSourceGate({ now: () => now });
    pool = await startTestPool({
      gate,
      limits: { loginSeconds: 1 },
      login: (text) =>
        parseUserString(text, {
          findCoin,
          validators: allFamilies,
          isExchangeAddress: (_, address) => address === addresses['ADDR_XRP_EXCHANGE'],
        }),
    });
  });
  afterAll(() => pool.close());

  async function play({ input }: Case): Promise<Driver> {
    const driver = new Driver(pool);
    for (const step of input.steps) await driver.play(step);
    await sleep(20);
    return driver;
  }

  for (const one of cases.filter(({ id }) => !sessionCases.has(id))) {
    const isRule04 = one.id === 'ST-067' ? ' [rule-04]' : '';
    it(`${one.id}: ${one.title}${isRule04}`, async () => {
      // Yesterday's strangers are forgiven, so that each case meets a fresh door.
      now += 3_600_000;
      await pool.tally.flush();
      const [batches, results, blocks] = [pool.batches.length, pool.results.length, pool.blocks.length];
      const driver = await play(one);
      await pool.tally.flush();
      const lines = driver.strangers.flatMap((stranger) => stranger.lines);
      const worked = pool.batches.slice(batches).flatMap((batch) => batch.lines);
      const outcomes = pool.results.slice(results);
      const accepted = outcomes.filter((result) => result === 'accepted').length;
      for (const [key, wanted] of Object.entries(one.expected)) {
        if (elsewhere.has(key)) continue;
        const { strangers } = driver;
        switch (key) {
          case 'closed':
            if (wanted === true) await until(() => strangers.every(({ isClosed }) => isClosed));
            else if (wanted === false) expect(strangers.some(({ isClosed }) => isClosed)).toBe(false);
            break;
          case 'closed_within_ms':
          case 'no_crash':
          case 'prototype_clean':
            break;
          case 'error_code':
            expect(wanted).toContain(
              lines.findLast((line) => line.error !== null && line.error !== undefined)?.error?.[0],
            );
            break;
          case 'accepted_delta':
            expect(accepted).toBe(wanted);
            break;
          case 'accepted_delta_max':
            expect(accepted).toBeLessThanOrEqual(Number(wanted));
            break;
          case 'accepted_delta_for':
            expect(worked.filter(({ account }) => account.address === addresses['ADDR2'])).toEqual([]);
            break;
          case 'accounts_created':
            expect(worked).toEqual([]);
            break;
          case 'stored_worker_regex':
            for (const { worker } of worked) expect(worker).toMatch(new RegExp(String(wanted)));
            break;
          case 'reply_ok':
            expect(lines.findLast((line) => line.method === undefined)).toMatchObject({ error: null });
            break;
          case 'reply_id':
            expect(lines.map(({ id }) => id)).toContain(wanted);
            break;
          case 'ban_score_min':
            expect(gate.misconduct('127.0.0.1')).toBeGreaterThanOrEqual(Number(wanted));
            break;
          case 'session_diff_min':
            for (const { method, params } of lines) {
              if (method === 'mining.set_difficulty')
                expect(Number(params?.[0])).toBeGreaterThanOrEqual(2 / 2 ** 32);
            }
            break;
          case 'blocks_recorded':
            expect(pool.blocks.length - blocks).toBe(wanted);
            break;
          case 'stale_counted':
            expect(outcomes).toContain('stale');
            break;
          case 'extranonce_unique':
            expect(new Set(strangers.map(({ extranonce1 }) => extranonce1)).size).toBe(strangers.length);
            break;
          case 'connections_max_per_ip':
            await sleep(200);
            expect(strangers.filter(({ isClosed }) => !isClosed).length).toBeLessThanOrEqual(Number(wanted));
            break;
          case 'rate_limited':
            expect(lines.some((line) => (line.error?.[1] ?? '').startsWith('Too many'))).toBe(wanted);
            break;
          default:
            throw new Error(`nobody checks ${key}`);
        }
      }
      // The oracle of every case: a bystander mines on, and nothing was poisoned.
      const bystander = new Driver(pool);
      bystander.strangers = [new Stranger(pool.listener.port, '127.0.0.2')];
      await bystander.play({ op: 'subscribe' });
      await bystander.play({ op: 'authorize', user: 'BTC:{{ADDR}}.bystander' });
      await bystander.play({ op: 'submit' });
      expect(bystander.strangers[0]?.lines.at(-1)).toEqual({ id: 4, result: true, error: null });
      expect(Object.keys(Object.prototype)).toEqual([]);
      for (const { socket } of [...driver.strangers, ...bystander.strangers]) socket.destroy();
      await until(() => pool.listener.connections() === 0 && pool.extranonces.taken === 0);
    });
  }
});
