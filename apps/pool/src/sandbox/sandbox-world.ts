import { join } from 'node:path';
import { sampleFiatPerUsd } from '@openlode/catalogue/sample-fiat';
import { railRegistry } from '../adapters/rails/registry.ts';
import type { Proofs } from '../runtime/proof-of-work/open-proofs.ts';
import type { Clock } from '../domain/kernel/clock.ts';
import type { Rails } from '../domain/kernel/rails.ts';
import type { Rates } from '../domain/kernel/rates.ts';
import type { Random } from '../domain/kernel/random.ts';
import type { Wallet } from '../domain/kernel/wallet.ts';
import type { World } from '../domain/kernel/world.ts';
import { simulatedChainName } from '../domain/rounds/simulated-chain-name.ts';
import { openBlockFile } from './chain/block-file.ts';
import { minedAlgorithms } from './chain/mined-algorithms.ts';
import { openSandboxChain, type SandboxChain } from './chain/sandbox-chain.ts';
import { openSimulatedChain, type SimulatedChain } from './chain/simulated-chain.ts';
import { type DearNetworks, dearNetworks } from './control/dear-networks.ts';
import { type WithheldRates, withheldRates } from './control/withheld-rates.ts';
import { earningsPerDay } from './fleet/economy.ts';
import { type Fleet, gatherFleet } from './fleet/fleet.ts';
import { openSandboxRail, sandboxPayouts, sandboxWallet } from './rail/sandbox-rail.ts';
import { sampleYields } from './rates/sample-yields.ts';

/** A world that does not exist: nothing in it has value. */
export interface SandboxWorld extends World {
  readonly rates: WithheldRates;
  readonly dear: DearNetworks;
  /** By algorithm. */
  readonly minedChains: ReadonlyMap<string, SandboxChain>;
  /** The miners of the demo; undefined in an empty pool. */
  readonly fleet: Fleet | undefined;
  readonly simulated: readonly SimulatedChain[];
  /** The same rails and rates at the time of another clock: history has a time of its own. */
  railsAt(clock: Clock): Rails;
  ratesAt(clock: Clock): Rates;
}

export interface SandboxWorldOptions {
  /** Where its chains keep their blocks and payments. */
  readonly directory: string;
  readonly clock: Clock;
  readonly random: Random;
  /** What has come into the wallet, by asset: a sandbox has no chain that could be asked for it. */
  readonly received: () => Promise<ReadonlyMap<string, bigint>>;
  /** What its chains check blocks with whose proof of work takes a thread. */
  readonly proofs: Proofs;
  /** What coins are worth, at the time of a clock. */
  readonly ratesAt: (clock: Clock) => Rates;
  /** What the demo fleet is drawn from; undefined for an empty pool. */
  readonly seed: string | undefined;
  /** Hears of every part that has to be closed, in the order of opening. */
  readonly onOpen: (part: string, close: () => void) => void;
}

export function openSandboxWorld(options: SandboxWorldOptions): SandboxWorld {
  const { directory, clock, random, received, proofs, ratesAt, seed, onOpen } = options;
  // What cannot be verified here is not mined, and not simulated either.
  const missing = minedAlgorithms
    .map(({ code }) => code)
    .filter((code) => proofs.missing(code) !== undefined);
  const mined = minedAlgorithms.filter(({ code }) => !missing.includes(code));
  const minedChains = new Map(
    mined.map(({ code, rewards, openFamily, hashesPerAttempt = 1n, blockWorkMin: workMin }) => {
      const name = `sandbox-${code}`;
      const chain = openSandboxChain({
        name,
        algorithm: code,
        rewards,
        clock,
        file: openBlockFile(join(directory, `${name}.jsonl`)),
        workMin,
        hashesPerAttempt,
        family: openFamily(proofs),
      });
      onOpen(`chain ${code}`, () => chain.close());
      return [code, chain];
    }),
  );
  const dear = dearNetworks();
  const { feeOf } = dear;
  const rail = openSandboxRail({ path: join(directory, sandboxPayouts), clock, random, received, feeOf });
  onOpen('rail', () => rail.close());
  const fleet = seed === undefined ? undefined : gatherFleet(seed, missing);
  return {
    minedChains,
    fleet,
    sources: mined.flatMap(({ code, lightestShare }) => {
      const chain = minedChains.get(code);
      return chain === undefined ? [] : [{ chain, lightestShare }];
    }),
    simulated: fleet === undefined ? [] : simulatedChains(fleet, clock),
    rails: railRegistry([rail]),
    railsAt: (other) => railRegistry([rail.at(other)]),
    followers: dear.followers,
    dear,
    wallet: rail,
    rates: withheldRates(ratesAt(clock)),
    ratesAt,
    yields: sampleYields,
    fiatPerUsd: sampleFiatPerUsd,
  };
}

/** The wallet of a sandbox whose rail another process may hold open. */
export function readSandboxWallet(directory: string, received: SandboxWorldOptions['received']): Wallet {
  return sandboxWallet(join(directory, sandboxPayouts), received);
}

/** A chain without work for each algorithm of the fleet; its blocks are the fleet's. */
export function simulatedChains(fleet: Fleet, clock: Clock): SimulatedChain[] {
  return [...fleet.byAlgorithm.keys()].map((algorithm) =>
    openSimulatedChain({
      name: simulatedChainName(algorithm),
      algorithm,
      earnsPerDay: earningsPerDay(algorithm),
      clock,
    }),
  );
}
