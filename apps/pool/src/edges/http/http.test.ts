import { miningAccount } from '@openlode/ledger/accounts';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { algorithms } from '@openlode/catalogue/algorithms';
import { coins } from '@openlode/catalogue/coins';
import { Failure } from '@openlode/contracts/envelope';
import { AccountEventsResponse } from '@openlode/contracts/http/account-events';
import { AccountRejectsResponse } from '@openlode/contracts/http/account-rejects';
import { AccountStatsResponse } from '@openlode/contracts/http/account-stats';
import { AccountSummaryResponse } from '@openlode/contracts/http/account-summary';
import { AccountWorkersResponse } from '@openlode/contracts/http/account-workers';
import { AccountsBalanceResponse } from '@openlode/contracts/http/accounts-balance';
import { AddressRefusalsResponse } from '@openlode/contracts/http/address-refusals';
import { AddressResponse } from '@openlode/contracts/http/address';
import { AlgorithmListResponse } from '@openlode/contracts/http/algorithms';
import { CoinGroupsResponse, CoinListResponse, CoinResponse } from '@openlode/contracts/http/coins';
import { PoolResponse } from '@openlode/contracts/http/pool';
import { ReferralCodeResponse } from '@openlode/contracts/http/referral-code';
import { ReferralInfoResponse } from '@openlode/contracts/http/referral-info';
import { BlocksResponse } from '@openlode/contracts/http/blocks';
import { CalculateRewardResponse } from '@openlode/contracts/http/calculate-reward';
import { NoticeResponse } from '@openlode/contracts/http/notice';
import { SiteVersionResponse } from '@openlode/contracts/http/site-version';
import { parseAmount } from '@openlode/money/amount';
import { sampleAddresses } from '@openlode/catalogue/testing/sample-addresses';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Deployment } from '../present/deployment.ts';
import { presentAlgorithms } from '../present/present-algorithm.ts';
import { presentTls } from '../present/present-tls.ts';
import { presentRegions } from '../present/present-regions.ts';
import { bookEntry } from '../../domain/ledger/book-entry.ts';
import { recordCandidate } from '../../domain/rounds/record-candidate.ts';
import { advanceRound } from '../../domain/rounds/advance-round.ts';
import type { Chain } from '../../domain/kernel/chain.ts';
import { buildBatch, buildLine, dogeMiner } from '../../domain/testing/build-work.ts';
import { createTestContext, type TestContext, testStart } from '../../domain/testing/create-test-context.ts';
import { recordRefusedLogin } from '../../domain/miners/refused-logins.ts';
import { recordWork } from '../../domain/shares/record-work.ts';
import { readBuiltSite } from './plugins/site.ts';
import { buildTestHttp, testDeployment } from '../../testing/build-test-http.ts';
import { simulatedKind } from '../../domain/kernel/pool-kind.ts';

/** A fake chain that accepts everything at once. */
const agreeable: Chain = {
  name: 'fake',
  algorithm: 'sha256',
  kind: simulatedKind,
  template: () => {
    throw new Error('this chain gives no work');
  },
  onTemplate: () => () => undefined,
  submitBlock: async () => ({ kind: 'accepted', rewards: [{ asset: 'BTC', amount: 10n ** 14n }] }),
  stateOf: async () => 'mature',
};

