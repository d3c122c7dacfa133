import type { ServiceContext } from '../../domain/kernel/context.ts';
import { simulatedKind } from '../../domain/kernel/pool-kind.ts';
import type { World } from '../../domain/kernel/world.ts';
import { adversarialRail } from '../../domain/testing/payouts/adversarial-rail.ts';
import { oneRail } from '../../domain/testing/payouts/one-rail.ts';
import { paysInCatalogue } from '../rail/sandbox-rail.ts';
import { sampleYields } from '../rates/sample-yields.ts';

const calm = { below: () => 0, percent: () => false };

/** A world without chains whose one rail pays every network of the catalogue; prices are the context's. */
export function testWorld({ clock, rates }: Pick<ServiceContext, 'clock' | 'rates'>): World {
  return {
    sources: [],
    simulated: [],
    rails: oneRail({ ...adversarialRail(clock, calm), pays: paysInCatalogue }),
    wallet: { holdings: async () => new Map() },
    rates: { ...rates, kind: simulatedKind },
    yields: sampleYields,
    fiatPerUsd: { USD: '1' },
  };
}
