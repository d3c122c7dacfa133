import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasPrometheus, PrometheusServer } from '../../../../../testing/prometheus-server.ts';
import { createPoolMetrics, type PoolGauges, type PoolMetrics } from './pool-metrics.ts';

interface Panel {
  readonly title: string;
  readonly type: string;
  readonly targets?: readonly { readonly expr: string }[];
}
const board = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../../deploy/grafana/openlode.json'), 'utf8'),
) as { readonly panels: readonly Panel[] };

/** Of a pool with PostgreSQL, Redis, wallets, open payouts and trades. */
const gauges: PoolGauges = {
  health: async () => [{ name: 'database', ready: true }],
  diskFreeBytes: async () => 5_000_000,
  unrecordedShares: () => [{ algorithm: 'sha256', shares: 17 }],
  sockets: () => 2,
  certificateExpiresAt: () => 1_800_000_000_000,
  ledgerLagMs: () => 1500,
  audit: () => ({ findings: 1, finishedAt: 1_700_000_000_000 }),
  payoutSuspensions: async () => [{ network: 'LTC', reason: 'restored' }],
  clockSkewMs: () => 3,
  openPayouts: async () => new Map([['manual_review', 3]]),
  waitingPayouts: async () => [{ coin: 'LTC', network: 'LTC', since: 1_700_000_000_000, amount: '2.5' }],
  floats: () => [{ coin: 'USDT', network: 'ETH', state: 'short' }],
  places: async () => [{ place: 'LTC to kraken', coin: 'LTC', state: 'in-transit' }],
  exposure: async () => ({
    coins: [],
    allUsd: '0',
    coinLimitUsd: null,
    allLimitUsd: null,
    isAllOver: false,
  }),
  realised: async () => [{ asset: 'KAS', coin: 'LTC', week: 'last', percent: '97.5' }],
  luckAlarms: async () => ({ 'credit-per-hash': 2 }),
  pricedCoins: async () => 42,
  parked: async () => ({ batches: 4 }),
  relay: () => ({ isWhole: true, sent: 5, received: 0, dropped: 0, unreadable: 0, unknown: 0, gaps: 0 }),
  balances: () => [{ coin: 'LTC', owedToMiners: '12.5', wallets: '50', spare: '-0.25' }],
  networkBalances: () => [{ coin: 'USDT', network: 'ETH', amount: '7.5' }],
  workTimes: () => [{ algorithm: 'sha256', jobAt: 90_000, tipAt: 60_000 }],
  readyAnswers: () => ({ whole: 40, known: 2 }),
  counts: async () => ({ openSlices: 2, rounds: new Map([['credited', 7]]) }),
};

/** What such a pool does between two scrapes, so that every rate is one of something. */
function work(metrics: PoolMetrics): void {
  metrics.share('sha256', 'accepted', 1_000_000n);
  metrics.share('sha256', 'stale');
  metrics.answered('sha256', 1.5);
  metrics.called('api', 200, 4);
  metrics.database.answered('statement', 2);
  metrics.payoutFailed();
  metrics.taskEnded('audit', 'failed', Date.now());
  metrics.taskEnded('audit', 'succeeded', Date.now());
  const round = { round: '1', chain: 'bitcoin', miners: 2, rewards: '2' };
  metrics.happened({ event: 'round-credited', ...round }, Date.now());
}

describe.skipIf(!hasPrometheus)('the board, asked of a Prometheus', { timeout: 120_000 }, () => {
  let server: Server;
  let prometheus: PrometheusServer;
  beforeAll(async () => {
    const metrics = createPoolMetrics({ version: '0.1.0', node: 'v20.19.0' });
    metrics.session('sha256', 3333, 1);
    metrics.database.connected(() => ({ busy: 1, idle: 2, waiting: 0 }));
    metrics.observe(gauges);
    server = createServer((_request, response) => {
      work(metrics);
      void metrics.text().then((text) => response.setHeader('content-type', 'text/plain').end(text));
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    prometheus = await PrometheusServer.start((server.address() as AddressInfo).port);
  });
  afterAll(async () => {
    await prometheus.close();
    server.closeAllConnections();
    server.close();
  });

  it('has something to draw in every panel', async () => {
    const drawn = board.panels.filter(({ type }) => type !== 'row');
    expect(drawn.map(({ title, targets = [] }) => [title, targets.length > 0])).toEqual(
      drawn.map(({ title }) => [title, true]),
    );
    const asked = drawn.flatMap(({ title, targets = [] }) =>
      targets.map(({ expr }) => [title, expr] as const),
    );
    // A rate is there from the second scrape on.
    await expect
      .poll(
        async () => {
          const blank: string[] = [];
          for (const [title, expr] of asked) {
            const series = await prometheus.query(expr.replaceAll('$instance', '.*'));
            if (!series.some(({ value: [, figure] }) => Number.isFinite(Number(figure)))) blank.push(title);
          }
          return blank;
        },
        { timeout: 60_000, interval: 1000 },
      )
      .toEqual([]);
    // Those that a healthy sandbox leaves blank (`e2e/prometheus.long.test.ts`), figure by figure.
    const figures = async (title: string) => {
      const [expr = ''] = asked.filter(([of]) => of === title).map(([, each]) => each);
      const series = await prometheus.query(expr.replaceAll('$instance', '.*'));
      return series.map(({ metric, value: [, figure] }) =>
        [...Object.values(metric).toSorted(), figure].join(' '),
      );
    };
    expect(await figures('Payouts held back')).toEqual(['LTC restored 1']);
    expect(await figures('Payouts that are not over')).toEqual(['manual_review 3']);
    expect(await figures('How much payouts that are not over are')).toEqual(['LTC LTC 2.5']);
    expect(await figures('Connected miners')).toEqual(['3333 sha256 1']);
    expect(await figures('Wallets against their floats')).toEqual(['ETH USDT short 1']);
    expect(await figures('What trades brought over what was credited')).toEqual(['KAS LTC last 0.975']);
    expect((await figures('Connections to the database')).map((each) => each.split(' ').slice(1))).toEqual([
      ['busy', '1'],
      ['idle', '2'],
      ['waiting', '0'],
    ]);
  });
});