describe('the calls', () => {
  let ctx: TestContext;
  let app: FastifyInstance;
  let uuid: string;
  beforeAll(async () => {
    ctx = await createTestContext('pglite');
    app = await buildTestHttp(ctx);
    await recordWork(
      ctx,
      buildBatch(
        '11111111-1111-4111-8111-111111111111',
        buildLine({ work: 6000n, referralCode: 'abcd-1234' }),
      ),
    );
    ctx.advance(60_000);
    const round = await recordCandidate(ctx, {
      algorithm: 'sha256',
      chain: 'fake',
      height: 7,
      hash: 'ab'.repeat(32),
      submission: new Uint8Array(1),
      networkWork: 6000n,
      miner: dogeMiner,
      worker: 'rig1',
      foundAt: testStart + 60_000,
    });
    await advanceRound({ ...ctx, chains: [agreeable] }, round);
    const found = await get(`/api/v5/address/${dogeMiner.address}?coin=DOGE`, AddressResponse);
    uuid = (found as { data: { uuid: string } }).data.uuid;
  });
  afterAll(async () => {
    await app.close();
    await ctx.close();
  });

  /** Calls, and holds the answer against its contract. */
  async function get(url: string, contract: TSchema, status = 200): Promise<unknown> {
    const answer = await app.inject({ url });
    expect([url, answer.statusCode]).toEqual([url, status]);
    const body: unknown = answer.json();
    expect([...Value.Errors(contract, body)].slice(0, 3)).toEqual([]);
    return body;
  }

  it('tell the blocks that were found, and of a finder the coin only', async () => {
    const { data } = (await get('/api/v5/blocks', BlocksResponse)) as BlocksResponse;
    expect(data.list).toEqual([
      {
        chain: 'fake',
        algorithm: 'sha256',
        height: 7,
        hash: 'ab'.repeat(32),
        timestamp: testStart + 60_000,
        state: 'matured',
        returned: false,
        rewards: [{ coin: 'BTC', amount: '0.0001' }],
        effort: null,
        confirmations: null,
        finder_coin: 'DOGE',
      },
    ]);
    expect(data).toMatchObject({ luck: [], has_next: false, has_prev: false, last_page: 1 });
    expect(await get('/api/v5/blocks?page=2', BlocksResponse)).toMatchObject({
      data: { list: [], has_next: false, has_prev: true },
    });
    await get('/api/v5/blocks?page=101', Failure, 400);
  });

  it('list coins, in groups, and one by one, whatever the case [coin-03]', async () => {
    const list = (await get('/api/v5/coin', CoinListResponse)) as {
      data: { symbol: string; top: number; tags: string }[];
    };
    expect(list.data).toHaveLength(coins.length);
    const top = list.data.filter((coin) => coin.top === 1);
    expect(top.map(({ symbol }) => symbol).toSorted()).toEqual(
      'ALPH BELLS IRON JUP KLS NEXA PENGU SUI TIA TRUMP WIF XEL'.split(' '),
    );
    expect(list.data.filter(({ tags }) => tags.split(',').includes('New'))).toEqual(top);
    const groups = (await get('/api/v5/coin?categories=1', CoinGroupsResponse)) as {
      data: { list: unknown[] }[];
    };
    expect(groups.data.flatMap((group) => group.list)).toHaveLength(coins.length);
    expect(await get('/api/v5/coin/doge', CoinResponse)).toMatchObject({
      data: {
        symbol: 'DOGE',
        network: 'DOGE',
        payment_threshold: '5',
        chains: [{ network: 'DOGE' }, { network: 'BSC' }],
      },
    });
    expect(await get('/api/v5/coin/NOPE', Failure, 404)).toEqual({
      success: false,
      msg: 'There is no coin NOPE',
      message: 'There is no coin NOPE',
    });
  });

  it('answer algorithms with the servers of this deployment', async () => {
    const { data } = (await get('/api/v5/algorithm', AlgorithmListResponse)) as {
      data: { code: string; work: string; globalServer: unknown }[];
    };
    expect(data).toHaveLength(algorithms.length);
    expect(data.find(({ code }) => code === 'sha256')).toMatchObject({
      work: 'verified',
      globalServer: { url: 'pool.example', defaultPort: 3433, sslPorts: [] },
    });
    const others = data.filter(({ work }) => work === 'none');
    expect(others).toHaveLength(algorithms.length - 1);
    // No number is shown on which nothing listens.
    for (const { globalServer } of others)
      expect(globalServer).toMatchObject({
        defaultPort: null,
        sslPorts: [],
        highDiffPorts: [],
        extraPorts: [],
      });
  });

  it('hand out the certificate of the TLS ports as a file, and no key', async () => {
    const answer = await app.inject({ url: '/api/v5/certificate' });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('application/x-pem-file');
    expect(answer.headers['content-disposition']).toBe('attachment; filename="openlode.pem"');
    expect(answer.body).toBe(testDeployment.certificate().cert);
  });

  it('say who is connected to an address before a first share', async () => {
    const asked: unknown[] = [];
    const connectedWorkers = {
      of: (miner: { coin: string; address: string; memo: string | null }) => {
        asked.push([miner.coin, miner.address, miner.memo]);
        return [{ worker: 'rig1', algorithm: 'sha256', since: 1000 }];
      },
    };
    const own = await buildTestHttp(ctx, { connectedWorkers });
    const address = 'rwTz3rfE4obxbRHYJ5QyjmVKEnRCTgsFai';
    const answer = await own.inject({ url: `/api/v5/address/${address}:12345/connections?coin=XRP` });
    expect(answer.json()).toEqual({
      success: true,
      msg: 'Ok',
      message: 'Ok',
      data: { list: [{ worker: 'rig1', algorithm: 'sha256', since: 1000 }] },
    });
    expect(asked).toEqual([['XRP', address, '12345']]);
    const wrong = await own.inject({ url: '/api/v5/address/nothing/connections?coin=XRP' });
    expect(wrong.statusCode).toBe(404);
    await own.close();
  });

  it('answer the tiers of custom codes [api-04]', async () => {
    const { data } = (await get('/api/v5/referral/info', ReferralInfoResponse)) as {
      data: { tiers: unknown[] };
    };
    expect(data.tiers).toHaveLength(4);
    expect(data.tiers[0]).toEqual({
      code: 0,
      name: 'Base',
      minimum_active: 0,
      miner_percentage: '0.15',
      owner_percentage: '0.35',
      platform_percentage: '0.5',
    });
  });

  it('calculate a reward without an envelope, from JSON or a form [api-08, calc-04]', async () => {
    ctx.prices.set('RVN', '0.02');
    const ask = (payload: unknown, headers: Record<string, string> = {}) =>
      app.inject({ method: 'POST', url: '/api/v3/calculate/reward', headers, payload: payload as object });
    const answer = await ask({ algo: 'kawpow', coin: 'rvn', mh: 46 });
    expect([...Value.Errors(CalculateRewardResponse, answer.json())]).toEqual([]);
    // 46 MH/s of the sample network’s 4.6 TH/s, 2,500 RVN a minute, less one percent.
    expect(answer.json()).toEqual({
      algo: 'kawpow',
      coin: 'RVN',
      per_day: '35.64',
      per_month: '1069.2',
      assumptions: {
        fee: '1',
        price_usd: '0.02',
        rates_source: expect.any(String) as string,
        rates_age_s: 0,
        networks: [{ coin: 'RVN', rate: '4600000000000' }],
        fiat_per_usd: { USD: '1' },
      },
    });
    const form = await ask('algo=kawpow&coin=RVN&mh=46', {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(form.json()).toEqual(answer.json());
    const tiny = await ask({ algo: 'sha256', coin: 'BTC', mh: '0.000000000000000001' });
    expect(tiny.json()).toMatchObject({ per_day: expect.stringMatching(/^0\.0+[1-9]\d*$/) as string });
    const least = await ask({ algo: 'sha256', coin: 'BTC', mh: 1e-36 });
    expect(least.json()).toMatchObject({ per_day: expect.stringMatching(/^0\.0+[1-9]\d*$/) as string });
    expect([...Value.Errors(CalculateRewardResponse, least.json())]).toEqual([]);
    for (const mh of [9e-37, 1e-100, 5e-324]) {
      const refusal = await ask({ algo: 'kawpow', coin: 'RVN', mh });
      expect([refusal.statusCode, refusal.json().msg]).toEqual([
        400,
        'A hashrate above 0 must be at least 1e-36',
      ]);
    }
    for (const [body, status] of [
      [{ algo: 'kawpow', coin: 'RVN', mh: -1 }, 400],
      [{ algo: 'kawpow', coin: 'RVN', mh: '1e5x' }, 400],
      [{ algo: 'kawpow', coin: 'RVN', mh: '1e30' }, 400],
      [{ algo: 'kawpow', coin: 'RVN', mh: '1e400' }, 400],
      [{ algo: 'kawpow', coin: 'RVN', mh: ' 1e30' }, 400],
      [{ algo: 'kawpow', coin: 'RVN', mh: true }, 400],
      ['{"algo":"kawpow","coin":"RVN","mh":1e400}', 400],
      ['{"algo":"kawpow","coin":"RVN","mh":"-0"}', 400],
      ['{"algo":"kawpow","coin":"RVN","mh":1e30}', 200],
      [{ algo: 'kawpow', coin: 'RVN' }, 400],
      [{ algo: 'nope', coin: 'RVN', mh: 1 }, 404],
      [{ algo: 'kawpow', coin: 'NOPE', mh: 1 }, 404],
      [{ algo: 'randomx', coin: 'BTC', mh: 1 }, 503],
    ] as const) {
      const refusal = await ask(body, { 'content-type': 'application/json' });
      expect([body, refusal.statusCode]).toEqual([body, status]);
      expect([...Value.Errors(status === 200 ? CalculateRewardResponse : Failure, refusal.json())]).toEqual(
        [],
      );
    }
  });

  it('answer a ping with as little as there is, to every site', async () => {
    const answer = await app.inject({ url: '/ping', headers: { origin: 'https://elsewhere.example' } });
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect(answer.headers).toMatchObject({ 'access-control-allow-origin': '*', 'cache-control': 'no-store' });
  });

  it('say which version of the site they serve [api-09]', async () => {
    expect(await get('/api/v3/site/version', SiteVersionResponse)).toMatchObject({ data: '9.9.9' });
  });

  it('answer news: pinned apart, pages, and what is about a coin [api-10, news-01]', async () => {
    const item = (slug: string, overrides: object = {}) => ({
      type: 'pool',
      html: `<b>${slug}</b>`,
      at: 1000,
      coin: null,
      post: null,
      pinned: false,
      ...overrides,
    });
    const news = {
      items: () => [item('p', { pinned: true }), item('a'), item('b', { coin: 'DOGE' }), item('c')],
    };
    const own = await buildTestHttp(ctx, { news });
    const titles = async (query: string) => {
      const body = (await own.inject({ url: `/api/v4/notice${query}` })).json() as {
        data: { title: string }[];
        pinned: { title: string }[];
      };
      expect([...Value.Errors(NoticeResponse, body)]).toEqual([]);
      return [body.pinned, body.data].map((list) => list.map(({ title }) => title).join());
    };
    expect(await titles('')).toEqual(['<b>p</b>', '<b>a</b>,<b>b</b>,<b>c</b>']);
    expect(await titles('?count=1&skip=1')).toEqual(['<b>p</b>', '<b>b</b>']);
    expect(await titles('?skip=9')).toEqual(['<b>p</b>', '']);
    expect(await titles('?coin=doge')).toEqual(['<b>p</b>', '<b>a</b>,<b>b</b>,<b>c</b>']);
    expect(await titles('?coin=BTC')).toEqual(['<b>p</b>', '<b>a</b>,<b>c</b>']);
    expect((await own.inject({ url: '/api/v4/notice?count=0' })).statusCode).toBe(400);
    await own.close();
  });

  it('say whether a referral code exists, without whose it is', async () => {
    expect(await get('/api/v5/referral/code/nobody-1', ReferralCodeResponse)).toMatchObject({
      data: { exists: false, custom: false, tier: null },
    });
    const { data } = (await get(`/api/v5/address/${dogeMiner.address}?coin=DOGE`, AddressResponse)) as {
      data: { referral_code: string };
    };
    expect(await get(`/api/v5/referral/code/${data.referral_code}`, ReferralCodeResponse)).toMatchObject({
      data: { exists: true, custom: false, tier: null },
    });
  });

  it('look an address up, and say why one is refused [api-11]', async () => {
    const found = await get(`/api/v5/address/${dogeMiner.address}?coin=Doge`, AddressResponse);
    // 0.0001 BTC at 100,000 dollars is 10 dollars: 40 DOGE, less one percent.
    expect(found).toMatchObject({
      data: {
        balance: '39.6',
        balance_payable: '39.6',
        fresh: false,
        mining_fee: '1',
        payment_threshold: '5',
        referral_code: expect.stringMatching(/^[a-z2-9]{4}-[a-z2-9]{4}$/),
        has_custom_referral_code: false,
        custom_referral_code: null,
      },
    });
    const wrong = `${dogeMiner.address.slice(0, -1)}V`;
    expect(await get(`/api/v5/address/${wrong}?coin=DOGE`, Failure, 404)).toMatchObject({
      msg: 'Double check your DOGE address, its checksum is wrong: at least one character is',
    });
    expect(await get(`/api/v5/address/${dogeMiner.address}?coin=XMR`, Failure, 404)).toMatchObject({
      msg: 'Double check your XMR address, it seems to be invalid! It must be an address of Monero',
    });
    await get(`/api/v5/address/${dogeMiner.address}`, Failure, 400);
    await get(`/api/v5/address/${dogeMiner.address}?coin=a&coin=b`, Failure, 400);
    await get(`/api/v5/address/${'x'.repeat(300)}?coin=DOGE`, Failure, 400);
    await get('/api/v5/address/%00%ff?coin=DOGE', Failure, 400);
  });

  it('say what is payable in the decimals of its chain [api-11]', async () => {
    for (const [coin, network, balance, payable, precision] of [
      ['NEO', 'NEO3', '7.999999999', '7', '0'],
      ['XRP', 'XRP', '2.123456789', '2.123456', '6'],
      ['EOS', 'EOS', '2.99999', '2.9999', '4'],
      ['ETH', 'ETH', '1.123456789', '1.12345678', '8'],
    ] as const) {
      const [address = ''] =
        (sampleAddresses as Record<string, Record<string, string[]>>)[coin]?.[network] ?? [];
      const url = `/api/v5/address/${address}?coin=${coin}`;
      const { data: fresh } = (await get(url, AddressResponse)) as { data: { uuid: string } };
      const at = new Date(ctx.clock.now());
      const [row] = await ctx.db.query<{ id: bigint }>(sql`
        INSERT INTO miners (uuid, coin, network, address, created_at, last_work_at)
        VALUES (${fresh.uuid}, ${coin}, ${network}, ${address}, ${at}, ${at}) RETURNING id`);
      const amount = parseAmount(balance);
      await ctx.db.transaction((tx) =>
        bookEntry(tx, {
          key: `given:${coin}`,
          kind: 'given',
          at: ctx.clock.now(),
          postings: [
            { account: 'ext:suite', asset: coin, amount: -amount },
            { account: miningAccount(row?.id ?? 0n), asset: coin, amount },
          ],
        }),
      );
      expect(await get(url, AddressResponse)).toMatchObject({
        data: { balance, balance_payable: payable, precision },
      });
    }
  });

  it('look up an address of every coin on every network [api-11]', async () => {
    let asked = 0;
    for (const [coin, networks] of Object.entries(sampleAddresses)) {
      for (const [network, [address = '']] of Object.entries(networks)) {
        const url = `/api/v5/address/${encodeURIComponent(address)}?coin=${coin}`;
        const { data } = (await get(url, AddressResponse)) as {
          data: { coin: string; chains: { network: string; compatible: boolean }[] };
        };
        expect([coin, data.coin]).toEqual([coin, coin]);
        expect(data.chains).toContainEqual(expect.objectContaining({ network, compatible: true }));
        asked += 1;
      }
    }
    expect(asked).toBe(coins.flatMap(({ chains }) => chains).length);
  });

  it('answer what belongs to a miner [api-12, api-13, api-16, api-17]', async () => {
    expect(await get(`/api/v5/account/${uuid}/summary`, AccountSummaryResponse)).toMatchObject({
      data: { timestamp: testStart, raw: { worker_count: 1, algorithm_count: 1, hr: { sha256: '100' } } },
    });
    expect(await get(`/api/v5/account/${uuid.toUpperCase()}/workers`, AccountWorkersResponse)).toMatchObject({
      data: {
        sha256: {
          workers: [{ name: 'rig1', online: true, last: testStart, rhr: 0, chr: 100, referral: 'abcd-1234' }],
          chart: { calculated: { data: ['100'], timestamps: [testStart + 60_000] } },
        },
        kawpow: { workers: [] },
      },
    });
    expect(await get(`/api/v5/account/${uuid}/stats`, AccountStatsResponse)).toMatchObject({
      data: { balance: '39.6', balance_mining: '39.6', balance_referral: '0', coin: 'DOGE' },
    });
    const events = await get(`/api/v5/account/${uuid}/events`, AccountEventsResponse);
    expect(events).toMatchObject({
      data: {
        list: [
          {
            event: 'reward',
            seq: 2,
            data: {
              amount: '39.6',
              amount_extended: '39.6',
              receipt: {
                lines: [
                  {
                    own_work: '6000',
                    round_work: '6000',
                    reward: { coin: 'BTC', amount: '0.0001' },
                    block: { hash: 'ab'.repeat(32), height: 7 },
                    rate: '400000',
                    rate_source: 'one + two',
                    usd: '10',
                    gross: '40',
                    fee: '0.4',
                    fee_percent: '1',
                    credited: '39.6',
                  },
                ],
              },
            },
          },
          { event: 'worker', seq: 1, data: { name: 'rig1', online: true, algorithm: 'sha256' } },
        ],
        has_next: false,
        has_prev: false,
      },
    });
  });

  it('count refused shares by worker, and none of an unknown miner', async () => {
    const none = { stale: 0, duplicate: 0, low_difficulty: 0, malformed: 0 };
    const lines = { accepted: 1, rejected: none };
    expect(await get(`/api/v5/account/${uuid}/rejects`, AccountRejectsResponse)).toMatchObject({
      data: { list: [{ algorithm: 'sha256', name: 'rig1', hour: lines, day: lines }] },
    });
    const unknown = '00000000-0000-4000-8000-000000000000';
    expect(await get(`/api/v5/account/${unknown}/rejects`, AccountRejectsResponse)).toMatchObject({
      data: { list: [] },
    });
    await get('/api/v5/account/nobody/rejects', Failure, 400);
  });

  it('say why a login was refused, only to who knows the address, and nothing of who tried', async () => {
    const text = 'XRP:rNxp4h8apvRis6mJf9Sh8C6iRxfrDWN7AV.secret-rig';
    await recordRefusedLogin(ctx, { text, reason: 'memo-missing', times: 2 });
    await recordRefusedLogin(ctx, { text, reason: 'of-a-newer-pool', times: 1 });
    const at = ctx.clock.now();
    const url = '/api/v5/address/rNxp4h8apvRis6mJf9Sh8C6iRxfrDWN7AV/refusals';
    expect(await get(`${url}?coin=xrp`, AddressRefusalsResponse)).toMatchObject({
      data: { list: [{ reason: 'memo-missing', times: 2, first: at, last: at }] },
    });
    expect(await get(`${url}?coin=BTC`, AddressRefusalsResponse)).toMatchObject({ data: { list: [] } });
    await get(url, Failure, 400);
  });

  it('draw the chart of a day when asked for', async () => {
    for (const period of ['24h', '1h']) {
      const answer = await get(`/api/v5/account/${uuid}/workers?period=${period}`, AccountWorkersResponse);
      // The day has no whole ten minutes yet.
      const points = period === '24h' ? [] : [testStart + 60_000];
      expect(answer).toMatchObject({ data: { sha256: { chart: { calculated: { timestamps: points } } } } });
    }
    await get(`/api/v5/account/${uuid}/workers?period=7d`, Failure, 400);
  });

  it('answer balances of several accounts, without the unknown ones; 404 where all are unknown [api-05]', async () => {
    const unknown = '00000000-0000-4000-8000-000000000000';
    const known = { uuid, balance: '39.6', precision: '6', last_update: testStart + 60_000 };
    for (const uuids of [uuid, `${unknown},${uuid.toUpperCase()},${uuid}`]) {
      const { data } = (await get(`/api/v5/accounts/${uuids}/balance`, AccountsBalanceResponse)) as {
        data: unknown;
      };
      expect(data).toEqual([known]);
    }
    await get(`/api/v5/accounts/${Array(50).fill(uuid).join(',')}/balance`, AccountsBalanceResponse);
    await get(`/api/v5/accounts/${Array(51).fill(uuid).join(',')}/balance`, Failure, 400);
    await get(`/api/v5/accounts/${uuid},/balance`, Failure, 400);
    expect(await get(`/api/v5/accounts/${unknown},${unknown}/balance`, Failure, 404)).toMatchObject({
      msg: 'None of these accounts exists',
    });
  });

  it('answer the totals of the pool from bytes made ready, with a tag that saves sending them again [api-06]', async () => {
    const pool = (await get('/api/v5/pool', PoolResponse)) as { data: { pools: Record<string, unknown> } };
    expect(pool.data).toMatchObject({
      summary: { total_paid_btc: '0', past_24hr_miners: '1', past_24hr_workers: '1' },
      pools: {
        sha256: {
          last_reward: (testStart + 60_000) / 1000,
          avg_reward_time: 1440,
          hashrate: '100',
          miners: '1',
        },
        kawpow: { last_reward: null, avg_reward_time: null, hashrate: '0', miners: '0' },
      },
    });
    expect(Object.keys(pool.data.pools)).toHaveLength(algorithms.length);
    const { headers } = await app.inject({ url: '/api/v5/pool' });
    expect([headers['cache-control'], headers['content-type']]).toEqual([
      'public, max-age=1',
      'application/json; charset=utf-8',
    ]);
    const again = await app.inject({
      url: '/api/v5/pool',
      headers: { 'if-none-match': String(headers.etag) },
    });
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', headers.etag]);
  });

  it('filter and page events, and catch up after a number [api-13]', async () => {
    const list = async (query: string) =>
      (
        (await get(`/api/v5/account/${uuid}/events?${query}`, AccountEventsResponse)) as {
          data: { list: { seq: number }[] };
        }
      ).data.list.map(({ seq }) => seq);
    expect(await list('type=worker')).toEqual([1]);
    expect(await list('type=worker,reward')).toEqual([2, 1]);
    expect(await list('page=2')).toEqual([]);
    expect(await list('after=0')).toEqual([1, 2]);
    expect(await list('after=1')).toEqual([2]);
    for (const bad of ['page=0', 'page=x', 'type=shares', 'after=-1', 'page=1&page=2']) {
      await get(`/api/v5/account/${uuid}/events?${bad}`, Failure, 400);
    }
  });

  it('answer empty data for a well-formed id that is unknown, and refuse any other', async () => {
    const unknown = '00000000-0000-4000-8000-000000000000';
    for (const [call, contract] of [
      ['summary', AccountSummaryResponse],
      ['workers', AccountWorkersResponse],
      ['stats', AccountStatsResponse],
      ['events', AccountEventsResponse],
    ] as const) {
      await get(`/api/v5/account/${unknown}/${call}`, contract);
      await get(`/api/v5/account/not-an-id/${call}`, Failure, 400);
    }
  });

  it('answer JSON with one shape for everything that fails, and never a stack trace [api-22]', async () => {
    const broken = await buildTestHttp({
      ...ctx,
      db: { ...ctx.db, query: () => Promise.reject(new Error('secret of the database')) },
    });
    const answer = await broken.inject({ url: `/api/v5/account/${uuid}/summary` });
    expect(answer.statusCode).toBe(500);
    const id = answer.headers['x-request-id'];
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}$/);
    const text = `An error occurred (request ${String(id)})`;
    expect(answer.json()).toEqual({ success: false, msg: text, message: text });
    await broken.close();
  });

  it('say of a path that is too long that it is, and do not repeat it [api-22]', async () => {
    const answer = await app.inject({ url: `/api/v5/accounts/${`${uuid},`.repeat(100)}/balance` });
    expect(answer.statusCode).toBe(414);
    const text = 'The path is too long';
    expect(answer.json()).toEqual({ success: false, msg: text, message: text });
  });

  it('announce themselves as OpenAPI 3.1, only what exists', async () => {
    const document = (await app.inject({ url: '/api/docs/json' })).json() as {
      openapi: string;
      paths: Record<string, unknown>;
    };
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.paths)).toEqual([
      '/api/v5/coin',
      '/api/v5/coin/{symbol}',
      '/api/v5/algorithm',
      '/api/v5/certificate',
      '/api/v5/referral/info',
      '/api/v5/referral/code/{code}',
      '/api/v3/calculate/reward',
      '/api/v3/site/version',
      '/api/v4/notice',
      '/api/v4/support',
      '/api/v4/support/{type}/{slug}',
      '/api/v4/releases',
      '/api/v5/address/{address}',
      '/api/v5/address/{address}/code',
      '/api/v5/address/{address}/refusals',
      '/api/v5/address/{address}/connections',
      '/api/v5/account/{uuid}/summary',
      '/api/v5/account/{uuid}/workers',
      '/api/v5/account/{uuid}/rejects',
      '/api/v5/account/{uuid}/stats',
      '/api/v5/account/{uuid}/events',
      '/api/v5/account/{uuid}/referrals',
      '/api/v5/account/{uuid}/referral/reports',
      '/api/v5/account/{uuid}/receipts/{seq}',
      '/api/v5/account/{uuid}/expected',
      '/api/v5/account/{uuid}/rewards.csv',
      '/api/v5/account/{uuid}/payments.csv',
      '/api/v5/account/{uuid}/payments',
      '/api/v5/accounts/{uuids}/balance',
      '/api/v5/pool',
      '/api/v5/blocks',
    ]);
  });

  it('are shown to people on a page that needs no exception from the policy of the site', async () => {
    const page = await app.inject({ url: '/api/docs' });
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.body).toContain('<b>GET</b> <code>/api/v5/coin/{symbol}</code>');
    expect(page.body).not.toMatch(/<script|<style|style=|src=/);
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toBe((await app.inject({ url: '/ping' })).headers['content-security-policy']);
    expect(policy).not.toMatch(/unsafe|https:|upgrade-insecure-requests/);
    const style = await app.inject({ url: '/api/docs/style.css' });
    expect(style.headers['content-type']).toBe('text/css; charset=utf-8');
  });

  it('ask for nothing of the browser but the camera, and stand in no frame', async () => {
    const { headers } = await app.inject({ url: '/ping' });
    expect(headers['permissions-policy']).toMatch(/^camera=\(self\), accelerometer=\(\), /);
    expect(headers['permissions-policy']).toContain('microphone=()');
    expect(headers['x-frame-options']).toBe('DENY');
  });

  it('keep a browser that came by HTTPS from going back to HTTP for a year, on this host alone', async () => {
    for (const url of ['/ping', '/api/v5/pool', '/api/v5/coin/NOPE']) {
      const { headers } = await app.inject({ url });
      expect([url, headers['strict-transport-security']]).toEqual([url, 'max-age=31536000']);
    }
  });

  it('limit a stranger to 500 calls a minute, and say when to come back', async () => {
    const limited = await buildTestHttp(ctx, { limitExempt: [] });
    let answer = await limited.inject({ url: '/api/v5/coin/DOGE' });
    for (let call = 1; call < 500; call += 1) answer = await limited.inject({ url: '/api/v5/coin/DOGE' });
    expect(answer.statusCode).toBe(200);
    const refused = await limited.inject({ url: '/api/v5/coin/DOGE' });
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.json()).toMatchObject({ success: false, msg: 'Too many requests, please slow down' });
    await limited.close();
  });

  it('let other sites read, and let no cache store what belongs to a miner', async () => {
    const answer = await app.inject({
      url: `/api/v5/account/${uuid}/stats`,
      headers: { origin: 'https://elsewhere.example' },
    });
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect(answer.headers['cache-control']).toBe('no-store');
    const preflight = (method: string) =>
      app.inject({
        method: 'OPTIONS',
        url: `/api/v5/account/${uuid}/auto_pay`,
        headers: { origin: 'https://elsewhere.example', 'access-control-request-method': method },
      });
    expect((await preflight('GET')).headers['access-control-allow-origin']).toBe('*');
    for (const method of ['PUT', 'POST', 'DELETE'])
      expect((await preflight(method)).headers).not.toHaveProperty('access-control-allow-origin');
  });
});

