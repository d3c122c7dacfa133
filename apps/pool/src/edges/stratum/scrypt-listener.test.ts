import { scryptSync } from 'node:crypto';
import { difficultyScale } from '@openlode/stratum/core/difficulty';
import { afterEach, describe, expect, it } from 'vitest';
import { portRules } from './port-rules.ts';
import type { PowVerifier } from '../../runtime/proof-of-work/pow-verifier.ts';
import { createScryptVerifier } from './scrypt-verifier.ts';
import { buildTemplate, startTestPool, startTime, type TestPool, until } from './testing/listener-kit.ts';
import { StratumClient } from './testing/stratum-client.ts';

const scale = difficultyScale(0xffffn << 224n);

/** Answers the way scrypt would, after a while that gets shorter with every header. */
function slowVerifier(asked: Uint8Array[]): PowVerifier<Uint8Array, Uint8Array> {
  return {
    verify: (header) => {
      asked.push(header);
      const hash = scryptSync(header, header, 32, { N: 1024, r: 1, p: 1 });
      return new Promise((resolve) => {
        setTimeout(() => resolve(hash), 20 - asked.length * 3);
      });
    },
    waiting: () => 0,
  };
}

describe('a port whose proof of work is scrypt', () => {
  const pools: TestPool[] = [];
  afterEach(async () => {
    for (const pool of pools.splice(0)) await pool.close();
  });
  async function start(verifier: PowVerifier, work = 2n): Promise<TestPool> {
    const pool = await startTestPool({ verifier, rules: portRules(scale, work) });
    pools.push(pool);
    return pool;
  }
  const submits = (count: number) =>
    Array.from({ length: count }, (_, nonce) =>
      JSON.stringify({
        id: 100 + nonce,
        method: 'mining.submit',
        params: [
          'DOGE:D1.rig1',
          '1',
          '00000000',
          startTime.toString(16),
          nonce.toString(16).padStart(8, '0'),
        ],
      }),
    ).join('\n');

  it('answers every share in its turn, and what comes behind it after it', async () => {
    const asked: Uint8Array[] = [];
    const pool = await start(slowVerifier(asked));
    const client = await StratumClient.open(pool.listener.port);
    await client.login();
    client.socket.write(`${submits(5)}\n{"id":7,"method":"mining.extranonce.subscribe","params":[]}\n`);
    const ids: unknown[] = [];
    for (let count = 0; count < 6; count++) ids.push((await client.next()).id);
    expect(ids).toEqual([100, 101, 102, 103, 104, 7]);
    expect(asked.length).toBe(5);
  });

  it('counts every second hash where a share takes two, and each share once', async () => {
    const pool = await start(createScryptVerifier());
    const client = await StratumClient.open(pool.listener.port);
    await client.login();
    client.socket.write(`${submits(64)}\n${submits(64)}\n`);
    const codes: unknown[] = [];
    for (let count = 0; count < 128; count++) codes.push((await client.next()).error?.[0] ?? 0);
    const accepted = codes.slice(0, 64).filter((code) => code === 0).length;
    expect(accepted).toBeGreaterThan(10);
    expect(codes.slice(64)).toEqual(codes.slice(0, 64).map((code) => (code === 0 ? 22 : 23)));
    await until(() => pool.batches.length > 0);
    await pool.accumulator.flush();
    const work = pool.batches.flatMap((batch) => batch.lines).reduce((sum, line) => sum + line.work, 0n);
    expect(work).toBe(2n * BigInt(accepted));
  });

  it('counts shares that waited while a new block closed their job, and none that came after it', async () => {
    const answers: (() => void)[] = [];
    const verifier: PowVerifier<Uint8Array, Uint8Array> = {
      verify: () =>
        new Promise((resolve) => {
          answers.push(() => resolve(new Uint8Array(32)));
        }),
      waiting: () => 0,
    };
    const pool = await start(verifier);
    const client = await StratumClient.open(pool.listener.port);
    await client.login();
    client.socket.write(`${submits(3)}\n`);
    await until(() => answers.length === 1);
    pool.chain.offer(buildTemplate({ height: 8, previousHash: new Uint8Array(32).fill(8) }));
    const heard: unknown[] = [];
    const next = async (): Promise<void> => {
      const { id, error } = await client.next();
      if (typeof id === 'number') heard.push([id, error?.[0] ?? 0]);
    };
    // The new job.
    await next();
    for (let count = 0; count < 3; count++) {
      await until(() => answers.length === count + 1);
      answers[count]?.();
      await next();
    }
    client.socket.write(`${submits(1)}\n`);
    await next();
    expect(heard).toEqual([
      [100, 0],
      [101, 0],
      [102, 0],
      [100, 21],
    ]);
    expect(pool.blocks).toHaveLength(3);
  });

  it('verifies nothing more of a connection that is gone when the pool closes', async () => {
    const answers: (() => void)[] = [];
    const verifier: PowVerifier<Uint8Array, Uint8Array> = {
      verify: () => new Promise((resolve) => answers.push(() => resolve(new Uint8Array(32)))),
      waiting: () => 0,
    };
    const pool = await start(verifier);
    const client = await StratumClient.open(pool.listener.port);
    await client.login();
    client.socket.write(`${submits(100)}\n`);
    await until(() => answers.length === 1);
    client.socket.destroy();
    await until(() => pool.listener.connections() === 0);
    const closed = pool.listener.close();
    answers[0]?.();
    await closed;
    expect(answers).toHaveLength(1);
  });

  it('answers a share that was being verified when the pool closes', async () => {
    const asked: Uint8Array[] = [];
    const pool = await start(slowVerifier(asked));
    const client = await StratumClient.open(pool.listener.port);
    await client.login();
    client.socket.write(`${submits(1)}\n`);
    const answer = client.next();
    await until(() => asked.length === 1);
    await pool.listener.close();
    expect((await answer).id).toBe(100);
  });

  it('holds it against no miner that there is no word on its shares', async () => {
    const pool = await start({ verify: async () => 'unverifiable', waiting: () => 0 });
    const client = await StratumClient.open(pool.listener.port);
    await client.login();
    client.socket.write(`${submits(200)}\n`);
    for (let count = 0; count < 200; count++)
      expect((await client.next()).error).toEqual([20, 'The pool cannot verify shares right now', null]);
    expect(new Set(pool.results)).toEqual(new Set(['unverifiable']));
    expect(pool.listener.connections()).toBe(1);
  });

  it('costs one connection when verifying fails, and no other', async () => {
    const pool = await start({ verify: () => Promise.reject(new Error('no thread')), waiting: () => 0 });
    const unlucky = await StratumClient.open(pool.listener.port);
    const other = await StratumClient.open(pool.listener.port);
    await unlucky.login();
    unlucky.socket.write(`${submits(1)}\n`);
    await unlucky.closed;
    expect((await other.login())[1]?.result).toBe(true);
  });
});
