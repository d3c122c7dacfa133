import type { ServiceContext } from '../domain/kernel/context.ts';
import { createOutgoingGuard } from '../domain/payouts/outgoing-guard.ts';
import { createVerdictMemory } from '../domain/kernel/verdict-memory.ts';
import type { PayoutContext } from '../domain/payouts/payout-context.ts';
import { type SeedOutcome, seedHistory } from './fleet/seed-history.ts';
import { type SandboxWorld, simulatedChains } from './sandbox-world.ts';

/** Says at the beginning what is being done, and then each quarter of it. */
export function reportProgress(report: (sentence: string) => void): (done: number) => void {
  let quarters = -1;
  return (done) => {
    const reached = Math.floor(done * 4);
    if (reached <= quarters) return;
    quarters = reached;
    report(
      reached === 0
        ? 'The demo fleet gets a month of history, at the first start only: a minute or more. OPENLODE_SEED=none starts without it.'
        : `The demo history is ${reached * 25}% done.`,
    );
  };
}

/** Records the fleet's past where there is none yet. */
export async function openDemo(
  ctx: ServiceContext,
  payouts: PayoutContext,
  world: Pick<SandboxWorld, 'fleet' | 'railsAt' | 'ratesAt' | 'fiatPerUsd'>,
  {
    report,
    onHistory,
  }: {
    /** Takes a sentence about a start that takes long, for the person who waits. */
    readonly report: (sentence: string) => void;
    readonly onHistory: (history: SeedOutcome, ms: number) => void;
  },
): Promise<void> {
  const { fleet } = world;
  if (fleet === undefined) return;
  const started = performance.now();
  const payPast = (past: ServiceContext): PayoutContext => ({
    ...payouts,
    ...past,
    rails: world.railsAt(past.clock),
    // Another clock; and what is held against the ledger is today's wallet.
    outgoing: createOutgoingGuard(async () => []),
    verdicts: createVerdictMemory(),
  });
  const history = await seedHistory(
    ctx,
    fleet,
    {
      chains: (clock) => simulatedChains(fleet, clock),
      rates: world.ratesAt,
      fiatPerUsd: world.fiatPerUsd,
      payouts: payPast,
    },
    reportProgress(report),
  );
  onHistory(history, Math.round(performance.now() - started));
}
