import type { ServiceContext } from '../domain/kernel/context.ts';
import { sumStates, type UpstreamState } from '../domain/kernel/upstream-state.ts';
import { type PaymentScheme, paysByLuck, type UpstreamTerms } from '../domain/kernel/upstream-terms.ts';
import type { World } from '../domain/kernel/world.ts';
import { readUpstreamStates } from '../domain/treasury/upstream-states.ts';
import { type BlockWorth, blockWorthOf } from '../domain/views/block-worth.ts';
import { countRelayedBlocks, noFates, type RelayedFates } from '../domain/views/count-relayed-blocks.ts';
import { type IncomeRatio, incomeRatioOf } from '../domain/views/income-ratio.ts';
import { readPaidSpans } from '../domain/views/read-paid-spans.ts';
import { readUnpaidWork, type UnpaidWork } from '../domain/views/read-unpaid-work.ts';
import {
  expectedPerBlock,
  type NetworkSaid,
  standingOf,
  type UpstreamStanding,
} from '../domain/views/upstream-standing.ts';
import type { UpstreamFigures } from '../edges/metrics/observe-upstreams.ts';
import { relayedAlgorithm } from '../settings/relayed-algorithms.ts';
import type { MinedAlgorithms } from './mined-algorithms.ts';
import { stateHere } from './upstream-states-here.ts';

type Context = Pick<ServiceContext, 'db' | 'clock'>;
type Relayed = Pick<World, 'upstreams' | 'networkOf' | 'witnesses'>;
type Mined = Pick<MinedAlgorithms, 'find' | 'process'>;

/** What is known of one of them, from everywhere. */
interface Known {
  readonly unpaid: UnpaidWork;
  /** In this process, and in all together; undefined where its work is not given. */
  readonly here: UpstreamState | undefined;
  readonly everywhere: UpstreamState | undefined;
  /** Coins for the work that finds a block of its coin on average, less what that pool keeps; undefined where neither nodes nor the settings say it. */
  readonly expected: bigint | undefined;
  readonly fates: RelayedFates;
  readonly notJudged: string | undefined;
  readonly network: NetworkSaid | undefined;
  readonly income: IncomeRatio | undefined;
  readonly incomeNotJudged: string | undefined;
  readonly scheme: PaymentScheme | undefined;
}

/** What is measured of the other pools: of their connections in this process, and of their payments and blocks in the database. */
export async function upstreamFigures(
  ctx: Context,
  world: Relayed,
  mined: Mined,
): Promise<readonly UpstreamFigures[]> {
  const known = await readKnown(ctx, world, mined);
  return known.map(
    ({ unpaid, here, expected, network, fates, notJudged, income, scheme }): UpstreamFigures => ({
      ...unpaid,
      income,
      paysEachShare: scheme !== undefined && !paysByLuck(scheme),
      hasWork: here?.hasWork,
      connections: here?.connections,
      shares: here?.counts ?? {},
      blocks: here?.blocks,
      networkRatio: network && Number(network.byJobs) / Number(network.byNodes),
      fates: notJudged === undefined ? fates : undefined,
      expectedPerBlock: expected,
    }),
  );
}

/** The same for an operator who asks. */
export async function upstreamStandings(
  ctx: Context,
  world: Relayed,
  mined: Mined,
): Promise<readonly UpstreamStanding[]> {
  const known = await readKnown(ctx, world, mined);
  return known.map(({ unpaid, everywhere, expected, ...more }) =>
    standingOf(unpaid, everywhere, expected, more, ctx.clock.now()),
  );
}

async function readKnown(
  ctx: Context,
  { upstreams = [], networkOf, witnesses }: Relayed,
  mined: Mined,
): Promise<readonly Known[]> {
  const [unpaid, fates, spans, elsewhere] = await Promise.all([
    readUnpaidWork(ctx, upstreams),
    countRelayedBlocks(ctx),
    readPaidSpans(ctx, upstreams),
    readUpstreamStates(ctx, mined.process),
  ]);
  return unpaid.map((each) => {
    const terms = upstreams.find(({ name }) => name === each.upstream);
    const worth = terms && blockWorthOf(terms, networkOf?.(terms.coin), ctx.clock.now());
    const here = stateHere(mined, each);
    const others = elsewhere.get(each.upstream) ?? [];
    const everywhere = sumStates(here === undefined ? others : [here, ...others]);
    const byNodes = terms && networkOf?.(terms.coin)?.work;
    return {
      unpaid: each,
      here,
      everywhere,
      scheme: terms?.scheme,
      income:
        terms &&
        worth &&
        incomeRatioOf(terms, spans.get(each.upstream) ?? [], worth, sharesPerBlock(everywhere)),
      incomeNotJudged: terms && whyIncomeNotJudged(terms, worth),
      expected: terms && worth && expectedPerBlock(worth.now, terms.feePpm),
      fates: fates.get(each.upstream) ?? noFates,
      notJudged: terms && whyNotJudged(terms, witnesses),
      network: networkSaid(each.algorithm, everywhere?.networkWork, byNodes),
    };
  });
}

/** Why nodes are not asked for blocks of a pool, in words for its operator; undefined where they are. */
function whyNotJudged(
  { algorithm, coin }: Pick<UpstreamTerms, 'algorithm' | 'coin'>,
  witnesses: World['witnesses'],
): string | undefined {
  if (relayedAlgorithm(algorithm)?.namesBlocks !== true)
    return `a share of ${algorithm} does not say what nodes call its block`;
  return witnesses?.has(coin) === true ? undefined : `the settings name no node of ${coin}`;
}

/** Undefined where jobs do not say what a block takes, or our nodes do not. */
function networkSaid(
  algorithm: string,
  byJobs: bigint | undefined,
  byNodes: bigint | undefined,
): NetworkSaid | undefined {
  const isSaid = relayedAlgorithm(algorithm)?.blockSaidBy === 'jobs';
  return isSaid && byJobs !== undefined && byNodes !== undefined ? { byJobs, byNodes } : undefined;
}

/** Why what a pool pays is held against nothing, in words for its operator; undefined where a block of its coin has a worth. */
function whyIncomeNotJudged(
  { coin }: Pick<UpstreamTerms, 'coin'>,
  worth: BlockWorth | undefined,
): string | undefined {
  if (worth !== undefined) return undefined;
  return `no node says what a block of ${coin} brings; where no chain of the file is ${coin}, write coinsPerBlock into this upstream`;
}

/** Fewer shares than this say nothing of how hard they are. */
const sharesMin = 100;

/** Shares that are sent on for the work that finds a block on average, as it was since the processes began; undefined where few were. */
function sharesPerBlock(state: UpstreamState | undefined): number | undefined {
  const shares = state?.counts['forwarded']?.shares ?? 0;
  const expected = state?.blocks.expected ?? 0;
  return shares < sharesMin || expected === 0 ? undefined : shares / expected;
}
