import type { Registry } from 'prom-client';
import type { RelayedFates } from '../../domain/views/count-relayed-blocks.ts';
import type { IncomeRatio } from '../../domain/views/income-ratio.ts';
import type { PaidWork, UnpaidWork } from '../../domain/views/read-unpaid-work.ts';
import { gauges, oneAtATime } from './read-gauges.ts';

/** What is measured of another pool that gives work here. */
export interface UpstreamFigures extends UnpaidWork {
  /** Undefined where it gives no work in this process, by the settings or because it is another one's. */
  readonly hasWork: boolean | undefined;
  readonly connections: number | undefined;
  /** Since the process began, by what became of them: shares, and the hashes that they stand for. */
  readonly shares: Readonly<Record<string, { readonly shares: number; readonly work: bigint }>>;
  /** Among the shares that were judged here since the process began; undefined where it gives no work in this process. */
  readonly blocks: { readonly found: number; readonly expected: number } | undefined;
  /** What a block takes by its jobs, of what it takes by our own nodes; undefined where one of them does not say it. */
  readonly networkRatio: number | undefined;
  /** Of blocks that were found here within 35 days; undefined where our nodes are not asked for them. */
  readonly fates: RelayedFates | undefined;
  /** What it has paid against what that is at least; undefined where nothing can be said. */
  readonly income: IncomeRatio | undefined;
  /** By the settings; what it pays is no luck then. */
  readonly paysEachShare: boolean;
  /** What a block of its coin brings now, less what that pool keeps, in units of 10^-18; undefined where neither nodes nor the settings say it. */
  readonly expectedPerBlock: bigint | undefined;
}

type Label = 'upstream' | 'algorithm';
/** Has a gauge read a figure of each pool; no sample where it is undefined. */
type Each = (name: string, help: string, figureOf: (figures: UpstreamFigures) => number | undefined) => void;
type Source = () => Promise<readonly UpstreamFigures[]>;

/** Metrics of relayed work: what is sent on must be accepted, and what is accepted must be paid. */
export function observeUpstreams(registers: Registry[], source: Source): void {
  const read = oneAtATime(source);
  const each: Each = (name, help, figureOf) =>
    gauges<Label>(registers, { name, help, labelNames: ['upstream', 'algorithm'] }, async () =>
      (await read()).flatMap((figures) => {
        const { upstream, algorithm } = figures;
        const value = figureOf(figures);
        return value === undefined ? [] : [[{ upstream, algorithm }, value] as const];
      }),
    );
  each('openlode_upstream_work', '1 while another pool gives work', ({ hasWork }) =>
    hasWork === undefined ? undefined : Number(hasWork),
  );
  each('openlode_upstream_connections', 'Connections to another pool', ({ connections }) => connections);
  each(
    'openlode_upstream_blocks_found',
    'Blocks among the shares that were judged here, since the start',
    ({ blocks }) => blocks?.found,
  );
  each(
    'openlode_upstream_blocks_expected',
    'Blocks that the work of those shares finds on average',
    ({ blocks }) => blocks?.expected,
  );
  each(
    'openlode_upstream_network_ratio',
    'What a block takes by its jobs, of what it takes by own nodes; no sample where one of them does not say it',
    ({ networkRatio }) => networkRatio,
  );
  observeIncome(each);
  observeFates(registers, read);
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

/** What it has paid, and how that compares. */
function observeIncome(each: Each): void {
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
  each(
    'openlode_upstream_income_interval_seconds',
    'How much time the work of one of its last payments took on average; no sample before the third',
    ({ usualIntervalMs }) => (usualIntervalMs === undefined ? undefined : usualIntervalMs / 1000),
  );
  each(
    'openlode_upstream_income_per_block',
    'Coins that its newest payment has for the work that finds a block on average',
    ({ newest }) => perBlock(newest),
  );
  each(
    'openlode_upstream_income_per_block_before',
    'The same of up to five payments before that, together',
    ({ earlier }) => perBlock(earlier),
  );
  each(
    'openlode_upstream_income_per_block_expected',
    'What a block of its coin brings now by the word of own nodes or of the settings, less what that pool keeps',
    ({ expectedPerBlock }) => (expectedPerBlock === undefined ? undefined : Number(expectedPerBlock) / 1e18),
  );
  each(
    'openlode_upstream_income_ratio',
    'What it has paid against what the work was worth without fees of transactions, less what it keeps; no sample where nothing can be said',
    ({ income }) => income?.ratio,
  );
  each(
    'openlode_upstream_income_ratio_least',
    'What that is at least unless something is wrong, by the way in which it pays',
    ({ income }) => income?.least,
  );
  each(
    'openlode_upstream_pays_each_share',
    '1 where the settings say that it pays for each share, and not by luck',
    ({ paysEachShare }) => Number(paysEachShare),
  );
}

/** Whether what was found for another pool is in its chain. */
function observeFates(registers: Registry[], read: Source): void {
  gauges<Label | 'fate'>(
    registers,
    {
      name: 'openlode_upstream_blocks',
      help: 'Blocks that were found here within 35 days, by what own nodes say became of them; no sample where none can be asked',
      labelNames: ['upstream', 'algorithm', 'fate'],
    },
    async () =>
      (await read()).flatMap(({ upstream, algorithm, fates }) =>
        Object.entries(fates ?? {}).map(([fate, count]) => [{ upstream, algorithm, fate }, count] as const),
      ),
  );
}

function perBlock(paid: PaidWork | undefined): number | undefined {
  return paid === undefined || paid.blocks === 0n ? undefined : Number(paid.amount) / Number(paid.blocks);
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
