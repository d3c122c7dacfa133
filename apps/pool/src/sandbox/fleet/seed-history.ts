import type { ServiceContext } from '../../domain/kernel/context.ts';
import { readPoolAge } from '../../domain/views/read-pool-age.ts';
import type { PayoutContext } from '../../domain/payouts/payout-context.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { Rates } from '../../domain/kernel/rates.ts';
import { carryOutSwitches } from '../../domain/owners/network-switches.ts';
import { type FiatRates, rememberFiatRates } from '../../domain/conversion/fiat-rates.ts';
import { countReferredDays } from '../../domain/referrals/count-referred-days.ts';
import { advanceRound } from '../../domain/rounds/advance-round.ts';
import { knownBatches } from '../../domain/shares/known-batches.ts';
import { recordWork } from '../../domain/shares/record-work.ts';
import type { WorkLine } from '../../domain/kernel/work-batch.ts';
import { markOffline } from '../../domain/workers/mark-offline.ts';
import { historyMinutes } from './attendance.ts';
import { findBlock } from './find-block.ts';
import type { Fleet, FleetOwner } from './fleet.ts';
import type { FleetChain } from './fleet-chain.ts';
import type { RosterPayment } from './fleet-roster.ts';
import { type CodeOf, workOfDays, workOfSpan } from './fleet-work.ts';
import { announceSwitches, findOwner, grantCodes, readCodes, switchAutoPay } from './owner-choices.ts';
import { type PastPayment, payHistory } from './pay-history.ts';
import {
  fineMinutes,
  historyBlockEveryMinutes,
  type HistoryStep,
  monthSpans,
  planHistory,
} from './plan-history.ts';

/** What is outside as it is at the time of a clock: history has a time of its own. */
export interface HistoryPorts {
  chains(clock: Clock): readonly FleetChain[];
  rates(clock: Clock): Rates;
  /** Money for one US dollar, at all times of the history. */
  readonly fiatPerUsd?: FiatRates;
  /** What payouts of the past are made with; without it there are none. */
  readonly payouts?: (past: ServiceContext) => PayoutContext;
}

/** `foreign`: the pool has work of real miners from before the fleet, so no history is invented. */
export type SeedOutcome = 'seeded' | 'already-seeded' | 'foreign';

const minuteMs = 60_000;
const coarseMinutes = 10;
/** By then every miner of the fleet has mined, so that codes can be granted and known. */
const codesMinute = monthSpans[0].to + 1;
/** Then each miner is paid what it earned in the month, and some change to another network of their coin. */
const payAllMinute = monthSpans[1].to + 1;
/** Three hours before the beginning some are paid again. */
const payMinute = -180;
/** The last reward of this algorithm is over a cap and waits for the operator, so that there is one to look at. */
const waitingAlgorithm = 'beamhash';
const waitingFromMinute = -historyBlockEveryMinutes;
const nothingPasses = { eachUsd: 0n, hourUsd: 0n };
/** Blocks of the simulated chains are mature by then. */
const settledAfterMs = 15_000;

/** The fleet's time counts from the minute in which the database was made. */
function minuteOf(at: number): number {
  return at - (at % minuteMs);
}

/**
 * Records the month before the pool was made, the last day of it in detail, by the same verbs as everything else. It has a clock of its own and
 * publishes no events. Each step may be repeated, so a process that was killed goes on where it was. The id of the last batch marks the history as
 * finished: a release with another roster then leaves it alone.
 */
export async function seedHistory(
  ctx: ServiceContext,
  fleet: Fleet,
  ports: HistoryPorts,
  /** Hears how much of the history is done, from 0 to below 1, before each step. */
  onProgress: (done: number) => void = () => undefined,
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
  const missing = new Map([...ids].filter(([, id]) => !known.has(id)));
  await new HistoryRecorder(ctx, fleet, ports, minuteOf(createdAt)).record(steps, missing, onProgress);
  return 'seeded';
}

type WorkStep = Extract<HistoryStep, { kind: 'work' }>;
type BlockStep = Extract<HistoryStep, { kind: 'block' }>;

/** What owners of the fleet do once at a minute of the history, before its steps of that minute. */
interface Chapter {
  readonly at: number;
  readonly run: () => Promise<void>;
}

/** Takes the history's steps in order, at the time that each of them is dated. */
class HistoryRecorder {
  readonly #fleet: Fleet;
  readonly #beginning: number;
  readonly #past: ServiceContext;
  readonly #chains: readonly FleetChain[];
  readonly #fiatPerUsd: FiatRates;
  readonly #payouts: PayoutContext | undefined;
  /** The newest work of each algorithm: its miners find the next block. */
  readonly #newest = new Map<string, readonly WorkLine[]>();
  #now: number;
  #codeOf: CodeOf = ({ referralCode }) => referralCode;

