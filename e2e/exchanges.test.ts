import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HashingMiner } from '../testing/hashing-miner.ts';
import { PoolProcess } from '../testing/pool-process.ts';
import { runOpenlode } from '../testing/run-openlode.ts';
import type { SandboxControl } from '../testing/sandbox-control.ts';
import { StratumClient } from '../testing/stratum-client.ts';

const address = 'rNxp4h8apvRis6mJf9Sh8C6iRxfrDWN7AV';
const memo = '123456';
const refusalText = 'This XRP address belongs to an exchange and needs a memo: XRP:ADDRESS:MEMO.WORKER';

interface Payment {
  readonly status: string;
  readonly exchange: string | null;
  readonly network: string;
  readonly amount: string;
  readonly tx: string | null;
  readonly timestamp: number;
}

describe('the file of exchange addresses', { timeout: 240_000 }, () => {
  let pool: PoolProcess;
  let control: SandboxControl;
  let folder: string;
  let path: string;
  const write = (list: unknown): void => writeFileSync(path, JSON.stringify(list));
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'openlode-exchanges-'));
    path = join(folder, 'exchanges.json');
    write([{ coin: 'XRP', address, exchange: 'Example Exchange' }]);
    pool = await PoolProcess.start({ env: { OPENLODE_EXCHANGES_FILE: path } });
    control = await pool.connectControl();
  });
  afterAll(async () => {
    await control.close();
    await pool.close();
    rmSync(folder, { recursive: true });
  });

  async function login(user: string): Promise<unknown> {
    const client = await StratumClient.connect({ port: pool.stratumPort('sha256') });
    await client.subscribe('suite');
    const reply = await client.authorize(user, 'x');
    await client.close();
    return reply.kind === 'refused' ? reply.refusal.text : reply.kind;
  }

  async function data<Data>(call: string): Promise<Data> {
    return ((await (await fetch(`${pool.url}/api${call}`)).json()) as { data: Data }).data;
  }

  /** Lets the sandbox's time pass until something is so. */
  async function until(isSo: () => Promise<boolean>, stepMs = 11_000): Promise<void> {
    for (const deadline = Date.now() + 120_000; !(await isSo()); ) {
      if (Date.now() > deadline) throw new Error('it never came');
      await control.advance(stepMs);
      await sleep(100);
    }
  }

  it('has a miner without memo refused at its login, with the reason, and the calls say it too [rule-04]', async () => {
    expect(await login(`XRP:${address}.rig1`)).toBe(refusalText);
    expect(await data(`/v5/address/${address}?coin=XRP`)).toMatchObject({
      fresh: true,
      err_flags: { missing_memo: true },
    });
    await until(async () => {
      const { list } = await data<{ list: { reason: string }[] }>(`/v5/address/${address}/refusals?coin=XRP`);
      return list.some(({ reason }) => reason === 'memo-missing');
    });
    expect(await login(`XRP:${address}:${memo}.rig1`)).toBe('result');
    // One's own wallet needs no memo.
    expect(await login('XRP:rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh.rig1')).toBe('result');
    const listed = await runOpenlode(['exchanges', 'list', '--json'], { OPENLODE_DATA: pool.dataDirectory });
    expect(JSON.parse(listed.out)).toMatchObject([
      { coin: 'XRP', address, exchange: 'Example Exchange', origin: 'settings' },
    ]);
  });

  it('names the exchange on payments, with status, amount, network, transaction and time [pay-01]', async () => {
    const at = `${address}:${memo}`;
    const miner = await HashingMiner.start({ port: pool.stratumPort('sha256'), user: `XRP:${at}.rig1` });
    const look = () => data<{ uuid: string; balance: string }>(`/v5/address/${at}?coin=XRP`);
    await miner.whenAcked(2);
    await control.mineBlock('sha256');
    await miner.whenAcked(miner.acked.length + 2);
    await miner.stop();
    await until(async () => Number((await look()).balance) > 2, 30_000);
    // From the place that mined it, once the work is old enough to prove it.
    await control.advance(2 * 3_600_000);
    const { uuid } = await look();
    const asked = await fetch(`${pool.url}/api/v3/address/${uuid}/pay`, { method: 'POST' });
    expect([asked.status, await asked.json()]).toMatchObject([200, { success: true }]);
    const payments = async () => (await data<{ list: Payment[] }>(`/v5/account/${uuid}/payments`)).list;
    expect(await payments()).toMatchObject([
      { status: expect.stringMatching(/pending|processing/) as string },
    ]);
    await until(async () => (await payments())[0]?.status === 'success', 20_000);
    expect(await payments()).toEqual([
      expect.objectContaining({
        status: 'success',
        exchange: 'Example Exchange',
        network: 'XRP',
        amount: expect.stringMatching(/^\d+\.?\d{0,6}$/) as string,
        tx: expect.stringMatching(/^sandbox-/) as string,
        timestamp: expect.any(Number) as number,
      }),
    ]);
    const table = await (await fetch(`${pool.url}/api/v5/account/${uuid}/payments.csv`)).text();
    expect(table).toContain(',Example Exchange,');
  });

  it('is answered, like everything else, with the fields of the specification [api-23]', async () => {
    type Fields = Readonly<Record<string, unknown>>;
    const { uuid } = await data<{ uuid: string }>(`/v5/address/${address}:${memo}?coin=XRP`);
    const whole = async (call: string) => (await (await fetch(`${pool.url}/api${call}`)).json()) as Fields;
    const has = (value: unknown, fields: string): void => {
      for (const field of fields.split(' ')) expect(value, field).toHaveProperty(field);
    };
    const { tiers } = await data<{ tiers: Fields[] }>('/v5/referral/info');
    expect(tiers).toHaveLength(4);
    for (const tier of tiers)
      has(tier, 'code name minimum_active miner_percentage owner_percentage platform_percentage');
    has((await data<Fields[]>(`/v5/accounts/${uuid}/balance`))[0], 'uuid balance last_update');
    has((await data<{ chart: Fields }>(`/v5/account/${uuid}/referral/reports`)).chart, 'data timestamps');
    const notice = await whole('/v4/notice?count=50');
    expect(notice['pinned']).toBeInstanceOf(Array);
    const news = [...(notice['data'] as Fields[]), ...(notice['pinned'] as Fields[])];
    expect(news.length).toBeGreaterThan(0);
    for (const item of news) has(item, 'type title at tweet_url');

    const events = await data<{ list: { event: string; data: Fields }[] }>(`/v5/account/${uuid}/events`);
    has(events, 'list has_next has_prev');
    for (const event of events.list) has(event, 'event timestamp data');
    const dataOf = (kind: string) => events.list.find(({ event }) => event === kind)?.data;
    has(dataOf('reward'), 'version amount amount_extended time_start time_end');
    has(dataOf('worker'), 'version online algorithm name');
    has(dataOf('payout'), 'version amount code');

    const chains = await data<{ chains: Fields[] }>('/v5/coin/USDT');
    for (const chain of chains.chains) has(chain, 'contract explorer_address_link');
    const support = await data<{ categories: { slug: string; articles: { slug: string }[] }[] }>(
      '/v4/support',
    );
    has(support, 'categories article noData');
    const [category] = support.categories;
    has(category, 'slug title count articles show_posted_date');
    const { article } = await data<{ article: Fields }>(
      `/v4/support/article/${category?.articles[0]?.slug ?? ''}`,
    );
    has(article, 'slug title shortText html created_at updated_at categorySlug categoryTitle');
  });

  it('is read again when it changes; one that cannot be used changes nothing [rule-04]', async () => {
    writeFileSync(path, '[{"coin": "XRP"');
    await until(async () => pool.logs.some((line) => line.includes('is not valid JSON')));
    expect(await login(`XRP:${address}.rig1`)).toBe(refusalText);
    write([]);
    await until(async () => (await login(`XRP:${address}.rig1`)) === 'result');
    write([{ coin: 'XRP', address, exchange: 'Example Exchange' }]);
    await until(async () => (await login(`XRP:${address}.rig1`)) === refusalText);
  });

  // The sentences themselves are those of `exchange-file.test.ts`.
  it.runIf(process.env['TEST_LONG'] === '1')(
    'ends a start with a sentence for every wrong entry [rule-04]',
    async () => {
      write([{ coin: 'DOGE', address: 'DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU', exchange: 'An exchange' }]);
      await expect(pool.restart()).rejects.toThrow(
        /exchanges\.json: entry 1 names a network that takes no memo \(DOGE\), so none can be asked for/,
      );
    },
  );
});
