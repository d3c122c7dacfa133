import { describe, expect, it, vi } from 'vitest';
import { parsePrometheusText } from '../../../../../testing/prometheus-text.ts';
import { createPoolMetrics, type PoolGauges } from './pool-metrics.ts';

const gauges: PoolGauges = {
  health: async () => [
    { name: 'database', ready: true },
    { name: 'work sha256', ready: true },
  ],
  diskFreeBytes: async () => 5_000_000,
  unrecordedShares: () => [{ algorithm: 'sha256', shares: 17 }],
  sockets: () => 2,
  certificateExpiresAt: () => 1_800_000_000_000,
  ledgerLagMs: () => 1500,
  audit: () => undefined,
  payoutSuspensions: async () => [{ network: '*', reason: 'restored' }],
  clockSkewMs: () => undefined,
  openPayouts: async () => new Map([['reserved', 3]]),
  waitingPayouts: async () => [
    { coin: 'USDT', network: 'ETH', since: 90_000, amount: '40.5' },
    { coin: 'USDT', network: 'TRX', since: 60_500, amount: '1000000.000000000000000001' },
  ],
  floats: () => [{ coin: 'USDT', network: 'ETH', state: 'short' }],
  places: async () => [
    { place: 'LTC to kraken', coin: 'LTC', state: 'in-transit' },
    { place: 'LTC to kraken', coin: 'LTC', state: 'in-transit' },
  ],
  exposure: async () => ({
    coins: [
      { coin: 'LTC', amount: '-3', usd: '300.5', isOver: false },
      { coin: 'KAS', amount: '7', usd: null, isOver: false },
    ],
    allUsd: '300.5',
    coinLimitUsd: '1000',
    allLimitUsd: '1500',
    isAllOver: false,
  }),
  realised: async () => [{ asset: 'KAS', coin: 'LTC', week: 'last', percent: '97.5' }],
  luckAlarms: async () => ({ 'credit-per-hash': 0 }),
  pricedCoins: async () => 42,
  parked: async () => ({ batches: 0 }),
  relay: () => ({ isWhole: true, sent: 5, received: 0, dropped: 0, unreadable: 0, unknown: 0, gaps: 0 }),
  balances: () => [{ coin: 'LTC', owedToMiners: '12.5', wallets: '20', spare: '-0.25' }],
  networkBalances: () => [{ coin: 'USDT', network: 'ETH', amount: '7.5' }],
  workTimes: () => [
    { algorithm: 'sha256', jobAt: 90_000, tipAt: 60_000 },
    { algorithm: 'scrypt', jobAt: undefined, tipAt: undefined },
  ],
  readyAnswers: () => ({ whole: 40, known: 2 }),
  counts: async () => ({ openSlices: 2, rounds: new Map([['credited', 7]]) }),
};

async function scrape(
  own: Partial<PoolGauges> = {},
  use?: (metrics: ReturnType<typeof createPoolMetrics>) => void,
) {
  const metrics = createPoolMetrics({ version: '0.1.0', node: 'v20.19.0' });
  metrics.observe({ ...gauges, ...own });
  use?.(metrics);
  const { samples, families } = parsePrometheusText(await metrics.text());
  const value = (name: string, labels: object = {}) =>
    samples.find((each) => each.name === name && JSON.stringify(each.labels) === JSON.stringify(labels))
      ?.value;
  return { samples, families, value, metrics };
}

