import type { ServiceContext } from '../../domain/kernel/context.ts';
import { simulatedKind } from '../../domain/kernel/pool-kind.ts';
import type { World } from '../../domain/kernel/world.ts';
import { adversarialRail } from './adversarial-rail.ts';
import { oneRail } from './one-rail.ts';
import type { Rail } from '../../domain/kernel/rail.ts';
import { minedAlgorithms } from '../chain/mined-algorithms.ts';
import { paysInCatalogue } from '../rail/sandbox-rail.ts';
import { sampleYields } from '../rates/sample-yields.ts';

const calm = { below: () => 0, percent: () => false };

/** A rail that pays every network of the catalogue, as far as pages ask. */
export const catalogueRail: Pick<Rail, 'pays'> = { pays: paysInCatalogue };

/** By algorithm that the sandbox mines: the least work of a share, in expected hashes. */
export const lightestShares: ReadonlyMap<string, bigint> = new Map(
  minedAlgorithms.map(({ code, lightestShare }) => [code, lightestShare]),
);

/** A world without chains whose one rail pays every network of the catalogue; prices are the context's. */
export function testWorld({ clock, rates }: Pick<ServiceContext, 'clock' | 'rates'>): World {
  return {
    sources: [],
    simulated: [],
    rails: oneRail({ ...adversarialRail(clock, calm), ...catalogueRail }),
    wallet: { holdings: async () => ({ amounts: new Map(), unanswered: [] }) },
    rates: { ...rates, kind: simulatedKind },
    yields: sampleYields,
    fiatPerUsd: { USD: '1' },
  };
}
