import { Counter, type Registry } from 'prom-client';
import { gauge } from './read-gauges.ts';

const relayCounts = ['sent', 'received', 'dropped', 'unreadable', 'unknown', 'gaps'] as const;

/** How a process fares at telling others of its live events, and hearing of theirs. */
export type RelayFigures = { readonly isWhole: boolean } & Readonly<
  Record<(typeof relayCounts)[number], number>
>;

/** Metrics of what this process and others tell each other of live events. */
export function observeRelay(registers: Registry[], relay: () => RelayFigures): void {
  gauge(
    registers,
    'openlode_relay_whole',
    '1 while live events reach other processes and theirs this one',
    () => (relay().isWhole ? 1 : 0),
  );
  const metric = new Counter({
    name: 'openlode_relay_messages_total',
    help: 'Messages sent, received, dropped and unreadable, events unknown, and gaps caught up',
    labelNames: ['what'],
    registers: [],
    collect() {
      const counts = relay();
      this.reset();
      for (const what of relayCounts) this.inc({ what }, counts[what]);
    },
  });
  for (const registry of registers) registry.registerMetric(metric);
}
