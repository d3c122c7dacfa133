import type { ServiceContext } from '../domain/kernel/context.ts';
import { createOutgoingGuard } from '../domain/payouts/outgoing-guard.ts';
import type { PayoutContext } from '../domain/payouts/payout-context.ts';
import { type FleetTask, fleetTask } from './fleet/fleet-task.ts';
import { readCodes } from './fleet/owner-choices.ts';
import { fleetBeginning, type SeedOutcome, seedHistory } from './fleet/seed-history.ts';
import { type SandboxWorld, simulatedChains } from './sandbox-world.ts';

/** Records the fleet's past where there is none yet, and answers the tasks that go on with it; none in an empty pool. */
export async function openDemo(
  ctx: ServiceContext,
  payouts: PayoutContext,
  world: Pick<SandboxWorld, 'fleet' | 'simulated' | 'railsAt' | 'ratesAt'>,
  onHistory: (history: SeedOutcome, ms: number) => void,
): Promise<readonly FleetTask[]> {
  const { fleet } = world;
  if (fleet === undefined) return [];
  const started = performance.now();
  const payPast = (past: ServiceContext): PayoutContext => ({
    ...payouts,
    ...past,
    rails: world.railsAt(past.clock),
    // Another clock; and what is held against the ledger is today's wallet.
    outgoing: createOutgoingGuard(async () => undefined),
  });
  const history = await seedHistory(ctx, fleet, {
    chains: (clock) => simulatedChains(fleet, clock),
    rates: world.ratesAt,
    payouts: payPast,
  });
  onHistory(history, Math.round(performance.now() - started));
  return [
    fleetTask(ctx, fleet, {
      beginning: await fleetBeginning(ctx),
      chains: world.simulated,
      codeOf: await readCodes(ctx, fleet),
    }),
  ];
}
