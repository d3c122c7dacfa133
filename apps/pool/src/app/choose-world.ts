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
import type { Rates } from '../domain/kernel/rates.ts';
import type { ClosingOrder } from './closing-order.ts';

/** A wallet may have much to say after a restore; a node that takes longer is of no use. */
const outsideLimits = { callMs: 30_000, pauseMs: 60_000, now: () => performance.now() };

type WorldParts = Pick<SandboxWorldOptions, 'clock' | 'random' | 'received' | 'proofs'>;

/** The worlds that `OPENLODE_RAIL` can name: this release has the sandbox only. */
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
  { rail, sandboxChains }: Pick<Config, 'rail' | 'sandboxChains'>,
  received: WorldParts['received'],
): Wallet {
  return limitWallet(wallets[rail](sandboxChains, received), createCallLimit(outsideLimits));
}

export function openWorld(
  { rail, rates, sandboxChains: directory, seed }: Pick<Config, 'rail' | 'rates' | 'sandboxChains' | 'seed'>,
  { order, ...parts }: WorldParts & { readonly order: ClosingOrder },
): SandboxWorld {
  const world = worlds[rail]({
    ...parts,
    directory,
    seed,
    ratesAt: rateSources[rates],
    onOpen: (part, close) => order.add(part, close),
  });
  return limitWorld(world, createCallLimit(outsideLimits));
}
