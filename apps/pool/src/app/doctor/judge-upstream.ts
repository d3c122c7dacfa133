import type { Config } from '../../config.ts';
import type { UpstreamStanding } from '../../domain/views/upstream-standing.ts';
import { areBlocksHidden, areBlocksMissing, chanceOfSoFew } from '../../domain/views/withheld-blocks.ts';
import type { Diagnosis } from '../../edges/operator/contexts.ts';
import { connectPool } from '../processes/connect-pool.ts';
import { warning, well } from './diagnosis.ts';

/** Shares that say something about what another pool takes. */
const sharesMin = 100;
const acceptedPercentMin = 98;

/** How the other pools stand that give work, by the word of the running pool. */
export async function checkStandings(
  config: Pick<Config, 'dataDirectory' | 'stratumProcesses' | 'nodePool'>,
  runs: boolean,
): Promise<Diagnosis[]> {
  const giving = (config.nodePool?.upstreams ?? []).filter(({ ended }) => !ended).map(({ name }) => name);
  if (!runs || giving.length === 0) return [];
  const admin = await connectPool(config).catch(() => undefined);
  if (admin === undefined) return [];
  try {
    const answer = await admin.ask({ do: 'income upstreams', input: {}, actor: 'doctor' });
    const standings = (answer as readonly UpstreamStanding[]).filter(({ upstream }) =>
      giving.includes(upstream),
    );
    return standings.flatMap((each) => judgeUpstream(each, Date.now()));
  } catch (error) {
    const advice = 'Ask openlode income upstreams.';
    return [
      warning('upstreams', `the pool does not say how they stand: ${(error as Error).message}`, advice),
    ];
  } finally {
    admin.close();
  }
}

/** What is wrong with another pool; one line that all is well where nothing is. @param now ms since 1970 */
export function judgeUpstream(standing: UpstreamStanding, now: number): Diagnosis[] {
  const { upstream, forwarded, acceptedPercent, notJudged, incomeNotJudged } = standing;
  const subject = `upstream ${upstream}`;
  const found = [...faultsOf(standing, now)].map(([fault, advice]) => warning(subject, fault, advice));
  if (found.length > 0) return found;
  const taken = acceptedPercent === null ? '' : `, and takes ${acceptedPercent}% of ${forwarded} shares`;
  const unseen =
    notJudged === null ? '' : `; whether its blocks are in the chain cannot be judged: ${notJudged}`;
  const unheld =
    incomeNotJudged === null
      ? ''
      : `; whether it pays what its work is worth is not judged: ${incomeNotJudged}`;
  return [well(subject, `it gives work${taken}${unseen}${unheld}`)];
}