describe('the regions of a deployment', () => {
  const deployment: Deployment = {
    ...testDeployment,
    regions: [
      { region: 'eu', host: 'eu.pool.example', web: 'eu.pool.example:8443' },
      { region: 'ca', host: 'ca.pool.example', web: 'ca.pool.example' },
    ],
  };

  it('are shown where the catalogue offers the algorithm, with the same ports', () => {
    const servers = presentAlgorithms(deployment).find(({ code }) => code === 'sha256')?.alternativeServers;
    expect(servers).toMatchObject([
      { description: 'Europe', country: 'EU', url: 'eu.pool.example', defaultPort: 3433, sslPorts: [] },
    ]);
    const all = presentAlgorithms(deployment).find(({ code }) => code === 'randomx')?.alternativeServers;
    expect(all?.map(({ url }) => url)).toEqual(['eu.pool.example', 'ca.pool.example']);
  });

  it('may be pinged by the page, and nothing else may', async () => {
    const ctx = await createTestContext('pglite');
    const app = await buildTestHttp(ctx, { deployment });
    const { headers } = await app.inject({ url: '/ping' });
    expect(headers['content-security-policy']).toContain(
      "connect-src 'self' eu.pool.example:8443 ca.pool.example;",
    );
    expect(presentRegions(deployment)).toEqual([
      { country: 'EU', ping: '//eu.pool.example:8443/ping' },
      { country: 'CA', ping: '//ca.pool.example/ping' },
    ]);
    await app.close();
    await ctx.close();
  });
});

