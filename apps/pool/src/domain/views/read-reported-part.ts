import type { ServiceContext } from '../kernel/context.ts';
import type { UpstreamTerms } from '../kernel/upstream-terms.ts';
import type { MinerId } from '../miners/find-miner.ts';
import type { ExpectedIncome } from './read-expected-income.ts';
import { readReportedPayments, readUnpaidBlocks, type ReportedPayments } from './read-reported-payments.ts';
import { readUnpaidWork } from './read-unpaid-work.ts';

/** Payments that another pool names, and what of them would be for the work of a miner, in units of 10^-18 of its coin. */
export interface ReportedPart extends ReportedPayments {
  readonly part: bigint;
}

/** What is expected of another pool, and what it says that it has paid of it. */
export type ExpectedAndReported = ExpectedIncome & {
  readonly reported: ReportedPart | undefined;
  /** When its next payment would be booked if it pays as often as before, ms; undefined before its third, and once that is past. */
  readonly nextAt: number | undefined;
};

/**
 * To what is expected of other pools for a miner, what they say that they have paid: by its part of all unpaid work of before. What is credited once
 * it has arrived follows from what has arrived, and from what an operator says it is for.
 *
 * @param allBefore the same of all miners: to sum that up costs, and is one for all who ask
 */
export async function addReportedParts(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
  miner: MinerId,
  expected: readonly ExpectedIncome[],
  allBefore: (upstream: UpstreamTerms, before: number) => Promise<bigint>,
): Promise<readonly ExpectedAndReported[]> {
  if (expected.length === 0) return [];
  const upstreams = expected.map(({ upstream }) => upstream);
  const reported = await readReportedPayments(ctx, upstreams);
  const unpaid = await readUnpaidWork(ctx, upstreams);
  const nextOf = (name: string): number | undefined => {
    const { lastIncomeAt, usualIntervalMs } = unpaid.find((each) => each.upstream === name) ?? {};
    const next = lastIncomeAt === undefined ? 0 : lastIncomeAt + (usualIntervalMs ?? 0);
    return next > ctx.clock.now() ? next : undefined;
  };
  return Promise.all(
    expected.map(async (each): Promise<ExpectedAndReported> => {
      const nextAt = nextOf(each.upstream.name);
      const payments = reported.get(each.upstream.name);
      if (payments === undefined) return { ...each, reported: undefined, nextAt };
      const all = await allBefore(each.upstream, payments.at);
      const own = await readUnpaidBlocks(ctx, each.upstream, payments.at, miner);
      // Both are as of different moments: a part is never more than all of it.
      const part = all === 0n ? 0n : (payments.paid * (own < all ? own : all)) / all;
      return { ...each, reported: part === 0n ? undefined : { ...payments, part }, nextAt };
    }),
  );
}
