import { join } from 'node:path';
import type { Config } from '../config.ts';
import { sampleRates } from '../sandbox/rates/sample-rates.ts';
import { openSandboxRail, sandboxPayouts, type SandboxRail } from '../sandbox/rail/sandbox-rail.ts';
import type { Clock } from '../domain/kernel/clock.ts';
import type { Random } from '../domain/kernel/random.ts';
import type { Rates } from '../domain/kernel/rates.ts';

/** The rate sources that `OPENLODE_RATES` can name. */
const rateSources: Readonly<Record<Config['rates'], (clock: Clock) => Rates>> = {
  sample: sampleRates,
};

interface RailParts {
  readonly sandboxChains: string;
  readonly clock: Clock;
  readonly random: Random;
  /** What has come into the wallet, by asset: a sandbox has no chain that could be asked for it. */
  readonly received: () => Promise<ReadonlyMap<string, bigint>>;
}

/** The rails that `OPENLODE_RAIL` can name. */
const rails: Readonly<Record<Config['rail'], (parts: RailParts) => SandboxRail>> = {
  sandbox: ({ sandboxChains, ...parts }) =>
    openSandboxRail({ path: join(sandboxChains, sandboxPayouts), ...parts }),
};

export function chooseRates({ rates }: Pick<Config, 'rates'>, clock: Clock): Rates {
  return rateSources[rates](clock);
}

export function openRail(
  { rail, sandboxChains }: Pick<Config, 'rail' | 'sandboxChains'>,
  parts: Omit<RailParts, 'sandboxChains'>,
): SandboxRail {
  return rails[rail]({ sandboxChains, ...parts });
}
