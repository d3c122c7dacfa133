import type { DifficultyScale } from '@openlode/stratum/core/difficulty';
import type { PortRules } from '@openlode/stratum/core/session-state';
import { defaultVardiff } from '@openlode/stratum/core/vardiff';

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
