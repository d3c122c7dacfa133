import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';

/** What the running pool can say about itself at the moment of the scrape. */
export interface PoolGauges {
  sockets(): number;
  /** When the certificate of the TLS ports expires, in ms since 1970. */
  certificateExpiresAt(): number;
  /** Milliseconds since the oldest accepted share that is not in the books yet; 0 when all are. */
  ledgerLagMs(): number;
  /** What the audit knows to be wrong, and how old that knowledge is; undefined before the first audit has ended. */
  audit(): { readonly findings: number; readonly ageMs: number } | undefined;
  /** Where payouts are held back and why; `*` is every network. */
  payoutSuspensions(): Promise<readonly { readonly network: string; readonly reason: string }[]>;
  /** How far this machine's clock is ahead of the database's; undefined before they were compared. */
  clockSkewMs(): number | undefined;
  /** Payouts that are not over, by state. */
  openPayouts(): Promise<ReadonlyMap<string, number>>;
  /** Miners whose shares or blocks of the past week chance does not explain, by reason. */
  luckAlarms(): Promise<Readonly<Record<string, number>>>;
  /** Batches of work that were too old to be counted safely. */
  parked(): Promise<{ readonly batches: number }>;
  /** How the process fares at telling others of its live events; left out where there is no Redis. */
  readonly relay?: () => { readonly isWhole: boolean } & Readonly<
    Record<(typeof relayCounts)[number], number>
  >;
  counts(): Promise<{ readonly openSlices: number; readonly rounds: ReadonlyMap<string, number> }>;
}

const relayCounts = ['sent', 'received', 'dropped', 'unreadable', 'unknown', 'gaps'] as const;

export interface PoolMetrics {
  share(algorithm: string, result: string): void;
  session(algorithm: string, change: 1 | -1): void;
  /** A step of a payout could not be taken; it is tried again. */
  payoutFailed(): void;
  /** Wires what is asked at the scrape, once it exists. */
  observe(gauges: PoolGauges): void;
  text(): Promise<string>;
}

/** One place names what is measured, for Prometheus. */
export function createPoolMetrics(): PoolMetrics {
  const registry = new Registry();
  // Among them the event-loop delay, as nodejs_eventloop_lag_….
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const shares = new Counter({
    name: 'openlode_shares_total',
    help: 'Shares by algorithm and result',
    labelNames: ['algorithm', 'result'],
    registers,
  });
  const sessions = new Gauge({
    name: 'openlode_sessions',
    help: 'Connected miners',
    labelNames: ['algorithm'],
    registers,
  });
  const payoutFailures = new Counter({
    name: 'openlode_payout_failures_total',
    help: 'Steps of payouts that could not be taken and are tried again',
    registers,
  });
  const observe = (gauges: PoolGauges): void => {
    const gauge = (name: string, help: string, collect: (this: Gauge) => void): Gauge =>
      new Gauge({ name, help, registers, collect });
    gauge('openlode_sockets', 'Pages that watch live', function () {
      this.set(gauges.sockets());
    });
    gauge(
      'openlode_tls_not_after_timestamp_seconds',
      'When the certificate of the stratum TLS ports expires',
      function () {
        this.set(gauges.certificateExpiresAt() / 1000);
      },
    );
    gauge(
      'openlode_ledger_lag_ms',
      'Age of the oldest accepted share that is not in the books yet',
      function () {
        this.set(gauges.ledgerLagMs());
      },
    );
    // Without an audit there is no figure: a zero would say that the books are sound.
    gauge('openlode_audit_findings', 'What the audit found wrong in the books', function () {
      this.set(gauges.audit()?.findings ?? Number.NaN);
    });
    gauge('openlode_audit_age_seconds', 'Time since the last audit', function () {
      this.set((gauges.audit()?.ageMs ?? Number.NaN) / 1000);
    });
    gauge('openlode_clock_skew_ms', 'How far this machine is ahead of the database', function () {
      this.set(gauges.clockSkewMs() ?? Number.NaN);
    });
    const suspension = new Gauge({
      name: 'openlode_payouts_suspended',
      help: '1 for each network on which payouts are held back, and why; no row while they may leave',
      labelNames: ['network', 'reason'],
      registers,
      async collect() {
        suspension.reset();
        for (const { network, reason } of await gauges.payoutSuspensions())
          suspension.set({ network, reason }, 1);
      },
    });
    const payouts = new Gauge({
      name: 'openlode_payouts_open',
      help: 'Payouts that are not over, by state',
      labelNames: ['state'],
      registers,
      async collect() {
        payouts.reset();
        for (const [state, count] of await gauges.openPayouts()) payouts.set({ state }, count);
      },
    });
    const luck = new Gauge({
      name: 'openlode_miners_beyond_chance',
      help: 'Miners whose shares (credit-per-hash) or blocks (withheld-blocks) of the past week chance does not explain',
      labelNames: ['reason'],
      registers,
      async collect() {
        for (const [reason, count] of Object.entries(await gauges.luckAlarms())) luck.set({ reason }, count);
      },
    });
    const parked = new Gauge({
      name: 'openlode_parked_batches',
      help: 'Batches of work that may have been counted before, or cannot be recorded, and wait for an operator',
      registers,
      async collect() {
        parked.set((await gauges.parked()).batches);
      },
    });
    const { relay } = gauges;
    if (relay !== undefined) {
      gauge(
        'openlode_relay_whole',
        '1 while live events reach other processes and theirs this one',
        function () {
          this.set(relay().isWhole ? 1 : 0);
        },
      );
      const counted = new Gauge({
        name: 'openlode_relay_count',
        help: 'Since the start: messages sent, received, dropped and unreadable, events unknown, and gaps caught up',
        labelNames: ['what'],
        registers,
        collect() {
          for (const what of relayCounts) counted.set({ what }, relay()[what]);
        },
      });
    }
    const rounds = new Gauge({
      name: 'openlode_rounds',
      help: 'Rounds by state',
      labelNames: ['state'],
      registers,
    });
    const slices = new Gauge({
      name: 'openlode_open_slices',
      help: 'Slices that take work now',
      registers,
      async collect() {
        const counts = await gauges.counts();
        slices.set(counts.openSlices);
        rounds.reset();
        for (const [state, count] of counts.rounds) rounds.set({ state }, count);
      },
    });
  };
  return {
    share: (algorithm, result) => shares.inc({ algorithm, result }),
    session: (algorithm, change) => sessions.inc({ algorithm }, change),
    payoutFailed: () => payoutFailures.inc(),
    observe,
    text: () => registry.metrics(),
  };
}
