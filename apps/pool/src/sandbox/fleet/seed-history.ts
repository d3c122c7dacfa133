import type { ServiceContext } from '../../domain/kernel/context.ts';
import { readPoolAge } from '../../domain/views/read-pool-age.ts';
import type { PayoutContext } from '../../domain/payouts/payout-context.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { Rates } from '../../domain/kernel/rates.ts';
import { countReferredDays } from '../../domain/referrals/count-referred-days.ts';
import { advanceRound } from '../../domain/rounds/advance-round.ts';
import { knownBatches } from '../../domain/shares/known-batches.ts';
import { recordWork } from '../../domain/shares/record-work.ts';
import type { WorkLine } from '../../domain/kernel/work-batch.ts';
import { markOffline } from '../../domain/workers/mark-offline.ts';
import { findBlock } from './find-block.ts';
import type { Fleet } from './fleet.ts';
import type { FleetChain } from './fleet-chain.ts';
import { type MinuteSpan, workOfSpan } from './fleet-work.ts';
import { findOwner, grantCodes, switchAutoPay } from './owner-choices.ts';
import { type PastPayment, payHistory } from './pay-history.ts';
import { fineMinutes, historyBlockEveryMinutes, type HistoryStep, planHistory } from './plan-history.ts';

/** The world outside as it is at the time of a clock: history has a time of its own. */
export interface FleetWorld {
  chains(clock: Clock): readonly FleetChain[];
  rates(clock: Clock): Rates;
  /** What payouts of the past are made with; without it there are none. */
  readonly payouts?: (past: ServiceContext) => PayoutContext;
}

/** `foreign`: the pool has work of real miners from before the fleet, so no history is invented. */
export type SeedOutcome = 'seeded' | 'already-seeded' | 'foreign';

const minuteMs = 60_000;
const coarseMinutes = 10;
/** By then every account of the fleet has mined, and codes are granted. */
const codesMinute = -18 * 60;
/** One account is paid three hours before the beginning. */
const payMinute = -180;
/** The last reward of this algorithm is over a cap and waits for the operator, so that there is one to look at. */
const waitingAlgorithm = 'kheavyhash';
const waitingFromMinute = -historyBlockEveryMinutes;
const nothingPasses = { eachUsd: 0n, hourUsd: 0n };
/** Blocks of the simulated chains are mature by then. */
const settledAfterMs = 15_000;

/** The minute in which the database was made: the fleet's time counts from here, in every process that ever opens it. */
export async function fleetBeginning(ctx: Pick<ServiceContext, 'db'>): Promise<number> {
  const { createdAt } = await readPoolAge(ctx);
  return minuteOf(createdAt);
}

function minuteOf(at: number): number {
  return at - (at % minuteMs);
}

/**
 * Records the day before the pool was made, through the verbs that record everything else, with a clock of its own and without
 * publishing events. Every step is harmless when repeated, so a process that was killed in the middle goes on where it was. The last
 * batch has an id that tells of the whole, so that a release with another roster leaves a finished history alone.
 */
export async function seedHistory(
  ctx: ServiceContext,
  fleet: Fleet,
  world: FleetWorld,
): Promise<SeedOutcome> {
  const { createdAt, isEmpty } = await readPoolAge(ctx);
  const endId = fleet.draw.uuid('history', 'end');
  if ((await knownBatches(ctx, [endId])).has(endId)) return 'already-seeded';
  const steps = planHistory(fleet);
  const works = steps.filter((step) => step.kind === 'work');
  const ids = new Map(works.map((step) => [step, batchId(fleet, step)]));
  const last = works.at(-1);
  if (last !== undefined) ids.set(last, endId);
  const known = await knownBatches(ctx, [...ids.values()]);
  if (!isEmpty && known.size === 0) return 'foreign';

  const beginning = minuteOf(createdAt);
  let now = beginning;
  const clock: Clock = { now: () => now };
  const past: ServiceContext = {
    ...ctx,
    clock,
    rates: world.rates(clock),
    publisher: { publish: () => undefined },
  };
  const chains = world.chains(clock);
  const newest = new Map<string, readonly WorkLine[]>();
  const payouts = world.payouts?.(past);
  const chapters = [
    { at: codesMinute, run: () => grantCodes(past, fleet) },
    {
      at: payMinute,
      run: async () => {
        if (payouts !== undefined)
          await payHistory(payouts, await pastPayments(past, fleet), (ms) => {
            now += ms;
          });
        await switchAutoPay(past, fleet);
      },
    },
  ];
  for (const step of steps) {
    while (chapters[0] !== undefined && step.at >= chapters[0].at) {
      const chapter = chapters.shift();
      now = beginning + (chapter?.at ?? 0) * minuteMs;
      await chapter?.run();
    }
    now = beginning + step.at * minuteMs;
    if (step.kind === 'look-for-silent') await markOffline(past);
    else if (step.kind === 'work') {
      const lines = linesOf(fleet, step.algorithm, beginning, step.span);
      if (lines.length === 0) continue;
      newest.set(step.algorithm, lines);
      const id = ids.get(step);
      if (id === undefined || known.has(id)) continue;
      await recordWork(past, { id, algorithm: step.algorithm, lines }, { simulated: true });
    } else {
      const chain = chains.find(({ algorithm }) => algorithm === step.algorithm);
      const lines = newest.get(step.algorithm);
      if (chain === undefined || lines === undefined) continue;
      const spanMs = historyBlockEveryMinutes * minuteMs;
      const round = await findBlock(past, fleet, chain, { at: now, spanMs, lines });
      now += settledAfterMs;
      const waits = step.algorithm === waitingAlgorithm && step.at >= waitingFromMinute;
      await advanceRound({ ...past, chains, ...(waits && { conversionCaps: nothingPasses }) }, round);
    }
  }
  // The report of a custom code has its days at once.
  now = beginning;
  await countReferredDays(past);
  return 'seeded';
}

/** The payments that the fleet's owners ask for, of those that have mined. */
async function pastPayments(ctx: Pick<ServiceContext, 'db'>, fleet: Fleet): Promise<PastPayment[]> {
  const payments: PastPayment[] = [];
  for (const { account, payment } of fleet.owners) {
    const found = payment === undefined ? undefined : await findOwner(ctx, account);
    if (found !== undefined && payment !== undefined) payments.push({ account: found.id, ends: payment });
  }
  return payments;
}

function batchId(fleet: Fleet, step: Extract<HistoryStep, { kind: 'work' }>): string {
  return fleet.draw.uuid('history', step.algorithm, step.span.from, step.span.to);
}

/** By the minute where charts show minutes, in pieces of ten before. */
function linesOf(fleet: Fleet, algorithm: string, beginning: number, { from, to }: MinuteSpan): WorkLine[] {
  const length = from < -fineMinutes ? coarseMinutes : 1;
  const lines: WorkLine[] = [];
  for (let start = from; start < to; ) {
    const end = Math.min(to, Math.floor(start / length) * length + length);
    lines.push(...workOfSpan(fleet, algorithm, beginning, { from: start, to: end }));
    start = end;
  }
  return lines;
}
