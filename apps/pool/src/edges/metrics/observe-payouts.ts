import type { Registry } from 'prom-client';
import type { WatchedFloat } from '../../domain/treasury/watch-floats.ts';
import { gauges } from './read-gauges.ts';

export interface PayoutFigures {
  /** Where payouts are held back and why; `*` is every network. */
  payoutSuspensions(): Promise<readonly { readonly network: string; readonly reason: string }[]>;
  /** Payouts that are not over, by state. */
  openPayouts(): Promise<ReadonlyMap<string, number>>;
  /** Wallets that should have a float, and how they stand against it, as far as they answered. */
  floats(): readonly Omit<WatchedFloat, 'amount'>[];
}

export function observePayouts(registers: Registry[], source: PayoutFigures): void {
  gauges(
    registers,
    {
      name: 'openlode_payouts_suspended',
      help: '1 for each network on which payouts are held back, and why; no sample while they may leave',
      labelNames: ['network', 'reason'],
    },
    async () =>
      (await source.payoutSuspensions()).map(({ network, reason }) => [{ network, reason }, 1] as const),
  );
  gauges(
    registers,
    { name: 'openlode_payouts_open', help: 'Payouts that are not over, by state', labelNames: ['state'] },
    async () => [...(await source.openPayouts())].map(([state, count]) => [{ state }, count] as const),
  );
}

export function observeFloats(registers: Registry[], source: PayoutFigures): void {
  const help =
    '1 for the state of each wallet that should have a float: short of its target, within, or over its ceiling; no sample while it does not answer';
  const labelNames = ['coin', 'network', 'state'] as const;
  gauges(registers, { name: 'openlode_wallet_float', help, labelNames }, async () =>
    source.floats().map(({ coin, network, state }) => [{ coin, network, state }, 1] as const),
  );
}
