import type { Registry } from 'prom-client';
import { gauges } from './read-gauges.ts';

/** A coin at an exchange, or a transfer to one, and how it stands. */
export interface PlaceFigures {
  readonly place: string;
  readonly coin: string;
  readonly state: string;
}

export function observePlaces(registers: Registry[], places: () => Promise<readonly PlaceFigures[]>): void {
  gauges(
    registers,
    {
      name: 'openlode_place',
      help: 'How many balances at exchanges and transfers to them are in each state; difference, late, stale and unsettled need an operator',
      labelNames: ['place', 'coin', 'state'],
    },
    async () => {
      const counts = new Map<string, readonly [Record<keyof PlaceFigures, string>, number]>();
      for (const { place, coin, state } of await places()) {
        const key = JSON.stringify([place, coin, state]);
        counts.set(key, [{ place, coin, state }, (counts.get(key)?.[1] ?? 0) + 1]);
      }
      return counts.values();
    },
  );
}
