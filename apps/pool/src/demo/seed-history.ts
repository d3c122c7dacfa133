import type { ServiceContext } from '../services/context.ts';
import { readPoolAge } from '../services/pool/read-pool-age.ts';
import type { PayoutContext } from '../services/payouts/payout-context.ts';
import type { Clock } from '../services/ports/clock.ts';
import type { Rates } from '../services/ports/rates.ts';
import { advanceRound } from '../services/rounds/advance-round.ts';
import { knownBatches } from '../services/work/known-batches.ts';
import { recordWork } from '../services/work/record-work.ts';
import type { WorkLine } from '../services/work/work-batch.ts';
import { markOffline } from '../services/workers/mark-offline.ts';
import { findBlock } from './find-block.ts';
import type { Fleet } from './fleet.ts';
import type { FleetChain } from './fleet-chain.ts';
import { type MinuteSpan, workOfSpan } from './fleet-work.ts';
import { payHistory } from './pay-history.ts';
import { fineMinutes, historyBlockEveryMinutes, type HistoryStep, planHistory } from './plan-history.ts';

/** The world outside as it is at the time of a clock: history has a time of its own. */
export interface FleetWorld {
  chains(clock: Clock): readonly FleetChain[];
  rates(clock: Clock): Rates;
  /** What payouts of the past are made with; without it there are none. */
  readonly payouts?: (past: ServiceContext) => PayoutContext;
}

/** `foreign`: somebody has mined here before the fleet came, and nobody's past is made up afterwards. */
export type SeedOutcome = 'seeded' | 'already-seeded' | 'foreign';

const minuteMs = 60_000;
const coarseMinutes = 10;
/** Three hours before the beginning somebody is paid. */
const payMinute = -180;
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
 * telling anybody. Every step is harmless when repeated, so a process that was killed in the middle goes on where it was. The last
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
  let paid = payouts === undefined;
  for (const step of steps) {
    if (!paid && step.at >= payMinute) {
      paid = true;
      now = beginning + payMinute * minuteMs;
      if (payouts !== undefined)
        await payHistory(payouts, (ms) => {
          now += ms;
        });
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
      await advanceRound({ ...past, chains }, round);
    }
  }
  return 'seeded';
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
