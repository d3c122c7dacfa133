import type { DifficultyScale } from '@openlode/stratum/core/difficulty';
import type { PortRules } from '@openlode/stratum/core/session-state';
import { defaultVardiff } from '@openlode/stratum/core/vardiff';
import type { Chain } from '../../domain/kernel/chain.ts';

/** The rules of a port whose lightest share, and first one, takes `minimumWork` expected hashes. */
export function portRules(scale: DifficultyScale, minimumWork: bigint): PortRules {
  return {
    scale,
    minimumWork,
    // A hundred petahashes for ten seconds; within the 53 bits that a difficulty on the wire says exactly.
    maximumWork: 2n ** 60n,
    startWork: minimumWork,
    vardiff: defaultVardiff,
    // What BIP 320 sets aside for miners.
    versionMask: 0x1fffe000,
    workersMax: 64,
    faultsMax: 4,
  };
}

/** The rules of a port as they are on a chain: one whose version is fixed leaves no bit of it to miners. */
export function rulesOn({ hasFixedVersion }: Pick<Chain, 'hasFixedVersion'>, rules: PortRules): PortRules {
  return hasFixedVersion === true ? { ...rules, versionMask: 0 } : rules;
}