  constructor(ctx: ServiceContext, fleet: Fleet, ports: HistoryPorts, beginning: number) {
    const clock: Clock = { now: () => this.#now };
    this.#fleet = fleet;
    this.#beginning = beginning;
    this.#now = beginning;
    this.#past = { ...ctx, clock, rates: ports.rates(clock), publisher: { publish: () => undefined } };
    this.#chains = ports.chains(clock);
    this.#fiatPerUsd = ports.fiatPerUsd ?? { USD: '1' };
    this.#payouts = ports.payouts?.(this.#past);
  }

  /** `missing`: the id of each batch of work that is not recorded yet. */
  async record(
    steps: readonly HistoryStep[],
    missing: ReadonlyMap<WorkStep, string>,
    onProgress: (done: number) => void,
  ): Promise<void> {
    const chapters = this.#chapters();
    this.#now = this.#beginning + monthSpans[0].from * minuteMs;
    await rememberFiatRates(this.#past, this.#fiatPerUsd);
    for (const [index, step] of steps.entries()) {
      onProgress(index / steps.length);
      while (chapters[0] !== undefined && step.at >= chapters[0].at) await this.#begin(chapters.shift());
      this.#now = this.#beginning + step.at * minuteMs;
      if (step.kind === 'look-for-silent') await markOffline(this.#past);
      else if (step.kind === 'work') await this.#recordWork(step, missing.get(step));
      else await this.#recordBlock(step);
    }
    // The report of a custom code has its days at once: at the time when the month began, all of them are still to be counted.
    this.#now = this.#beginning + monthSpans[0].from * minuteMs;
    await countReferredDays(this.#past);
  }

  #chapters(): Chapter[] {
    return [
      {
        at: codesMinute,
        run: async () => {
          await grantCodes(this.#past, this.#fleet);
          this.#codeOf = await readCodes(this.#past, this.#fleet);
        },
      },
      {
        at: payAllMinute,
        run: async () => {
          await this.#pay(() => 'paid');
          await announceSwitches(this.#past, this.#fleet, minuteMs);
          this.#now += minuteMs;
          await carryOutSwitches(this.#past);
        },
      },
      {
        at: payMinute,
        run: async () => {
          await this.#pay(({ payment }) => payment);
          await switchAutoPay(this.#past, this.#fleet);
        },
      },
    ];
  }

  async #begin(chapter: Chapter | undefined): Promise<void> {
    this.#now = this.#beginning + (chapter?.at ?? 0) * minuteMs;
    await chapter?.run();
  }

  async #pay(wanted: (owner: FleetOwner) => RosterPayment | undefined): Promise<void> {
    if (this.#payouts === undefined) return;
    const payments = await pastPayments(this.#past, this.#fleet, wanted);
    await payHistory(this.#payouts, payments, (ms) => {
      this.#now += ms;
    });
  }

  /** `id` is undefined where the work is recorded already. */
  async #recordWork(step: WorkStep, id: string | undefined): Promise<void> {
    const lines = linesOf(this.#fleet, step, this.#beginning, this.#codeOf);
    if (lines.length === 0) return;
    this.#newest.set(step.algorithm, lines);
    if (id !== undefined)
      await recordWork(this.#past, { id, algorithm: step.algorithm, lines }, { simulated: true });
  }

  async #recordBlock(step: BlockStep): Promise<void> {
    const chain = this.#chains.find(({ algorithm }) => algorithm === step.algorithm);
    const lines = this.#newest.get(step.algorithm);
    if (chain === undefined || lines === undefined) return;
    const spanMs = step.minutes * minuteMs;
    const round = await findBlock(this.#past, this.#fleet, chain, { at: this.#now, spanMs, lines });
    this.#now += settledAfterMs;
    const waits = step.algorithm === waitingAlgorithm && step.at >= waitingFromMinute;
    await advanceRound(
      { ...this.#past, chains: this.#chains, ...(waits && { conversionCaps: nothingPasses }) },
      round,
    );
  }
}

/** The payments that owners of the fleet ask for, of those that have mined. */
async function pastPayments(
  ctx: Pick<ServiceContext, 'db'>,
  fleet: Fleet,
  wanted: (owner: FleetOwner) => RosterPayment | undefined,
): Promise<PastPayment[]> {
  const payments: PastPayment[] = [];
  for (const owner of fleet.owners) {
    const ends = wanted(owner);
    const found = ends === undefined ? undefined : await findOwner(ctx, owner.miner);
    if (found !== undefined && ends !== undefined) payments.push({ miner: found.id, ends });
  }
  return payments;
}

function batchId(fleet: Fleet, step: WorkStep): string {
  return fleet.draw.uuid('history', step.algorithm, step.span.from, step.span.to);
}

/** By the minute where charts show minutes, in pieces of ten in the rest of the day, and in one piece before it. */
function linesOf(
  fleet: Fleet,
  { algorithm, span: { from, to } }: WorkStep,
  beginning: number,
  codeOf: CodeOf,
): WorkLine[] {
  if (from < -historyMinutes) return workOfDays(fleet, algorithm, beginning, { from, to }, codeOf);
  const length = from < -fineMinutes ? coarseMinutes : 1;
  const lines: WorkLine[] = [];
  for (let start = from; start < to; ) {
    const end = Math.min(to, Math.floor(start / length) * length + length);
    lines.push(...workOfSpan(fleet, algorithm, beginning, { from: start, to: end }, codeOf));
    start = end;
  }
  return lines;
}
