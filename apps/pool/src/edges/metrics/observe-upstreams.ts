import type { Registry } from 'prom-client';
import { gauges } from './read-gauges.ts';

/** What is measured of another pool that gives work here. */
export interface UpstreamFigures {
  readonly upstream: string;
  readonly algorithm: string;
  readonly hasWork: boolean;
  readonly connections: number;
  /** Since the process began, by what became of them: shares, and the hashes that they stand for. */
  readonly shares: Readonly<Record<string, { readonly shares: number; readonly work: bigint }>>;
  /** When the newest payment was booked, ms; undefined before the first. */
  readonly lastIncomeAt: number | undefined;
  /** Since when work is not paid for, ms; undefined where all is. */
  readonly unpaidSince: number | undefined;
}

type Label = 'upstream' | 'algorithm';
type Source = () => Promise<readonly UpstreamFigures[]>;

/** Metrics of relayed work: what is sent on must be accepted, and what is accepted must be paid. */
export function observeUpstreams(registers: Registry[], source: Source): void {
  // All of them are one question to the database at each scrape.
  let asked: ReturnType<Source> | undefined;
  const read: Source = () => (asked ??= source().finally(() => (asked = undefined)));
  const each = (
    name: string,
    help: string,
    figureOf: (figures: UpstreamFigures) => number | undefined,
  ): void =>
    gauges<Label>(registers, { name, help, labelNames: ['upstream', 'algorithm'] }, async () =>
      (await read()).flatMap((figures) => {
        const { upstream, algorithm } = figures;
        const value = figureOf(figures);
        return value === undefined ? [] : [[{ upstream, algorithm }, value] as const];
      }),
    );
  each('openlode_upstream_work', '1 while another pool gives work', ({ hasWork }) => (hasWork ? 1 : 0));
  each('openlode_upstream_connections', 'Connections to another pool', ({ connections }) => connections);
  each(
    'openlode_upstream_last_income_timestamp_seconds',
    'When its newest payment was credited; no sample before the first',
    ({ lastIncomeAt }) => (lastIncomeAt === undefined ? undefined : lastIncomeAt / 1000),
  );
  each(
    'openlode_upstream_unpaid_since_timestamp_seconds',
    'Since when work waits for a payment of another pool; no sample where none waits',
    ({ unpaidSince }) => (unpaidSince === undefined ? undefined : unpaidSince / 1000),
  );
  byClass(
    registers,
    read,
    'openlode_upstream_shares',
    'Shares since the start, by what became of them',
    ({ shares }) => shares,
  );
  byClass(
    registers,
    read,
    'openlode_upstream_hashes',
    'Hashes that those shares stand for: accepted against forwarded is what another pool takes',
    (sum) => Number(sum.work),
  );
}

function byClass(
  registers: Registry[],
  read: Source,
  name: string,
  help: string,
  figureOf: (sum: { readonly shares: number; readonly work: bigint }) => number,
): void {
  gauges<Label | 'class'>(
    registers,
    { name, help, labelNames: ['upstream', 'algorithm', 'class'] },
    async () =>
      (await read()).flatMap(({ upstream, algorithm, shares }) =>
        Object.entries(shares).map(
          ([name, sum]) => [{ upstream, algorithm, class: name }, figureOf(sum)] as const,
        ),
      ),
  );
}
