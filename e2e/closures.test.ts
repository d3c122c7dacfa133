import { coins } from '@openlode/catalogue/coins';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PoolProcess } from '../testing/pool-process.ts';
import { runOpenlode } from '../testing/run-openlode.ts';

interface ReportedChain {
  readonly network: string;
  readonly enabled: boolean;
  readonly enabled_auto_only: boolean;
}

interface ReportedCoin {
  readonly symbol: string;
  readonly delisted: 0 | 1;
  readonly payment_enabled: boolean;
  readonly chains: readonly ReportedChain[];
}

const doge = 'DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU';

describe('what an operator closes', { timeout: 240_000 }, () => {
  let pool: PoolProcess;
  beforeAll(async () => {
    pool = await PoolProcess.start();
  });
  afterAll(() => pool.close());

  const decide = async (...args: string[]): Promise<void> => {
    expect(await runOpenlode(args, { OPENLODE_DATA: pool.dataDirectory })).toMatchObject({
      code: 0,
      err: '',
    });
  };

  async function data<Data>(path: string): Promise<Data> {
    const answer = await fetch(`${pool.url}/api${path}`);
    expect([path, answer.status]).toEqual([path, 200]);
    return ((await answer.json()) as { data: Data }).data;
  }

  const supportArticle = async (slug: string): Promise<string> =>
    (await data<{ article: { html: string } }>(`/v4/support/article/${slug}`)).article.html;

  const flagsOf = (chains: readonly ReportedChain[]) =>
    Object.fromEntries(
      chains.map(({ network, enabled, enabled_auto_only: auto }) => [
        network,
        enabled ? 'open' : auto ? 'auto-only' : 'closed',
      ]),
    );

  /** What every place that tells of a coin says of Dogecoin; they must all say the same. */
  async function reported(): Promise<unknown> {
    const list = await data<readonly ReportedCoin[]>('/v5/coin');
    const groups =
      await data<readonly { category: string; list: readonly ReportedCoin[] }[]>('/v5/coin?categories=1');
    const page = await (await fetch(`${pool.url}/?coin=DOGE`)).text();
    const [, embedded = ''] = /<script type="application\/json" id="coin">(.*?)<\/script>/.exec(page) ?? [];
    const coins = [
      list.find(({ symbol }) => symbol === 'DOGE'),
      groups.flatMap((group) => group.list).find(({ symbol }) => symbol === 'DOGE'),
      await data<ReportedCoin>('/v5/coin/DOGE'),
      JSON.parse(embedded) as ReportedCoin,
    ].map((coin) => ({
      delisted: coin?.delisted,
      isPaid: coin?.payment_enabled,
      ...flagsOf(coin?.chains ?? []),
    }));
    expect(coins.map((coin) => JSON.stringify(coin))).toEqual(coins.map(() => JSON.stringify(coins[0])));
    const address = await data<{
      enabled: boolean;
      delisted_chain: boolean;
      chains: readonly ReportedChain[];
    }>(`/v5/address/${doge}?coin=DOGE`);
    expect({
      delisted: address.delisted_chain ? 1 : 0,
      isPaid: address.enabled,
      ...flagsOf(address.chains),
    }).toEqual(coins[0]);
    return coins[0];
  }

  it('is told in the same way by every call and page, at once, and so is what it opens again [api-01, api-02, api-03]', async () => {
    const open = { delisted: 0, isPaid: true, DOGE: 'open', BSC: 'open' };
    expect(await reported()).toEqual(open);

    await decide('suspensions', 'suspend', 'DOGE', '--reason', 'the node is upgraded', '--yes');
    expect(await reported()).toEqual({ ...open, isPaid: false, DOGE: 'closed' });
    await decide('maintenance', 'on', 'BSC', '--auto-only', '--message', 'Only the daily run.', '--yes');
    expect(await reported()).toEqual({ delisted: 0, isPaid: false, DOGE: 'closed', BSC: 'auto-only' });
    // A network is not one coin's alone.
    expect(await data('/v5/coin/BNB')).toMatchObject({
      payment_enabled: false,
      chains: [{ network: 'BSC', enabled: false, enabled_auto_only: true }],
    });
    await decide('suspensions', 'lift', 'DOGE', '--reason', 'upgraded', '--yes');
    await decide('maintenance', 'off', 'BSC', '--reason', 'done');
    expect(await reported()).toEqual(open);

    // Balances of a delisted coin are paid for ninety days more.
    await decide('delist', 'DOGE', '--reason', 'no market', '--yes');
    expect(await reported()).toEqual({ ...open, delisted: 1 });
    const groups =
      await data<readonly { category: string; list: readonly ReportedCoin[] }[]>('/v5/coin?categories=1');
    expect(groups.at(-1)?.list.map(({ symbol }) => symbol)).toContain('DOGE');
    await vi.waitFor(async () => expect(await supportArticle('delisted-coins')).toContain('Dogecoin (DOGE)'));
    await decide('relist', 'DOGE', '--reason', 'back');
    expect(await reported()).toEqual(open);
  });

  it('lists every coin with new ones first, by category, and one by one; an unknown one is a 404 [api-01, api-02, api-03]', async () => {
    const list = await data<readonly (ReportedCoin & { readonly top: 0 | 1 })[]>('/v5/coin');
    expect(list).toHaveLength(coins.length);
    expect(list.map(({ top }) => top)).toEqual(list.map(({ top }) => top).toSorted((a, b) => b - a));
    const groups =
      await data<readonly { category: string; list: readonly ReportedCoin[] }[]>('/v5/coin?categories=1');
    expect(groups.flatMap((group) => group.list.map(({ symbol }) => symbol)).toSorted()).toEqual(
      list.map(({ symbol }) => symbol).toSorted(),
    );
    for (const { symbol } of list) {
      const one = await data<ReportedCoin>(`/v5/coin/${symbol.toLowerCase()}`);
      expect(one).toEqual(list.find((coin) => coin.symbol === symbol));
    }
    const unknown = await fetch(`${pool.url}/api/v5/coin/NOPE`);
    expect([unknown.status, await unknown.json()]).toEqual([
      404,
      { success: false, msg: 'There is no coin NOPE', message: 'There is no coin NOPE' },
    ]);
  });
});
