import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type PageFault,
  type StandInStatements,
  standInStatements,
} from '../adapters/upstreams/statements/testing/stand-in-statements.ts';
import type { UpstreamEntry } from '../settings/upstream-settings.ts';
import { openStatements } from './open-statements.ts';

const upstream = (url: string, kind: 'nodejs-pool' | '2miners'): UpstreamEntry => ({
  name: 'other-pool',
  algorithm: 'randomx',
  coin: 'XMR',
  network: 'XMR',
  addresses: [{ host: 'pool.example', port: 3333, tls: undefined }],
  user: '4A',
  feePpm: 0,
  incomeMax: 1n,
  connectionsMax: 1,
  ended: false,
  statement: { kind, url, account: '4A', decimals: 12, arrivesWithinMs: 1 },
});

describe('the pages of another pool', () => {
  let pool: StandInStatements;
  const closes: (() => Promise<void>)[] = [];
  const open = (kind: 'nodejs-pool' | '2miners') => {
    const [source] = openStatements([upstream(`${pool.url}/api`, kind)], (_part, close) =>
      closes.push(close),
    );
    if (source === undefined) throw new Error('it is not there');
    return source;
  };
  beforeEach(async () => {
    pool = await standInStatements();
    pool.pages.set('/api/miner/4A/stats', { hash: 5, totalHashes: 7, amtPaid: 8, amtDue: 9 });
    pool.pages.set('/api/miner/4A/payments', []);
    pool.pages.set('/api/accounts/4A', { hashrate: 6, payments: [], paymentsTotal: 0, stats: { paid: 1 } });
  });
  afterEach(async () => {
    for (const close of closes.splice(0)) await close();
    await pool.close();
  });

  it('are asked below the address that the settings name', async () => {
    expect(await open('nodejs-pool').ask()).toMatchObject({
      kind: 'statement',
      statement: { paid: 8_000_000n },
    });
    expect(await open('2miners').ask()).toMatchObject({ kind: 'statement', statement: { paid: 1_000_000n } });
    expect(pool.asked).toEqual([
      '/api/miner/4A/stats',
      '/api/miner/4A/payments?limit=100&page=0',
      '/api/accounts/4A',
    ]);
  });

  it('have the newest hundred of a longer list', async () => {
    const payments = Array.from({ length: 101 }, (_, at) => ({
      tx: at.toString(16).padStart(64, '0'),
      amount: 1,
      timestamp: at,
    }));
    pool.pages.set('/api/accounts/4A', { hashrate: 6, payments, paymentsTotal: 101, stats: { paid: 101 } });
    const answer = await open('2miners').ask();
    const said = answer.kind === 'statement' ? answer.statement : undefined;
    expect([said?.payments.length, said?.payments[0]?.at, said?.payments.at(-1)?.at, said?.isWhole]).toEqual([
      100,
      100_000,
      1000,
      false,
    ]);
  });

  it('are none where the settings name none', () => {
    const { statement: _none, ...without } = upstream('', '2miners');
    expect(openStatements([without], () => expect.unreachable())).toEqual([]);
  });

  it.each<[PageFault, string]>([
    ['html', 'the answer is not JSON'],
    ['error-500', 'HTTP 500'],
    ['empty', 'its answer is of another shape: '],
    ['elsewhere', ''],
    ['too-long', 'the answer is longer than 1000000 bytes'],
    ['reset', ''],
  ])('say nothing where they answer wrongly: %s', async (fault, why) => {
    pool.fault = fault;
    const answer = await open('2miners').ask();
    expect(answer).toEqual({ kind: 'unanswered', why: expect.stringContaining(why) as string });
  });

  it('are left alone where they want fewer calls, and the second page is not asked then', async () => {
    pool.fault = 'limited';
    expect(await open('nodejs-pool').ask()).toEqual({ kind: 'limited', restMs: 1_200_000 });
    expect(pool.asked).toEqual(['/api/miner/4A/stats']);
  });
});