describe('the site', () => {
  let ctx: TestContext;
  let app: FastifyInstance;
  let directory: string;
  let certificate = testDeployment.certificate();
  beforeAll(async () => {
    ctx = await createTestContext('pglite');
    directory = mkdtempSync(join(tmpdir(), 'openlode-site-'));
    mkdirSync(join(directory, 'assets'));
    writeFileSync(join(directory, 'assets', 'app-1a2b3c4d.js'), 'export {};');
    writeFileSync(join(directory, 'assets', 'app-1a2b3c4d.js.br'), brotliCompressSync('export {};'));
    writeFileSync(
      join(directory, 'index.html'),
      '<html><script>theme()</script><main><!--outline-->old<!--/outline--></main><!--site--></html>',
    );
    const { version, sandbox, testNetwork, host, apiBase } = testDeployment;
    const site = readBuiltSite(
      directory,
      {
        version,
        sandbox,
        testNetwork,
        host,
        coin: 'BTC',
        apiBase,
        operator: { name: '</script><script>alert(1)', contact: null, links: [], app: null },
        algorithms: presentAlgorithms(testDeployment),
        regions: [],
      },
      () => presentTls({ ...testDeployment, certificate: () => certificate }),
    );
    app = await buildTestHttp(ctx, { site });
  });
  afterAll(async () => {
    await app.close();
    await ctx.close();
    rmSync(directory, { recursive: true });
  });

  it.each(['/', '/address/DPpJ.x?coin=DOGE', '/wizard', '/no/such/page'])('is served at %s', async (url) => {
    const answer = await app.inject({ url });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toContain('text/html');
    expect(answer.body).toContain('"host":"pool.example"');
    expect(answer.headers['cache-control']).toBe('no-cache');
  });

  it('says whether the certificate is publicly trusted, and follows its renewal', async () => {
    const before = certificate;
    const page = async () => (await app.inject({ url: '/privacy' })).body;
    expect(await page()).toContain(
      `"tls":{"distrust":"self-signed","fingerprint":"${'ab'.repeat(32)}","certificate":"/api/v5/certificate"}`,
    );
    certificate = { ...before, distrust: null, fingerprint: 'cd'.repeat(32) };
    expect(await page()).toContain(`"tls":{"distrust":null,"fingerprint":"${'cd'.repeat(32)}"`);
    certificate = before;
    expect(await page()).toContain('"distrust":"self-signed"');
  });

  it('names at the first paint what the link asks for, and sends a page that is known only once', async () => {
    const url = '/?coin=doge&algorithm=scrypt';
    const page = await app.inject({ url });
    expect(page.body.replaceAll(/<[^>]*>/g, '')).toContain('Pay me in Dogecoin, mining Scrypt');
    const zipped = await app.inject({ url, headers: { 'accept-encoding': 'gzip, deflate' } });
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(zipped.headers['vary']).toBe('accept-encoding');
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(page.body);
    const again = await app.inject({ url, headers: { 'if-none-match': String(page.headers['etag']) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    const other = await app.inject({ url: '/', headers: { 'if-none-match': String(page.headers['etag']) } });
    expect(other.statusCode).toBe(200);
    expect((await app.inject({ url: '/privacy' })).body).toContain('<h1>Privacy</h1>');
  });

  it('stays itself however many different pages are asked for', async () => {
    for (const { symbol } of coins) await app.inject({ url: `/?coin=${symbol}` });
    const { body } = await app.inject({ url: '/?coin=DOGE' });
    expect(body.replaceAll(/<[^>]*>/g, '')).toContain('Pay me in Dogecoin');
  });

  it('sends a file as the build compressed it to clients that take that', async () => {
    const url = '/assets/app-1a2b3c4d.js';
    const small = await app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
    expect(small.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
    expect(small.headers['content-type']).toContain('javascript');
    expect(small.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(brotliDecompressSync(small.rawPayload).toString()).toBe('export {};');
    const plain = await app.inject({ url });
    expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, 'export {};']);
    expect((await app.inject({ url: `${url}.br` })).statusCode).toBe(404);
  });

  it('embeds the deployment so that nothing in it can become a script', async () => {
    const { body, headers } = await app.inject({ url: '/' });
    expect(body).toContain('\\u003c/script>\\u003cscript>alert(1)');
    const policy = String(headers['content-security-policy']);
    // printf 'theme()' | openssl dgst -sha256 -binary | base64
    expect(policy).toContain("script-src 'self' 'sha256-Rfr3GgHZFiXm+TmNr+li+0sZ4J9FGllo8jsXcJF5XZ8=';");
    expect(policy).not.toContain('unsafe');
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    // The sanitiser's, and the one that only ever names the service worker's file: no other can be made.
    expect(policy).toContain('trusted-types dompurify openlode-offline');
  });

  it('keeps hashed files for ever and answers JSON where there is no file or call', async () => {
    const asset = await app.inject({ url: '/assets/app-1a2b3c4d.js' });
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    for (const url of ['/api/v5/nothing', '/api', '/assets/gone-1a2b3c4d.js', '/favicon.ico']) {
      const answer = await app.inject({ url });
      expect([url, answer.statusCode]).toEqual([url, 404]);
      expect(answer.json()).toMatchObject({ success: false });
    }
    expect((await app.inject({ method: 'POST', url: '/' })).statusCode).toBe(404);
  });

  it('compresses few pages at once, and sends the others as they are', async () => {
    const began = performance.now();
    let compressed = 0;
    const symbols = coins.slice(0, 100).map(({ symbol }) => symbol);
    for (const symbol of symbols) {
      const url = `/?coin=${symbol}&algorithm=scrypt`;
      const { headers, body } = await app.inject({ url, headers: { 'accept-encoding': 'gzip' } });
      if (headers['content-encoding'] === 'gzip') compressed += 1;
      else expect(body).toContain('</html>');
    }
    // 32 at once, and two a second.
    expect(compressed).toBeLessThanOrEqual(33 + (2 * (performance.now() - began)) / 1000);
  });
});