describe('the metrics of the pool', () => {
  it('are lines that Prometheus can read, named in its units, with a sentence each and no figure that is none', async () => {
    const { samples, families } = await scrape();
    const own = [...families].filter(([name]) => name.startsWith('openlode_'));
    expect(own.length).toBeGreaterThan(20);
    for (const [name, { type, help }] of own) {
      expect(name).not.toMatch(/_ms$|_count$/);
      expect(name.endsWith('_total')).toBe(type === 'counter');
      expect(help).not.toBe('');
    }
    expect(samples.filter(({ name, value }) => name.startsWith('openlode_') && Number.isNaN(value))).toEqual(
      [],
    );
  });

  it('asks each question once a scrape, however many metrics its answer has', async () => {
    const asked = new Map<string, number>();
    const counted = Object.fromEntries(
      Object.entries({ ...gauges, statements: async () => [], upstreams: async () => [] }).map(
        ([name, read]: [string, () => unknown]) => [
          name,
          () => {
            const answer = read();
            if (answer instanceof Promise) asked.set(name, (asked.get(name) ?? 0) + 1);
            return answer;
          },
        ],
      ),
    );
    await scrape(counted);
    expect([...asked.keys()]).toEqual(
      expect.arrayContaining([
        'health',
        'exposure',
        'places',
        'counts',
        'statements',
        'upstreams',
        'waitingPayouts',
      ]),
    );
    expect([...asked].filter(([, times]) => times !== 1)).toEqual([]);
  });

  it('says what of its health is well, and is not ready where one thing is not', async () => {
    const well = await scrape();
    expect([
      well.value('openlode_ready'),
      well.value('openlode_health_check', { check: 'database' }),
      well.value('openlode_data_free_bytes'),
      well.value('openlode_unrecorded_shares', { algorithm: 'sha256' }),
    ]).toEqual([1, 1, 5_000_000, 17]);
    const ill = await scrape({
      health: async () => [
        { name: 'database', ready: true },
        { name: 'disk', ready: false },
      ],
    });
    expect([
      ill.value('openlode_ready'),
      ill.value('openlode_health_check', { check: 'database' }),
      ill.value('openlode_health_check', { check: 'disk' }),
    ]).toEqual([0, 1, 0]);
  });

  it('says since when the oldest payout of each network waits, and how much they are, by one question', async () => {
    const { value, samples } = await scrape();
    const of = (network: string) => [
      value('openlode_payouts_open_since_timestamp_seconds', { coin: 'USDT', network }),
      value('openlode_payouts_open_coins', { coin: 'USDT', network }),
    ];
    expect([of('ETH'), of('TRX')]).toEqual([
      [90, 40.5],
      [60.5, 1_000_000],
    ]);
    expect(samples.filter(({ name }) => name.startsWith('openlode_payouts_open_')).length).toBe(4);
  });

  it('counts connected miners by algorithm and port', async () => {
    const { value } = await scrape({}, (metrics) => {
      metrics.session('sha256', 3333, 1);
      metrics.session('sha256', 3333, 1);
      metrics.session('sha256', 3333, -1);
      metrics.session('sha256', 443, 1);
    });
    expect([
      value('openlode_sessions', { algorithm: 'sha256', port: '3333' }),
      value('openlode_sessions', { algorithm: 'sha256', port: '443' }),
    ]).toEqual([1, 1]);
  });

  it('counts what is refused at the ports of miners, by reason', async () => {
    const { value } = await scrape({}, (metrics) => {
      metrics.refused('login-refused', 'bad-address');
      metrics.refused('login-refused', 'bad-address');
      metrics.refused('source-banned', 'banned');
    });
    const of = (event: string, reason: string) => value('openlode_refused_miners_total', { event, reason });
    expect([of('login-refused', 'bad-address'), of('source-banned', 'banned')]).toEqual([2, 1]);
  });

  it('tells how long answers to miners take, by algorithm', async () => {
    const { value } = await scrape({}, (metrics) => {
      metrics.answered('sha256', 1.5);
      metrics.answered('sha256', 40);
    });
    const name = 'openlode_answer_duration_seconds';
    const under = (le: string) => value(`${name}_bucket`, { le, algorithm: 'sha256' });
    expect([under('0.0005'), under('0.002'), under('0.05'), under('+Inf')]).toEqual([0, 1, 2, 2]);
    expect(value(`${name}_sum`, { algorithm: 'sha256' })).toBeCloseTo(0.0415, 9);
  });

  it('names how each wallet stands against its float', async () => {
    const { value } = await scrape();
    expect(value('openlode_wallet_float', { coin: 'USDT', network: 'ETH', state: 'short' })).toBe(1);
  });

  it('says which source of work is used, and since when, by its place in the order', async () => {
    const listed = { algorithm: 'scrypt', kind: 'upstream' as const };
    const { value } = await scrape({
      sources: () => [
        { ...listed, source: 'ltc-regtest', kind: 'chain', hasWork: false, usedSince: null, why: null },
        { ...listed, source: 'other-pool', hasWork: true, usedSince: 5000, why: 'lost' },
      ],
    });
    const first = { algorithm: 'scrypt', source: 'ltc-regtest', place: '1' };
    const second = { algorithm: 'scrypt', source: 'other-pool', place: '2' };
    const of = (name: string) => [value(name, first), value(name, second)];
    expect(of('openlode_work_source')).toEqual([0, 1]);
    expect(of('openlode_work_source_used')).toEqual([0, 1]);
    expect(of('openlode_work_source_used_since_timestamp_seconds')).toEqual([undefined, 5]);
  });

  it('says what another pool says of our account, and nothing of what it does not say', async () => {
    const statement = {
      upstream: 'other-pool',
      algorithm: 'scrypt',
      coin: 'LTC',
      answeredAt: 5000,
      askedSince: 0,
      fault: null,
      paid: '12.5',
      owed: '0.25',
      immature: null,
      credited: '10',
      missing: '2',
      missingSince: 4000,
      coming: '0.5',
      toBook: '0.125',
      takenBack: '0',
      hashratePercent: '89.50',
      countedPercent: null,
    };
    const { value } = await scrape({ statements: async () => [statement] });
    const of = (name: string) =>
      value(`openlode_upstream_${name}`, { upstream: 'other-pool', algorithm: 'scrypt' });
    expect(
      [
        ['statement_timestamp_seconds', 'said_paid_coins', 'said_owed_coins', 'said_immature_coins'],
        ['credited_coins', 'missing_coins', 'unbooked_coins', 'taken_back_coins'],
        ['hashrate_said_ratio', 'hashes_counted_ratio'],
      ].map((names) => names.map(of)),
    ).toEqual([
      [5, 12.5, 0.25, undefined],
      [10, 2, 0.125, 0],
      [0.895, undefined],
    ]);
    // One that never answered is silent since it was asked first.
    const silent = await scrape({
      statements: async () => [{ ...statement, answeredAt: null, askedSince: 3000 }],
    });
    const labels = { upstream: 'other-pool', algorithm: 'scrypt' };
    expect(silent.value('openlode_upstream_statement_timestamp_seconds', labels)).toBe(3);
  });

  it('has what became of blocks of another pool, and what it pays, where these can be said', async () => {
    const figures = {
      upstream: 'other-pool',
      algorithm: 'scrypt',
      lastIncomeAt: undefined,
      unpaidSince: undefined,
      usualIntervalMs: undefined,
      newest: undefined,
      earlier: undefined,
      hasWork: true,
      connections: 2,
      shares: {},
      blocks: undefined,
      networkRatio: 1.5,
      fates: { waiting: 1, 'in-chain': 12, lost: 2, missing: 3, unjudged: 0 },
      income: { ratio: 0.95, least: 0.96, days: 7 },
      paysEachShare: true,
      expectedPerBlock: undefined,
    };
    const labels = { upstream: 'other-pool', algorithm: 'scrypt' };
    const said = await scrape({ upstreams: async () => [figures] });
    const fate = (name: string) => said.value('openlode_upstream_blocks', { ...labels, fate: name });
    expect(['waiting', 'in-chain', 'lost', 'missing', 'unjudged'].map(fate)).toEqual([1, 12, 2, 3, 0]);
    const of = (name: string) => said.value(`openlode_upstream_${name}`, labels);
    expect(['income_ratio', 'income_ratio_least', 'pays_each_share'].map(of)).toEqual([0.95, 0.96, 1]);
    expect(of('network_ratio')).toBe(1.5);
    const unsaid = await scrape({
      upstreams: async () => [
        { ...figures, networkRatio: undefined, fates: undefined, income: undefined, paysEachShare: false },
      ],
    });
    expect(unsaid.value('openlode_upstream_network_ratio', labels)).toBeUndefined();
    expect(unsaid.value('openlode_upstream_blocks', { ...labels, fate: 'missing' })).toBeUndefined();
    expect(unsaid.value('openlode_upstream_income_ratio', labels)).toBeUndefined();
    expect(unsaid.value('openlode_upstream_pays_each_share', labels)).toBe(0);
  });

  it('names how places stand, each state once', async () => {
    const { value } = await scrape();
    expect(value('openlode_place', { place: 'LTC to kraken', coin: 'LTC', state: 'in-transit' })).toBe(2);
  });

  it('has what trades brought over what was credited, by pair and week', async () => {
    const { value } = await scrape();
    expect(value('openlode_exposure_dollars', { coin: 'LTC' })).toBe(300.5);
    expect(value('openlode_exposure_limit_dollars', { of: 'all' })).toBe(1500);
    expect(value('openlode_realised_ratio', { asset: 'KAS', coin: 'LTC', week: 'last' })).toBe(0.975);
  });

  it('has what is owed and held by coin, as of the last comparison, and nothing where another process compares', async () => {
    const of = (value: (name: string, labels: object) => number | undefined) => [
      value('openlode_owed_to_miners_coins', { coin: 'LTC' }),
      value('openlode_wallet_coins', { coin: 'LTC' }),
      value('openlode_wallet_spare_coins', { coin: 'LTC' }),
      value('openlode_network_wallet_coins', { coin: 'USDT', network: 'ETH' }),
    ];
    expect(of((await scrape()).value)).toEqual([12.5, 20, -0.25, 7.5]);
    const { balances: _, ...elsewhere } = gauges;
    const metrics = createPoolMetrics({ version: '0.1.0', node: 'v20.19.0' });
    metrics.observe(elsewhere);
    expect(await metrics.text()).not.toContain('openlode_wallet_coins{');
  });

  it('says when each algorithm last had a job, and another block, and nothing of one that had none', async () => {
    const { value } = await scrape();
    const of = (algorithm: string) => [
      value('openlode_job_timestamp_seconds', { algorithm }),
      value('openlode_tip_timestamp_seconds', { algorithm }),
    ];
    expect([of('sha256'), of('scrypt')]).toEqual([
      [90, 60],
      [undefined, undefined],
    ]);
  });

  it('counts calls by kind and class of status, those from ready bytes once each', async () => {
    let ready = { whole: 40, known: 2 };
    const { value, metrics } = await scrape({ readyAnswers: () => ready }, (own) => {
      own.called('api', 200, 12);
      own.called('api', 503, 4000);
      own.called('page', 404, 1);
    });
    const calls = (kind: string, status: string) => value('openlode_http_requests_total', { kind, status });
    expect([calls('ready', '2xx'), calls('ready', '3xx')]).toEqual([40, 2]);
    expect([calls('api', '2xx'), calls('api', '5xx'), calls('page', '4xx')]).toEqual([1, 1, 1]);
    const under = (le: string) => value('openlode_http_request_duration_seconds_bucket', { le, kind: 'api' });
    expect([under('0.005'), under('0.02'), under('3'), under('10')]).toEqual([0, 1, 1, 2]);
    ready = { whole: 41, known: 2 };
    expect(await metrics.text()).toContain('openlode_http_requests_total{kind="ready",status="2xx"} 41');
  });

  it('measures the database, and has its connections once there are any', async () => {
    const before = await scrape();
    expect(before.value('openlode_database_connections', { state: 'busy' })).toBeUndefined();
    const { value } = await scrape({}, ({ database }) => {
      database.answered('statement', 3);
      database.answered('transaction', 40_000);
      database.connected(() => ({ busy: 9, idle: 1, waiting: 4 }));
    });
    expect(
      ['busy', 'idle', 'waiting'].map((state) => value('openlode_database_connections', { state })),
    ).toEqual([9, 1, 4]);
    const under = (le: string, kind: string) =>
      value('openlode_database_duration_seconds_bucket', { le, kind });
    expect([under('0.001', 'statement'), under('0.005', 'statement')]).toEqual([0, 1]);
    expect([under('30', 'transaction'), under('+Inf', 'transaction')]).toEqual([0, 1]);
  });

  it('counts the coins that have a rate', async () => {
    const { value } = await scrape();
    expect(value('openlode_priced_coins')).toBe(42);
  });

  it('has the rounds at the first scrape, from one question with the slices', async () => {
    let asked = 0;
    const counts: PoolGauges['counts'] = async () => {
      asked += 1;
      return { openSlices: 2, rounds: new Map([['credited', 7]]) };
    };
    const { value, metrics } = await scrape({ counts });
    expect([value('openlode_rounds', { state: 'credited' }), value('openlode_open_slices'), asked]).toEqual([
      7, 2, 1,
    ]);
    await metrics.text();
    expect(asked).toBe(2);
  });

  it('leaves out the figures that cannot be read, counts them by name, and has all others', async () => {
    const { value, metrics } = await scrape({
      payoutSuspensions: () => Promise.reject(new Error('connect ECONNREFUSED')),
      counts: () => Promise.reject(new Error('connect ECONNREFUSED')),
    });
    expect(value('openlode_ledger_lag_seconds')).toBe(1.5);
    expect(value('openlode_payouts_open', { state: 'reserved' })).toBe(3);
    expect(value('openlode_payouts_suspended', { network: '*', reason: 'restored' })).toBeUndefined();
    expect(value('openlode_open_slices')).toBeUndefined();
    // What failed in one scrape is counted in the next one.
    const { samples } = parsePrometheusText(await metrics.text());
    const unread = samples.filter(({ name }) => name === 'openlode_unread_figures_total');
    expect(Object.fromEntries(unread.map((each) => [each.labels['metric'], each.value]))).toEqual({
      openlode_payouts_suspended: 1,
      openlode_rounds: 1,
      openlode_open_slices: 1,
    });
  });

  it('does not wait for a database that hangs, nor asks it again before it has answered', async () => {
    vi.useFakeTimers();
    try {
      const metrics = createPoolMetrics({ version: '0.1.0', node: 'v20.19.0' });
      let asked = 0;
      let answer: (open: ReadonlyMap<string, number>) => void = () => undefined;
      const openPayouts = (): Promise<ReadonlyMap<string, number>> => {
        asked += 1;
        return new Promise((resolve) => {
          answer = resolve;
        });
      };
      metrics.observe({ ...gauges, openPayouts });
      const scraped = async (): Promise<string> => {
        const text = metrics.text();
        await vi.advanceTimersByTimeAsync(3000);
        return text;
      };
      for (const times of [1, 2]) {
        const text = await scraped();
        expect([times, text.includes('openlode_payouts_open{')]).toEqual([times, false]);
        expect(text).toContain('openlode_ledger_lag_seconds 1.5');
      }
      expect(asked).toBe(1);
      answer(new Map([['reserved', 9]]));
      await vi.advanceTimersByTimeAsync(0);
      const later = metrics.text();
      await vi.advanceTimersByTimeAsync(0);
      answer(new Map([['reserved', 9]]));
      expect(await later).toContain('openlode_payouts_open{state="reserved"} 9');
      expect(asked).toBe(2);
    } finally {
      vi.useRealTimers();
    }
  });

  it('has no findings before an audit has ended, and a time of 0 that an alarm on its age meets', async () => {
    const before = await scrape();
    expect(before.value('openlode_audit_findings')).toBeUndefined();
    expect(before.value('openlode_audit_last_success_timestamp_seconds')).toBe(0);
    expect(before.value('openlode_clock_skew_seconds')).toBeUndefined();
    const after = await scrape({
      audit: () => ({ findings: 4, finishedAt: 60_000 }),
      clockSkewMs: () => -250,
    });
    expect(after.value('openlode_audit_findings')).toBe(4);
    expect(after.value('openlode_audit_last_success_timestamp_seconds')).toBe(60);
    expect(after.value('openlode_clock_skew_seconds')).toBe(-0.25);
  });

  it('says nothing of an audit that another process makes', async () => {
    const { value } = await scrape({ audit: undefined });
    expect(value('openlode_audit_last_success_timestamp_seconds')).toBeUndefined();
    expect(value('openlode_audit_findings')).toBeUndefined();
  });

  it('loses a sample again when there is no figure any more', async () => {
    let skew: number | undefined = 2000;
    const { value, metrics } = await scrape({ clockSkewMs: () => skew });
    expect(value('openlode_clock_skew_seconds')).toBe(2);
    skew = undefined;
    expect(await metrics.text()).not.toMatch(/^openlode_clock_skew_seconds /m);
  });

  it('counts shares, hashes, tasks and events', async () => {
    const { value } = await scrape({}, (metrics) => {
      metrics.share('sha256', 'accepted', 65_536n);
      metrics.share('sha256', 'accepted', 65_536n);
      metrics.share('sha256', 'stale');
      metrics.taskEnded('audit', 'succeeded', 7000);
      metrics.taskEnded('audit', 'failed', 8000);
      metrics.taskEnded('watch-luck', 'succeeded', 8000);
      metrics.happened({ event: 'payout-run-started', date: '2026-05-02' }, 9000);
    });
    expect(value('openlode_shares_total', { algorithm: 'sha256', result: 'accepted' })).toBe(2);
    expect(value('openlode_accepted_work_hashes_total', { algorithm: 'sha256' })).toBe(131_072);
    expect(value('openlode_task_last_success_timestamp_seconds', { task: 'audit' })).toBe(7);
    expect(value('openlode_task_failures_total', { task: 'audit' })).toBe(1);
    expect(value('openlode_task_failures_total', { task: 'watch-luck' })).toBe(0);
    expect(value('openlode_domain_events_total', { event: 'payout-run-started' })).toBe(1);
    expect(value('openlode_domain_event_last_timestamp_seconds', { event: 'payout-run-started' })).toBe(9);
    expect(value('openlode_build_info', { version: '0.1.0', node: 'v20.19.0' })).toBe(1);
  });

  it('does not count the messages of the relay again at each scrape', async () => {
    const { metrics } = await scrape();
    expect(await metrics.text()).toMatch(/^openlode_relay_messages_total\{what="sent"\} 5$/m);
  });
});
