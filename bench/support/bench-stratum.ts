import { randomInt } from 'node:crypto';
import { noProofs, type Proofs } from '../../apps/pool/src/runtime/proof-of-work/open-proofs.ts';
import { createExtranonce1Pool } from '@openlode/stratum/core/extranonce1-pool';
import type { PortRules } from '@openlode/stratum/core/session-state';
import { defaultVardiff } from '@openlode/stratum/core/vardiff';
import type { StratumParts } from '../../apps/pool/src/app/mining-parts.ts';
import type { Clock } from '../../apps/pool/src/domain/kernel/clock.ts';
import type { BlockTemplate } from '../../apps/pool/src/domain/kernel/block-template.ts';
import { simulatedKind } from '../../apps/pool/src/domain/kernel/pool-kind.ts';
import type { WorkSource } from '../../apps/pool/src/domain/kernel/world.ts';
import type { GateLimits } from '../../apps/pool/src/edges/stratum/gate-limits.ts';
import { ClientGate } from '../../apps/pool/src/edges/stratum/client-gate.ts';

export const ALGORITHM = 'sha256';
/** What takes longest to verify. */
export const DEAR_ALGORITHM = 'ghostrider';

const HOUR_MS = 3_600_000;

/**
 * Every hash makes a share, so that the load generator needs no hashing; the checks are the same ones. (The real scale
 * of SHA-256d would still refuse one hash in 65,536.)
 */
const rules: PortRules = {
  scale: { difficulty1Target: 1n << 224n, hashesPerDifficulty1: 1n << 32n },
  minimumWork: 1n,
  maximumWork: 1n,
  startWork: 1n,
  vardiff: defaultVardiff,
  versionMask: 0x1fffe000,
  workersMax: 64,
  faultsMax: 4,
};

const everySecondHash: PortRules = { ...rules, minimumWork: 2n, maximumWork: 2n, startWork: 2n };

/** One port on loopback where any share is accepted and none solves a block. */
export function benchStratum(
  clock: Clock,
  options: {
    readonly dataDirectory?: string;
    readonly gate?: Partial<GateLimits>;
    readonly workersMax?: number;
    /** Verifiers in threads: then the port is `DEAR_ALGORITHM`'s, and every second hash a share. */
    readonly dear?: Proofs;
    /** A port of another algorithm, where every hash makes a share. */
    readonly verified?: { readonly algorithm: string; readonly proofs: Proofs };
  } = {},
): StratumParts {
  const { dataDirectory, gate = {}, workersMax = rules.workersMax, dear, verified } = options;
  const algorithm = verified?.algorithm ?? (dear === undefined ? ALGORITHM : DEAR_ALGORITHM);
  const port = {
    port: 0,
    isSecure: false,
    rules: { ...(dear === undefined ? rules : everySecondHash), workersMax },
    highConnectionLimit: false,
    proxyPort: undefined,
  };
  return {
    host: '127.0.0.1',
    ports: new Map([[algorithm, [port]]]),
    ...(dataDirectory === undefined ? {} : { dataDirectory }),
    gate: new ClientGate(clock, gate),
    proofs: verified?.proofs ?? dear ?? noProofs,
    proxies: [],
    sharedNetworks: [],
    extranonces: () => createExtranonce1Pool(randomInt, 1),
    tuning: { feed: { refreshMs: HOUR_MS } },
  };
}

/** A chain that gives one template until it is offered another. */
export function benchClient(
  template: BlockTemplate,
  algorithm = ALGORITHM,
): WorkSource & { offer(next: BlockTemplate): void } {
  const listeners = new Set<(template: BlockTemplate) => void>();
  return {
    lightestShare: 1n,
    offer: (next) => {
      for (const listener of listeners) listener(next);
    },
    chain: {
      name: `bench-${algorithm}`,
      algorithm,
      kind: simulatedKind,
      template: () => template,
      onTemplate: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      submitBlock: () => Promise.reject(new Error('no share of this benchmark can solve a block')),
      stateOf: async () => 'unknown',
    },
  };
}