function* faultsOf(
  {
    hasWork,
    forwarded,
    acceptedPercent,
    forwardedPercent,
    blocksFound,
    blocksExpected,
    fates,
    networkPercent,
    unsent,
    lastIncomeAt,
    unpaidSince,
    usualIntervalMs,
    newestPerBlock,
    earlierPerBlock,
    incomePercent,
    incomeLeast,
    incomeDays,
    byLuck,
  }: UpstreamStanding,
  now: number,
): Generator<readonly [fault: string, advice: string]> {
  if (hasWork !== true) yield noWorkText(hasWork);
  if (forwarded >= sharesMin && acceptedPercent !== null && Number(acceptedPercent) < acceptedPercentMin)
    yield [
      `it takes only ${acceptedPercent}% of the work that was sent on`,
      'Stale shares are a slow way to it, others its difficulty or its rules: see the shares by class in the metrics.',
    ];
  if (forwardedPercent !== null && isShortfall(forwarded, Number(forwardedPercent)))
    yield [
      `what was sent on stands for ${forwardedPercent}% of the work that was judged here, in ${forwarded} shares`,
      'Too little: a miner may keep back the shares that it would take. Too much: miners may count less than they work.',
    ];
  if (areBlocksMissing(blocksFound, Number(blocksExpected)))
    yield [
      `its miners found ${blocksFound} blocks, and their work finds ${blocksExpected}: by chance ${chanceInWords(chanceOfSoFew(blocksFound, Number(blocksExpected)))}`,
      'A miner may keep back the shares that are blocks, which costs a pool that pays each share. openlode miners alarms names one that does it alone; one under many addresses is seen here only.',
    ];
  if (networkPercent !== null && isElsewhere(Number(networkPercent)))
    yield [
      `its jobs say that a block takes ${networkPercent}% of the hashes that our own nodes say`,
      'Too many: what it pays looks like more than it is, and blocks that are missing like fewer. Too few: the reverse. It may mine another network than it says; compare its height with that of your nodes.',
    ];
  if (fates.missing > 0) yield missingText(fates);
  if (unsent > 0)
    yield [
      `${unsent} shares were not sent on since the pool began, because it left too many unanswered`,
      'They count nothing for their miners: ask that pool, or name another one first.',
    ];
  if (
    unpaidSince !== null &&
    lastIncomeAt !== null &&
    usualIntervalMs !== null &&
    now - lastIncomeAt > 2 * usualIntervalMs
  )
    yield [
      `it has not paid for ${hours(now - lastIncomeAt)} hours, and pays every ${hours(usualIntervalMs)} usually`,
      'Look at its pages for what it owes, and into the wallet for what has come: income add credits it.',
    ];
  const isComparable = byLuck === false && newestPerBlock !== null && earlierPerBlock !== null;
  if (isComparable && isLess(newestPerBlock, earlierPerBlock))
    yield [
      `its newest payment has ${newestPerBlock} for the work of a block, and those before it had ${earlierPerBlock}`,
      'It pays each share, and has changed its fee, or lost shares.',
    ];
  if (incomePercent !== null && incomeLeast !== null && Number(incomePercent) < Number(incomeLeast))
    yield [
      `for the work of ${incomeDays} days it has paid ${incomePercent}% of what a block brings less what it keeps, and ${incomeLeast}% is the least by the way in which it pays`,
      'It owes more, or keeps more than the settings say, or the moments of income add are wrong, or what the settings say of a block is old (coinsPerBlock, hashesPerBlock): compare its pages, and what was credited.',
    ];
}

/** @param hasWork null where no process says so */
function noWorkText(hasWork: false | null): readonly [fault: string, advice: string] {
  if (hasWork === null)
    return [
      'no process that takes miners gives its work, or none has said so within the last minute',
      'See whether one runs and reaches the database, and whether its clock is right; after a start ask again in half a minute.',
    ];
  return [
    'it gives no work, or takes none of the shares that are sent on',
    'Miners have the work of another source where one gives some, and are let go where none does: read the log, and ask openlode work sources.',
  ];
}

/** Of blocks that it was sent in time. */
function missingText(fates: UpstreamStanding['fates']): readonly [fault: string, advice: string] {
  const { missing, lost } = fates;
  const judged = fates['in-chain'] + lost + missing;
  return [
    `${missing} of ${judged} blocks that were found here in 35 days are in no chain that our nodes know, though it was sent them in time`,
    areBlocksHidden(missing, judged)
      ? 'More than races explain: it may keep blocks for itself, or lose them. Take another pool first, and ask this one; openlode income blocks names them.'
      : 'A pool loses one in some hundred to races. Look them up at another source: openlode income blocks names them.',
  ];
}

/** Chance goes further than the square root of the number says: few shares of a large difficulty weigh as much as many of a small one. */
function isShortfall(shares: number, percent: number): boolean {
  // Where hardly any were sent on, it is those that should have been that say something; the percentage has two decimals.
  const number = Math.max(shares, shares / (Math.max(percent, 0.01) / 100));
  return number >= sharesMin && Math.abs(percent / 100 - 1) > 8 / Math.sqrt(number);
}

/** Jobs and nodes may be some blocks apart, within which no network changes by a quarter. */
function isElsewhere(percent: number): boolean {
  return percent > 125 || percent < 80;
}

/** By more than a tenth. */
function isLess(newest: string, earlier: string): boolean {
  return Number(newest) < 0.9 * Number(earlier);
}

function chanceInWords(chance: number): string {
  if (chance < 1e-12) return 'less than once in a trillion pools';
  return `once in ${Math.round(1 / chance).toLocaleString('en')} pools`;
}

function hours(ms: number): string {
  return Math.round(ms / 3_600_000).toString();
}
