import type { Logger } from 'pino';
import { type SimulatedChain, openSimulatedChain } from '../sandbox/chain/simulated-chain.ts';
import type { Config } from '../config.ts';
import { earningsPerDay } from '../sandbox/fleet/economy.ts';
import { type FleetTask, fleetTask } from '../sandbox/fleet/fleet-task.ts';
import type { Fleet } from '../sandbox/fleet/fleet.ts';
import { readCodes } from '../sandbox/fleet/owner-choices.ts';
import { fleetBeginning, seedHistory } from '../sandbox/fleet/seed-history.ts';
import type { ServiceContext } from '../domain/kernel/context.ts';
import type { PayoutContext } from '../domain/payouts/payout-context.ts';
import type { Clock } from '../domain/kernel/clock.ts';
import { simulatedChainName } from '../domain/rounds/simulated-chain-name.ts';
import { chooseRates } from './choose-sources.ts';

/** A chain without work for each algorithm of the fleet; its blocks are the fleet's. */
export function simulatedChains(fleet: Fleet, clock: Clock): SimulatedChain[] {
  return [...fleet.byAlgorithm.keys()].map((algorithm) =>
    openSimulatedChain({
      name: simulatedChainName(algorithm),
      algorithm,
      earnsPerDay: earningsPerDay(fleet, algorithm),
      clock,
    }),
  );
}

/** Records the fleet's past where there is none yet, and answers the task that goes on with it. */
export async function openFleet(
  config: Config,
  ctx: ServiceContext,
  fleet: Fleet,
  parts: {
    readonly simulated: readonly SimulatedChain[];
    readonly payPast: (past: ServiceContext) => PayoutContext;
  },
  log: Logger,
): Promise<FleetTask> {
  const started = performance.now();
  const history = await seedHistory(ctx, fleet, {
    chains: (clock) => simulatedChains(fleet, clock),
    rates: (clock) => chooseRates(config, clock),
    payouts: parts.payPast,
  });
  log.info({ history, ms: Math.round(performance.now() - started) }, 'the demo fleet is ready');
  return fleetTask(ctx, fleet, {
    beginning: await fleetBeginning(ctx),
    chains: parts.simulated,
    codeOf: await readCodes(ctx, fleet),
  });
}
