import type { AnswerStore } from '../adapters/rates/share-answers.ts';
import type { Config } from '../config.ts';
import { sandboxRailName } from '../sandbox/names.ts';
import {
  openSandboxWorld,
  readSandboxWallet,
  type SandboxWorld,
  type SandboxWorldOptions,
} from '../sandbox/sandbox-world.ts';
import { limitWallet, limitWorld } from '../adapters/limit-world.ts';
import { createCallLimit } from '../runtime/call-limit.ts';
import { sampleRates } from '../sandbox/rates/sample-rates.ts';
import type { Clock } from '../domain/kernel/clock.ts';
import type { Wallet } from '../domain/kernel/wallet.ts';
import type { PayoutWithdrawals } from '../domain/kernel/payout-withdrawals.ts';
import type { Rates } from '../domain/kernel/rates.ts';
import type { World } from '../domain/kernel/world.ts';
import type { ClosingOrder } from './closing-order.ts';
import { type NodeReports, type NodeWorldOptions, openNodeWorld } from './open-node-world.ts';
import { openMarketRates } from './open-market-rates.ts';
import { walletBesidePool } from './open-rails.ts';

/** A wallet may have much to say after a restore; a node that takes longer is of no use. */
const outsideLimits = { callMs: 30_000, pauseMs: 60_000, now: () => performance.now() };

type WorldParts = Pick<SandboxWorldOptions, 'clock' | 'random' | 'received' | 'proofs'> &
  Pick<NodeWorldOptions, 'railParts'> & { readonly withdrawals: PayoutWithdrawals };

/** The worlds of made-up coins that `OPENLODE_RAIL` can name. */
const worlds: Readonly<Record<Config['rail'], (options: SandboxWorldOptions) => SandboxWorld>> = {
  [sandboxRailName]: openSandboxWorld,
};

/** The rate sources that `OPENLODE_RATES` can name. */
const rateSources: Readonly<Record<Config['rates'], (clock: Clock) => Rates>> = {
  sample: sampleRates,
};

/** Their wallets, read beside a pool that may run: nothing is written. */
const wallets: Readonly<Record<Config['rail'], typeof readSandboxWallet>> = {
  [sandboxRailName]: readSandboxWallet,
};

export function openWallet(
  { rail, sandboxChains, nodePool }: Pick<Config, 'rail' | 'sandboxChains' | 'nodePool'>,
  received: WorldParts['received'],
): Wallet {
  const wallet = nodePool === undefined ? wallets[rail](sandboxChains, received) : walletBesidePool(nodePool);
  return limitWallet(wallet, createCallLimit(outsideLimits));
}

/** What an operator has to hear of the sources of rates. */
export interface RateReports {
  /** Why a source has no prices; undefined once it has. */
  readonly onRates: (source: string, problem: string | undefined) => void;
  /** Why a source does not say what its prices rest on; undefined once it does. */
  readonly onRateBacking: (source: string, problem: string | undefined) => void;
}

/** A pool's world; what only a sandbox has is beside it. */
export interface PoolWorld {
  readonly world: World;
  readonly sandbox?: SandboxWorld;
}

/** The world that the settings name: of the operator's nodes where `OPENLODE_CONFIG` names some, else the sandbox's. */
export async function openWorld(
  config: Pick<Config, 'rail' | 'rates' | 'sandboxChains' | 'seed' | 'nodePool' | 'exchanges'>,
  {
    order,
    reports,
    railParts,
    withdrawals,
    answers,
    ...parts
  }: WorldParts & {
    /** What processes share of what sources of rates say; left out on the embedded database. */
    readonly answers?: AnswerStore | undefined;
    readonly order: ClosingOrder;
    readonly reports: NodeReports & RateReports;
  },
): Promise<PoolWorld> {
  const { rail, rates, sandboxChains: directory, seed, nodePool } = config;
  const callLimit = createCallLimit(outsideLimits);
  if (nodePool !== undefined) {
    const onOpen = (part: string, close: () => Promise<void>): void => order.add(part, close);
    const world = await openNodeWorld(nodePool, {
      ...reports,
      rates:
        nodePool.rates === undefined
          ? rateSources[rates](parts.clock)
          : openMarketRates(nodePool.rates, {
              clock: parts.clock,
              onProblem: reports.onRates,
              onBackingProblem: reports.onRateBacking,
              onOpen,
              answers,
            }),
      railParts,
      exchangeRailParts: { exchanges: config.exchanges, withdrawals, now: () => parts.clock.now() },
      onOpen,
    });
    return { world: limitWorld(world, callLimit) };
  }
  const sandbox = worlds[rail]({
    ...parts,
    directory,
    seed,
    ratesAt: rateSources[rates],
    onOpen: (part, close) => order.add(part, close),
  });
  const world = limitWorld(sandbox, callLimit);
  return { world, sandbox: world };
}
